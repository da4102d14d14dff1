# SPDX-License-Identifier: Apache-2.0
# find_package(limen COMPONENTS TARGET): the libraries that were installed for a target, as
#
#   limen::limen, limen::traced, limen::unchecked, limen::unchecked-traced, limen::small,
#   limen::threadx, limen::threadx-mixed, limen::cmsis-rtos2, limen::freertos, limen::record
#
# Without a component, the target is LIMEN_TARGET, or the only one that is installed.
get_filename_component(limen_prefix ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)

file(GLOB limen_known RELATIVE ${limen_prefix}/lib/limen ${limen_prefix}/lib/limen/*)
set(limen_target ${limen_FIND_COMPONENTS})
if(NOT limen_target)
    set(limen_target ${LIMEN_TARGET})
endif()
if(NOT limen_target)
    set(limen_target ${limen_known})
endif()

set(limen_FOUND FALSE)
list(LENGTH limen_target limen_count)
list(JOIN limen_known ", " limen_known_words)
if(NOT limen_count EQUAL 1)
    set(limen_NOT_FOUND_MESSAGE "name one target: COMPONENTS with one of ${limen_known_words}")
    return()
elseif(NOT limen_target IN_LIST limen_known)
    set(limen_NOT_FOUND_MESSAGE
        "${limen_target} is not installed in ${limen_prefix}, which has ${limen_known_words}")
    return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/limen-${limen_target}.cmake)
if(NOT limen_system STREQUAL CMAKE_SYSTEM_NAME)
    set(limen_NOT_FOUND_MESSAGE "${limen_target} is for the system ${limen_system}, and this build \
is for ${CMAKE_SYSTEM_NAME}")
    if(limen_toolchain)
        get_filename_component(limen_toolchain ${limen_toolchain} NAME)
        string(APPEND limen_NOT_FOUND_MESSAGE
            "; configure with -DCMAKE_TOOLCHAIN_FILE=${CMAKE_CURRENT_LIST_DIR}/${limen_toolchain}")
    endif()
    return()
endif()
set(limen_FOUND TRUE)
set(limen_${limen_target}_FOUND TRUE)
if(TARGET limen::limen)
    return()
endif()

set(limen_dir ${limen_prefix}/lib/limen/${limen_target})
function(limen_import name file definitions)
    add_library(limen::${name} STATIC IMPORTED)
    set_target_properties(limen::${name} PROPERTIES IMPORTED_LOCATION ${limen_dir}/lib${file}.a)
    target_include_directories(limen::${name} INTERFACE
        ${limen_prefix}/include ${limen_dir}/include)
    target_compile_definitions(limen::${name} INTERFACE ${limen_definitions} ${definitions})
    target_compile_options(limen::${name} INTERFACE ${limen_cpu_options}
        "$<$<COMPILE_LANGUAGE:CXX>:${limen_cxx_options}>")
    target_link_options(limen::${name} INTERFACE ${limen_cpu_options} ${limen_link_options}
        LINKER:--whole-archive,${limen_dir}/liblimen-board.a,--no-whole-archive)
    if(limen_linker_script)
        target_link_options(limen::${name} INTERFACE
            -L${limen_dir} -T${limen_dir}/${limen_linker_script})
    endif()
    target_link_libraries(limen::${name} INTERFACE ${limen_link_libraries})
endfunction()

limen_import(limen limen LM_COUNTED=0)
limen_import(traced limen-traced LM_COUNTED=1)
limen_import(unchecked limen-unchecked LM_COUNTED=0)
limen_import(unchecked-traced limen-unchecked-traced LM_COUNTED=0)
limen_import(small limen-small "LM_COUNTED=0;LM_SMALL=1")

# The interfaces of other kernels, with the kernel that has enough priorities for them.
function(limen_import_layer name file headers kernel)
    limen_import(${name} ${file} LM_COUNTED=1)
    target_include_directories(limen::${name} INTERFACE
        ${limen_prefix}/include/limen-${headers} ${limen_prefix}/include/limen-layer)
    target_link_libraries(limen::${name} INTERFACE ${limen_dir}/lib${kernel}.a
        ${limen_link_libraries})
    if(kernel STREQUAL "limen-layer") # its programs are compiled for more priorities
        set_target_properties(limen::${name} PROPERTIES
            INTERFACE_LIMEN_LEVELS ${limen_layer_levels} COMPATIBLE_INTERFACE_STRING LIMEN_LEVELS)
    endif()
endfunction()

limen_import_layer(threadx threadx-services threadx limen-threadx)
limen_import_layer(threadx-mixed threadx-services threadx limen-layer)
limen_import_layer(cmsis-rtos2 cmsis-rtos2 cmsis-rtos2 limen-layer)
limen_import_layer(freertos freertos freertos limen-layer)
target_compile_definitions(limen::threadx INTERFACE TX_LIMEN_LEVELS=${limen_levels})
foreach(layer threadx threadx-mixed)
    target_compile_definitions(limen::${layer} INTERFACE TX_LIMEN_PRIORITIES=${limen_levels})
    target_link_options(limen::${layer} INTERFACE ${limen_threadx_link_options})
endforeach()
add_library(azrtos::threadx ALIAS limen::threadx)

include(${CMAKE_CURRENT_LIST_DIR}/record.cmake)
string(REGEX MATCH "LM_CLOCK_HZ=([0-9]+)" limen_hz "${limen_definitions}")
limen_record(limen-record ${CMAKE_CURRENT_LIST_DIR}/record.c ${CMAKE_MATCH_1}
    ${limen_levels} ${limen_layer_levels})
add_library(limen::record ALIAS limen-record)
