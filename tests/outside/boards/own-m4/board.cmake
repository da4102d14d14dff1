# SPDX-License-Identifier: Apache-2.0
# Arm MPS2 with the Cortex-M4 image AN386, emulated by qemu-system-arm; floating point in software.
set(LIMEN_PORT cortex-m)
set(LIMEN_ARCHITECTURE v7m)
set(LIMEN_LINKER_SCRIPT link.ld)
set(LM_CLOCK_HZ 25000000)
set(LIMEN_CPU_OPTIONS -mcpu=cortex-m4 -mthumb -mfloat-abi=soft)
set(LIMEN_LINK_OPTIONS -nostdlib -Wl,--gc-sections -Wl,--fatal-warnings)
set(LIMEN_LINK_LIBRARIES c_nano gcc)
list(APPEND LIMEN_BOARD_PARTS systick)
