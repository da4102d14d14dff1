# SPDX-License-Identifier: Apache-2.0
# RP2350 (Raspberry Pi Pico 2), one Cortex-M33 of 150 MHz, the image in flash. Nothing emulates it
# here: its programs are only compiled.
set(LIMEN_PORT cortex-m)
set(LIMEN_ARCHITECTURE fpu)
set(LIMEN_BOARD_PARTS rp) # of boards/common
set(LIMEN_LINKER_SCRIPT link.ld)
set(LM_CLOCK_HZ 1000000)
set(LIMEN_CPU_OPTIONS -mcpu=cortex-m33 -mthumb -mfloat-abi=hard -mfpu=fpv5-sp-d16)
set(LIMEN_LINK_OPTIONS -nostdlib -Wl,--gc-sections -Wl,--fatal-warnings)
set(LIMEN_LINK_LIBRARIES c_nano gcc)
