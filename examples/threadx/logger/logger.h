/* SPDX-License-Identifier: Apache-2.0 */
/* A data logger: an interrupt samples, one thread filters, one logs, and one prints.
 *
 *   sensor_interrupt --samples--> filter --results--> log --events--> console
 */
#ifndef LOGGER_H
#define LOGGER_H

#include "tx_api.h"

#define STACK_BYTES 2048

#define EVENT_RESULT 0x1U

/* The result of the filter for a group of samples. */
struct result {
    ULONG number;
    ULONG mean;
    ULONG peak;
    UINT is_alarm;
};

/* The types of results and samples in queues: a pointer may need more than one word. */
#define POINTER_WORDS ((UINT)(sizeof(VOID *) / sizeof(ULONG)))
#define SAMPLE_WORDS TX_1_ULONG

extern TX_QUEUE samples;
extern TX_QUEUE results;
extern TX_BLOCK_POOL result_pool;
extern TX_EVENT_FLAGS_GROUP events;

/* sensor.c. To be called once per millisecond, in an interrupt. */
VOID sensor_interrupt(VOID);
ULONG sensor_lost(VOID);

/* filter.c, log.c, console.c: the entry functions of the threads. */
VOID filter_entry(ULONG group);
VOID log_entry(ULONG alarm_limit);
VOID console_entry(ULONG results_to_show);

/* log.c. Context: threads. Returns: TX_FALSE if the log no longer has this result. */
VOID log_init(VOID);
UINT log_read(ULONG number, struct result *result);

/* main.c: ends the program if a service that cannot fail has failed. */
VOID must(UINT status);

/* board.c: save the trace. */
VOID board_save_trace(VOID *buffer, ULONG bytes);

#endif
