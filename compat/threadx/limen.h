/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this library share: the context of a call, how long a call waits,
 * the conversion of native results to those of ThreadX, and the lists of created objects.
 *
 * A service is two functions. _txe_NAME checks its arguments in the order of ThreadX; the first
 * check that fails decides the result. _tx_NAME does the work.
 */
#ifndef TX_LIMEN_H
#define TX_LIMEN_H

#define TX_SOURCE_CODE
#include "tx_api.h"
#include "tx_service.h"
#include "tx_thread.h"
#include "tx_timer.h"
#include <limen/cores.h>
#include <limen_layer.h>
#include <stddef.h>

/* The context of the caller. */
enum {
    TX_FROM_START = 1, /* tx_application_define */
    TX_FROM_THREAD = 2,
    TX_FROM_TIMER = 4, /* the function of a timer */
    TX_FROM_INTERRUPT = 8
};

UINT tx_limen_caller(VOID);

static inline bool tx_limen_is_called_from(UINT callers)
{
    return (tx_limen_caller() & callers) != 0;
}

/* Does the running thread keep others from running, so that it must not wait? */
static inline bool tx_limen_is_locked(void)
{
    return _tx_thread_preempt_disable != 0 || LM_LAYER_STATE > LM_LAYER_RUNNING;
}

/* Pass a change of _tx_thread_preempt_disable on to the kernel. */
VOID tx_limen_preemption_follow(VOID);

/* The first line of each service that may return an error, for the record of the error in the
 * trace. service: its number, without TX_SERVICE_. object_ptr: its object, or the pointer that
 * should be one. */
