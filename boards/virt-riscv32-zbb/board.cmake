# SPDX-License-Identifier: Apache-2.0
# RV32IMAC with Zbb on QEMU virt; the RP2350 has such cores. The compiler does not use Zbb:
# ports/riscv/zbb gives the reason.
include(${CMAKE_CURRENT_LIST_DIR}/../virt-riscv32/board.cmake)
set(LIMEN_ARCHITECTURE zbb)
