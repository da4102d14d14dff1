# SPDX-License-Identifier: Apache-2.0
# RV32IMAC with Zbb on QEMU virt; the RP2350 has such cores. The compiler is not told of Zbb:
# ports/riscv/zbb says why.
include(${CMAKE_CURRENT_LIST_DIR}/../virt-riscv32/board.cmake)
set(LIMEN_ARCHITECTURE zbb)
