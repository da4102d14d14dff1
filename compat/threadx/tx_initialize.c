/* SPDX-License-Identifier: Apache-2.0 */
/* From main to the first thread. */
#include "limen.h"
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

static inline __attribute__((always_inline)) void start_ticker(void)
{
    if (tx_application_tick != NULL || test_interrupt_dispatch != NULL) {
        (void)lm_timer_create(&ticker, "tick", tick, NULL);
        (void)lm_timer_start(&ticker, LM_UNTIL(tx_limen_instant(1)), TX_LIMEN_TICK);
    }
}

/* What only programs contain that name the variables of ThreadX, or have middleware that waits. */
VOID tx_limen_current_begin(VOID) __attribute__((weak));
VOID tx_limen_clock_begin(VOID) __attribute__((weak));
VOID tx_limen_slice_begin(VOID) __attribute__((weak));
VOID tx_limen_suspend_begin(VOID) __attribute__((weak));
extern volatile ULONG _tx_thread_system_state __attribute__((weak));

static inline void begin(VOID (*part)(VOID))
{
    if (part != NULL) {
        part();
    }
}

static void begin_parts(void)
{
    begin(tx_limen_current_begin);
    begin(tx_limen_clock_begin);
    begin(tx_limen_slice_begin);
    begin(tx_limen_suspend_begin);
}

static void set_state(ULONG state)
{
    if (&_tx_thread_system_state != NULL) {
        _tx_thread_system_state = state;
    }
}

static inline __attribute__((always_inline)) void enter(VOID (*begin_timers)(VOID))
{
    tx_limen_port_begin();
    lm_kernel_init();
    lm_trace_set_api(LM_TRACE_THREADX);
    lm_slices_in(TX_LIMEN_TICK);
    set_state(TX_INITIALIZE_IN_PROGRESS);
    begin_parts();
    begin_timers();
    tx_application_define(tx_limen_unused_memory());
    start_ticker();
    set_state(TX_INITIALIZE_IS_FINISHED);
    tx_limen_is_started = true;
    lm_kernel_start();
}

VOID _tx_initialize_kernel_enter(VOID)
{
    enter(tx_limen_timer_thread_create);
}

static inline void set_tick(ULONG ticks_per_second)
{
    if (ticks_per_second > 0 && ticks_per_second <= LM_CLOCK_HZ) {
        tx_limen_tick = (uint32_t)(LM_CLOCK_HZ / ticks_per_second);
    }
}

VOID _tx_limen_kernel_enter(ULONG ticks_per_second)
{
    set_tick(ticks_per_second);
    _tx_initialize_kernel_enter();
}

/* For programs with options; the linker drops it from the others. */
VOID _tx_limen_kernel_enter_with(ULONG ticks_per_second, VOID (*begin_timers)(VOID))
{
    set_tick(ticks_per_second);
    enter(begin_timers);
}
