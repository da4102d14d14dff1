# SPDX-License-Identifier: Apache-2.0
# The board of LIMEN_TARGET: a folder NAME with board.cmake, in one of the folders of
# LIMEN_BOARD_PATH or else in boards/. If its board.cmake sets LIMEN_BOARD, it is a variant of that
# board of this repository.
#
#   LIMEN_PORT, LIMEN_ARCHITECTURE   folders of the port and of its processor
#   LIMEN_LINKER_SCRIPT              a file of the board
#   LM_CLOCK_HZ                      ticks of the clock in a second
#   LIMEN_CPU_OPTIONS                of compiler and linker
#   LIMEN_LINK_OPTIONS, LIMEN_LINK_LIBRARIES
#   LIMEN_BOARD_PARTS                folders of boards/common with devices: systick is one
#   LIMEN_BOARD_SOURCES              further sources
#   LIMEN_LACKS_FPU                  LIMEN_ARCHITECTURE is fpu for other reasons than an FPU
#   LIMEN_CORES                      the number of cores of limen-cores
#   LIMEN_CORE_REGISTER              of a Cortex-M with several: where a core reads its number

set(board_dir "")
foreach(folder IN LISTS LIMEN_BOARD_PATH ITEMS ${PROJECT_SOURCE_DIR}/boards)
    cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
    if(NOT board_dir AND EXISTS ${folder}/${LIMEN_TARGET}/board.cmake)
        set(board_dir ${folder}/${LIMEN_TARGET})
    endif()
endforeach()
set(target_file ${board_dir}/board.cmake)
if(NOT board_dir)
    file(GLOB known RELATIVE ${PROJECT_SOURCE_DIR}/boards boards/*/board.cmake)
    list(TRANSFORM known REPLACE "/board.cmake$" "")
    list(JOIN known ", " known)
    message(FATAL_ERROR "LIMEN_TARGET is '${LIMEN_TARGET}'; it can be one of: ${known}. For a board \
outside of this repository, name the folder around its folder in LIMEN_BOARD_PATH, \
which is '${LIMEN_BOARD_PATH}'; there has to be ${LIMEN_TARGET}/board.cmake in it")
endif()
include(${target_file})

set(port_dir ${PROJECT_SOURCE_DIR}/ports/${LIMEN_PORT})
if(LIMEN_BOARD)
    set(board_dir ${PROJECT_SOURCE_DIR}/boards/${LIMEN_BOARD})
else()
    set(LIMEN_BOARD ${LIMEN_TARGET})
endif()
if(NOT LM_CLOCK_HZ OR NOT EXISTS ${port_dir})
    message(FATAL_ERROR "${target_file} sets LIMEN_PORT to '${LIMEN_PORT}' and LM_CLOCK_HZ to \
'${LM_CLOCK_HZ}'; it has to name a folder of ${PROJECT_SOURCE_DIR}/ports and the rate of the clock")
endif()
