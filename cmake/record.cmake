# SPDX-License-Identifier: Apache-2.0
# limen::record: a program that links it beside limen::traced or a layer records its trace without a
# change of its sources: `limen run PROGRAM --trace FILE`. It has room for this number of events, of
# which the last ones are kept; a program may define both itself.
#
# The file is compiled with the definitions of the program, which are those of its library.

set(LIMEN_RECORD_OBJECTS 32 CACHE STRING "threads and objects in the trace of limen::record")
set(LIMEN_RECORD_EVENTS 2048 CACHE STRING "events in the trace of limen::record")

# The symbol of lm_kernel_init contains the levels and the layout of the library.
function(limen_record name source hz)
    set(options LINKER:--wrap=lm_board_exit)
    foreach(levels IN LISTS ARGN)
        foreach(layout with_counters without_counters)
            list(APPEND options LINKER:--wrap=lm_kernel_init_${levels}_levels_${hz}_hz_${layout})
        endforeach()
    endforeach()
    list(REMOVE_DUPLICATES options)
    add_library(${name} INTERFACE)
    target_sources(${name} INTERFACE ${source})
    target_compile_definitions(${name} INTERFACE
        LIMEN_RECORD_OBJECTS=${LIMEN_RECORD_OBJECTS} LIMEN_RECORD_EVENTS=${LIMEN_RECORD_EVENTS})
    target_link_options(${name} INTERFACE ${options})
endfunction()
