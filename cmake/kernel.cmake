# SPDX-License-Identifier: Apache-2.0
# The kernel with the port and the board of LIMEN_TARGET:
#
#   limen                   checks its callers
#   limen-traced            ... and records events and counts
#   limen-unchecked         believes its callers
#   limen-unchecked-traced  the same, and records events
#   limen-small             believes its callers, and has few bytes: small/README.md
#   limen-cores             checks its callers, and has a kernel on each core, on targets with
#                           several (LIMEN_CORES of a board.cmake)
#   limen-cores-unchecked   believes its callers, and has a kernel on each core
#   limen-cores-traced      checks its callers, has a kernel on each core, and records events and
#                           counts
#
# Each but limen-small and limen-cores..., which have no layers, has the drivers of the board, which
# need them (drivers/). Other projects call them
# limen::limen, limen::traced, limen::unchecked, limen::unchecked-traced and limen::small, also after
# find_package (cmake/install.cmake).
#
#   limen-board     what all of these and their users share: headers, clock, CPU, linker script
#   limen-internal  the kernel's private headers, for tests
#   limen-port      ... with the port's

include(cmake/board.cmake) # port_dir, board_dir
if(LM_CORES AND NOT LIMEN_CORES)
    message(FATAL_ERROR "LM_CORES is set, and LIMEN_TARGET=${LIMEN_TARGET} has one core; leave it empty, or take a board with several")
elseif(LM_CORES)
    set(LIMEN_CORES ${LM_CORES})
endif()
# Files that boards share: all of them, and those with one kind of processor.
if(NOT LIMEN_BOARD STREQUAL "host")
    set(common_dir ${PROJECT_SOURCE_DIR}/boards/common)
    set(processor_dir ${common_dir}/${LIMEN_PORT})
endif()
foreach(part IN LISTS LIMEN_BOARD_PARTS) # devices that some boards share
    list(APPEND part_dirs ${common_dir}/${part})
endforeach()
if(LIMEN_PORT STREQUAL "cortex-m")
    set(lock_dir ${port_dir}/primask)
endif()
if(LM_KERNEL_PRIORITY)
    if(NOT LIMEN_ARCHITECTURE MATCHES "^(v7m|fpu)$")
        message(FATAL_ERROR "LM_KERNEL_PRIORITY is set, and only ARMv7-M and ARMv8-M mainline have BASEPRI; leave it empty for LIMEN_TARGET=${LIMEN_TARGET}")
    endif()
    set(lock_dir ${port_dir}/basepri)
    set(erratum "${LM_ERRATUM_837070}")
    if("${erratum}" STREQUAL "" AND LIMEN_CPU_OPTIONS MATCHES "cortex-m7")
        set(erratum 1)
    endif()
endif()

