/* SPDX-License-Identifier: Apache-2.0 */
/* The most recent results, for any thread. The mutex inherits, because the console is less
 * urgent. */
#include "logger.h"

#define KEPT 16

static TX_MUTEX lock;
static struct result kept[KEPT];
static ULONG count;

VOID log_init(VOID)
{
    must(tx_mutex_create(&lock, "log", TX_INHERIT));
}

static VOID keep(const struct result *result)
{
    must(tx_mutex_get(&lock, TX_WAIT_FOREVER));
    kept[count % KEPT] = *result;
    count++;
    must(tx_mutex_put(&lock));
}

UINT log_read(ULONG number, struct result *result)
{
    UINT found;

    must(tx_mutex_get(&lock, TX_WAIT_FOREVER));
    found = number < count && number + KEPT >= count ? TX_TRUE : TX_FALSE;
    if (found) {
        *result = kept[number % KEPT];
    }
    must(tx_mutex_put(&lock));
    return found;
}

VOID log_entry(ULONG alarm_limit)
{
    for (;;) {
        struct result *result;

        must(tx_queue_receive(&results, &result, TX_WAIT_FOREVER));
        result->is_alarm = result->peak > alarm_limit;
        keep(result);
        must(tx_event_flags_set(&events, EVENT_RESULT, TX_OR));
        must(tx_block_release(result));
    }
}
