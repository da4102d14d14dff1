# SPDX-License-Identifier: Apache-2.0
# RV32IMAC on QEMU virt, emulated by qemu-system-riscv32.
set(LIMEN_PORT riscv)
set(LIMEN_BOARD virt-riscv)
set(LIMEN_LINKER_SCRIPT link.ld)
set(LIMEN_CORES 2) # in limen-cores
set(LM_CLOCK_HZ 10000000)
# With the name rv32imac_zicsr, gcc 12 would choose a library of another processor.
set(LIMEN_CPU_OPTIONS -march=rv32imac -mabi=ilp32 -misa-spec=2.2)
# The C library is linked as for mps2-an385. Code and data are in one RAM.
set(LIMEN_LINK_OPTIONS -nostdlib -Wl,--gc-sections -Wl,--fatal-warnings
    -Wl,--no-warn-rwx-segments)
set(LIMEN_LINK_LIBRARIES c gcc)
