# SPDX-License-Identifier: Apache-2.0
# Join C sources of the kernel to one, with engine/unite.py: a compiler then reads each header once.
#
#   limen_join(NAME SOURCE...)
#
# Sets NAME_joined to the source. A target that compiles it depends on the target NAME-joined. Left
# out are the files that replace functions of another one in a library: the hooks of programs, joins.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter)

function(limen_join name)
    set(sources ${ARGN})
    list(FILTER sources EXCLUDE REGEX "(observe/interrupt_hook|objects/(thread_join|with_observers))\\.c$")
    set(joined ${CMAKE_CURRENT_BINARY_DIR}/${name}.c)
    set(unite ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../engine/unite.py)
    add_custom_command(OUTPUT ${joined}
        COMMAND ${Python_EXECUTABLE} ${unite} ${joined} ${sources}
        DEPENDS ${unite} ${sources} VERBATIM)
    add_custom_target(${name}-joined DEPENDS ${joined})
    set(${name}_joined ${joined} PARENT_SCOPE)
endfunction()
