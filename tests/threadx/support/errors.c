/* SPDX-License-Identifier: Apache-2.0 */
/* The errors of a call, in the trace; see errors.h. */
#include "errors.h"
#include <limen/trace.h>
#include <string.h>

enum { RECORDS = 512, EVENT_ERROR = 120, HEADER_WORDS = 16, RECORD_WORDS = 4 };

static uint32_t buffer[LM_TRACE_BYTES(0, RECORDS) / sizeof(uint32_t)];
static void restart(void)
{
    lm_trace_filter(~LM_TRACE_CLASS((unsigned)EVENT_ERROR));
    (void)lm_trace_start(buffer, sizeof buffer, 0);
}

/* No more than these records are written between two calls. */
static struct error find(void)
{
    const uint32_t *end = buffer + buffer[28 / 4] / sizeof(uint32_t);
    struct error error = {0};

    for (const uint32_t *at = buffer + HEADER_WORDS; at < end; at += RECORD_WORDS) {
        if ((at[1] & 0xFFU) == EVENT_ERROR) {
            error.count++;
            error.interface = at[3] >> 16;
            error.number = at[2] >> 16;
            error.status = at[3] & 0xFFFFU;
        }
    }
    return error;
}

struct error errors_of(const char *service, unsigned result)
{
    static enum { FREE, OURS, NOT_OURS } trace;
    struct error error = {0};
    uint32_t key = lm_interrupts_disable();

    if (result == TX_SUCCESS && strcmp(service, "tx_trace_enable") == 0) {
        trace = NOT_OURS;
    }
    if (trace == OURS) {
        error = find();
    }
    if (trace != NOT_OURS) {
        trace = OURS;
        restart();
    }
    lm_interrupts_enable(key);
    return error;
}
