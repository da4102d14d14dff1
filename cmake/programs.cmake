# SPDX-License-Identifier: Apache-2.0
# One program per file, or per folder of labs/:
#
#   source                   program, library
#   -----------------------  -----------------------------------------------------------------
#   labs/NAME/*.c            lab-NAME, limen-traced; lab-NAME-fast, limen-unchecked;
#                            lab-NAME-fast-traced, limen-unchecked-traced;
#                            labs/common/*.c is part of each
#   examples/NAME.c, .cpp    example-NAME, limen-traced; on the host also recorded-NAME, which
#                            saves its trace: examples/record is part of it
#   examples/station/*.c     station, limen-traced: the program of docs/tutorial.md
#   examples/threadx/NAME/*.c
#                            example-threadx-NAME, threadx, with its trace; a folder that has a
#                            CMakeLists.txt is a project of its own; those of middleware exist
#                            if its folder is given (cmake/middleware.cmake)
#   tests/conformance/NAME.c conformance-NAME, limen-traced;
#                            support/*.c and labs/common/lab.c are part of each
#   tests/boards/NAME.c      board-NAME, limen: for boards only
#   tests/boards/PORT/NAME.c board-NAME, limen: for processors with this port
#   tests/boards/judged/     board-judged, limen: for boards with a second counter
#   tests/boards/fpu/        board-fpu, limen: for processors with FPU
#   tests/boards/mve/        board-mve, limen: for processors with the vector extension
#   tests/boards/limit/      board-stack-limit, limen: for processors with a stack limit
#   tests/sweep/             sweep, limen: for boards with a trigger
#   tests/edges/             edges and shares, limen; edges-threadx, threadx
#   tests/boards/basepri/NAME.c
#                            board-NAME, limen: with LM_KERNEL_PRIORITY only
#   compat/threadx/tests/NAME.c
#                            threadx-NAME, threadx; threadx-NAME-fast, threadx-fast
#   compat/threadx/bench/calls.c
#                            bench-threadx, bench-threadx-current, -notify, -profile, threadx-fast;
#                            bench-threadx-fastest, threadx-fastest
#   bench/host/              bench-host and bench-day, limen-unchecked: measurements of the host
#                            (x86-64)
#   bench/NAME.c             bench-NAME, limen-unchecked; bench-NAME-checked, limen;
#                            bench-NAME-traced, limen-unchecked-traced
#   bench/common/            what several of these share: ping_pong.c is part of bench/NAME.c; a
#                            folder for each kind of processor
#   bench/FOLDER/*.c         bench-FOLDER, limen-unchecked; bench-FOLDER-checked, limen: for boards
#   bench/thread-metric/     the same, and bench-thread-metric-threadx, threadx-fastest
#   bench/footprint/main.c   bench-footprint-FEATURES, limen-unchecked, with a map of the linker

# In an instrumented build only the tests are needed.
function(limen_program name library)
    add_executable(${name} ${ARGN})
    if(LIMEN_TESTS_ONLY AND NOT name MATCHES "^threadx-")
        set_property(TARGET ${name} PROPERTY EXCLUDE_FROM_ALL TRUE)
    endif()
    # On the host only `limen bench` and few tests use these; they build what they need.
    if(LIMEN_TARGET STREQUAL "host" AND name MATCHES "^bench-|^lab-.*-fast(-traced)?$")
        set_property(TARGET ${name} PROPERTY EXCLUDE_FROM_ALL TRUE)
    endif()
    if(name MATCHES "^bench-")
        target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/bench/common
            ${PROJECT_SOURCE_DIR}/bench/common/${LIMEN_PORT})
    endif()
    target_link_libraries(${name} PRIVATE limen-drivers ${library})
endfunction()

file(GLOB lab_common CONFIGURE_DEPENDS labs/common/*.c)
function(limen_lab name library)
    limen_program(${name} ${library} ${ARGN} ${lab_common})
    target_include_directories(${name} PRIVATE labs/common)
endfunction()

file(GLOB mains CONFIGURE_DEPENDS labs/*/main.c)
foreach(main IN LISTS mains)
    cmake_path(GET main PARENT_PATH folder)
    cmake_path(GET folder FILENAME name)
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.c)
    limen_lab(lab-${name} limen-traced ${sources})
    limen_lab(lab-${name}-fast limen-unchecked ${sources})
    limen_lab(lab-${name}-fast-traced limen-unchecked-traced ${sources})
endforeach()

