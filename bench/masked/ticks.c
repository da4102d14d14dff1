/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts off: threads that a tick drives. A tick drives its threads for ever, so each trial has
 * ticks and threads of its own. */
#include "masked.h"

enum { LENGTH = LM_MS(1), PLACES = 8 * (MANY + 1) };

static struct lm_thread threads[PLACES];
static struct lm_cyclic cyclic[PLACES];
static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[PLACES][LM_PORT_STACK_BYTES(256)];
static struct lm_tick ticks[16];
static unsigned used, begun; /* places, ticks */
static uint32_t device;
LM_STACK(tick_stack, 512);

static void wait_ticks(void *argument)
{
    (void)argument;
    for (;;) {
        (void)lm_thread_wait_period();
    }
}

static void wait_delays(void *argument)
{
    (void)argument;
    for (;;) {
        (void)lm_cyclic_delay(LENGTH);
    }
}

static void create_tick(enum lm_tick_style style)
{
    (void)lm_tick_create(&ticks[begun], &(struct lm_tick_config){.name = "tick",
                                                                 .length = LENGTH,
                                                                 .style = style,
                                                                 LM_USE_STACK(tick_stack)});
}

static void attach(void (*entry)(void *), unsigned priority)
{
    (void)lm_thread_create(&threads[used],
                           &(struct lm_thread_config){.name = "cyclic",
                                                      LM_PREEMPTIVE((uint16_t)priority),
                                                      .entry = entry,
                                                      .suspended = true,
                                                      .stack = stacks[used],
                                                      .stack_bytes = sizeof stacks[used]});
    if (lm_tick_attach(&ticks[begun], &cyclic[used], &threads[used]) != LM_OK) {
        fail("attach");
    }
    (void)lm_cyclic_set_period(&cyclic[used], LENGTH, 0);
    (void)lm_cyclic_enable(&cyclic[used]);
    used++;
}

/* Two looks of a tick at n threads, which are all due. */
static void look(enum lm_tick_style style, void (*entry)(void *), unsigned priority)
{
    unsigned first = used;

    create_tick(style);
    for (unsigned i = 0; i < count; i++) {
        attach(entry, priority);
    }
    (void)lm_tick_start(&ticks[begun]);
    if (style == LM_TICK_DEFERRED) {
        (void)lm_thread_sleep(3 * LENGTH);
    } else {
        lm_work(3 * LENGTH);
    }
    while (used > first) {
        (void)lm_cyclic_disable(&cyclic[--used]);
    }
    used = first + count;
    begun++;
}

STEP(look_in_interrupt, (look(LM_TICK_IN_INTERRUPT, wait_ticks, MIDDLE), 0))
STEP(look_at_delays, (look(LM_TICK_IN_INTERRUPT, wait_delays, CALLER - 1), 0))
STEP(look_deferred, (look(LM_TICK_DEFERRED, wait_ticks, MIDDLE), 0))

/* The calls that a cyclic thread makes: within the window the first job of one, and its release. */
static void call_all(void *argument)
{
    (void)argument;
    (void)lm_cyclic_set_timeout(LENGTH);
    (void)lm_cyclic_set_timeout(0);
    (void)lm_cyclic_arm(&device, 1, 0);
    (void)lm_cyclic_disarm();
    (void)lm_cyclic_delay(LENGTH);
    (void)lm_cyclic_await(&device, 1, 0, LENGTH);
    for (;;) {
        (void)lm_thread_wait_period();
    }
}

STEP(drive, (look(LM_TICK_IN_INTERRUPT, call_all, CALLER - 1), 0))
CALL(get_info, lm_tick_get_info(&ticks[0], &(struct lm_tick_info){0}))

const struct masked_case tick_cases[] = {
    {"tick, in the interrupt, n due", true, .act = look_in_interrupt, .lasts = 2 * LENGTH},
    {"tick, in the interrupt, n delays over", true, .act = look_at_delays, .lasts = 2 * LENGTH},
    {"tick, calls of a cyclic thread", .act = drive, .lasts = 2 * LENGTH},
    {"tick_get_info", .act = get_info},
    {"tick, deferred, n due", true, .act = look_deferred, .lasts = 8 * LENGTH},
    {0},
};
