# SPDX-License-Identifier: Apache-2.0
# One program per file, or per folder of labs/:
#
#   source                   program, library
#   -----------------------  -----------------------------------------------------------------
#   labs/NAME/*.c            lab-NAME, limen-traced; lab-NAME-fast, limen-unchecked;
#                            lab-NAME-fast-traced, limen-unchecked-traced;
#                            labs/common/*.c is part of each
#   labs/isolation/*.c       lab-isolation, limen-traced; lab-isolation-fast, limen: on two boards
#                            with user threads
#   labs/cores/*.c           lab-cores, limen-cores-traced: on targets that have it
#   examples/NAME.c, .cpp    example-NAME, limen-traced; on the host also recorded-NAME, which
#                            saves its trace, with limen-record
#   examples/station/*.c     station, limen-traced: the program of docs/tutorial.md
#   examples/thermometer     example-thermometer, limen-traced: on the host, whose bus it uses
#   examples/freertos/NAME/*.c
#                            example-freertos-NAME, freertos; on the host also
#                            recorded-freertos-NAME, which saves its trace
#   examples/mixed/main.c    example-mixed, freertos, cmsis-rtos2 and threadx-mixed
#   tests/mixed/begin.c      mixed-threadx, mixed-freertos, mixed-cmsis_rtos2, the same; by which of
#                            them begins
#   tests/mixed/ticks.c      mixed-ticks, threadx-mixed and cmsis-rtos2
#   tests/mixed/handles      mixed-handles, freertos and cmsis-rtos2
#   examples/stm32cube       example-stm32cube, the same and limen-record
#   tests/freertos/programs/NAME.c, NAME/main.c
#                            freertos-NAME, freertos; a folder has options of its own, or is for
#                            boards
#   tests/freertos/random    freertos-random-0, freertos-random-1, freertos; with time slices or not.
#                            On the host the ticks of both also have 16 and 64 bits: NAME-16, NAME-64
#                            mixed-random, freertos and cmsis-rtos2: the same with threads/, on
#                            the host
#   examples/cmsis-rtos2/NAME/*.c
#                            example-cmsis-rtos2-NAME, cmsis-rtos2
#   examples/threadx/NAME/*.c
#                            example-threadx-NAME, threadx, with its trace; a folder that has a
#                            CMakeLists.txt is a project of its own; those of middleware exist
#                            if its folder is given (cmake/middleware.cmake)
#   tests/targets/conformance/NAME.c conformance-NAME, limen-traced;
#                            support/*.c and labs/common/lab.c are part of each
#   tests/targets/boards/NAME.c      board-NAME, limen: for boards only
#   tests/targets/boards/PORT/NAME.c board-NAME, limen: for processors with this port
#   tests/targets/boards/judged/     board-judged, limen: for boards with a second counter
#   tests/targets/boards/fpu/        board-fpu, limen: for processors with FPU
#   tests/targets/boards/mve/        board-mve, limen: for processors with the vector extension
#   tests/targets/boards/limit/      board-stack-limit, limen: for processors with a stack limit
#   tests/kernel/sweep/             sweep, limen: for boards with a trigger
#   tests/targets/cores/NAME.c
#                            cores-NAME, limen-cores-traced: on targets that have it;
#                            cores-stress-checked, cores-churn-checked, limen-cores;
#                            cores-stress-unchecked, cores-churn-unchecked, limen-cores-unchecked
#   tests/targets/cores/traced/NAME.c
#                            cores-NAME, limen-cores-traced: on the host
#   tests/targets/cores/threadx/threadx.c
#                            cores-threadx, threadx-cores
#   tests/targets/cores/cmsis-rtos2/cmsis_rtos2.c
#                            cores-cmsis-rtos2, cmsis-rtos2-cores
#   tests/targets/cores/cmsis-rtos2/random.c
#                            cores-cmsis-rtos2-random, cmsis-rtos2-cores: on the host
#   tests/targets/cores/beside/beside.c
#                            cores-beside-NAME, limen-cores-traced: with conformance/NAME.c
#   examples/user/NAME.c     example-NAME, limen-traced: on boards with user threads
#   examples/cores/NAME.c    example-NAME, limen-cores-traced: on targets that have it
#   tests/targets/edges/             edges and shares, limen; copies, limen-unchecked;
#                            edges-threadx, threadx
#   tests/targets/boards/basepri/NAME.c
#                            board-NAME, limen: with LM_KERNEL_PRIORITY only
#   tests/cmsis-rtos2/programs/NAME.c
#                            cmsis-rtos2-NAME, cmsis-rtos2; cmsis-rtos2-NAME-fast, cmsis-rtos2-fast
#   tests/threadx/programs/NAME.c
#                            threadx-NAME, threadx; threadx-NAME-fast, threadx-fast
#   compat/freertos/bench/calls.c
#                            bench-freertos, freertos-fast
#   tests/cmsis-rtos2/random cmsis-rtos2-random, cmsis-rtos2; cmsis-rtos2-random-fast
#   compat/cmsis-rtos2/bench/pairs.c
#                            bench-cmsis-rtos2, cmsis-rtos2-fast
#   compat/threadx/bench/calls.c
#                            bench-threadx, bench-threadx-current, -notify, -profile, threadx-fast;
#                            bench-threadx-fastest, threadx-fastest
#   bench/host/              bench-host and bench-day, limen-unchecked, and bench-relay,
#                            limen-cores-traced: measurements of the host
#                            (x86-64)
#   bench/NAME.c             bench-NAME, limen-unchecked; bench-NAME-checked, limen;
#                            bench-NAME-traced, limen-unchecked-traced
#   bench/common/            what several of these share: ping_pong.c is part of bench/NAME.c; a
#                            folder for each kind of processor
#   bench/FOLDER/*.c         bench-FOLDER, limen-unchecked; bench-FOLDER-checked, limen: for boards
#   tests/targets/cores/costs/
#                            bench-cores, limen-cores-unchecked; bench-cores-checked, limen-cores;
#                            and bench-calls-cores, limen-cores-unchecked: on boards with cores
#   tests/targets/cores/masked/
#                            with bench/masked: bench-masked-cores, limen-cores-unchecked, and
#                            bench-masked-cores-checked, limen-cores
#   bench/thread-metric/     the same, and bench-thread-metric-threadx, threadx-fastest
#   bench/user/, tests/targets/isolation/
#                            bench-user, bench-masked-user, isolation-attacks, -budget, -lives,
#                            -random and -sweep, limen, and isolation-cores, limen-cores: on boards
#                            with user threads
#   bench/footprint/         bench-footprint-FEATURES, limen-unchecked, with a map of the linker
#   bench/footprint/static/NAME.c
#                            bench-static-NAME, limen-unchecked or the library of an interface, with
#                            a map; static-freertos, freertos; static-cmsis_rtos2, cmsis-rtos2

