# SPDX-License-Identifier: Apache-2.0
# The parts of the engine that Python and the pages share. Needs Python_EXECUTABLE.
#
#   engine_trace_events  sources that go over all events of a trace: worth a larger program
#   engine_trace_words   all other sources of traces, which produce numbers and texts for users
#   engine_analysis      analysis of task sets, and simulation
#   engine_convert       files of other programs
#   engine_view          the pictures and texts of the page about a trace, besides its tables
set(engine_root ${CMAKE_CURRENT_LIST_DIR})
file(GLOB_RECURSE engine_trace_events CONFIGURE_DEPENDS ${engine_root}/src/trace/*.cpp)
set(engine_trace_words ${engine_trace_events})
set(words "/(foreign/|findings|harm|changes|digest|describe|words|sentences|labels|meanwhile|statistics|figures|durations|fields\
|tables|errors|json|observed|definitions|stacks|text|threadx_header|limen_file|container\
|inversions|owners|sections|woken_in|word_column)[^/]*$")
list(FILTER engine_trace_events EXCLUDE REGEX ${words})
list(FILTER engine_trace_words INCLUDE REGEX ${words})
file(GLOB engine_signals CONFIGURE_DEPENDS ${engine_root}/src/signals/*.cpp)
list(APPEND engine_trace_words ${engine_signals})
file(GLOB_RECURSE engine_analysis CONFIGURE_DEPENDS ${engine_root}/src/analysis/*.cpp
    ${engine_root}/src/simulate/*.cpp)
file(GLOB engine_convert CONFIGURE_DEPENDS ${engine_root}/src/convert/*.cpp)
file(GLOB engine_view CONFIGURE_DEPENDS ${engine_root}/src/view/*.cpp)

# The compiler reads each header and instantiates each template once for all sources of a target.
# Therefore names in unnamed namespaces are unique in the folders trace, signals, convert and view,
# and in analysis and simulate.
function(limen_engine_unity target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    # GCC takes the frames of the coroutines of a joined source for structures of a header.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
    endif()
endfunction()

# The headers of C++ that are generated from spec/*.json: numbers and names of the trace format, and
# the tables of the analysis, below ${PROJECT_BINARY_DIR}/generated/trace. A target that includes
# them depends on limen-engine-numbers.
file(GLOB spec CONFIGURE_DEPENDS ${engine_root}/../spec/*.json)
set(engine_generated ${PROJECT_BINARY_DIR}/generated/trace/numbers.hpp
    ${PROJECT_BINARY_DIR}/generated/trace/analysis_tables.hpp)
add_custom_command(
    OUTPUT ${engine_generated}
    COMMAND ${Python_EXECUTABLE} ${engine_root}/generate.py ${engine_generated}
    DEPENDS ${engine_root}/generate.py ${engine_root}/generate_tables.py ${spec})
add_custom_target(limen-engine-numbers DEPENDS ${engine_generated})
