# SPDX-License-Identifier: Apache-2.0
# RV64IMAC on QEMU virt, emulated by qemu-system-riscv64.
include(${CMAKE_CURRENT_LIST_DIR}/../virt-riscv32/board.cmake)
set(LIMEN_CPU_OPTIONS -march=rv64imac -mabi=lp64 -mcmodel=medany -misa-spec=2.2)
