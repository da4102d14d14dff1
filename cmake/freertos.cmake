# SPDX-License-Identifier: Apache-2.0
# The interface of FreeRTOS V11.1 (compat/freertos):
#
#   limen-freertos, limen::freertos   with checks, trace and counters
#   limen-freertos-fast               believes its callers
#
# The program has the folder of its FreeRTOSConfig.h in its include path.

set(freertos_dir ${PROJECT_SOURCE_DIR}/compat/freertos)
set(freertos_port ${freertos_dir}/ports/board)
if(LIMEN_PORT STREQUAL "host")
    set(freertos_port ${freertos_dir}/ports/host)
endif()
file(GLOB freertos_sources CONFIGURE_DEPENDS ${freertos_dir}/*.c ${freertos_port}/*.c)

function(limen_freertos name kernel)
    add_library(${name} STATIC EXCLUDE_FROM_ALL ${freertos_sources})
    target_include_directories(${name} PUBLIC ${freertos_dir}/include PRIVATE ${freertos_dir})
    target_compile_definitions(${name} PRIVATE LM_FREERTOS_LIBRARY)
    target_link_libraries(${name} PUBLIC ${kernel})
endfunction()

limen_freertos(limen-freertos limen-traced)
limen_freertos(limen-freertos-fast limen-unchecked)
add_library(limen::freertos ALIAS limen-freertos)
