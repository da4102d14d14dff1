/* SPDX-License-Identifier: Apache-2.0 */
/* A program with cyclic threads; see footprint.h. */
#include "footprint.h"
#include <limen/cyclic.h>
#include <limen/limen.h>

static struct lm_cyclic cyclic;
static struct lm_tick tick;
static struct lm_thread thread;

FEATURE(cyclic)
{
    lm_tick_create(&tick, &(struct lm_tick_config){.name = "", .length = LM_MS(1)});
    lm_tick_start(&tick);
    lm_tick_attach(&tick, &cyclic, &thread);
    lm_cyclic_set_period(&cyclic, LM_MS(2), 0);
}
