# SPDX-License-Identifier: Apache-2.0
# @NAME@: the settings are described in cmake/board.cmake of Limen. The clock is SysTick, which
# does not depend on the chip; LM_CLOCK_HZ is the clock of the processor.
set(LIMEN_PORT cortex-m)
set(LIMEN_ARCHITECTURE @ARCHITECTURE@)
set(LIMEN_LINKER_SCRIPT link.ld)
set(LM_CLOCK_HZ @CLOCK_HZ@)
set(LIMEN_CPU_OPTIONS @CPU_OPTIONS@)
set(LIMEN_LINK_OPTIONS -nostdlib -Wl,--gc-sections -Wl,--fatal-warnings)
set(LIMEN_LINK_LIBRARIES c_nano gcc)
set(LIMEN_BOARD_PARTS systick)
