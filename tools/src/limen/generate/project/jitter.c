/* SPDX-License-Identifier: Apache-2.0 */
/* Only programs of systems with jitter, or with restarts by budgets, contain this file. */
#include "jitter.h"

void begin_jitter(void)
{
    for (uint32_t i = 0; i < late_period_count; i++) {
        struct lm_jitter *jitter = late_periods[i].jitter;

        jitter->period.releaser.kind = &lm_jitter_kind;
        jitter->key = lm_draw_key(jitter_seed, late_periods[i].stream, LM_DRAW_JITTER);
    }
}

uint64_t late_instant(uint32_t request)
{
    struct late_request *late = &late_requests[request];
    uint64_t key = lm_draw_key(jitter_seed, late->stream, LM_DRAW_JITTER);
    uint64_t arrival = SYSTEM_BEGIN + late->number * late->period;

    return arrival + late->unit * lm_draw(key, late->number++, 0, late->jitter);
}
