/* SPDX-License-Identifier: Apache-2.0 */
/* From main to the first thread. */
#include "tx_run.h"
#include "tx_start.h"

/* Applications that need a call at every tick define one of these. Test programs for ThreadX use
 * the name of the second. */
VOID tx_application_tick(VOID) __attribute__((weak));
VOID test_interrupt_dispatch(VOID) __attribute__((weak));

static struct lm_timer ticker;

static void tick(void *argument)
{
    (void)argument;
    if (tx_application_tick != NULL) {
        tx_application_tick();
    }
    if (test_interrupt_dispatch != NULL) {
        test_interrupt_dispatch();
    }
}

static inline VOID begin_tick(VOID)
{
    if (tx_application_tick != NULL || test_interrupt_dispatch != NULL) {
        (void)lm_timer_create(&ticker, "tick", tick, NULL);
        (void)lm_timer_start(&ticker, LM_UNTIL(lm_layer_instant(1)), lm_layer_tick);
    }
}

VOID tx_limen_tick_begin(VOID)
{
    begin_tick();
}

static inline VOID nothing(VOID)
{
}

/* A program may have this function of a port of ThreadX. */
__attribute__((weak)) VOID _tx_initialize_low_level(VOID)
{
}

/* A program that names _tx_initialize_unused_memory contains tx_unused_memory.c instead. */
__attribute__((weak)) VOID *tx_limen_first_unused_memory(VOID)
{
    return tx_limen_unused_memory();
}

/* A program that contains tx_parts.c uses the function of that file. */
__attribute__((weak)) VOID tx_limen_run(ULONG ticks_per_second, VOID (*begin_timers)(VOID))
{
    tx_limen_run_steps(ticks_per_second, nothing, begin_timers, begin_tick, nothing);
}

VOID _tx_initialize_kernel_enter(VOID)
{
    tx_limen_run(TX_TIMER_TICKS_PER_SECOND, tx_limen_timer_thread_create);
}

VOID _tx_limen_kernel_enter(ULONG ticks_per_second)
{
    tx_limen_run(ticks_per_second, tx_limen_timer_thread_create);
}

/* For programs with options; the linker drops it from the others. */
VOID _tx_limen_kernel_enter_with(ULONG ticks_per_second, VOID (*begin_timers)(VOID))
{
    tx_limen_run(ticks_per_second, begin_timers);
}
