# SPDX-License-Identifier: Apache-2.0
# RP2040 (Raspberry Pi Pico), the whole image in RAM.
set(LIMEN_PORT cortex-m)
set(LIMEN_ARCHITECTURE v6m)
set(LIMEN_BOARD rp2040)
set(LIMEN_BOARD_PARTS rp) # of boards/common
set(LIMEN_LINKER_SCRIPT link/ram.ld)
set(LIMEN_CORES 2) # in limen-cores
set(LIMEN_CORE_REGISTER 0xD0000000) # CPUID of the SIO: RP2040 datasheet, 2.3.1.1
set(LM_CLOCK_HZ 1000000)
set(LIMEN_CPU_OPTIONS -mcpu=cortex-m0plus -mthumb)
# The C library is linked as for mps2-an385. The segments are those of the linker script, without
# the headers of the ELF file. Code in RAM is writable, so that warning is disabled.
set(LIMEN_LINK_OPTIONS -nostdlib -Wl,--gc-sections -Wl,--fatal-warnings -Wl,-n
    -Wl,--no-warn-rwx-segments)
set(LIMEN_LINK_LIBRARIES c_nano gcc)
