/* SPDX-License-Identifier: Apache-2.0 */
/* The record of a wrong call in the trace: the object, the call and the status. */
#ifndef LIMEN_TESTS_ERROR_ROWS_H
#define LIMEN_TESTS_ERROR_ROWS_H

#include "observe/calls.h"
#include "trace_rows.h"

/* The call returns this status and leaves a record of it, and no other record. about: the number of
 * the object. */
#define LEAVES(expression, about, call, status)                                                    \
    do {                                                                                           \
        CHECK_STATUS(expression, status);                                                          \
        WROTE({LM_EVENT_ERROR, about, LM_CALL_##call, status});                                    \
    } while (0)

/* A row for a call that returns a value instead of a status. */
#define LEAVES_AND_IS(expression, about, call, status, answer)                                     \
    do {                                                                                           \
        CHECK((expression) == (answer));                                                           \
        WROTE({LM_EVENT_ERROR, about, LM_CALL_##call, status});                                    \
    } while (0)

/* A row for a call that returns nothing. */
#define LEAVES_BEHIND(expression, about, call, status)                                             \
    do {                                                                                           \
        expression;                                                                                \
        WROTE({LM_EVENT_ERROR, about, LM_CALL_##call, status});                                    \
    } while (0)

/* Discard the records of a call that only prepares others. */
#define PREPARE(expression)                                                                        \
    do {                                                                                           \
        CHECK_STATUS(expression, LM_OK);                                                           \
        seen = written();                                                                          \
    } while (0)

#endif
