/* SPDX-License-Identifier: Apache-2.0 */
/* The life of a thread: create, reset, terminate, delete. */
#include "limen.h"
#include "tx_start.h"

/* Only tx_thread_slice.c creates threads with slices, and it refers to this function. */
#pragma weak lm_slice_use

TX_THREAD *_tx_thread_created_ptr;
ULONG _tx_thread_created_count;

#define CHECK_THREAD(t) TX_LIMEN_CHECK_OBJECT(t, tx_thread_id, TX_THREAD_ID, TX_THREAD_ERROR)

static void tell(TX_THREAD *thread_ptr, UINT type)
{
    if (thread_ptr->tx_thread_entry_exit_notify != NULL) {
        thread_ptr->tx_thread_entry_exit_notify(thread_ptr, type);
    }
}

void tx_limen_thread_run(void *argument)
{
    TX_THREAD *thread_ptr = argument;

    tell(thread_ptr, TX_THREAD_ENTRY);
    thread_ptr->tx_thread_entry(thread_ptr->tx_thread_entry_parameter);
    lm_interrupts_enable(0); /* the entry function may have left them off */
    tell(thread_ptr, TX_THREAD_EXIT);
}

UINT _tx_thread_entry_exit_notify(TX_THREAD *thread_ptr,
                                  VOID (*thread_entry_exit_notify)(TX_THREAD *notify_thread_ptr,
                                                                   UINT type))
{
    thread_ptr->tx_thread_entry_exit_notify = thread_entry_exit_notify;
    lm_trace_service(TX_SERVICE_THREAD_ENTRY_EXIT_NOTIFY, &thread_ptr->limen.object,
                     thread_entry_exit_notify != NULL);
    return TX_SUCCESS;
}

UINT _txe_thread_entry_exit_notify(TX_THREAD *thread_ptr,
                                   VOID (*thread_entry_exit_notify)(TX_THREAD *notify_thread_ptr,
                                                                    UINT type))
{
    TX_LIMEN_CALL_ON(THREAD_ENTRY_EXIT_NOTIFY, thread_ptr);
    CHECK_THREAD(thread_ptr);

    return _tx_thread_entry_exit_notify(thread_ptr, thread_entry_exit_notify);
}

static void link_thread(TX_THREAD *thread_ptr)
{
    uint32_t key = lm_interrupts_disable();

    TX_LIMEN_LINK(_tx_thread_created_ptr, _tx_thread_created_count, thread_ptr,
                  tx_thread_created_next, tx_thread_created_previous);
    thread_ptr->tx_thread_id = TX_THREAD_ID;
    lm_interrupts_enable(key);
}

/* Stack checks examine the area of the application, also where the thread runs on another stack. */
static void watch_area(TX_THREAD *thread_ptr, bool is_stack)
{
    if (!is_stack) {
        memset(thread_ptr->tx_thread_stack_start, (int)(TX_STACK_FILL & 0xFFU),
               thread_ptr->tx_thread_stack_size);
        thread_ptr->limen.watched = thread_ptr->tx_thread_stack_start;
    }
}

/* Thresholds have no effect while tx_application_define runs: the kernel raises the level of a
 * thread at its dispatch. */
UINT _tx_thread_create_unsliced(TX_THREAD *thread_ptr, CHAR *name_ptr,
                                VOID (*entry_function)(ULONG entry_input), ULONG entry_input,
                                VOID *stack_start, ULONG stack_size, UINT priority,
                                UINT preempt_threshold, ULONG time_slice, UINT auto_start)
{
    TX_LIMEN_CALL_CREATES(THREAD_CREATE, thread_ptr);
    struct lm_layer_stack stack;

    memset(thread_ptr, 0, sizeof *thread_ptr);
    thread_ptr->tx_thread_entry = entry_function;
    thread_ptr->tx_thread_entry_parameter = entry_input;
    thread_ptr->tx_thread_stack_start = stack_start;
    thread_ptr->tx_thread_stack_size = stack_size;
    thread_ptr->tx_thread_stack_end = (UCHAR *)stack_start + stack_size - 1;
    if (!lm_layer_stack_take(&stack, stack_start, (uint32_t)stack_size)) {
        return TX_LIMEN_REFUSE(TX_PTR_ERROR);
    }
    thread_ptr->limen_slice = (struct lm_slice)LM_SLICE((uint32_t)time_slice);

    const struct lm_thread_config config = {
        .name = name_ptr,
        .entry = tx_limen_thread_run,
        .argument = thread_ptr,
        .stack = stack.start,
        .stack_bytes = stack.bytes,
        .priority = (uint16_t)priority,
        .threshold = (uint16_t)preempt_threshold,
        .slice = time_slice != 0 ? &thread_ptr->limen_slice : NULL,
        .suspended = true,
        .counters = &thread_ptr->limen_counters,
    };

    (void)lm_thread_create(&thread_ptr->limen, &config);
    watch_area(thread_ptr, stack.is_area);
    link_thread(thread_ptr);
    if (auto_start == TX_AUTO_START) {
        (void)lm_thread_resume(&thread_ptr->limen);
    }
    return TX_SUCCESS;
}

static bool contains(uintptr_t begin, ULONG size, uintptr_t address)
{
    return address - begin < size;
}

