/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the results and ends the program after the last one. */
#include "logger.h"
#include <stdio.h>

static VOID show(const struct result *result)
{
    printf("result %lu: mean %3lu, peak %3lu%s\n", (unsigned long)result->number,
           (unsigned long)result->mean, (unsigned long)result->peak,
           result->is_alarm ? ", alarm" : "");
}

VOID console_entry(ULONG results_to_show)
{
    ULONG shown = 0;

    while (shown < results_to_show) {
        struct result result;
        ULONG what;

        must(tx_event_flags_get(&events, EVENT_RESULT, TX_OR_CLEAR, &what, TX_WAIT_FOREVER));
        while (shown < results_to_show && log_read(shown, &result)) {
            show(&result);
            shown++;
        }
    }
    printf("%lu samples lost\n", (unsigned long)sensor_lost());
}
