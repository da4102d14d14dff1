# SPDX-License-Identifier: Apache-2.0
# STM32F405 (Netduino Plus 2 and others), a Cortex-M4F; qemu-system-arm emulates it.
set(LIMEN_PORT cortex-m)
set(LIMEN_ARCHITECTURE fpu)
set(LIMEN_BOARD_PARTS systick) # of boards/common
set(LIMEN_LINKER_SCRIPT link.ld)
set(LM_CLOCK_HZ 168000000)
set(LIMEN_CPU_OPTIONS -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16)
set(LIMEN_LINK_OPTIONS -nostdlib -Wl,--gc-sections -Wl,--fatal-warnings)
set(LIMEN_LINK_LIBRARIES c_nano gcc)