# The target "long" builds what only make test-long runs.
add_custom_target(long)
function(limen_long name)
    set_property(TARGET ${name} PROPERTY EXCLUDE_FROM_ALL TRUE)
    add_dependencies(long ${name})
endfunction()

# A program that this target cannot have: `limen run` shows the problem and the remedy.
function(limen_refuse name problem remedy)
    add_custom_target(${name}
        COMMAND ${CMAKE_COMMAND} -E echo "refused: ${problem}"
        COMMAND ${CMAKE_COMMAND} -E echo "remedy: ${remedy}"
        COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
endfunction()

# In an instrumented build only the tests are needed.
function(limen_program name library)
    add_executable(${name} ${ARGN})
    if(LIMEN_TESTS_ONLY AND NOT name MATCHES "^threadx-")
        set_property(TARGET ${name} PROPERTY EXCLUDE_FROM_ALL TRUE)
    endif()
    # On the host only `limen bench` and few tests use these; they build what they need.
    if(LIMEN_TARGET STREQUAL "host" AND name MATCHES "^bench-|^cores-beside-|^lab-.*-fast(-traced)?$")
        set_property(TARGET ${name} PROPERTY EXCLUDE_FROM_ALL TRUE)
    endif()
    if(LIMEN_TARGET STREQUAL "host" AND (name MATCHES "^cores-(.*checked|threadx)$"
            OR name MATCHES "^(threadx|cmsis-rtos2)-.*-fast$|^example-threadx-cores$"))
        limen_long(${name})
    endif()
    if(name MATCHES "^bench-")
        target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/bench/common
            ${PROJECT_SOURCE_DIR}/bench/common/${LIMEN_PORT})
    endif()
    target_link_libraries(${name} PRIVATE ${library})
endfunction()

# Objects of programs that are linked with several libraries: an application is compiled in the same
# way for all libraries with the same layout: 1: they count, 0: they do not, SMALL: limen-small,
# CORES: limen-cores and limen-cores-unchecked, CORES_COUNTED: limen-cores-traced. The function sets
# OBJECTS_NAME for limen_program.
function(limen_objects name layout)
    add_library(${name} OBJECT EXCLUDE_FROM_ALL ${ARGN})
    if(layout STREQUAL "SMALL")
        target_compile_definitions(${name} PRIVATE LM_SMALL=1)
    elseif(layout MATCHES "^CORES")
        target_compile_definitions(${name} PRIVATE ${cores_definitions})
        if(layout STREQUAL "CORES_COUNTED")
            target_compile_definitions(${name} PRIVATE LM_COUNTED=1)
        endif()
    else()
        target_compile_definitions(${name} PRIVATE LM_COUNTED=${layout})
    endif()
    target_link_libraries(${name} PRIVATE limen-drivers limen-board)
    set(OBJECTS_${name} $<TARGET_OBJECTS:${name}> PARENT_SCOPE)
endfunction()

# Compiled once for the program of each lab.
file(GLOB sources CONFIGURE_DEPENDS labs/common/*.c)
limen_objects(lab-common 1 ${sources})
limen_objects(lab-common-uncounted 0 ${sources})

file(GLOB mains CONFIGURE_DEPENDS labs/*/main.c)
foreach(main IN LISTS mains)
    cmake_path(GET main PARENT_PATH folder)
    cmake_path(GET folder FILENAME name)
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.c)
    limen_objects(lab-${name}-counted 1 ${sources})
    limen_objects(lab-${name}-uncounted 0 ${sources})
    foreach(layout counted uncounted)
        target_include_directories(lab-${name}-${layout} PRIVATE labs/common)
    endforeach()
    set(uncounted ${OBJECTS_lab-${name}-uncounted} ${OBJECTS_lab-common-uncounted})
    limen_program(lab-${name} limen-traced ${OBJECTS_lab-${name}-counted} ${OBJECTS_lab-common})
    limen_program(lab-${name}-fast limen-unchecked ${uncounted})
    limen_program(lab-${name}-fast-traced limen-unchecked-traced ${uncounted})
