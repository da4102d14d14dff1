# SPDX-License-Identifier: Apache-2.0
# The RTL of the Ibex core, with the memory and the devices of QEMU virt around it (tools/ibex): the
# programs are those of virt-riscv32.
include(${CMAKE_CURRENT_LIST_DIR}/../virt-riscv32/board.cmake)
