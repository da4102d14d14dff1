# SPDX-License-Identifier: Apache-2.0
# Arm MPS2 with the Cortex-M4F image AN386, emulated by qemu-system-arm: the board is that of AN385.
include(${CMAKE_CURRENT_LIST_DIR}/../mps2-an385/board.cmake)
set(LIMEN_BOARD mps2-an385)
set(LIMEN_ARCHITECTURE fpu)
set(LIMEN_CPU_OPTIONS -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16)
