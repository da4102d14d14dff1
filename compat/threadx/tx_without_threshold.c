/* SPDX-License-Identifier: Apache-2.0 */
/* The services that set a preemption threshold, for an application with
 * TX_DISABLE_PREEMPTION_THRESHOLD: as in ThreadX, a threshold is the priority, or it is 0, which
 * disables all preemption. tx_names.h selects them.
 */
#include "limen.h"
#include "tx_start.h"

UINT _tx_thread_create_without_threshold(__typeof__(_tx_thread_create) *create,
                                         TX_THREAD *thread_ptr, CHAR *name_ptr,
                                         VOID (*entry_function)(ULONG entry_input),
                                         ULONG entry_input, VOID *stack_start, ULONG stack_size,
                                         UINT priority, UINT preempt_threshold, ULONG time_slice,
                                         UINT auto_start)
{
    return create(thread_ptr, name_ptr, entry_function, entry_input, stack_start, stack_size,
                  priority, preempt_threshold == priority ? priority : 0, time_slice, auto_start);
}

/* A threshold above the priority is left to the check, which refuses it. */
UINT _txe_thread_create_without_threshold(__typeof__(_txe_thread_create) *create,
                                          TX_THREAD *thread_ptr, CHAR *name_ptr,
                                          VOID (*entry_function)(ULONG entry_input),
                                          ULONG entry_input, VOID *stack_start, ULONG stack_size,
                                          UINT priority, UINT preempt_threshold, ULONG time_slice,
                                          UINT auto_start, UINT thread_control_block_size)
{
    return create(thread_ptr, name_ptr, entry_function, entry_input, stack_start, stack_size,
                  priority, preempt_threshold < priority ? 0 : preempt_threshold, time_slice,
                  auto_start, thread_control_block_size);
}

UINT _tx_thread_preemption_change_without_threshold(TX_THREAD *thread_ptr, UINT new_threshold,
                                                    UINT *old_threshold)
{
    uint32_t key = lm_interrupts_disable(); /* the priority must not change meanwhile */
    UINT priority = thread_ptr->tx_thread_user_priority;
    UINT status = _tx_thread_preemption_change(thread_ptr, new_threshold == priority ? priority : 0,
                                               old_threshold);

    lm_interrupts_enable(key);
    return status;
}

UINT _txe_thread_preemption_change_without_threshold(TX_THREAD *thread_ptr, UINT new_threshold,
                                                     UINT *old_threshold)
{
    TX_LIMEN_CALL_ON(THREAD_PREEMPTION_CHANGE, thread_ptr);
    TX_LIMEN_CHECK_OBJECT(thread_ptr, tx_thread_id, TX_THREAD_ID, TX_THREAD_ERROR);
    TX_LIMEN_CHECK(old_threshold != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD | TX_FROM_TIMER);

    return _tx_thread_preemption_change_without_threshold(thread_ptr, new_threshold, old_threshold);
}