#define TX_LIMEN_CALL_ON(service, object_ptr)                                                      \
    const VOID *const tx_limen_about __attribute__((unused)) = (object_ptr);                       \
    const uint32_t tx_limen_call __attribute__((unused)) =                                         \
        TX_LIMEN_ERROR(TX_SERVICE_##service, offsetof(__typeof__(*(object_ptr)), limen.object))

/* TX_LIMEN_CALL_CREATES: for a service that creates an object there. TX_LIMEN_CALL: for a service
 * without an object. */
#define TX_LIMEN_CALL_CREATES(service, object_ptr)                                                 \
    const VOID *const tx_limen_about __attribute__((unused)) = NULL;                               \
    const uint32_t tx_limen_call __attribute__((unused)) =                                         \
        TX_LIMEN_ERROR(TX_SERVICE_##service, offsetof(__typeof__(*(object_ptr)), limen.object))

#define TX_LIMEN_CALL(service)                                                                     \
    const VOID *const tx_limen_about __attribute__((unused)) = NULL;                               \
    const uint32_t tx_limen_call __attribute__((unused)) = TX_LIMEN_ERROR(TX_SERVICE_##service, 0)

/* An error in one word: the service, the result code, and the offset of the struct lm_object in the
 * control block. */
#define TX_LIMEN_ERROR(service, offset) ((uint32_t)(service) << 16 | (uint32_t)(offset))

/* tx_refuse.c: record the error. Returns: its code. */
UINT tx_limen_refuse(uint32_t error, const VOID *about);

/* The result of a service that fails by a mistake of its caller: an expression. */
#define TX_LIMEN_REFUSE(code) TX_LIMEN_REFUSE_OF(tx_limen_about, code)
#define TX_LIMEN_REFUSE_OF(about, code)                                                            \
    (TX_LIMEN_TRACED ? tx_limen_refuse(tx_limen_call | (uint32_t)(code) << 8, (about)) : (code))

/* A check at the start of a _txe_ function. */
#define TX_LIMEN_CHECK(condition, code) TX_LIMEN_CHECK_OF(tx_limen_about, condition, code)

#define TX_LIMEN_CHECK_OF(about, condition, code)                                                  \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            return TX_LIMEN_REFUSE_OF(about, code);                                                \
        }                                                                                          \
    } while (0)

#define TX_LIMEN_CHECK_OBJECT(object_ptr, id, signature, code)                                     \
    do {                                                                                           \
        tx_limen_preemption_follow();                                                              \
        TX_LIMEN_CHECK(                                                                            \
            (object_ptr) != NULL && (object_ptr)->id == (signature) &&                             \
                LM_CORES_OR(tx_limen_is_within_reach(&(object_ptr)->limen.object), true),          \
            code);                                                                                 \
    } while (0)

#define TX_LIMEN_CHECK_CREATOR                                                                     \
    do {                                                                                           \
        TX_LIMEN_CHECK_CALLER(TX_FROM_START | TX_FROM_THREAD);                                     \
        TX_LIMEN_CHECK_CORE_0;                                                                     \
    } while (0)

#define TX_LIMEN_CHECK_CORE_0 TX_LIMEN_CHECK(lm_core_self() == 0, TX_CALLER_ERROR)

/* For a service that shared objects and threads of other cores do not have. */
#define TX_LIMEN_CHECK_OWN(object_ptr)                                                             \
    TX_LIMEN_CHECK(LM_CORES_OR(tx_limen_is_own(&(object_ptr)->limen.object), true),                \
                   TX_FEATURE_NOT_ENABLED)

/* Does the object belong to this core alone? May this core call it? */
static inline bool tx_limen_is_own(const struct lm_object *object)
{
    return (unsigned)lm_object_kind(object) < LM_KINDS;
}

bool tx_limen_is_within_reach(const struct lm_object *object);

/* cores/tx_cores.c: prepare the other cores, before tx_application_define; start them; call the
 * function of a timer on its core. */
VOID tx_limen_cores_begin(VOID);
VOID tx_limen_cores_start(VOID);
VOID tx_limen_cores_call(const TX_TIMER *timer_ptr);

/* ... is the thread one that calls the functions of timers on another core? */
bool tx_limen_cores_is_timer_thread(const struct lm_thread *thread);

/* tx_trace.c: begin the trace of another core. Context: that core, before it starts its kernel. */
VOID tx_limen_trace_begin(VOID);

/* The size with or without additional fields of the application, which the library need not
 * know. */
#define TX_LIMEN_IS_SIZE(size, type) ((size) == TX_BLOCK_BYTES(type) || (size) == sizeof(type))

#define TX_LIMEN_CHECK_CALLER(callers)                                                             \
    TX_LIMEN_CHECK(tx_limen_is_called_from(callers), TX_CALLER_ERROR)

/* Only threads may wait. */
#define TX_LIMEN_CHECK_WAIT(wait_option)                                                           \
    TX_LIMEN_CHECK((wait_option) == TX_NO_WAIT || tx_limen_is_called_from(TX_FROM_THREAD),         \
                   TX_WAIT_ERROR)

/* Records whether the caller has disabled interrupts, which a wait enables. tx_limen_answer
 * disables them again. */
struct tx_limen_wait {
    lm_timeout timeout;
    bool interrupts_were_off;
};

static inline struct tx_limen_wait tx_limen_wait(ULONG wait_option)
{
    return (struct tx_limen_wait){_tx_limen_timeout(wait_option),
                                  wait_option != TX_NO_WAIT && lm_interrupts_are_disabled()};
}

static inline UINT tx_limen_answer(struct tx_limen_wait wait, enum lm_status status,
                                   UINT unavailable)
{
    if (wait.interrupts_were_off && !lm_interrupts_are_disabled()) {
        (void)lm_interrupts_disable();
    }
    return _tx_limen_status(status, unavailable);
}

/* The lists of created objects: circular, the oldest first. Requires: interrupts are disabled. */
#define TX_LIMEN_LINK(first, count, object, next, previous)                                        \
    do {                                                                                           \
        if ((count)++ == 0) {                                                                      \
            (first) = (object);                                                                    \
            (object)->next = (object);                                                             \
            (object)->previous = (object);                                                         \
        } else {                                                                                   \
            (object)->next = (first);                                                              \
            (object)->previous = (first)->previous;                                                \
            (first)->previous->next = (object);                                                    \
            (first)->previous = (object);                                                          \
        }                                                                                          \
    } while (0)

#define TX_LIMEN_UNLINK(first, count, object, next, previous)                                      \
    do {                                                                                           \
        if (--(count) == 0) {                                                                      \
            (first) = NULL;                                                                        \
        } else {                                                                                   \
            (object)->next->previous = (object)->previous;                                         \
            (object)->previous->next = (object)->next;                                             \
            if ((first) == (object)) {                                                             \
                (first) = (object)->next;                                                          \
            }                                                                                      \
        }                                                                                          \
    } while (0)

/* Is the object in the list? Sets the bool. O(objects), with interrupts disabled. */
#define TX_LIMEN_FIND(found, type, first, count, object, next_field)                               \
    do {                                                                                           \
        uint32_t key_ = lm_interrupts_disable();                                                   \
        const type *each_ = (first);                                                               \
        (found) = false;                                                                           \
        for (ULONG left_ = (count); left_ > 0 && !(found); left_--) {                              \
            (found) = each_ == (object);                                                           \
            each_ = each_->next_field;                                                             \
        }                                                                                          \
        lm_interrupts_enable(key_);                                                                \
    } while (0)

/* *target = value, for outputs that may be NULL. */
#define TX_LIMEN_GIVE(target, value)                                                               \
    do {                                                                                           \
        if ((target) != NULL) {                                                                    \
            *(target) = (value);                                                                   \
        }                                                                                          \
    } while (0)

/* tx_thread_create.c: the native entry function of the threads of this layer. */
void tx_limen_thread_run(void *argument);

/* NULL if there is no thread, or another interface has created it. */
static inline TX_THREAD *tx_limen_thread(struct lm_thread *thread)
{
    return thread != NULL && thread->entry == tx_limen_thread_run ? (TX_THREAD *)(void *)thread
                                                                  : NULL;
}

/* tx_timer_thread.c */
VOID tx_limen_timer_thread_create(VOID);
VOID tx_limen_timer_expired(TX_TIMER *timer_ptr);
VOID tx_limen_timer_forget(TX_TIMER *timer_ptr);
bool tx_limen_timer_is_called(const TX_TIMER *timer_ptr);
VOID tx_limen_timer_call(TX_TIMER *timer_ptr);

/* The function of the native timer. */
VOID tx_limen_timer_expire(void *argument);

/* A timer without a period that expires is not active any more, unless an interrupt that is more
 * urgent than the alarm has activated it again. */
static inline void tx_limen_timer_end(TX_TIMER *timer_ptr)
{
    uint32_t key = lm_interrupts_disable();

    if (timer_ptr->tx_timer_internal.tx_timer_internal_re_initialize_ticks == 0 &&
        timer_ptr->limen.timeout.node.next == NULL) {
        timer_ptr->limen_active = TX_FALSE;
        timer_ptr->tx_timer_internal.tx_timer_internal_remaining_ticks = 0;
    }
    lm_interrupts_enable(key);
}

/* tx_initialize.c: from tx_kernel_enter to the first thread, and the call at every tick.
 * begin_timers: creates the timer thread, or its replacement. */
VOID tx_limen_run(ULONG ticks_per_second, VOID (*begin_timers)(VOID));
VOID tx_limen_tick_begin(VOID);
VOID *tx_limen_first_unused_memory(VOID);

/* The functions that tx_parts.c calls if the program contains them, and the request for tx_parts.c.
 * The request is in a note, which the linker keeps outside of the memory of the program. */
VOID tx_limen_state_begin(VOID);
VOID tx_limen_state_end(VOID);
VOID tx_limen_current_begin(VOID);
VOID tx_limen_clock_begin(VOID);
VOID tx_limen_slice_begin(VOID);
VOID tx_limen_suspend_begin(VOID);
extern const UCHAR tx_limen_parts;
#define TX_LIMEN_PART TX_LIMEN_NOTE("tx_limen_parts")

/* tx_stack_error.c: call the handler if the stack of a thread has overflowed. A thread that another
 * one suspends does not leave the processor, when its stack would be checked. */
VOID tx_limen_stack_check(TX_THREAD *thread_ptr);

/* tx_suspend.c: the object for which middleware waits in the trace. */
extern struct lm_semaphore tx_limen_place;

/* tx_thread_create.c: the service without the waits of middleware. */
UINT tx_limen_terminate(TX_THREAD *thread_ptr);

/* The part that depends on the target: ports/NAME. */

/* Unused memory, for tx_application_define, unless the application says where it begins. */
VOID *tx_limen_unused_memory(VOID);

/* The first call in tx_kernel_enter. */
VOID tx_limen_port_begin(VOID);

#endif
