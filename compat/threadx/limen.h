/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this library share: who calls, for how long a call waits, what the answer of
 * a native call means in ThreadX, and the lists of what was created.
 *
 * A service is two functions. _txe_NAME looks at its caller, in the order of ThreadX's checks: the
 * first one that fails decides the answer. _tx_NAME does the work.
 */
#ifndef TX_LIMEN_H
#define TX_LIMEN_H

#define TX_SOURCE_CODE
#include "tx_api.h"

/* Clock ticks in one of ThreadX's: by the application's TX_TIMER_TICKS_PER_SECOND. */
extern uint32_t tx_limen_tick;
#define TX_LIMEN_TICK tx_limen_tick

/* Who calls. */
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

/* Tell the kernel of _tx_thread_preempt_disable, if it has changed. */
VOID tx_limen_preemption_follow(VOID);

/* First in a _txe_ function. */
#define TX_LIMEN_CHECK(condition, code)                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            return (code);                                                                         \
        }                                                                                          \
    } while (0)

#define TX_LIMEN_CHECK_OBJECT(object, id, signature, code)                                         \
    do {                                                                                           \
        tx_limen_preemption_follow();                                                              \
        TX_LIMEN_CHECK((object) != NULL && (object)->id == (signature), code);                     \
    } while (0)

/* With an application's own fields or without them: the library need not know of them. */
#define TX_LIMEN_IS_SIZE(size, type) ((size) == TX_BLOCK_BYTES(type) || (size) == sizeof(type))

#define TX_LIMEN_CHECK_CALLER(callers)                                                             \
    TX_LIMEN_CHECK(tx_limen_is_called_from(callers), TX_CALLER_ERROR)

/* Only threads may wait. */
#define TX_LIMEN_CHECK_WAIT(wait_option)                                                           \
    TX_LIMEN_CHECK((wait_option) == TX_NO_WAIT || tx_limen_is_called_from(TX_FROM_THREAD),         \
                   TX_WAIT_ERROR)

/* The border of ticks that is so many ahead. */
uint64_t tx_limen_instant(ULONG ticks);

/* Remembers whether the caller has interrupts off, which a wait turns on: tx_limen_answer turns
 * them off again. */
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

/* What no event of the kernel tells, in the trace: the numbers of ThreadX's own. */
enum {
    TX_LIMEN_BLOCK_POOL_PERFORMANCE = 14, /* and the next one: of the system */
    TX_LIMEN_BYTE_ALLOCATE = 20,
    TX_LIMEN_BYTE_POOL_PERFORMANCE = 24,
    TX_LIMEN_BYTE_RELEASE = 27,
    TX_LIMEN_EVENT_FLAGS_PERFORMANCE = 34,
    TX_LIMEN_INTERRUPT_CONTROL = 40,
    TX_LIMEN_MUTEX_PERFORMANCE = 54,
    TX_LIMEN_QUEUE_PERFORMANCE = 65,
    TX_LIMEN_SEMAPHORE_PERFORMANCE = 85,
    TX_LIMEN_THREAD_IDENTIFY = 103,
    TX_LIMEN_THREAD_PERFORMANCE = 105,
    TX_LIMEN_THREAD_STACK_ERROR_NOTIFY = 113,
    TX_LIMEN_TIMER_ACTIVATE = 122,
    TX_LIMEN_TIMER_CHANGE = 123,
    TX_LIMEN_TIMER_DEACTIVATE = 125,
    TX_LIMEN_TIMER_PERFORMANCE = 128
};

/* The lists of what was created: circular, the oldest first. Requires: interrupts are off. */
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

/* Is the object in the list? Sets the bool. O(objects), interrupts off. */
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

static inline TX_THREAD *tx_limen_thread(struct lm_thread *thread)
{
    return (TX_THREAD *)(void *)thread;
}

/* tx_timer_thread.c */
VOID tx_limen_timer_thread_create(VOID);
VOID tx_limen_timer_expired(TX_TIMER *timer_ptr);
VOID tx_limen_timer_forget(TX_TIMER *timer_ptr);
bool tx_limen_timer_is_called(const TX_TIMER *timer_ptr);

/* tx_inside.c: has tx_application_define returned? */
extern bool tx_limen_is_started;

/* What depends on the target: ports/NAME. */

/* The stack that the kernel shall use for a thread that was given this area. Returns: false if
 * there is no memory. */
struct tx_limen_stack {
    void *start;
    uint32_t bytes;
    const void *watched; /* what the stack check looks at */
};
bool tx_limen_stack_take(TX_THREAD *thread_ptr, struct tx_limen_stack *stack);
VOID tx_limen_stack_give(TX_THREAD *thread_ptr);

/* Memory that nobody uses, for tx_application_define. */
VOID *tx_limen_unused_memory(VOID);

/* First in tx_kernel_enter. */
VOID tx_limen_port_begin(VOID);

#endif
