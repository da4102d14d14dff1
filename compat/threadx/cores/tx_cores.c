/* SPDX-License-Identifier: Apache-2.0 */
/* Threads and timers on several cores (tx_cores.h): only threadx-cores contains this file. Each
 * core has a kernel of its own. Core 0 creates all objects of this layer. It counts the timers,
 * too, and passes the functions that are for another core to a thread there, through a shared
 * queue.
 */
#include "tx_run.h"

#define CHECK_THREAD(t) TX_LIMEN_CHECK_OBJECT(t, tx_thread_id, TX_THREAD_ID, TX_THREAD_ERROR)
#define CHECK_TIMER(t) TX_LIMEN_CHECK_OBJECT(t, tx_timer_id, TX_TIMER_ID, TX_TIMER_ERROR)

/* In most programs without trace. */
#pragma weak tx_limen_trace_begin

/* A function of a timer to call. */
struct call {
    VOID (*function)(ULONG input);
    ULONG input;
};

enum { CALLS = 8, OTHERS = LM_CORES - 1 };

static struct {
    struct lm_queue queue;
    struct call places[CALLS];
    TX_THREAD thread;
    UCHAR stack[TX_TIMER_THREAD_STACK_SIZE] __attribute__((aligned(16)));
} callers[OTHERS];

bool tx_limen_is_within_reach(const struct lm_object *object)
{
    return tx_limen_is_own(object) || (object->kind & LM_KIND_SHARED) != 0 ||
           (object->kind & LM_KIND_MASK) == LM_KIND_THREAD;
}

/* The lowest core that the map allows, or LM_CORES. */
static UINT lowest_core(ULONG exclusion_map)
{
    UINT core = 0;

    while (core < LM_CORES && (exclusion_map >> core & 1U) != 0) {
        core++;
    }
    return core;
}

UINT _tx_thread_smp_core_exclude(TX_THREAD *thread_ptr, ULONG exclusion_map)
{
    UINT core = lowest_core(exclusion_map);
    bool itself = tx_limen_is_called_from(TX_FROM_THREAD | TX_FROM_TIMER) &&
                  lm_thread_self() == &thread_ptr->limen;

    if (core == LM_CORES) {
        return TX_NOT_DONE;
    }
    enum lm_status status =
        itself ? lm_thread_move(core) : lm_thread_set_core(&thread_ptr->limen, core);

    if (status != LM_OK) {
        return TX_NOT_DONE;
    }
    thread_ptr->limen_excluded = exclusion_map;
    return TX_SUCCESS;
}

UINT _txe_thread_smp_core_exclude(TX_THREAD *thread_ptr, ULONG exclusion_map)
{
    TX_LIMEN_CALL_ON(THREAD_SMP_CORE_EXCLUDE, thread_ptr);
    CHECK_THREAD(thread_ptr);

    return _tx_thread_smp_core_exclude(thread_ptr, exclusion_map);
}

UINT _tx_thread_smp_core_exclude_get(TX_THREAD *thread_ptr, ULONG *exclusion_map_ptr)
{
    *exclusion_map_ptr = thread_ptr->limen_excluded;
    return TX_SUCCESS;
}

UINT _txe_thread_smp_core_exclude_get(TX_THREAD *thread_ptr, ULONG *exclusion_map_ptr)
{
    TX_LIMEN_CALL_ON(THREAD_SMP_CORE_EXCLUDE_GET, thread_ptr);
    CHECK_THREAD(thread_ptr);
    TX_LIMEN_CHECK(exclusion_map_ptr != NULL, TX_PTR_ERROR);

    return _tx_thread_smp_core_exclude_get(thread_ptr, exclusion_map_ptr);
}

UINT _tx_thread_smp_core_get(VOID)
{
    return lm_core_self();
}

UINT _tx_timer_smp_core_exclude(TX_TIMER *timer_ptr, ULONG exclusion_map)
{
    if (lowest_core(exclusion_map) == LM_CORES) {
        return TX_NOT_DONE;
    }
    timer_ptr->limen_excluded = exclusion_map;
    return TX_SUCCESS;
}

UINT _txe_timer_smp_core_exclude(TX_TIMER *timer_ptr, ULONG exclusion_map)
{
    TX_LIMEN_CALL_ON(TIMER_SMP_CORE_EXCLUDE, timer_ptr);
    CHECK_TIMER(timer_ptr);

    return _tx_timer_smp_core_exclude(timer_ptr, exclusion_map);
}

UINT _tx_timer_smp_core_exclude_get(TX_TIMER *timer_ptr, ULONG *exclusion_map_ptr)
{
    *exclusion_map_ptr = timer_ptr->limen_excluded;
    return TX_SUCCESS;
}

UINT _txe_timer_smp_core_exclude_get(TX_TIMER *timer_ptr, ULONG *exclusion_map_ptr)
{
    TX_LIMEN_CALL_ON(TIMER_SMP_CORE_EXCLUDE_GET, timer_ptr);
    CHECK_TIMER(timer_ptr);
    TX_LIMEN_CHECK(exclusion_map_ptr != NULL, TX_PTR_ERROR);

    return _tx_timer_smp_core_exclude_get(timer_ptr, exclusion_map_ptr);
}

/* If the queue is full, the timer thread waits, and with it the functions of core 0. */
VOID tx_limen_cores_call(const TX_TIMER *timer_ptr)
{
    const TX_TIMER_INTERNAL *internal = &timer_ptr->tx_timer_internal;
    struct call call = {.function = internal->tx_timer_internal_timeout_function,
                        .input = internal->tx_timer_internal_timeout_param};

    (void)lm_queue_send(&callers[lowest_core(timer_ptr->limen_excluded) - 1].queue, &call,
                        LM_FOREVER);
}

static VOID serve(ULONG other)
{
    for (;;) {
        struct call call;

        (void)lm_queue_receive(&callers[other].queue, &call, LM_FOREVER);
        call.function(call.input);
    }
}

bool tx_limen_cores_is_timer_thread(const struct lm_thread *thread)
{
    const struct lm_thread *here =
        lm_core_self() != 0 ? &callers[lm_core_self() - 1].thread.limen : NULL;

    return thread == here && here != NULL;
}

VOID tx_limen_cores_begin(VOID)
{
    for (UINT i = 0; i < OTHERS; i++) {
        (void)lm_queue_create_shared(&callers[i].queue, "timers", callers[i].places, CALLS,
                                     sizeof callers[i].places[0]);
        (void)_tx_thread_create_unsliced(
            &callers[i].thread, (CHAR *)(uintptr_t) "System Timer Thread", serve, i,
            callers[i].stack, sizeof callers[i].stack, TX_TIMER_THREAD_PRIORITY,
            TX_TIMER_THREAD_PRIORITY, TX_NO_TIME_SLICE, TX_AUTO_START);
        (void)_tx_thread_smp_core_exclude(&callers[i].thread, ~((ULONG)2 << i));
    }
}

static void prepare(void)
{
    lm_trace_set_api(LM_TRACE_THREADX);
    if (tx_limen_trace_begin != NULL) {
        tx_limen_trace_begin();
    }
}

VOID tx_limen_cores_start(VOID)
{
    for (UINT core = 1; core < LM_CORES; core++) {
        (void)lm_core_start(core, prepare);
    }
}
