# SPDX-License-Identifier: Apache-2.0
# The kernel with the script port and the interpreter of scripts (engine/src/simulate/machine.h):
#
#   limen-machine-quick        checks its callers
#   limen-machine-traced       ... and records events
#   limen-machine-wide         the same for more levels than a target usually has
#   limen-machine-cores        ... and has a kernel for each of 8 cores
#
# All are in one program, possibly beside the kernel with another port, and all of them have the
# same names. So each is linked to one object in which only the functions of machine.h are global.
#
# The sources are joined to one, see join.cmake. With machine_whole the compiler inlines the calls
# between the kernel, the port and the interpreter: a simulated job consists of little else. The
# limits of GCC for that are meant for larger programs. Vectors of two words cost more than they save.
include(${CMAKE_CURRENT_LIST_DIR}/join.cmake)
set(machine_root ${CMAKE_CURRENT_LIST_DIR}/..)
file(GLOB_RECURSE machine_sources CONFIGURE_DEPENDS ${machine_root}/kernel/*.c)
list(FILTER machine_sources EXCLUDE REGEX "kernel/(cores/.*|observe/count)\\.c$")
file(GLOB machine_own CONFIGURE_DEPENDS
    ${machine_root}/ports/script/*.c ${machine_root}/engine/src/simulate/*.c)
file(GLOB machine_cores_sources CONFIGURE_DEPENDS ${machine_root}/kernel/cores/*.c)
limen_join(machine_cores ${machine_sources} ${machine_cores_sources} ${machine_own})
list(FILTER machine_own EXCLUDE REGEX "simulate/cores\\.c$")
limen_join(machine ${machine_sources} ${machine_own})

set(machine_flags)
set(machine_link ${CMAKE_LINKER} -r)
if(machine_whole AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # GCC does not see that the queues of the scripts have messages of four bytes.
    set(machine_flags -O3 -fwhole-program -Wno-stringop-overflow -fno-tree-slp-vectorize
        --param=max-inline-insns-auto=100 --param=inline-unit-growth=200
        --param=large-function-growth=1000
        "-DLM_MACHINE_EXPORT=__attribute__((externally_visible))")
endif()

function(limen_machine name traced levels cores)
    set(joined machine)
    if(cores GREATER 1)
        set(joined machine_cores)
    endif()
    set(library limen-machine-${name})
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${library}${CMAKE_C_OUTPUT_EXTENSION})
    add_library(${library}-objects OBJECT EXCLUDE_FROM_ALL ${${joined}_joined})
    set_target_properties(${library}-objects PROPERTIES
        POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden C_STANDARD 11 C_EXTENSIONS OFF)
    add_dependencies(${library}-objects ${joined}-joined)
    target_include_directories(${library}-objects PRIVATE
        ${machine_root}/include ${machine_root}/kernel ${machine_root}/ports
        ${machine_root}/ports/script ${machine_root}/ports/script/include
        ${machine_root}/engine/src/simulate)
    # The clock rate in the trace is that of the system.
    target_compile_definitions(${library}-objects PRIVATE LM_CHECKED=1 LM_TRACED=${traced}
        LM_COUNTED=0 LM_CLOCK_HZ=1000000 LM_LEVELS=${levels} LM_CORES=${cores}
        LM_MACHINE_NAME=${name})
    target_compile_options(${library}-objects PRIVATE -Wall -Wextra -Wno-type-limits
        ${machine_flags} ${ARGN})
    add_custom_command(OUTPUT ${object}
        COMMAND ${machine_link} -o ${object} $<TARGET_OBJECTS:${library}-objects>
        COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=lm_machine_${name}_bytes
        --keep-global-symbol=lm_machine_${name}_run ${object}
        DEPENDS ${library}-objects $<TARGET_OBJECTS:${library}-objects>
        COMMAND_EXPAND_LISTS VERBATIM)
    add_library(${library} STATIC EXCLUDE_FROM_ALL ${object})
    set_target_properties(${library} PROPERTIES LINKER_LANGUAGE C)
    target_include_directories(${library} PUBLIC ${machine_root}/engine/src/simulate)
endfunction()

limen_machine(quick 0 32 1)
limen_machine(traced 1 32 1)
# Few systems have so many levels, or cores: these two need not be the quickest.
limen_machine(wide 1 1024 1 -O1)
limen_machine(cores 1 1024 8 -O1)
