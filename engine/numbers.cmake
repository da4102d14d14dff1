# SPDX-License-Identifier: Apache-2.0
# The numbers and names of the trace format, for C++: trace/numbers.hpp, below
# ${PROJECT_BINARY_DIR}/generated. A target that includes it depends on limen-engine-numbers.
file(GLOB spec CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/../spec/*.json)
add_custom_command(
    OUTPUT ${PROJECT_BINARY_DIR}/generated/trace/numbers.hpp
    COMMAND ${Python_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/generate.py
        ${PROJECT_BINARY_DIR}/generated/trace/numbers.hpp
    DEPENDS ${CMAKE_CURRENT_LIST_DIR}/generate.py ${spec})
add_custom_target(limen-engine-numbers
    DEPENDS ${PROJECT_BINARY_DIR}/generated/trace/numbers.hpp)
