# SPDX-License-Identifier: Apache-2.0
# The interface of ThreadX 6.4 (compat/threadx):
#
#   threadx, azrtos::threadx  with checks, trace and counters
#   threadx-mixed             the same code with the kernel of cmsis-rtos2 and freertos
#                             (cmake/layers.cmake), for programs that link these, too
#   threadx-fast              believes its callers; applications get TX_DISABLE_ERROR_CHECKING
#   threadx-fastest           ... and does not count: tx_thread_run_count and the like stay 0
#   threadx-cores             the same as threadx, with a kernel on each core: on targets with several
#   threadx-bundle            libthreadx.a: threadx with kernel, port and board in one archive, for
#                             use without CMake; threadx.options has its compiler options
#
# TX_USER_FILE: the tx_user.h of an application, for the library and for all programs that link it.

set(threadx_dir ${PROJECT_SOURCE_DIR}/compat/threadx)
if(TX_USER_FILE)
    cmake_path(GET TX_USER_FILE PARENT_PATH threadx_user_dir)
endif()
# Threads of the host have stacks of their own; on all boards they have those of the application.
set(threadx_port ${threadx_dir}/ports/board)
if(LIMEN_PORT STREQUAL "host")
    set(threadx_port ${threadx_dir}/ports/host)
endif()
file(GLOB threadx_sources CONFIGURE_DEPENDS ${threadx_dir}/*.c ${threadx_port}/*.c)

# An object library, not an archive: the C library, which is linked last, needs these objects.
file(GLOB threadx_c_library CONFIGURE_DEPENDS ${threadx_port}/c_library/*.c)
if(threadx_c_library)
    add_library(threadx-c-library OBJECT ${threadx_c_library})
    target_include_directories(threadx-c-library PRIVATE ${threadx_dir} ${threadx_dir}/include
        ${common_layer_dir}/include)
    target_link_libraries(threadx-c-library PRIVATE limen-board)
    set(threadx_objects $<TARGET_OBJECTS:threadx-c-library>)
endif()

limen_layer_kernel(limen-threadx 1 1)
limen_layer_kernel(limen-threadx-fast 0 1)

# Applications and middleware pass pointers as ULONG, which has 32 bits: with 64-bit pointers, static
# objects must be below 4 GiB.
if(CMAKE_SIZEOF_VOID_P EQUAL 8)
    set(threadx_link_options -no-pie)
endif()

function(limen_threadx name kind kernel traced)
    add_library(${name} ${kind} EXCLUDE_FROM_ALL ${ARGN})
    target_include_directories(${name} PUBLIC ${threadx_dir}/include PRIVATE ${threadx_dir})
    target_compile_definitions(${name} PRIVATE TX_LIMEN_TRACED=${traced})
    target_link_libraries(${name} PUBLIC ${kernel})
    if(kind STREQUAL "STATIC")
        target_sources(${name} INTERFACE ${threadx_objects})
        target_link_options(${name} INTERFACE ${threadx_link_options})
        target_compile_definitions(${name} INTERFACE TX_LIMEN_PRIORITIES=${LM_LEVELS})
    endif()
    if(TX_USER_FILE)
        target_compile_definitions(${name} PUBLIC TX_INCLUDE_USER_DEFINE_FILE)
        target_include_directories(${name} PUBLIC ${threadx_user_dir})
    endif()
endfunction()

limen_threadx(threadx-objects OBJECT limen-threadx 1 ${threadx_sources})
foreach(name threadx threadx-mixed)
    set(kernel limen-threadx)
    if(name STREQUAL "threadx-mixed")
        set(kernel limen-layer)
    endif()
    limen_threadx(${name} STATIC ${kernel} 1 $<TARGET_OBJECTS:threadx-objects>)
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE C)
endforeach()
limen_with_levels(threadx-mixed)
set_target_properties(threadx PROPERTIES OUTPUT_NAME threadx-services)
limen_threadx(threadx-fast STATIC limen-threadx-fast 0 ${threadx_sources})
limen_threadx(threadx-fastest STATIC limen-unchecked 0 ${threadx_sources})
limen_with_common_layer(threadx-fastest)
if(LIMEN_CORES)
    file(GLOB sources CONFIGURE_DEPENDS ${threadx_dir}/cores/*.c)
    limen_layer_kernel(limen-cores-threadx 1 1)
    limen_threadx(threadx-cores STATIC limen-cores-threadx 1 ${threadx_sources} ${sources})
    add_library(limen::threadx-cores ALIAS threadx-cores)
endif()
foreach(name threadx threadx-fast threadx-fastest)
    target_compile_definitions(${name} INTERFACE TX_LIMEN_LEVELS=${LM_LEVELS}) # tx_port.h
endforeach()
foreach(name threadx-fast threadx-fastest)
    target_compile_definitions(${name} INTERFACE TX_DISABLE_ERROR_CHECKING TX_LIMEN_UNTRACED)
endforeach()
target_compile_definitions(threadx-fastest INTERFACE TX_LIMEN_UNCOUNTED)
add_library(azrtos::threadx ALIAS threadx)
add_library(limen::threadx ALIAS threadx)
add_library(limen::threadx-mixed ALIAS threadx-mixed)

add_library(threadx-bundle STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:threadx-objects> $<TARGET_OBJECTS:limen-threadx>
    $<TARGET_OBJECTS:limen-board-objects> ${threadx_objects})
set_target_properties(threadx-bundle PROPERTIES LINKER_LANGUAGE C OUTPUT_NAME threadx
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

set(threadx_options
    -I${threadx_dir}/include -I${common_layer_dir}/include -I${PROJECT_SOURCE_DIR}/include -I${port_dir}/include
    -DLM_CLOCK_HZ=${LM_CLOCK_HZ} -DLM_LEVELS=${LM_LEVELS} -DLM_COUNTED=1 ${LIMEN_CPU_OPTIONS})
if(TX_USER_FILE)
    list(APPEND threadx_options -DTX_INCLUDE_USER_DEFINE_FILE -I${threadx_user_dir})
endif()
list(APPEND threadx_options ${threadx_link_options} ${LIMEN_LINK_OPTIONS} ${linker_script_options})
list(APPEND threadx_options -L${PROJECT_BINARY_DIR} -Wl,--start-group -lthreadx)
foreach(library IN LISTS LIMEN_LINK_LIBRARIES)
    list(APPEND threadx_options -l${library})
endforeach()
list(APPEND threadx_options -Wl,--end-group)
list(JOIN threadx_options "\n" threadx_options)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/threadx.options CONTENT "${threadx_options}\n")
