# SPDX-License-Identifier: Apache-2.0
# Arm MPS3 with the Cortex-M55 image AN547, emulated by qemu-system-arm. All code is secure.
include(${CMAKE_CURRENT_LIST_DIR}/../mps2-an505/board.cmake)
set(LIMEN_HAS_MVE TRUE) # for tests
set(LIMEN_BOARD_PARTS cmsdk-uart)
set(LM_CLOCK_HZ 32000000)
set(LIMEN_CPU_OPTIONS -mcpu=cortex-m55 -mthumb -mfloat-abi=hard)
