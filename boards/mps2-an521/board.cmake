# SPDX-License-Identifier: Apache-2.0
# Arm MPS2 with the image AN521, emulated by qemu-system-arm: the board with AN505, and a second
# Cortex-M33. All code is secure. Core 0 has neither an FPU nor the DSP instructions (Arm DAI 0521,
# 2.1), and threads may move, so no code uses them. The port with the FPU never meets a thread that
# has floats; its instructions for them remain.
include(${CMAKE_CURRENT_LIST_DIR}/../mps2-an505/board.cmake)
set(LIMEN_BOARD mps2-an505)
set(LIMEN_LACKS_FPU TRUE)
set(LIMEN_HAS_STACK_LIMIT FALSE) # its test uses floats
set(LIMEN_CORES 2) # in limen-cores
set(LIMEN_CORE_REGISTER 0x5001F000) # CPU_IDENTITY of the SSE-200: Arm 101104, CPUIDENTITY
set(LIMEN_CPU_OPTIONS -mcpu=cortex-m33+nodsp -mthumb -mfloat-abi=soft -mfpu=fpv5-sp-d16)
