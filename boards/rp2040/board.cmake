# SPDX-License-Identifier: Apache-2.0
# RP2040 (Raspberry Pi Pico), the image in flash.
include(${CMAKE_CURRENT_LIST_DIR}/../rp2040-ram/board.cmake)
set(LIMEN_LINKER_SCRIPT link/xip.ld)
include(${PROJECT_SOURCE_DIR}/boards/rp2040/boot2/boot2.cmake)
