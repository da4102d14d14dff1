# SPDX-License-Identifier: Apache-2.0
# `cmake --install BUILD --prefix PREFIX` builds the libraries and installs them for other projects,
# one target after the other into the same prefix:
#
#   include/limen/                  headers for all targets
#   include/limen-threadx/          tx_api.h
#   include/limen-cmsis-rtos2/      cmsis_os2.h
#   include/limen-freertos/         FreeRTOS.h
#   include/limen-layer/            limen_layer.h, which all three include
#   lib/limen/TARGET/               libraries, linker script, headers of the port and the board
#   lib/cmake/limen/                find_package(limen COMPONENTS TARGET), toolchain files
#   lib/pkgconfig/limen-TARGET.pc, limen-traced-TARGET.pc, ...

set(package_libraries limen limen-traced limen-unchecked limen-unchecked-traced limen-small)
set(package_layers limen-threadx threadx limen-layer cmsis-rtos2 freertos)
set(package_dir lib/limen/${LIMEN_TARGET})

# Code that is not called, such as a vector table, is in an archive that is linked as a whole.
add_library(limen-board-archive STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:limen-board-objects>
    ${threadx_objects})
set_target_properties(limen-board-archive PROPERTIES OUTPUT_NAME limen-board LINKER_LANGUAGE C)

add_custom_target(limen-install
    DEPENDS ${package_libraries} ${package_layers} limen-board-archive)
install(CODE "execute_process(
    COMMAND \"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\" --target limen-install
    RESULT_VARIABLE status)
if(status)
    message(FATAL_ERROR \"the libraries could not be built\")
endif()")

foreach(library ${package_libraries} ${package_layers} limen-board-archive)
    install(FILES $<TARGET_FILE:${library}> DESTINATION ${package_dir})
endforeach()
install(DIRECTORY include/limen drivers/include/limen DESTINATION include
    FILES_MATCHING PATTERN *.h PATTERN *.hpp)
install(DIRECTORY ${threadx_dir}/include/ DESTINATION include/limen-threadx)
install(DIRECTORY ${cmsis_rtos2_dir}/include/ DESTINATION include/limen-cmsis-rtos2)
install(DIRECTORY ${freertos_dir}/include/ DESTINATION include/limen-freertos)
install(DIRECTORY ${common_layer_dir}/include/ DESTINATION include/limen-layer)
install(DIRECTORY ${port_dir}/include DESTINATION ${package_dir} OPTIONAL)
install(DIRECTORY ${board_dir}/include DESTINATION ${package_dir} OPTIONAL)
if(user_dir)
    install(DIRECTORY ${user_dir}/include DESTINATION ${package_dir})
endif()
if(LIMEN_LINKER_SCRIPT)
    install(FILES ${board_dir}/${LIMEN_LINKER_SCRIPT} ${common_dir}/sections.ld
        ${common_dir}/instances.ld
        DESTINATION ${package_dir})
    cmake_path(GET LIMEN_LINKER_SCRIPT FILENAME package_script)
endif()

get_target_property(package_definitions limen-board INTERFACE_COMPILE_DEFINITIONS)

include(CMakePackageConfigHelpers)
set(package_output ${PROJECT_BINARY_DIR}/package)
write_basic_package_version_file(${package_output}/limen-config-version.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
configure_file(cmake/package/target.cmake.in ${package_output}/limen-${LIMEN_TARGET}.cmake @ONLY)
# For `limen export`, which also reads compile_commands.json.
configure_file(cmake/package/export.json.in ${package_output}/export.json @ONLY)
install(FILES ${package_output}/limen-config-version.cmake
    ${package_output}/limen-${LIMEN_TARGET}.cmake cmake/package/limen-config.cmake
    cmake/record.cmake boards/common/record/record.c
    DESTINATION lib/cmake/limen)
if(CMAKE_TOOLCHAIN_FILE)
    install(FILES ${CMAKE_TOOLCHAIN_FILE} DESTINATION lib/cmake/limen)
endif()

# The options of CMake's target, as those of a command line.
string(REGEX MATCH "--specs=[^ ]+" package_cpu "${CMAKE_C_FLAGS}") # of the toolchain file
list(JOIN LIMEN_CPU_OPTIONS " " package_options)
string(PREPEND package_options "${package_cpu} ")
string(STRIP "${package_options}" package_cpu)
list(TRANSFORM package_definitions PREPEND -D OUTPUT_VARIABLE package_common)
# There the libraries have the priorities of the project.
list(TRANSFORM package_common REPLACE "LM_LEVELS=.*" "LM_LEVELS=${LM_LEVELS}")
list(JOIN package_common " " package_common)
list(JOIN LIMEN_CXX_OPTIONS " " package_cxx)
list(JOIN LIMEN_LINK_OPTIONS " " package_link)
list(TRANSFORM LIMEN_LINK_LIBRARIES PREPEND -l OUTPUT_VARIABLE package_link_libraries)
list(JOIN package_link_libraries " " package_link_libraries)
if(package_script)
    string(PREPEND package_link "-L\${libdir} -T\${libdir}/${package_script} ")
endif()
foreach(library IN LISTS package_libraries)
    get_target_property(package_layout ${library} INTERFACE_COMPILE_DEFINITIONS)
    list(TRANSFORM package_layout PREPEND -D)
    list(JOIN package_layout " " package_layout)
    set(package_library ${library})
    configure_file(cmake/package/limen.pc.in ${package_output}/${library}-${LIMEN_TARGET}.pc @ONLY)
    install(FILES ${package_output}/${library}-${LIMEN_TARGET}.pc DESTINATION lib/pkgconfig)
endforeach()
