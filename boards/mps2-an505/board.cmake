# SPDX-License-Identifier: Apache-2.0
# Arm MPS2 with the Cortex-M33 image AN505, emulated by qemu-system-arm. All code is secure.
include(${CMAKE_CURRENT_LIST_DIR}/../mps2-an385/board.cmake)
set(LIMEN_ARCHITECTURE fpu)
set(LIMEN_HAS_STACK_LIMIT TRUE) # for tests
set(LM_CLOCK_HZ 20000000)
set(LIMEN_CPU_OPTIONS -mcpu=cortex-m33 -mthumb -mfloat-abi=hard -mfpu=fpv5-sp-d16)
