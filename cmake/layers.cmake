# SPDX-License-Identifier: Apache-2.0
# The interfaces of other kernels that share compat/common:
#
#   cmsis-rtos2, limen::cmsis-rtos2  CMSIS-RTOS2 2.3.0, with trace and counters
#   cmsis-rtos2-fast                 without both
#   freertos, limen::freertos        FreeRTOS V11.1, with trace and counters: the program has the
#                                    folder of its FreeRTOSConfig.h in its include path
#   freertos-fast                    without both
#   cmsis-rtos2-cores                cmsis-rtos2 with a kernel on each core: on targets with several
#
# They need at least 56 priorities, and have a kernel of their own with so many if the project has
# less. A program that links one of them is compiled for its number.

set(common_layer_dir ${PROJECT_SOURCE_DIR}/compat/common)
set(common_layer_port ${common_layer_dir}/ports/board)
if(LIMEN_PORT STREQUAL "host")
    set(common_layer_port ${common_layer_dir}/ports/host)
endif()
file(GLOB common_layer_sources CONFIGURE_DEPENDS ${common_layer_dir}/*.c ${common_layer_port}/*.c)
file(GLOB common_layer_cores_sources CONFIGURE_DEPENDS ${common_layer_dir}/cores/*.c)
set(LIMEN_LAYER_LEVELS 56)
if(LM_LEVELS GREATER LIMEN_LAYER_LEVELS)
    set(LIMEN_LAYER_LEVELS ${LM_LEVELS})
endif()

function(limen_with_levels name)
    set_target_properties(${name} PROPERTIES
        LIMEN_LEVELS ${LIMEN_LAYER_LEVELS} INTERFACE_LIMEN_LEVELS ${LIMEN_LAYER_LEVELS}
        COMPATIBLE_INTERFACE_STRING LIMEN_LEVELS)
endfunction()

# Put the part that all interfaces share into a library.
function(limen_with_common_layer name)
    target_sources(${name} PRIVATE ${common_layer_sources})
    if(name MATCHES "^limen-cores-")
        target_sources(${name} PRIVATE ${common_layer_cores_sources})
    endif()
    target_include_directories(${name} PUBLIC ${common_layer_dir}/include
        PRIVATE ${PROJECT_SOURCE_DIR}/kernel ${common_layer_dir}) # core/link.h
endfunction()

function(limen_layer_kernel name traced counted)
    limen_kernel(${name} 0 ${traced} ${counted})
    limen_with_common_layer(${name})
endfunction()

limen_layer_kernel(limen-layer 1 1)
limen_layer_kernel(limen-layer-fast 0 0)
limen_with_levels(limen-layer)
limen_with_levels(limen-layer-fast)

if(LIMEN_CORES)
    limen_layer_kernel(limen-cores-layer 1 1)
    limen_with_levels(limen-cores-layer)
endif()

# A library of an interface: its sources on this kernel.
function(limen_layer_library name layer kernel traced)
    set(dir ${PROJECT_SOURCE_DIR}/compat/${layer})
    add_library(${name} STATIC EXCLUDE_FROM_ALL ${ARGN})
    target_include_directories(${name} PUBLIC ${dir}/include PRIVATE ${dir} ${common_layer_dir})
    target_link_libraries(${name} PUBLIC ${kernel})
    limen_compile_as_kernel(${name} 0 ${traced})
    limen_with_levels(${name})
endfunction()

set(cmsis_rtos2_dir ${PROJECT_SOURCE_DIR}/compat/cmsis-rtos2)
set(freertos_dir ${PROJECT_SOURCE_DIR}/compat/freertos)
foreach(layer cmsis-rtos2 freertos)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/compat/${layer}/*.c)
    limen_layer_library(${layer} ${layer} limen-layer 1 ${sources})
    limen_layer_library(${layer}-fast ${layer} limen-layer-fast 0 ${sources})
    add_library(limen::${layer} ALIAS ${layer})
endforeach()
foreach(name freertos freertos-fast)
    target_compile_definitions(${name} PRIVATE LM_FREERTOS_LIBRARY)
endforeach()

if(LIMEN_CORES)
    file(GLOB sources CONFIGURE_DEPENDS ${cmsis_rtos2_dir}/*.c)
    list(FILTER sources EXCLUDE REGEX "/os_affinity\\.c$")
    file(GLOB more_sources CONFIGURE_DEPENDS ${cmsis_rtos2_dir}/cores/*.c)
    limen_layer_library(cmsis-rtos2-cores cmsis-rtos2 limen-cores-layer 1 ${sources}
        ${more_sources})
    add_library(limen::cmsis-rtos2-cores ALIAS cmsis-rtos2-cores)
endif()
