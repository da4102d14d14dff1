# SPDX-License-Identifier: Apache-2.0
# Arm MPS2 with the Cortex-M3 image AN385, emulated by qemu-system-arm.
set(LIMEN_PORT cortex-m)
set(LIMEN_ARCHITECTURE v7m)
set(LIMEN_BOARD_PARTS cmsdk cmsdk-uart) # of boards/common
set(LIMEN_LINKER_SCRIPT link.ld)
set(LM_CLOCK_HZ 25000000)
set(LIMEN_CPU_OPTIONS -mcpu=cortex-m3 -mthumb)
# The C library provides memcpy and memset. It is linked without start-up files and system calls, so
# a program that needs malloc or printf does not link.
set(LIMEN_LINK_OPTIONS -nostdlib -Wl,--gc-sections -Wl,--fatal-warnings)
set(LIMEN_LINK_LIBRARIES c_nano gcc)