file(GLOB sources CONFIGURE_DEPENDS examples/*.c)
if(CMAKE_CXX_COMPILER)
    file(GLOB sources_cpp CONFIGURE_DEPENDS examples/*.cpp)
    list(APPEND sources ${sources_cpp})
endif()
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    limen_program(example-${name} limen-traced ${source})
    if(LIMEN_TARGET STREQUAL "host")
        limen_program(recorded-${name} limen-traced ${source} examples/record/record.c)
        set_property(TARGET recorded-${name} PROPERTY EXCLUDE_FROM_ALL TRUE)
        target_link_options(recorded-${name} PRIVATE
            LINKER:--wrap=lm_kernel_init_in_library_with_counters,--wrap=lm_board_exit)
    endif()
endforeach()

file(GLOB sources CONFIGURE_DEPENDS examples/station/*.c)
limen_program(station limen-traced ${sources})

set(middleware filex levelx usbx netxduo)
file(GLOB mains CONFIGURE_DEPENDS examples/threadx/*/main.c)
foreach(main IN LISTS mains)
    cmake_path(GET main PARENT_PATH folder)
    cmake_path(GET folder FILENAME name)
    set(library threadx)
    if(name IN_LIST middleware)
        set(library ${name})
    endif()
    if(TARGET ${library} AND NOT EXISTS ${folder}/CMakeLists.txt)
        file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.c)
        limen_program(example-threadx-${name} ${library} ${sources})
        target_compile_definitions(example-threadx-${name} PRIVATE TX_ENABLE_EVENT_TRACE)
    endif()
endforeach()

