/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the kernel, and ticks. */
#include "core/link.h"
#include "limen_layer.h"
#include <limen/board.h>

#pragma weak lm_layer_timers_at_start
#pragma weak lm_layer_start_cores

enum lm_layer_state lm_layer_states[LM_CORES];
uint32_t lm_layer_run;
uint32_t lm_layer_tick = 1;
uint64_t lm_layer_epoch;
void (*lm_layer_at_start)(void);

/* With another tick, the times of an interface would be wrong. */
static void require_tick(uint32_t tick)
{
    if (tick != lm_layer_tick) {
        lm_board_print("give CMSIS-RTOS2 (1000), configTICK_RATE_HZ and TX_TIMER_TICKS_PER_SECOND "
                       "one number\n");
        lm_board_exit(1);
    }
}

void lm_layer_count_from_now(void)
{
    lm_layer_epoch = 0;
    lm_layer_epoch = lm_layer_instant(0);
}

void lm_layer_begin(uint32_t ticks_per_second)
{
    uint32_t tick = (uint32_t)(LM_CLOCK_HZ / ticks_per_second);

    if (LM_LAYER_STATE != LM_LAYER_INACTIVE) {
        require_tick(tick);
        return;
    }
    lm_layer_tick = tick;
    lm_layer_at_start = NULL;
    lm_layer_run++;
    lm_kernel_init();
    lm_layer_count_from_now();
    lm_slices_in(lm_layer_tick);
    lm_layer_enter_state(LM_LAYER_READY);
}

void lm_layer_start(void)
{
    if (lm_layer_at_start != NULL) {
        lm_layer_at_start();
    }
    lm_layer_enter_state(LM_LAYER_RUNNING);
    if (LM_IS_LINKED(lm_layer_timers_at_start)) {
        lm_layer_timers_at_start();
    }
    if (LM_CORES > 1 && LM_IS_LINKED(lm_layer_start_cores)) {
        lm_layer_start_cores();
    }
    lm_kernel_start();
    lm_layer_enter_state(LM_LAYER_INACTIVE);
}

void lm_layer_set_state(enum lm_layer_state state)
{
    enum lm_layer_state before = LM_LAYER_STATE;

    if (before == LM_LAYER_RUNNING && state != LM_LAYER_RUNNING) {
        (void)lm_preempt_disable();
    }
    LM_LAYER_STATE = state;
    if (before != LM_LAYER_RUNNING && state == LM_LAYER_RUNNING) {
        (void)lm_preempt_enable();
    }
}

uint64_t lm_layer_ticks(void)
{
    return lm_layer_has_started() ? (lm_now() - lm_layer_epoch) / lm_layer_tick : 0;
}

uint64_t lm_layer_instant(uint32_t ticks)
{
    uint64_t passed = (lm_now() - lm_layer_epoch) / lm_layer_tick;

    return lm_layer_epoch + (passed + ticks) * lm_layer_tick;
}

lm_timeout lm_layer_timeout(uint32_t ticks)
{
    if (ticks == 0 || LM_LAYER_STATE > LM_LAYER_RUNNING) {
        return LM_NO_WAIT;
    }
    return ticks == UINT32_MAX ? LM_FOREVER : LM_UNTIL(lm_layer_instant(ticks));
}
