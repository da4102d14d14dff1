# SPDX-License-Identifier: Apache-2.0
# Copy this file into a project, and take Limen from a folder or from git:
#
#   include(limen_import.cmake)     # before project(), because it chooses the compiler
#   project(application LANGUAGES C)
#   limen_init()                    # now there are limen::traced and the other targets
#
#   LIMEN                  the folder of Limen
#   LIMEN_GIT_REPOSITORY   without it: what is fetched, with the commit or tag LIMEN_GIT_TAG
#   LIMEN_TARGET           what to build for, host if nothing is said; LIMEN_BOARD_PATH has folders
#                          with boards of your own
#
# If no variable of CMake says where Limen is, those of the environment do. A CMAKE_TOOLCHAIN_FILE that is given is left alone.
include_guard(GLOBAL)

if(NOT LIMEN AND NOT LIMEN_GIT_REPOSITORY)
    foreach(variable LIMEN LIMEN_GIT_REPOSITORY LIMEN_GIT_TAG)
        set(${variable} "$ENV{${variable}}" CACHE STRING "Where Limen is: limen_import.cmake says how")
    endforeach()
endif()
set(limen_source "${LIMEN}")
if(NOT LIMEN AND LIMEN_GIT_REPOSITORY)
    if(NOT LIMEN_GIT_TAG)
        message(FATAL_ERROR "LIMEN_GIT_REPOSITORY is '${LIMEN_GIT_REPOSITORY}' and LIMEN_GIT_TAG is \
empty; configure with -DLIMEN_GIT_TAG=COMMIT, so that each build has the same Limen")
    endif()
    include(FetchContent)
    set(limen_source ${CMAKE_BINARY_DIR}/_deps/limen-src)
    FetchContent_Populate(limen QUIET SOURCE_DIR ${limen_source}
        BINARY_DIR ${CMAKE_BINARY_DIR}/_deps/limen-build
        SUBBUILD_DIR ${CMAKE_BINARY_DIR}/_deps/limen-subbuild
        GIT_REPOSITORY ${LIMEN_GIT_REPOSITORY} GIT_TAG ${LIMEN_GIT_TAG})
endif()
get_filename_component(limen_source "${limen_source}" ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
if(NOT EXISTS ${limen_source}/include/limen/limen.h)
    message(FATAL_ERROR "LIMEN is '${LIMEN}', and Limen is not there; configure with -DLIMEN=FOLDER, \
or with -DLIMEN_GIT_REPOSITORY=URL -DLIMEN_GIT_TAG=COMMIT")
endif()

# The compiler of LIMEN_TARGET: that of Limen's preset, or that which board.toml of a board names.
function(limen_toolchain result)
    foreach(folder IN LISTS LIMEN_BOARD_PATH)
        get_filename_component(folder "${folder}" ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
        set(board ${folder}/${LIMEN_TARGET})
        if(EXISTS ${board}/board.cmake)
            set(name arm-none-eabi)
            if(EXISTS ${board}/board.toml)
                file(STRINGS ${board}/board.toml line REGEX "^toolchain *= *\"")
                if(line)
                    string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*$" "\\1" name "${line}")
                endif()
            endif()
            if(EXISTS ${limen_source}/cmake/${name}.cmake)
                set(${result} ${limen_source}/cmake/${name}.cmake PARENT_SCOPE)
            else()
                get_filename_component(name "${name}" ABSOLUTE BASE_DIR ${board})
                set(${result} ${name} PARENT_SCOPE)
            endif()
            return()
        endif()
    endforeach()
    file(READ ${limen_source}/CMakePresets.json presets)
    string(JSON count LENGTH "${presets}" configurePresets)
    foreach(index RANGE 1 ${count})
        math(EXPR index "${index} - 1")
        string(JSON name ERROR_VARIABLE none GET "${presets}" configurePresets ${index} name)
        string(JSON file ERROR_VARIABLE none GET "${presets}" configurePresets ${index}
            toolchainFile)
        if(name STREQUAL LIMEN_TARGET AND file)
            string(REPLACE "\${sourceDir}" ${limen_source} file ${file})
            set(${result} ${file} PARENT_SCOPE)
        endif()
    endforeach()
endfunction()

if(NOT LIMEN_BOARD_PATH)
    string(REPLACE ":" ";" LIMEN_BOARD_PATH "$ENV{LIMEN_BOARD_PATH}")
endif()
if(LIMEN_TARGET AND NOT CMAKE_TOOLCHAIN_FILE)
    limen_toolchain(limen_toolchain_file)
    if(limen_toolchain_file)
        set(CMAKE_TOOLCHAIN_FILE ${limen_toolchain_file} CACHE FILEPATH "Chosen by LIMEN_TARGET")
    endif()
endif()

macro(limen_init)
    add_subdirectory(${limen_source} limen EXCLUDE_FROM_ALL)
endmacro()
