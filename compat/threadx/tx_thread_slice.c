/* SPDX-License-Identifier: Apache-2.0 */
/* Time slices, and the creation of threads that may have one. tx_thread_create calls the functions
 * _unsliced where it can see that the slice is TX_NO_TIME_SLICE, so that a program without slices
 * contains no code for them, and its switches need not look for one. A program that contains this
 * file also contains kernel/time/slice.c, because of lm_thread_set_slice.
 */
#include "limen.h"
#include "tx_start.h"

#define PARAMETERS                                                                                 \
    TX_THREAD *thread_ptr, CHAR *name_ptr, VOID (*entry_function)(ULONG entry_input),              \
        ULONG entry_input, VOID *stack_start, ULONG stack_size, UINT priority,                     \
        UINT preempt_threshold, ULONG time_slice, UINT auto_start
#define ARGUMENTS                                                                                  \
    thread_ptr, name_ptr, entry_function, entry_input, stack_start, stack_size, priority,          \
        preempt_threshold, time_slice, auto_start

UINT _tx_thread_create(PARAMETERS)
{
    return _tx_thread_create_unsliced(ARGUMENTS);
}

UINT _txe_thread_create(PARAMETERS, UINT thread_control_block_size)
{
    return _txe_thread_create_unsliced(ARGUMENTS, thread_control_block_size);
}

UINT _tx_thread_time_slice_change(TX_THREAD *thread_ptr, ULONG new_time_slice,
                                  ULONG *old_time_slice)
{
    *old_time_slice = thread_ptr->tx_thread_new_time_slice;
    (void)lm_thread_set_slice(&thread_ptr->limen, &thread_ptr->limen_slice,
                              (uint32_t)new_time_slice);
    return TX_SUCCESS;
}

UINT _txe_thread_time_slice_change(TX_THREAD *thread_ptr, ULONG new_time_slice,
                                   ULONG *old_time_slice)
{
    TX_LIMEN_CALL_ON(THREAD_TIME_SLICE_CHANGE, thread_ptr);
    TX_LIMEN_CHECK_OBJECT(thread_ptr, tx_thread_id, TX_THREAD_ID, TX_THREAD_ERROR);
    TX_LIMEN_CHECK_OWN(thread_ptr);
    TX_LIMEN_CHECK(old_time_slice != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD | TX_FROM_TIMER);

    return _tx_thread_time_slice_change(thread_ptr, new_time_slice, old_time_slice);
}
