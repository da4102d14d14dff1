# SPDX-License-Identifier: Apache-2.0
# The middleware of ThreadX products, built from the folders that the user names by its own CMake
# files. They contain what the releases of these libraries contain; nothing of it is part of this
# repository.
#
#   option          library                     needs
#   LIMEN_FILEX     filex, azrtos::filex
#   LIMEN_LEVELX    levelx, azrtos::levelx
#   LIMEN_NETXDUO   netxduo, azrtos::netxduo
#   LIMEN_USBX      usbx, azrtos::usbx
#   LIMEN_MIDDLEWARE    a folder with filex, levelx, netxduo and usbx, or some of them
#
# NAME_DEFINITIONS: options of the library, for it and for all programs that link it. FX_USER_FILE,
# LX_USER_FILE, NX_USER_FILE, UX_USER_FILE name its user file, as they do without Limen.

set(LIMEN_MIDDLEWARE "" CACHE PATH "Folder with those of the libraries, or nothing")
set(middleware filex levelx netxduo usbx) # each may need those before it
foreach(library IN LISTS middleware)
    string(TOUPPER ${library} option)
    set(folder "")
    if(LIMEN_MIDDLEWARE AND EXISTS ${LIMEN_MIDDLEWARE}/${library}/CMakeLists.txt)
        set(folder ${LIMEN_MIDDLEWARE}/${library})
    endif()
    set(LIMEN_${option} "${folder}" CACHE PATH "Folder of ${library}, or nothing")
endforeach()
set(LIMEN_FILEX_DEFINITIONS "FX_ENABLE_FAULT_TOLERANT" CACHE STRING "Options of FileX")
set(LIMEN_LEVELX_DEFINITIONS "" CACHE STRING "Options of LevelX")
set(LIMEN_NETXDUO_DEFINITIONS "" CACHE STRING "Options of NetX Duo")
set(LIMEN_USBX_DEFINITIONS "" CACHE STRING "Options of USBX")
# For all of them. Without TX_ENABLE_EVENT_TRACE, their events are not in the trace.
set(LIMEN_MIDDLEWARE_DEFINITIONS "TX_ENABLE_EVENT_TRACE" CACHE STRING "Options of all middleware")
# Less to compile, and coarser for the linker: a program contains all functions of a batch in use.
set(LIMEN_MIDDLEWARE_UNITY 0 CACHE STRING "Files of the middleware compiled as one; 0: each alone")

# The name of the processor in the libraries. For a processor without a port of its own they use the
# generic port, which contains no code for a processor.
if(NOT DEFINED THREADX_ARCH)
    set(THREADX_ARCH linux)
    if(LIMEN_CPU_OPTIONS MATCHES "-mcpu=cortex-m([0-9]+)")
        set(THREADX_ARCH cortex_m${CMAKE_MATCH_1})
    endif()
endif()
if(NOT DEFINED THREADX_TOOLCHAIN)
    set(THREADX_TOOLCHAIN gnu)
endif()
if(NOT DEFINED CMAKE_POLICY_VERSION_MINIMUM)
    set(CMAKE_POLICY_VERSION_MINIMUM 3.5) # LevelX asks for less, which CMake 4 refuses
endif()

# Leave out what needs a library that the user has not named.
function(limen_middleware_without name other files)
    if(TARGET ${other} OR NOT TARGET ${name})
        return()
    endif()
    foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
        get_target_property(libraries ${name} ${property})
        list(REMOVE_ITEM libraries azrtos::${other})
        set_property(TARGET ${name} PROPERTY ${property} ${libraries})
    endforeach()
    get_target_property(sources ${name} SOURCES)
    list(FILTER sources EXCLUDE REGEX "/${files}[^/]*$")
    set_property(TARGET ${name} PROPERTY SOURCES ${sources})
endfunction()

# The warnings of this repository are not for its sources, and its headers are those of a system.
function(limen_middleware name)
    string(TOUPPER ${name} option)
    set(folder "${LIMEN_${option}}")
    if(NOT folder)
        return()
    endif()
    if(NOT EXISTS ${folder}/CMakeLists.txt)
        message(FATAL_ERROR "LIMEN_${option} is '${folder}', where ${name} has no CMakeLists.txt")
    endif()
    cmake_path(ABSOLUTE_PATH folder)
    set(port ports/${THREADX_ARCH}/${THREADX_TOOLCHAIN})
    if(EXISTS ${folder}/ports AND NOT EXISTS ${folder}/${port}/CMakeLists.txt)
        set(${option}_CUSTOM_PORT ${PROJECT_SOURCE_DIR}/cmake/middleware-port)
    endif()
    add_subdirectory(${folder} ${PROJECT_BINARY_DIR}/middleware/${name} EXCLUDE_FROM_ALL)
    target_compile_definitions(${name} PUBLIC
        ${LIMEN_MIDDLEWARE_DEFINITIONS} ${LIMEN_${option}_DEFINITIONS})
    target_compile_options(${name} PRIVATE -w)
    get_target_property(headers ${name} INTERFACE_INCLUDE_DIRECTORIES)
    set_property(TARGET ${name} PROPERTY INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${headers})
    if(LIMEN_MIDDLEWARE_UNITY)
        set_target_properties(${name} PROPERTIES
            UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${LIMEN_MIDDLEWARE_UNITY})
        # These read the headers in another way, as the library's variables, or as a user of it; or
        # they have the same names for different things.
        get_target_property(alone ${name} SOURCES)
        list(FILTER alone INCLUDE REGEX "_(initialize|driver|simulator)\\.c$|/(addons|crypto_libraries|nx_secure|tsn|usbx_host_controllers|usbx_pictbridge|utility)/")
        set_source_files_properties(${alone} TARGET_DIRECTORY ${name}
            PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
endfunction()

limen_middleware(filex)
# Options of the libraries, which are variables here and not of their cache.
set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
set(file_servers OFF)
if(TARGET filex)
    set(file_servers ON)
endif()
set(LX_ENABLE_FILE_SERVERS ${file_servers})
set(NXD_ENABLE_FILE_SERVERS ${file_servers})
limen_middleware(levelx)
limen_middleware(netxduo)
limen_middleware(usbx)
limen_middleware_without(levelx filex fx_)
limen_middleware_without(usbx filex ux_host_class_storage)
limen_middleware_without(usbx netxduo
    "ux_(network|device_class_(rndis|cdc_ecm)|host_class_(asix|cdc_ecm))")
