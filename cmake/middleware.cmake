# SPDX-License-Identifier: Apache-2.0
# The middleware of ThreadX products, compiled from the folders that the user names. They contain
# what the releases of these libraries contain; nothing of it is part of this repository.
#
#   option          library                 needs
#   LIMEN_FILEX     filex, azrtos::filex
#   LIMEN_LEVELX    levelx, azrtos::levelx
#   LIMEN_USBX      usbx, azrtos::usbx
#   LIMEN_NETXDUO   netxduo, azrtos::netxduo
#
# NAME_DEFINITIONS: options of the library, for it and for all programs that link it.

set(LIMEN_FILEX "" CACHE PATH "Folder of FileX, or nothing")
set(LIMEN_LEVELX "" CACHE PATH "Folder of LevelX, or nothing")
set(LIMEN_USBX "" CACHE PATH "Folder of USBX, or nothing")
set(LIMEN_NETXDUO "" CACHE PATH "Folder of NetX Duo, or nothing")
# For all of them. Without TX_ENABLE_EVENT_TRACE, their events are not in the trace.
set(LIMEN_MIDDLEWARE_DEFINITIONS "TX_ENABLE_EVENT_TRACE" CACHE STRING "Options of all middleware")
# Less to compile, and coarser for the linker: a program contains all functions of a batch in use.
set(LIMEN_MIDDLEWARE_UNITY 0 CACHE STRING "Files of the middleware compiled as one; 0: each alone")
set(LIMEN_FILEX_DEFINITIONS "FX_ENABLE_FAULT_TOLERANT" CACHE STRING "Options of FileX")
set(LIMEN_LEVELX_DEFINITIONS "" CACHE STRING "Options of LevelX")
set(LIMEN_USBX_DEFINITIONS "" CACHE STRING "Options of USBX")
set(LIMEN_NETXDUO_DEFINITIONS "" CACHE STRING "Options of NetX Duo")

# limen_middleware(NAME SOURCES folder... INCLUDES folder... WITH library files...), relative to the
# folder of the user. WITH: the files of these names need that library, and are left out without it.
# The warnings of this repository are not for its sources, and its headers are those of a system.
function(limen_middleware name)
    string(TOUPPER ${name} option)
    set(folder ${LIMEN_${option}})
    if(NOT folder)
        return()
    endif()
    cmake_parse_arguments(PARSE_ARGV 1 of "" "" "SOURCES;INCLUDES;WITH")
    list(TRANSFORM of_SOURCES PREPEND ${folder}/)
    list(TRANSFORM of_SOURCES APPEND /*.c)
    list(TRANSFORM of_INCLUDES PREPEND ${folder}/)
    file(GLOB sources CONFIGURE_DEPENDS ${of_SOURCES})
    if(NOT sources)
        message(FATAL_ERROR "LIMEN_${option} is '${folder}', where ${name} has no sources")
    endif()
    set(others threadx)
    while(of_WITH)
        list(POP_FRONT of_WITH other files)
        if(TARGET ${other})
            list(APPEND others ${other})
        else()
            list(FILTER sources EXCLUDE REGEX "/${files}[^/]*$")
        endif()
    endwhile()
    add_library(${name} STATIC EXCLUDE_FROM_ALL ${sources})
    target_include_directories(${name} SYSTEM PUBLIC ${of_INCLUDES})
    target_compile_definitions(${name} PUBLIC
        ${LIMEN_MIDDLEWARE_DEFINITIONS} ${LIMEN_${option}_DEFINITIONS})
    if(LIMEN_MIDDLEWARE_UNITY)
        set_target_properties(${name} PROPERTIES
            UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${LIMEN_MIDDLEWARE_UNITY})
        # These read the headers in another way: as the library's variables, or as a user of it.
        set(alone ${sources})
        list(FILTER alone INCLUDE REGEX "_(initialize|driver|simulator)\\.c$")
        set_source_files_properties(${alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
    target_compile_options(${name} PRIVATE -w)
    target_link_libraries(${name} PUBLIC ${others})
    add_library(azrtos::${name} ALIAS ${name})
endfunction()

limen_middleware(filex SOURCES common/src INCLUDES common/inc ports/generic/inc)
limen_middleware(levelx SOURCES common/src INCLUDES common/inc WITH filex fx_)
limen_middleware(netxduo SOURCES common/src INCLUDES common/inc ports/linux/gnu/inc)
limen_middleware(usbx
    SOURCES common/core/src common/usbx_device_classes/src common/usbx_host_classes/src
        common/usbx_network/src
    INCLUDES common/core/inc common/usbx_device_classes/inc common/usbx_host_classes/inc
        common/usbx_network/inc ports/generic/inc
    WITH filex ux_host_class_storage
        netxduo "ux_(network|device_class_(rndis|cdc_ecm)|host_class_(asix|cdc_ecm))")