file(GLOB support CONFIGURE_DEPENDS tests/conformance/support/*.c)
file(GLOB sources CONFIGURE_DEPENDS tests/conformance/*.c)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    limen_program(conformance-${name} limen-traced ${source} ${support} labs/common/lab.c)
    target_include_directories(conformance-${name} PRIVATE tests/conformance/support labs/common)
endforeach()

limen_program(edges limen tests/edges/edges.c tests/edges/scenes.c)
limen_program(shares limen tests/edges/shares.c)
limen_program(edges-threadx threadx tests/edges/threadx.c)

if(NOT LIMEN_TARGET STREQUAL "host")
    file(GLOB sources CONFIGURE_DEPENDS tests/boards/*.c tests/boards/${LIMEN_PORT}/*.c)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        limen_program(board-${name} limen ${source})
    endforeach()
    add_subdirectory(tests/sweep)
    set(judges ${LIMEN_BOARD} ${LIMEN_BOARD_PARTS})
    list(TRANSFORM judges PREPEND ${PROJECT_SOURCE_DIR}/tests/boards/judged/boards/)
    list(TRANSFORM judges APPEND .c)
    file(GLOB judge ${judges})
    if(judge)
        limen_program(board-judged limen tests/boards/judged/judged.c ${judge})
        target_include_directories(board-judged PRIVATE tests/boards/judged)
        target_link_libraries(board-judged PRIVATE limen-port)
    endif()
endif()

if(LIMEN_ARCHITECTURE STREQUAL "fpu")
    limen_program(board-fpu limen tests/boards/fpu/fpu_registers.c tests/boards/fpu/registers.S)
    target_compile_options(board-fpu PRIVATE $<$<COMPILE_LANGUAGE:C>:-mgeneral-regs-only>)
endif()

if(LIMEN_HAS_MVE)
    limen_program(board-mve limen tests/boards/mve/mve_vectors.c tests/boards/mve/compute.S)
    target_compile_options(board-mve PRIVATE $<$<COMPILE_LANGUAGE:C>:-mgeneral-regs-only>)
endif()

if(LIMEN_HAS_STACK_LIMIT)
    limen_program(board-stack-limit limen tests/boards/limit/stack_limit.c)
    target_link_libraries(board-stack-limit PRIVATE limen-port)
endif()

if(LM_KERNEL_PRIORITY)
    file(GLOB sources CONFIGURE_DEPENDS tests/boards/basepri/*.c)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        limen_program(board-${name} limen ${source})
    endforeach()
endif()

file(GLOB sources CONFIGURE_DEPENDS bench/*.c)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    limen_program(bench-${name} limen-unchecked ${source} bench/common/ping_pong.c)
    limen_program(bench-${name}-checked limen ${source} bench/common/ping_pong.c)
    limen_program(bench-${name}-traced limen-unchecked-traced ${source} bench/common/ping_pong.c)
endforeach()

if(NOT LIMEN_TARGET STREQUAL "host")
    file(GLOB sources CONFIGURE_DEPENDS bench/masked/*.c)
    limen_program(bench-masked limen-unchecked ${sources})
    limen_program(bench-masked-checked limen ${sources})

    file(GLOB trap CONFIGURE_DEPENDS bench/common/${LIMEN_PORT}/*.c)
    set(tests bench/thread-metric/tests.c ${trap})
    limen_program(bench-thread-metric limen-unchecked ${tests} bench/thread-metric/native.c)
    limen_program(bench-thread-metric-checked limen ${tests} bench/thread-metric/native.c)
    limen_program(bench-thread-metric-threadx threadx-fastest ${tests} bench/thread-metric/threadx.c)

    file(GLOB sources CONFIGURE_DEPENDS bench/crowd/*.c bench/common/*.c
        bench/common/${LIMEN_PORT}/*.c)
    limen_program(bench-crowd limen-unchecked ${sources})
    limen_program(bench-crowd-checked limen ${sources})
    # As many threads as fit into the memory of the target.
    foreach(program bench-crowd bench-crowd-checked)
        target_compile_definitions(${program} PRIVATE
            BENCH_THREADS=$<IF:$<STREQUAL:${LIMEN_BOARD},rp2040>,200,1000>)
    endforeach()
endif()

if(LIMEN_TARGET STREQUAL "mps2-an385")
    # One source; the linker keeps what a feature needs. The maps say what came from the library.
    # The last two are the program of which other kernels' sizes are known.
    set(footprint_features threads suspension sleep semaphores queues mutexes event_flags timers
        block_pools byte_pools periods slices priorities ends aborts sections spinlocks readers
        cyclic suspension+sleep+semaphores+queues+mutexes
        suspension+sleep+semaphores+queues+mutexes-checked)
    foreach(feature IN LISTS footprint_features)
        set(program bench-footprint-${feature})
        set(library limen-unchecked)
        if(feature MATCHES "-checked$")
            set(library limen)
            string(REPLACE "-checked" "" feature ${feature})
        endif()
        limen_program(${program} ${library} bench/footprint/main.c)
        string(REPLACE "+" ";" parts ${feature})
        foreach(part IN LISTS parts)
            target_link_options(${program} PRIVATE LINKER:--undefined=use_${part})
        endforeach()
        target_link_options(${program} PRIVATE
            LINKER:-Map=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${program}.map)
    endforeach()
endif()

if(LIMEN_TARGET STREQUAL "host" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    set(bare bench/host/bare.c bench/host/bare_switch.S)
    limen_program(bench-host limen-unchecked bench/host/switches.c ${bare})
    limen_program(bench-day limen-unchecked bench/host/day.c ${bare})
endif()

file(GLOB sources CONFIGURE_DEPENDS ${threadx_dir}/tests/*.c)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    limen_program(threadx-${name} threadx ${source})
    add_dependencies(threadx-${name} threadx-bundle)
    limen_program(threadx-${name}-fast threadx-fast ${source})
    if(LIMEN_TARGET STREQUAL "host")
        add_test(NAME threadx-${name} COMMAND threadx-${name})
        add_test(NAME threadx-${name}-fast COMMAND threadx-${name}-fast)
        set_tests_properties(threadx-${name} threadx-${name}-fast
            PROPERTIES ENVIRONMENT LIMEN_CLOCK=virtual)
    endif()
endforeach()

if(LIMEN_TARGET STREQUAL "mps2-an385")
    limen_program(bench-threadx threadx-fast ${threadx_dir}/bench/calls.c)
    limen_program(bench-threadx-fastest threadx-fastest ${threadx_dir}/bench/calls.c)
    # The same, but with a variable that is kept at each switch.
    limen_program(bench-threadx-current threadx-fast ${threadx_dir}/bench/calls.c)
    target_link_options(bench-threadx-current PRIVATE LINKER:--undefined=_tx_thread_current_ptr)
    limen_program(bench-threadx-notify threadx-fast ${threadx_dir}/bench/calls.c)
    target_compile_definitions(bench-threadx-notify PRIVATE TX_ENABLE_EXECUTION_CHANGE_NOTIFY)
    limen_program(bench-threadx-profile threadx-fast ${threadx_dir}/bench/calls.c)
    target_compile_definitions(bench-threadx-profile PRIVATE TX_EXECUTION_PROFILE_ENABLE)
endif()

# Labs with one image per case, or with different times for each target.
add_subdirectory(labs/kernelperf)
add_subdirectory(labs/preemption-models)
