# SPDX-License-Identifier: Apache-2.0
# Reads TX_MAX_PRIORITIES from the tx_user.h of an application (TX_USER_FILE): the kernel needs at
# least as many levels.
if(TX_USER_FILE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${TX_USER_FILE})
    file(STRINGS ${TX_USER_FILE} priorities REGEX "^[ \t]*#[ \t]*define[ \t]+TX_MAX_PRIORITIES[ \t(]")
    if(priorities MATCHES "TX_MAX_PRIORITIES[^0-9;]*([0-9]+)" AND CMAKE_MATCH_1 GREATER LM_LEVELS)
        set(LM_LEVELS ${CMAKE_MATCH_1})
    endif()
endif()
