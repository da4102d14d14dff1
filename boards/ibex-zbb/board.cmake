# SPDX-License-Identifier: Apache-2.0
# The RTL of the Ibex core, whose Zbb the kernel uses: the programs are those of virt-riscv32-zbb.
include(${CMAKE_CURRENT_LIST_DIR}/../virt-riscv32-zbb/board.cmake)