endforeach()

file(GLOB sources CONFIGURE_DEPENDS examples/*.c)
if(CMAKE_CXX_COMPILER)
    file(GLOB sources_cpp CONFIGURE_DEPENDS examples/*.cpp)
    list(APPEND sources ${sources_cpp})
endif()
# limen-record as objects: each of its programs would compile the same file.
function(limen_record_objects name)
    limen_objects(${name} 1 boards/common/record/record.c)
    target_compile_definitions(${name} PRIVATE
        $<TARGET_PROPERTY:limen-record,INTERFACE_COMPILE_DEFINITIONS>)
    set(OBJECTS_${name} ${OBJECTS_${name}} PARENT_SCOPE)
endfunction()
set(record_options $<TARGET_PROPERTY:limen-record,INTERFACE_LINK_OPTIONS>)
limen_record_objects(examples-record)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    if(NOT LIMEN_TARGET STREQUAL "host")
        limen_program(example-${name} limen-traced ${source})
    else()
        limen_objects(example-${name}-objects 1 ${source})
        set(object ${OBJECTS_example-${name}-objects})
        limen_program(example-${name} limen-traced ${object})
        limen_program(recorded-${name} limen-traced ${object} ${OBJECTS_examples-record})
        target_link_options(recorded-${name} PRIVATE ${record_options})
        set_property(TARGET recorded-${name} PROPERTY EXCLUDE_FROM_ALL TRUE)
    endif()
endforeach()

limen_record_objects(layers-record)
limen_with_levels(layers-record)
file(GLOB mains CONFIGURE_DEPENDS examples/freertos/*/main.c)
foreach(main IN LISTS mains)
    cmake_path(GET main PARENT_PATH folder)
    cmake_path(GET folder FILENAME name)
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.c)
    limen_objects(example-freertos-${name}-objects 1 ${sources})
    target_include_directories(example-freertos-${name}-objects
        PRIVATE ${folder} ${freertos_dir}/include ${common_layer_dir}/include)
    limen_with_levels(example-freertos-${name}-objects)
    set(objects ${OBJECTS_example-freertos-${name}-objects})
    limen_program(example-freertos-${name} freertos ${objects})
    if(LIMEN_TARGET STREQUAL "host")
        limen_program(recorded-freertos-${name} freertos ${objects} ${OBJECTS_layers-record})
        target_link_options(recorded-freertos-${name} PRIVATE ${record_options})
        set_property(TARGET recorded-freertos-${name} PROPERTY EXCLUDE_FROM_ALL TRUE)
    endif()
endforeach()

limen_program(example-mixed freertos examples/mixed/main.c)
target_include_directories(example-mixed PRIVATE examples/freertos/starter) # FreeRTOSConfig.h
target_link_libraries(example-mixed PRIVATE cmsis-rtos2 threadx-mixed)
foreach(first threadx freertos cmsis_rtos2)
    string(TOUPPER ${first} FIRST)
    limen_program(mixed-${first} freertos tests/mixed/begin.c)
    target_compile_definitions(mixed-${first} PRIVATE FIRST=${FIRST})
    target_include_directories(mixed-${first} PRIVATE tests/mixed)
    target_link_libraries(mixed-${first} PRIVATE cmsis-rtos2 threadx-mixed)
endforeach()
limen_program(mixed-handles freertos tests/mixed/handles/main.c)
target_include_directories(mixed-handles PRIVATE tests/mixed/handles)
limen_program(example-stm32cube freertos examples/stm32cube/main.c ${OBJECTS_layers-record})
target_link_options(example-stm32cube PRIVATE ${record_options})
target_include_directories(example-stm32cube PRIVATE examples/stm32cube)
foreach(name mixed-handles example-stm32cube)
    target_link_libraries(${name} PRIVATE cmsis-rtos2)
endforeach()
limen_program(mixed-ticks threadx-mixed tests/mixed/ticks.c)
target_link_libraries(mixed-ticks PRIVATE cmsis-rtos2)

file(GLOB sources CONFIGURE_DEPENDS examples/station/*.c)
limen_program(station limen-traced ${sources})

if(LIMEN_TARGET STREQUAL "host") # of the boards here it alone has an I2C bus
    file(GLOB sources CONFIGURE_DEPENDS examples/thermometer/*.c examples/thermometer/host/*.c)
    limen_program(example-thermometer limen-traced ${sources})
endif()

set(middleware filex levelx usbx netxduo)
file(GLOB mains CONFIGURE_DEPENDS examples/threadx/*/main.c)
foreach(main IN LISTS mains)
    cmake_path(GET main PARENT_PATH folder)
    cmake_path(GET folder FILENAME name)
    set(library threadx)
    if(name IN_LIST middleware)
        set(library ${name})
    elseif(name STREQUAL "cores")
        set(library threadx-cores)
    endif()
    if(TARGET ${library} AND NOT EXISTS ${folder}/CMakeLists.txt)
        file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.c)
        limen_program(example-threadx-${name} ${library} ${sources})
        target_compile_definitions(example-threadx-${name} PRIVATE TX_ENABLE_EVENT_TRACE)
    endif()
