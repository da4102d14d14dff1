# SPDX-License-Identifier: Apache-2.0
# @NAME@: the settings are described in cmake/board.cmake of Limen. The clock is mtime; LM_CLOCK_HZ
# is its rate.
set(LIMEN_PORT riscv)
set(LIMEN_LINKER_SCRIPT link.ld)
set(LM_CLOCK_HZ @CLOCK_HZ@)
set(LIMEN_CPU_OPTIONS @CPU_OPTIONS@)
# Code and data may be in one memory, whose code can then be written.
set(LIMEN_LINK_OPTIONS -nostdlib -Wl,--gc-sections -Wl,--fatal-warnings
    -Wl,--no-warn-rwx-segments)
set(LIMEN_LINK_LIBRARIES c gcc)
