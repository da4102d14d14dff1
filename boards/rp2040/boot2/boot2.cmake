# SPDX-License-Identifier: Apache-2.0
# Assemble boot2 and add the checksum, without which the boot ROM does not enter it.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(boot2_dir ${PROJECT_SOURCE_DIR}/boards/rp2040/boot2)
set(boot2_checksum ${PROJECT_SOURCE_DIR}/tools/src/limen/image/boot2.py)
set(boot2 ${PROJECT_BINARY_DIR}/boot2)
add_custom_command(
    OUTPUT ${boot2}.S
    COMMAND ${CMAKE_ASM_COMPILER} -c ${boot2_dir}/boot2.S -o ${boot2}.o
    COMMAND ${CMAKE_OBJCOPY} -O binary -j .boot2 ${boot2}.o ${boot2}.bin
    COMMAND ${Python3_EXECUTABLE} ${boot2_checksum} ${boot2}.bin ${boot2}.S
    DEPENDS ${boot2_dir}/boot2.S ${boot2_checksum}
    VERBATIM)
set(LIMEN_BOARD_SOURCES ${boot2}.S)