endforeach()

file(GLOB mains CONFIGURE_DEPENDS examples/cmsis-rtos2/*/main.c)
foreach(main IN LISTS mains)
    cmake_path(GET main PARENT_PATH folder)
    cmake_path(GET folder FILENAME name)
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.c)
    if(NOT name STREQUAL "cores")
        limen_program(example-cmsis-rtos2-${name} cmsis-rtos2 ${sources})
    elseif(TARGET cmsis-rtos2-cores)
        limen_program(example-cmsis-rtos2-${name} cmsis-rtos2-cores ${sources})
    endif()
endforeach()

file(GLOB support CONFIGURE_DEPENDS tests/targets/conformance/support/*.c)
limen_objects(conformance-support 1 ${support})
target_include_directories(conformance-support
    PRIVATE tests/targets/conformance/support labs/common)
file(GLOB sources CONFIGURE_DEPENDS tests/targets/conformance/*.c)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    limen_program(conformance-${name} limen-traced ${source} ${OBJECTS_conformance-support}
        ${OBJECTS_lab-common})
    target_include_directories(conformance-${name}
        PRIVATE tests/targets/conformance/support labs/common)
endforeach()

if(TARGET limen-cores)
    file(GLOB sources CONFIGURE_DEPENDS tests/targets/cores/*.c)
    if(LIMEN_TARGET STREQUAL "host") # some boards have less memory than these need
        file(GLOB more_sources CONFIGURE_DEPENDS tests/targets/cores/traced/*.c)
        list(APPEND sources ${more_sources})
    endif()
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        limen_program(cores-${name} limen-cores-traced ${source})
    endforeach()
    limen_objects(cores-beside CORES_COUNTED tests/targets/cores/beside/beside.c
        tests/targets/cores/beside/lab.c tests/targets/conformance/support/conformance.c)
    target_include_directories(cores-beside
        PRIVATE tests/targets/conformance/support labs/common)
    # The layers serve one core, and the programs that use them run on one.
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS layers/*.c)
    list(FILTER sources EXCLUDE REGEX "/layers/user/") # threads of one core
    limen_objects(cores-layers CORES_COUNTED ${sources})
    target_compile_definitions(cores-layers
        PRIVATE LM_CHECKED=1 LM_TRACED=1 LM_MODEL=LM_MODEL_${LM_MODEL})
    target_link_libraries(cores-layers PRIVATE limen-port)
    file(GLOB sources CONFIGURE_DEPENDS tests/targets/conformance/*.c)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        set(layers)
        if(name MATCHES "^(cyclic|models|shared_stack_lives)$")
            set(layers ${OBJECTS_cores-layers})
        endif()
        limen_program(cores-beside-${name} limen-cores-traced ${source} ${OBJECTS_cores-beside}
            ${layers})
        target_include_directories(cores-beside-${name}
            PRIVATE tests/targets/conformance/support labs/common)
        target_compile_definitions(cores-beside-${name} PRIVATE main=program_main)
        target_compile_options(cores-beside-${name} PRIVATE -Wno-missing-prototypes)
    endforeach()
    limen_program(cores-threadx threadx-cores tests/targets/cores/threadx/threadx.c)
    limen_program(cores-cmsis-rtos2 cmsis-rtos2-cores
        tests/targets/cores/cmsis-rtos2/cmsis_rtos2.c)
    if(LIMEN_TARGET STREQUAL "host")
        limen_program(cores-cmsis-rtos2-random cmsis-rtos2-cores
            tests/targets/cores/cmsis-rtos2/random.c)
    endif()
    file(GLOB sources CONFIGURE_DEPENDS labs/common/*.c labs/cores/*.c)
    limen_program(lab-cores limen-cores-traced ${sources})
    target_include_directories(lab-cores PRIVATE labs/common)
    file(GLOB sources CONFIGURE_DEPENDS examples/cores/*.c)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        limen_program(example-${name} limen-cores-traced ${source})
    endforeach()
    foreach(name stress churn)
        limen_objects(cores-${name}-objects CORES tests/targets/cores/${name}.c)
        foreach(checks checked unchecked)
            string(REPLACE "-checked" "" library limen-cores-${checks})
            limen_program(cores-${name}-${checks} ${library} ${OBJECTS_cores-${name}-objects})
        endforeach()
    endforeach()
    if(NOT LIMEN_TARGET STREQUAL "host")
        limen_program(bench-calls-cores limen-cores-unchecked bench/calls.c
            bench/common/ping_pong.c)
        limen_objects(bench-cores-objects CORES tests/targets/cores/costs/costs.c)
        target_include_directories(bench-cores-objects
            PRIVATE bench/common bench/common/${LIMEN_PORT})
        target_compile_definitions(bench-cores-objects PRIVATE LM_CHECKED=0 LM_TRACED=0)
        target_link_libraries(bench-cores-objects PRIVATE limen-port)
        limen_program(bench-cores limen-cores-unchecked ${OBJECTS_bench-cores-objects})
        limen_program(bench-cores-checked limen-cores ${OBJECTS_bench-cores-objects})
        file(GLOB sources CONFIGURE_DEPENDS bench/masked/*.c
            tests/targets/cores/masked/*.c)
        list(FILTER sources EXCLUDE REGEX "/(models|ticks)\\.c$") # they call layers
        limen_objects(bench-masked-cores-objects CORES ${sources})
        target_include_directories(bench-masked-cores-objects PRIVATE bench/masked bench/common)
        target_compile_definitions(bench-masked-cores-objects PRIVATE LM_CHECKED=0 LM_TRACED=0)
        target_link_libraries(bench-masked-cores-objects PRIVATE limen-port)
        limen_program(bench-masked-cores limen-cores-unchecked
            ${OBJECTS_bench-masked-cores-objects})
        limen_program(bench-masked-cores-checked limen-cores
            ${OBJECTS_bench-masked-cores-objects})
    endif()
endif()

limen_program(edges limen tests/targets/edges/edges.c tests/targets/edges/scenes.c)
limen_program(shares limen tests/targets/edges/shares.c)
limen_program(copies limen-unchecked tests/targets/edges/copies.c)
limen_program(edges-threadx threadx tests/targets/edges/threadx.c)

if(NOT LIMEN_TARGET STREQUAL "host")
    file(GLOB sources CONFIGURE_DEPENDS
        tests/targets/boards/*.c tests/targets/boards/${LIMEN_PORT}/*.c)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        limen_program(board-${name} limen ${source})
    endforeach()
    foreach(library traced small) # whose control blocks have other layouts
        limen_program(board-faults-${library} limen-${library} tests/targets/boards/faults.c)
    endforeach()
    add_subdirectory(tests/kernel/sweep)
    set(judges ${LIMEN_BOARD} ${LIMEN_BOARD_PARTS})
    list(TRANSFORM judges PREPEND ${PROJECT_SOURCE_DIR}/tests/targets/boards/judged/boards/)
    list(TRANSFORM judges APPEND .c)
    file(GLOB judge ${judges})
    if(judge)
        limen_program(board-judged limen tests/targets/boards/judged/judged.c ${judge})
        target_include_directories(board-judged PRIVATE tests/targets/boards/judged)
        target_link_libraries(board-judged PRIVATE limen-port)
    endif()
    if(NOT "nrf" IN_LIST LIMEN_BOARD_PARTS) # whose clock lacks lm_port_clock_advance
        limen_program(board-stopped-clock limen-traced
            tests/targets/boards/stopped/stopped_clock.c)
    endif()
endif()

if(LIMEN_ARCHITECTURE STREQUAL "fpu" AND NOT LIMEN_LACKS_FPU)
    limen_program(board-fpu limen
        tests/targets/boards/fpu/fpu_registers.c tests/targets/boards/fpu/registers.S)
    target_compile_options(board-fpu PRIVATE $<$<COMPILE_LANGUAGE:C>:-mgeneral-regs-only>)
endif()

if(LIMEN_HAS_MVE)
    limen_program(board-mve limen
        tests/targets/boards/mve/mve_vectors.c tests/targets/boards/mve/compute.S)
    target_compile_options(board-mve PRIVATE $<$<COMPILE_LANGUAGE:C>:-mgeneral-regs-only>)
endif()

if(LIMEN_HAS_STACK_LIMIT)
    limen_program(board-stack-limit limen tests/targets/boards/limit/stack_limit.c)
    target_link_libraries(board-stack-limit PRIVATE limen-port)
endif()

if(LM_KERNEL_PRIORITY)
    file(GLOB sources CONFIGURE_DEPENDS tests/targets/boards/basepri/*.c)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        limen_program(board-${name} limen ${source})
    endforeach()
endif()

# bench-NAME, and bench-NAME-checked; further sources follow.
set(bench_includes bench/common bench/common/${LIMEN_PORT})
function(limen_bench name)
    limen_objects(bench-${name}-objects 0 ${ARGN})
    target_include_directories(bench-${name}-objects PRIVATE ${bench_includes})
    set(OBJECTS_bench-${name} ${OBJECTS_bench-${name}-objects} ${more} PARENT_SCOPE)
    limen_program(bench-${name} limen-unchecked ${OBJECTS_bench-${name}-objects} ${more})
    limen_program(bench-${name}-checked limen ${OBJECTS_bench-${name}-objects} ${more})
    if(LIMEN_BOARD STREQUAL "mps2-an385" AND NOT name MATCHES "masked|crowd") # they call layers
        limen_objects(bench-${name}-small-objects SMALL ${ARGN})
        target_include_directories(bench-${name}-small-objects PRIVATE ${bench_includes})
        string(REPLACE bench-ping-pong bench-ping-pong-small more_small "${more}")
        limen_program(bench-${name}-small limen-small ${OBJECTS_bench-${name}-small-objects}
            ${more_small})
    endif()
endfunction()

limen_objects(bench-ping-pong 0 bench/common/ping_pong.c)
limen_objects(bench-ping-pong-small SMALL bench/common/ping_pong.c)
foreach(name bench-ping-pong bench-ping-pong-small)
    target_include_directories(${name} PRIVATE ${bench_includes})
endforeach()
set(more ${OBJECTS_bench-ping-pong})
file(GLOB sources CONFIGURE_DEPENDS bench/*.c)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    limen_bench(${name} ${source})
    limen_program(bench-${name}-traced limen-unchecked-traced ${OBJECTS_bench-${name}})
endforeach()

if(NOT LIMEN_TARGET STREQUAL "host")
    set(more)
    file(GLOB sources CONFIGURE_DEPENDS bench/masked/*.c)
    limen_bench(masked ${sources})
    if(LIMEN_BOARD STREQUAL "mps2-an385")
        list(FILTER sources EXCLUDE REGEX "/(models|ticks)\\.c$") # they call layers
        limen_objects(bench-masked-small-objects SMALL ${sources})
        target_include_directories(bench-masked-small-objects PRIVATE bench/common)
        limen_program(bench-masked-small limen-small ${OBJECTS_bench-masked-small-objects})
    endif()

    file(GLOB trap CONFIGURE_DEPENDS bench/common/${LIMEN_PORT}/*.c)
    if(trap)
        limen_objects(bench-trap 0 ${trap})
        target_include_directories(bench-trap PRIVATE ${bench_includes})
        set(more ${OBJECTS_bench-trap})
    endif()
    limen_bench(thread-metric bench/thread-metric/tests.c bench/thread-metric/native.c)
    limen_program(bench-thread-metric-threadx threadx-fastest bench/thread-metric/tests.c
        bench/thread-metric/threadx.c ${more})

    list(APPEND more ${OBJECTS_bench-ping-pong})
    file(GLOB sources CONFIGURE_DEPENDS bench/crowd/*.c)
    limen_bench(crowd ${sources})
    # The number of threads that fit into the memory of the target.
    target_compile_definitions(bench-crowd-objects PRIVATE
        BENCH_THREADS=$<IF:$<STREQUAL:${LIMEN_BOARD},rp2040>,200,1000>)
endif()

if(LIMEN_TARGET STREQUAL "mps2-an385")
    # The linker keeps what the features of a program need. The maps say what came from the library.
    # The last two are the program of which other kernels' sizes are known.
    set(footprint_features suspension sleep semaphores queues mutexes event_flags timers
        block_pools byte_pools periods slices priorities ends aborts sections spinlocks readers
        cyclic)
    set(footprint_programs threads blocks ${footprint_features} suspension+semaphores
        suspension+sleep+semaphores+queues+mutexes
        suspension+sleep+semaphores+queues+mutexes-checked
        blocks-small suspension+sleep+semaphores+queues+mutexes-small)
    foreach(part threads blocks ${footprint_features})
        set(source ${part})
        if(part STREQUAL "threads")
            set(source main)
        endif()
        foreach(layout 0 SMALL)
            limen_objects(footprint-${part}-${layout} ${layout} bench/footprint/${source}.c)
            target_include_directories(footprint-${part}-${layout} PRIVATE ${bench_includes})
        endforeach()
    endforeach()
    foreach(features IN LISTS footprint_programs)
        set(program bench-footprint-${features})
        set(library limen-unchecked)
        set(layout 0)
        if(features MATCHES "-checked$")
            set(library limen)
        elseif(features MATCHES "-small$")
            set(library limen-small)
            set(layout SMALL)
        endif()
        string(REGEX REPLACE "-(checked|small)$" "" features ${features})
        string(REPLACE "+" ";" parts ${features})
        list(REMOVE_ITEM parts threads)
        set(objects ${OBJECTS_footprint-threads-${layout}})
        foreach(part IN LISTS parts)
            list(APPEND objects ${OBJECTS_footprint-${part}-${layout}})
        endforeach()
        limen_program(${program} ${library} ${objects})
        foreach(part IN LISTS parts)
            target_link_options(${program} PRIVATE LINKER:--undefined=use_${part})
        endforeach()
        target_link_options(${program} PRIVATE
            LINKER:-Map=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${program}.map)
    endforeach()
    # One program without a heap for each interface, and one more without time slices.
    set(static_native limen-unchecked)
    set(static_freertos freertos-fast)
    set(static_freertos_unsliced freertos-fast)
    set(static_cmsis_rtos2 cmsis-rtos2-fast)
    foreach(name native freertos freertos_unsliced cmsis_rtos2)
        set(program bench-static-${name})
        string(REPLACE "_unsliced" "" source ${name})
        limen_program(${program} ${static_${name}} bench/footprint/static/${source}.c)
        target_include_directories(${program} PRIVATE bench/footprint/static)
        target_link_options(${program} PRIVATE
            LINKER:-Map=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${program}.map)
        set_property(TARGET ${program} PROPERTY EXCLUDE_FROM_ALL TRUE)
    endforeach()
    target_compile_definitions(bench-static-freertos_unsliced PRIVATE configUSE_TIME_SLICING=0)
    limen_program(static-freertos freertos bench/footprint/static/freertos.c)
    target_include_directories(static-freertos PRIVATE bench/footprint/static)
    limen_program(static-cmsis_rtos2 cmsis-rtos2 bench/footprint/static/cmsis_rtos2.c)
endif()

if(LIMEN_TARGET STREQUAL "host" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    limen_objects(bench-bare 0 bench/host/bare.c bench/host/bare_switch.S)
    limen_program(bench-host limen-unchecked bench/host/switches.c ${OBJECTS_bench-bare})
    limen_program(bench-day limen-unchecked bench/host/day.c ${OBJECTS_bench-bare})
    limen_program(bench-relay limen-cores-traced bench/host/relay.c ${OBJECTS_bench-bare})
endif()

foreach(variant "" -fast)
    limen_program(cmsis-rtos2-config${variant} cmsis-rtos2${variant}
        tests/cmsis-rtos2/programs/config/main.c)
    target_include_directories(cmsis-rtos2-config${variant} PRIVATE
        tests/cmsis-rtos2/programs/config)
endforeach()
file(GLOB sources CONFIGURE_DEPENDS tests/cmsis-rtos2/programs/*.c)
if(LIMEN_BOARD STREQUAL "microbit") # whose clock lacks lm_port_clock_advance
    list(FILTER sources EXCLUDE REGEX "/kernel\\.c$")
endif()
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    foreach(variant "" -fast)
        limen_program(cmsis-rtos2-${name}${variant} cmsis-rtos2${variant} ${source})
        if(LIMEN_TARGET STREQUAL "host")
            add_test(NAME cmsis-rtos2-${name}${variant} COMMAND cmsis-rtos2-${name}${variant})
        endif()
    endforeach()
    if(LIMEN_TARGET STREQUAL "host")
        set_tests_properties(cmsis-rtos2-${name}-fast PROPERTIES LABELS long)
    endif()
endforeach()

file(GLOB sources CONFIGURE_DEPENDS tests/cmsis-rtos2/random/*.c)
if(NOT LIMEN_BOARD STREQUAL "microbit") # as above
    foreach(variant "" -fast)
        limen_program(cmsis-rtos2-random${variant} cmsis-rtos2${variant} ${sources})
    endforeach()
endif()

limen_program(bench-cmsis-rtos2 cmsis-rtos2-fast compat/cmsis-rtos2/bench/pairs.c)

file(GLOB sources CONFIGURE_DEPENDS tests/threadx/programs/*.c)
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
        set_tests_properties(threadx-${name}-fast PROPERTIES LABELS long)
    endif()
endforeach()

file(GLOB sources CONFIGURE_DEPENDS tests/freertos/programs/*.c)
set(tick_widths 32)
if(LIMEN_TARGET STREQUAL "host")
    list(APPEND tick_widths 16 64)
endif()
foreach(bits IN LISTS tick_widths)
    if(bits EQUAL 32)
        set(width "")
    else()
        set(width -${bits})
    endif()
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        limen_program(freertos-${name}${width} freertos ${source})
        target_include_directories(freertos-${name}${width} PRIVATE tests/freertos/programs)
        target_compile_definitions(freertos-${name}${width}
            PRIVATE TICK_WIDTH=TICK_TYPE_WIDTH_${bits}_BITS)
    endforeach()
    foreach(slices 0 1)
        set(program freertos-random-${slices}${width})
        limen_program(${program} freertos tests/freertos/random/main.c
            tests/freertos/random/calls.c tests/freertos/random/script.c
            tests/freertos/random/tasks/create.c)
        target_include_directories(${program} PRIVATE tests/freertos/random)
        target_compile_definitions(${program}
            PRIVATE SLICES=${slices} TICK_WIDTH=TICK_TYPE_WIDTH_${bits}_BITS)
    endforeach()
endforeach()
if(LIMEN_TARGET STREQUAL "host") # the ticks of CMSIS-RTOS2 are too short for a board
    limen_program(mixed-random freertos tests/freertos/random/main.c tests/freertos/random/calls.c
        tests/freertos/random/script.c tests/freertos/random/threads/create.c)
    target_include_directories(mixed-random PRIVATE tests/freertos/random)
    target_compile_definitions(mixed-random PRIVATE SLICES=0 MIXED)
    target_link_libraries(mixed-random PRIVATE cmsis-rtos2)
endif()
limen_program(freertos-stalls freertos tests/freertos/programs/stalls/main.c)
target_include_directories(freertos-stalls PRIVATE tests/freertos/programs)
foreach(name hooks turns)
    limen_program(freertos-${name} freertos tests/freertos/programs/${name}/main.c)
    target_include_directories(freertos-${name} PRIVATE tests/freertos/programs/${name})
endforeach()
if(LIMEN_TARGET STREQUAL "mps2-an385")
    limen_program(freertos-races freertos tests/freertos/programs/races/main.c
        tests/kernel/sweep/boards/cmsdk.c)
    target_include_directories(freertos-races PRIVATE tests/freertos/programs tests/kernel/sweep)
    target_link_libraries(freertos-races PRIVATE limen-port)
endif()
if(NOT LIMEN_TARGET STREQUAL "host")
    file(GLOB sources CONFIGURE_DEPENDS tests/freertos/programs/together/*.c)
    limen_program(freertos-together freertos ${sources})
    target_include_directories(freertos-together PRIVATE tests/freertos/programs/together)
    limen_long(freertos-together)
endif()

if(LIMEN_TARGET STREQUAL "mps2-an385")
    limen_program(bench-freertos freertos-fast ${freertos_dir}/bench/calls.c)
    target_include_directories(bench-freertos PRIVATE tests/freertos/programs)
    limen_program(bench-threadx threadx-fast ${threadx_dir}/bench/calls.c)
    limen_program(bench-threadx-fastest threadx-fastest ${threadx_dir}/bench/calls.c)
    # The previous program, with a variable that is saved at each switch.
    limen_program(bench-threadx-current threadx-fast $<TARGET_OBJECTS:bench-threadx>)
    target_link_options(bench-threadx-current PRIVATE LINKER:--undefined=_tx_thread_current_ptr)
    limen_program(bench-threadx-notify threadx-fast ${threadx_dir}/bench/calls.c)
    target_compile_definitions(bench-threadx-notify PRIVATE TX_ENABLE_EXECUTION_CHANGE_NOTIFY)
    limen_program(bench-threadx-profile threadx-fast ${threadx_dir}/bench/calls.c)
    target_compile_definitions(bench-threadx-profile PRIVATE TX_EXECUTION_PROFILE_ENABLE)
endif()

# Labs with one image per case, or with different times for each target.
add_subdirectory(labs/kernelperf)
add_subdirectory(labs/preemption-models)

# Boards whose addresses the programs know.
if(LIMEN_HAS_USER_THREADS AND LIMEN_BOARD MATCHES "^(mps[23]-an[0-9]+|virt-riscv)$")
    limen_program(bench-user limen bench/user/main.c)
    limen_program(bench-masked-user limen bench/user/masked.c)
    file(GLOB sources CONFIGURE_DEPENDS examples/user/*.c)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        limen_program(example-${name} limen-traced ${source})
    endforeach()
    file(GLOB sources CONFIGURE_DEPENDS labs/common/*.c labs/isolation/*.c)
    foreach(kind "" -fast)
        limen_program(lab-isolation${kind} $<IF:$<BOOL:${kind}>,limen,limen-traced> ${sources})
        target_include_directories(lab-isolation${kind} PRIVATE labs/common)
        target_compile_definitions(lab-isolation${kind} PRIVATE LAB_EVENTS=20000)
    endforeach()
    set(isolation_dir tests/targets/isolation)
    file(GLOB sources CONFIGURE_DEPENDS ${isolation_dir}/*.c ${isolation_dir}/${LIMEN_PORT}/*.c)
    limen_program(isolation-attacks limen ${sources})
    file(GLOB lives CONFIGURE_DEPENDS ${isolation_dir}/lives/*.c)
    limen_program(isolation-lives limen ${lives})
    limen_program(isolation-lives-traced limen-traced ${lives})
    list(FILTER sources EXCLUDE REGEX "/attacks\\.c$")
    limen_program(isolation-bystanders limen-traced ${sources}
        ${isolation_dir}/bystanders/bystanders.c)
    limen_program(isolation-budget limen ${isolation_dir}/budget/budget.c)
    limen_program(isolation-budget-traced limen-traced ${isolation_dir}/budget/budget.c)
    set(programs attacks budget budget-traced lives lives-traced bystanders)
    if(NOT LIMEN_TARGET STREQUAL "virt-riscv64") # the others have assembly for 32 bits
        file(GLOB sources CONFIGURE_DEPENDS ${isolation_dir}/random/*.c
            ${isolation_dir}/random/${LIMEN_PORT}/*.S)
        limen_program(isolation-random limen ${sources})
        file(GLOB sources CONFIGURE_DEPENDS ${isolation_dir}/sweep/*.c
            ${isolation_dir}/sweep/${LIMEN_PORT}/*.c)
        limen_program(isolation-sweep limen ${sources})
        list(APPEND programs random sweep)
    endif()
    if(TARGET limen-cores)
        limen_program(isolation-cores limen-cores ${isolation_dir}/cores/cores.c)
        list(APPEND programs cores)
    endif()
    foreach(name IN LISTS programs)
        target_include_directories(isolation-${name} PRIVATE ${isolation_dir}
            ${isolation_dir}/random ${isolation_dir}/sweep ${isolation_dir}/${LIMEN_PORT})
    endforeach()
else()
    file(GLOB sources CONFIGURE_DEPENDS examples/user/*.c)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        limen_refuse(example-${name} "it has user threads, which ${LIMEN_TARGET} has not"
            "take --target mps2-an385, virt-riscv32 or virt-riscv64")
    endforeach()
endif()

if(NOT LIMEN_CORES)
    file(GLOB sources CONFIGURE_DEPENDS examples/cores/*.c)
    list(TRANSFORM sources REPLACE ".*/(.*)\\.c" "\\1")
    foreach(name IN LISTS sources ITEMS threadx-cores cmsis-rtos2-cores)
        limen_refuse(example-${name} "it needs several cores, and ${LIMEN_TARGET} has one"
            "take --target host, rp2040, mps2-an521 or virt-riscv32")
    endforeach()
endif()