/* Does the area overlap the stack of a thread? */
static bool stack_is_used(const UCHAR *stack_start, ULONG stack_size)
{
    uint32_t key = lm_interrupts_disable();
    const TX_THREAD *each = _tx_thread_created_ptr;
    uintptr_t wanted = (uintptr_t)stack_start;
    bool used = false;

    for (ULONG left = _tx_thread_created_count; left > 0; left--) {
        uintptr_t taken = (uintptr_t)each->tx_thread_stack_start;

        used = used || contains(taken, each->tx_thread_stack_size, wanted) ||
               contains(wanted, stack_size, taken);
        each = each->tx_thread_created_next;
    }
    lm_interrupts_enable(key);
    return used;
}

UINT _txe_thread_create_unsliced(TX_THREAD *thread_ptr, CHAR *name_ptr,
                                 VOID (*entry_function)(ULONG entry_input), ULONG entry_input,
                                 VOID *stack_start, ULONG stack_size, UINT priority,
                                 UINT preempt_threshold, ULONG time_slice, UINT auto_start,
                                 UINT thread_control_block_size)
{
    TX_LIMEN_CALL_CREATES(THREAD_CREATE, thread_ptr);
    bool exists;

    tx_limen_preemption_follow();
    TX_LIMEN_CHECK(thread_ptr != NULL && TX_LIMEN_IS_SIZE(thread_control_block_size, TX_THREAD),
                   TX_THREAD_ERROR);
    TX_LIMEN_FIND(exists, TX_THREAD, _tx_thread_created_ptr, _tx_thread_created_count, thread_ptr,
                  tx_thread_created_next);
    TX_LIMEN_CHECK_OF(thread_ptr, !exists, TX_THREAD_ERROR);
    TX_LIMEN_CHECK(lm_area_is_possible(stack_start, stack_size, 1) &&
                       !stack_is_used(stack_start, stack_size),
                   TX_PTR_ERROR);
    TX_LIMEN_CHECK(entry_function != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK(stack_size >= TX_MINIMUM_STACK, TX_SIZE_ERROR);
    TX_LIMEN_CHECK(priority < TX_MAX_PRIORITIES, TX_PRIORITY_ERROR);
    TX_LIMEN_CHECK(preempt_threshold <= priority, TX_THRESH_ERROR);
    TX_LIMEN_CHECK(auto_start <= TX_AUTO_START, TX_START_ERROR);
    TX_LIMEN_CHECK_CREATOR;

    return _tx_thread_create_unsliced(thread_ptr, name_ptr, entry_function, entry_input,
                                      stack_start, stack_size, priority, preempt_threshold,
                                      time_slice, auto_start);
}

UINT _tx_thread_reset(TX_THREAD *thread_ptr)
{
    return lm_thread_reset(&thread_ptr->limen) == LM_OK ? TX_SUCCESS : TX_NOT_DONE;
}

UINT _txe_thread_reset(TX_THREAD *thread_ptr)
{
    TX_LIMEN_CALL_ON(THREAD_RESET, thread_ptr);
    CHECK_THREAD(thread_ptr);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD);

    return _tx_thread_reset(thread_ptr);
}

/* To end such a thread is an error in the kernel, but not in ThreadX. */
static bool has_ended(const TX_THREAD *thread_ptr)
{
    return thread_ptr->tx_thread_state == TX_COMPLETED ||
           thread_ptr->tx_thread_state == TX_TERMINATED;
}

/* A thread that ends itself calls its notification before its end. For another thread it is called
 * afterwards, when that thread may be deleted. */
UINT tx_limen_terminate(TX_THREAD *thread_ptr)
{
    VOID (*notify)(TX_THREAD *, UINT) = thread_ptr->tx_thread_entry_exit_notify;
    bool itself = lm_thread_self() == &thread_ptr->limen && !lm_in_interrupt();

    if (TX_LIMEN_TRACED && has_ended(thread_ptr)) {
        return TX_SUCCESS;
    }
    if (itself) {
        tell(thread_ptr, TX_THREAD_EXIT);
    }
    enum lm_status status = lm_thread_terminate(&thread_ptr->limen);

    if (!itself && status == LM_OK && notify != NULL) {
        notify(thread_ptr, TX_THREAD_EXIT);
    }
    return TX_SUCCESS;
}

/* Weak: programs with middleware that waits use the definition in tx_suspend.c. */
UINT _tx_thread_terminate(TX_THREAD *thread_ptr) __attribute__((weak, alias("tx_limen_terminate")));

UINT _txe_thread_terminate(TX_THREAD *thread_ptr)
{
    TX_LIMEN_CALL_ON(THREAD_TERMINATE, thread_ptr);
    CHECK_THREAD(thread_ptr);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD | TX_FROM_TIMER);

    return _tx_thread_terminate(thread_ptr);
}

UINT _tx_thread_delete(TX_THREAD *thread_ptr)
{
    if (lm_thread_delete(&thread_ptr->limen) != LM_OK) {
        return TX_DELETE_ERROR;
    }
    uint32_t key = lm_interrupts_disable();

    thread_ptr->tx_thread_id = TX_CLEAR_ID;
    TX_LIMEN_UNLINK(_tx_thread_created_ptr, _tx_thread_created_count, thread_ptr,
                    tx_thread_created_next, tx_thread_created_previous);
    lm_interrupts_enable(key);
    lm_layer_stack_give(&thread_ptr->limen);
    return TX_SUCCESS;
}

UINT _txe_thread_delete(TX_THREAD *thread_ptr)
{
    TX_LIMEN_CALL_ON(THREAD_DELETE, thread_ptr);
    tx_limen_preemption_follow();
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD | TX_FROM_TIMER);
    TX_LIMEN_CHECK_CORE_0;
    CHECK_THREAD(thread_ptr);

    return _tx_thread_delete(thread_ptr);
}
