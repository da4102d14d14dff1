# SPDX-License-Identifier: Apache-2.0
# BBC micro:bit, nRF51822 with a Cortex-M0, emulated by qemu-system-arm. The programs of this
# repository are built for the larger RAM that QEMU provides on request
# (board.toml).
set(LIMEN_PORT cortex-m)
set(LIMEN_ARCHITECTURE v6m)
set(LIMEN_BOARD_PARTS nrf) # of boards/common
set(LIMEN_LINKER_SCRIPT link.ld)
set(LM_CLOCK_HZ 16000000)
set(LIMEN_CPU_OPTIONS -mcpu=cortex-m0 -mthumb)
set(LIMEN_LINK_OPTIONS -nostdlib -Wl,--gc-sections -Wl,--fatal-warnings)
set(LIMEN_LINK_LIBRARIES c_nano gcc)