file(GLOB_RECURSE kernel_sources CONFIGURE_DEPENDS kernel/*.c layers/*.c)
list(FILTER kernel_sources EXCLUDE REGEX "/kernel/cores/|/layers/user/")
# limen-small has no layers, and some files instead of those of the kernel.
set(small_dir ${PROJECT_SOURCE_DIR}/small)
file(GLOB_RECURSE small_kernel_sources CONFIGURE_DEPENDS kernel/*.c)
list(FILTER small_kernel_sources EXCLUDE REGEX
    "/kernel/(cores/.*|core/object|observe/(ring|middleware)|objects/audit.*)\\.c$")
# limen-cores... have no audit, no observers, and no layers but what user threads need: they serve one core.
file(GLOB_RECURSE cores_kernel_sources CONFIGURE_DEPENDS kernel/*.c)
list(FILTER cores_kernel_sources EXCLUDE REGEX "/kernel/objects/(audit.*|with_observers)\\.c$")
file(GLOB_RECURSE small_sources CONFIGURE_DEPENDS RELATIVE ${small_dir} small/*.c)
foreach(source IN LISTS small_sources)
    list(REMOVE_ITEM small_kernel_sources ${PROJECT_SOURCE_DIR}/kernel/${source})
    list(APPEND small_kernel_sources ${small_dir}/${source})
endforeach()
if(LIMEN_ARCHITECTURE MATCHES "^(v7m|fpu)$" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # gcc would keep a pointer that was NULL for a 0 that comes later, in a register that a call has
    # to save.
    file(GLOB frequent_calls CONFIGURE_DEPENDS kernel/objects/*.c)
    set_source_files_properties(${frequent_calls} kernel/time/wait.c PROPERTIES COMPILE_OPTIONS
        -fno-cse-follow-jumps)
endif()
if(LIMEN_ARCHITECTURE)
    set(architecture_dir ${port_dir}/${LIMEN_ARCHITECTURE})
endif()
if(NOT LIMEN_PORT STREQUAL "host")
    set(machine_dir ${PROJECT_SOURCE_DIR}/ports/common)
endif()
if(LIMEN_ARCHITECTURE STREQUAL "v6m" OR (LIMEN_PORT STREQUAL "riscv" AND NOT LIMEN_ARCHITECTURE STREQUAL "zbb"))
    set(bits_dir ${machine_dir}/bits)
endif()
# The sources in folders that may be unset: a pattern of such a one would be that of the root folder.
function(limen_sources result pattern)
    list(TRANSFORM ARGN APPEND /${pattern}.c OUTPUT_VARIABLE c)
    list(TRANSFORM ARGN APPEND /${pattern}.S OUTPUT_VARIABLE assembly)
    file(GLOB found CONFIGURE_DEPENDS ${c} ${assembly})
    set(${result} ${found} PARENT_SCOPE)
endfunction()

limen_sources(port_sources * ${port_dir} ${lock_dir} ${architecture_dir} ${machine_dir} ${bits_dir})
if(machine_dir)
    set(last_sources ${machine_dir}/hooked/switch.c) # it says why
endif()
limen_sources(board_sources * ${board_dir} ${common_dir} ${processor_dir} ${part_dirs})
# The report of a fault reads the control block of a thread, whose layout depends on the library.
set(report_sources ${board_sources})
list(FILTER report_sources INCLUDE REGEX "/common/(fault_report|riscv/fault)\\.c$")
list(REMOVE_ITEM board_sources ${report_sources})

# User threads: in the checked libraries, on ports that have them. At the end, because their
# handlers replace weak ones of the port.
if(LIMEN_ARCHITECTURE MATCHES "^(v7m|fpu)$" OR LIMEN_PORT STREQUAL "riscv")
    set(LIMEN_HAS_USER_THREADS TRUE)
    set(user_dir ${PROJECT_SOURCE_DIR}/layers/user)
    limen_sources(user_sources * ${user_dir} ${port_dir}/user)
endif()

add_library(limen-internal INTERFACE)
target_include_directories(limen-internal
    INTERFACE ${PROJECT_SOURCE_DIR}/kernel ${PROJECT_SOURCE_DIR}/layers
    ${PROJECT_SOURCE_DIR}/layers/cyclic/probe ${PROJECT_SOURCE_DIR}/ports)

add_library(limen-port INTERFACE)
target_include_directories(limen-port INTERFACE
    ${port_dir} ${lock_dir} ${architecture_dir} ${machine_dir} ${bits_dir} ${board_dir} ${common_dir}
    ${processor_dir} ${part_dirs})
if(LM_KERNEL_PRIORITY)
    target_compile_definitions(limen-port INTERFACE LM_KERNEL_PRIORITY=${LM_KERNEL_PRIORITY}
        LM_ERRATUM_837070=$<BOOL:${erratum}>)
endif()
target_link_libraries(limen-port INTERFACE limen-internal)

add_library(limen-board INTERFACE)
target_include_directories(limen-board INTERFACE ${PROJECT_SOURCE_DIR}/include ${port_dir}/include)
if(EXISTS ${board_dir}/include)
    target_include_directories(limen-board INTERFACE ${board_dir}/include)
endif()
# A library with more priorities than the project has its own property, which its users get.
set(own_levels $<TARGET_PROPERTY:LIMEN_LEVELS>)
target_compile_definitions(limen-board INTERFACE LM_CLOCK_HZ=${LM_CLOCK_HZ}
    LM_LEVELS=$<IF:$<BOOL:${own_levels}>,${own_levels},${LM_LEVELS}>)
if(LIMEN_ARCHITECTURE STREQUAL "fpu")
    target_compile_definitions(limen-board INTERFACE LM_PORT_FPU=1) # limen_port.h
endif()
if(NOT LIMEN_PORT STREQUAL "host")
    # Boards have no library of C++: no exceptions, no types at run time, no locks around statics.
    set(LIMEN_CXX_OPTIONS -fno-exceptions -fno-rtti -fno-threadsafe-statics)
endif()
target_compile_options(limen-board INTERFACE ${LIMEN_CPU_OPTIONS}
    "$<$<COMPILE_LANGUAGE:CXX>:${LIMEN_CXX_OPTIONS}>")
target_link_options(limen-board INTERFACE ${LIMEN_CPU_OPTIONS} ${LIMEN_LINK_OPTIONS})
target_link_libraries(limen-board INTERFACE ${LIMEN_LINK_LIBRARIES})
if(LIMEN_LINKER_SCRIPT)
    set(linker_script_options -L${common_dir} -T${board_dir}/${LIMEN_LINKER_SCRIPT})
    target_link_options(limen-board INTERFACE ${linker_script_options})
    set_property(TARGET limen-board APPEND PROPERTY INTERFACE_LINK_DEPENDS
        ${board_dir}/${LIMEN_LINKER_SCRIPT} ${common_dir}/sections.ld ${common_dir}/instances.ld)
endif()

# An object library, not an archive: no code calls a vector table, so a linker would not take it
# from the archive.
add_library(limen-board-objects OBJECT EXCLUDE_FROM_ALL ${board_sources} ${LIMEN_BOARD_SOURCES})
target_link_libraries(limen-board-objects PRIVATE limen-board limen-port)
if(LIMEN_CORES)
    limen_sources(cores_board_sources cores/* ${board_dir} ${processor_dir})
    add_library(limen-board-objects-cores OBJECT EXCLUDE_FROM_ALL ${board_sources}
        ${cores_board_sources} ${LIMEN_BOARD_SOURCES})
    set(cores_definitions LM_CORES=${LIMEN_CORES})
    if(LIMEN_CORE_REGISTER)
        list(APPEND cores_definitions LM_PORT_CORE_REGISTER=${LIMEN_CORE_REGISTER})
    endif()
    target_compile_definitions(limen-board-objects-cores PRIVATE ${cores_definitions})
    target_link_libraries(limen-board-objects-cores PRIVATE limen-board limen-port)
endif()

set(models OPEN NONE VOLUNTARY FULL RT LAZY)
if(NOT LM_MODEL IN_LIST models)
    list(JOIN models ", " known)
    message(FATAL_ERROR "LM_MODEL is '${LM_MODEL}'; it can be one of: ${known}")
endif()

limen_sources(driver_sources * ${PROJECT_SOURCE_DIR}/drivers)
limen_sources(board_drivers drivers/* ${board_dir} ${processor_dir} ${part_dirs})
list(APPEND driver_sources ${board_drivers})
if(common_dir)
    list(APPEND driver_sources ${common_dir}/drivers/timer.c)
endif()
add_library(limen-drivers INTERFACE)
target_include_directories(limen-drivers INTERFACE ${PROJECT_SOURCE_DIR}/drivers/include)

# Compile a target as the kernel is compiled: it may contain the inline functions of the kernel.
function(limen_compile_as_kernel name checked traced)
    target_link_libraries(${name} PRIVATE limen-port)
    target_compile_definitions(${name} PRIVATE LM_CHECKED=${checked} LM_TRACED=${traced}
        LM_MODEL=LM_MODEL_${LM_MODEL})
    if(LIMEN_ARCHITECTURE STREQUAL "fpu")
        # gcc would copy 64 bits through a register of the FPU, and each caller would have floats.
        target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:-mgeneral-regs-only>)
    endif()
    if(LIMEN_ARCHITECTURE MATCHES "^(v7m|fpu)$" AND CMAKE_C_COMPILER_ID STREQUAL "GNU"
            AND NOT traced)
        # Scheduling before registers are allocated takes more of them, and so pushes.
        # These processors execute instructions in order, one in a cycle. With trace each call takes
        # all registers in any case.
        target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:-fno-schedule-insns>)
    endif()
endfunction()

# LM_COUNTED and LM_SMALL are public: the layout of objects depends on them (limen/library.h). That
# is why drivers, which have threads and other objects, are compiled for each library.
function(limen_kernel name checked traced counted)
    set(sources ${kernel_sources} ${driver_sources})
    if(name STREQUAL "limen-small")
        set(sources ${small_kernel_sources})
    endif()
    set(board_objects limen-board-objects)
    if(name MATCHES "^limen-cores")
        limen_sources(cores_port_sources cores/* ${port_dir})
        set(sources ${cores_kernel_sources} ${cores_port_sources})
        set(board_objects limen-board-objects-cores)
    endif()
    list(APPEND sources ${port_sources} ${report_sources} ${last_sources})
    if(checked)
        list(APPEND sources ${user_sources})
        if(user_sources AND name MATCHES "^limen-cores")
            list(APPEND sources ${PROJECT_SOURCE_DIR}/layers/budget/owner_died.c)
        endif()
    endif()
    if(LIMEN_PORT STREQUAL "host" AND NOT name MATCHES "^limen-(cores|small)")
        limen_sources(fault_sources * ${port_dir}/faults)
        list(APPEND sources ${fault_sources})
        set(has_faults TRUE)
    endif()
    if(NOT counted)
        list(FILTER sources EXCLUDE REGEX "kernel/observe/count\\.c$") # its fields are not there
    endif()
    add_library(${name} STATIC EXCLUDE_FROM_ALL ${sources})
    if(has_faults) # each program has them, for `limen inject`
        target_link_options(${name} INTERFACE -Wl,--undefined=lm_host_faults_init)
    endif()
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/drivers ${user_dir})
    if(user_dir OR LIMEN_ARCHITECTURE STREQUAL "v6m") # which says that it has none
        target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/layers/user/include)
    endif()
    if(name STREQUAL "limen-small")
        target_include_directories(${name} BEFORE PRIVATE ${small_dir})
        target_compile_definitions(${name} PUBLIC LM_SMALL=1)
        target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:-Os>)
    endif()
    if(name MATCHES "^limen-cores")
        target_compile_definitions(${name} PUBLIC ${cores_definitions})
        if(processor_dir)
            target_link_options(${name} PUBLIC -L${processor_dir}/cores)
            set_property(TARGET ${name} APPEND PROPERTY
                INTERFACE_LINK_DEPENDS ${processor_dir}/cores/instances.ld)
        endif()
    endif()
    target_compile_definitions(${name} PUBLIC LM_COUNTED=${counted})
    limen_compile_as_kernel(${name} ${checked} ${traced})
    target_link_libraries(${name} PUBLIC limen-board limen-drivers)
    target_sources(${name} INTERFACE $<TARGET_OBJECTS:${board_objects}>)
endfunction()

limen_kernel(limen 1 0 0)
limen_kernel(limen-traced 1 1 1)
limen_kernel(limen-unchecked 0 0 0)
limen_kernel(limen-unchecked-traced 0 1 0)
limen_kernel(limen-small 0 0 0)
if(LIMEN_CORES)
    limen_kernel(limen-cores 1 0 0)
    limen_kernel(limen-cores-unchecked 0 0 0)
    limen_kernel(limen-cores-traced 1 1 1)
    add_library(limen::cores ALIAS limen-cores)
    add_library(limen::cores-unchecked ALIAS limen-cores-unchecked)
    add_library(limen::cores-traced ALIAS limen-cores-traced)
endif()
foreach(name limen traced unchecked unchecked-traced small)
    string(REGEX REPLACE "^limen-limen$" limen library limen-${name})
    add_library(limen::${name} ALIAS ${library})
endforeach()
