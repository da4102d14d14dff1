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

/* Clock ticks per tick of ThreadX: set by the TX_TIMER_TICKS_PER_SECOND of the application. */
extern uint32_t tx_limen_tick;
#define TX_LIMEN_TICK tx_limen_tick

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

/* Pass a change of _tx_thread_preempt_disable on to the kernel. */
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

/* With or without additional fields of the application; the library does not need to know them. */
#define TX_LIMEN_IS_SIZE(size, type) ((size) == TX_BLOCK_BYTES(type) || (size) == sizeof(type))

#define TX_LIMEN_CHECK_CALLER(callers)                                                             \
    TX_LIMEN_CHECK(tx_limen_is_called_from(callers), TX_CALLER_ERROR)

/* Only threads may wait. */
#define TX_LIMEN_CHECK_WAIT(wait_option)                                                           \
    TX_LIMEN_CHECK((wait_option) == TX_NO_WAIT || tx_limen_is_called_from(TX_FROM_THREAD),         \
                   TX_WAIT_ERROR)

/* The tick boundary that is this number of ticks away. */
uint64_t tx_limen_instant(ULONG ticks);

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

/* Trace records of ThreadX numbers for which the kernel has no event. */
enum {
    TX_LIMEN_BLOCK_POOL_PERFORMANCE = 14, /* and the next number: of the system */
    TX_LIMEN_BYTE_ALLOCATE = 20,
    TX_LIMEN_BYTE_POOL_PERFORMANCE = 24,
    TX_LIMEN_BYTE_RELEASE = 27,
    TX_LIMEN_EVENT_FLAGS_PERFORMANCE = 34,
    TX_LIMEN_EVENT_FLAGS_SET_NOTIFY = 37,
    TX_LIMEN_INTERRUPT_CONTROL = 40,
    TX_LIMEN_MUTEX_PERFORMANCE = 54,
    TX_LIMEN_QUEUE_PERFORMANCE = 65,
    TX_LIMEN_QUEUE_SEND_NOTIFY = 70,
    TX_LIMEN_SEMAPHORE_PERFORMANCE = 85,
    TX_LIMEN_SEMAPHORE_PUT_NOTIFY = 89,
    TX_LIMEN_THREAD_ENTRY_EXIT_NOTIFY = 102,
    TX_LIMEN_THREAD_IDENTIFY = 103,
    TX_LIMEN_THREAD_PERFORMANCE = 105,
    TX_LIMEN_THREAD_STACK_ERROR_NOTIFY = 113,
    TX_LIMEN_TIMER_ACTIVATE = 122,
    TX_LIMEN_TIMER_CHANGE = 123,
    TX_LIMEN_TIMER_DEACTIVATE = 125,
    TX_LIMEN_TIMER_PERFORMANCE = 128
};

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

static inline TX_THREAD *tx_limen_thread(struct lm_thread *thread)
{
    return (TX_THREAD *)(void *)thread;
}

/* tx_timer_thread.c */
VOID tx_limen_timer_thread_create(VOID);
VOID tx_limen_timer_expired(TX_TIMER *timer_ptr);
VOID tx_limen_timer_forget(TX_TIMER *timer_ptr);
bool tx_limen_timer_is_called(const TX_TIMER *timer_ptr);
VOID tx_limen_timer_call(TX_TIMER *timer_ptr);

/* The function of the native timer. */
VOID tx_limen_timer_expire(void *argument);

/* A timer without a period that expires is not active any more. */
static inline void tx_limen_timer_end(TX_TIMER *timer_ptr)
{
    if (timer_ptr->tx_timer_internal.tx_timer_internal_re_initialize_ticks == 0) {
        timer_ptr->limen_active = TX_FALSE;
        timer_ptr->tx_timer_internal.tx_timer_internal_remaining_ticks = 0;
    }
}

/* tx_initialize.c: from tx_kernel_enter to the first thread, and the call at every tick.
 * begin_timers: creates the thread of the timers, or what takes its place. */
VOID tx_limen_run(VOID (*begin_timers)(VOID));
VOID tx_limen_tick_begin(VOID);

/* What tx_parts.c calls if the program contains it, and the request for tx_parts.c. The request is
 * in a note, which the linker keeps outside of the memory of the program. */
VOID tx_limen_state_begin(VOID);
VOID tx_limen_state_end(VOID);
VOID tx_limen_current_begin(VOID);
VOID tx_limen_clock_begin(VOID);
VOID tx_limen_slice_begin(VOID);
VOID tx_limen_suspend_begin(VOID);
extern const UCHAR tx_limen_parts;
#define TX_LIMEN_PART TX_LIMEN_NOTE("tx_limen_parts")

/* tx_suspend.c: where middleware waits. */
extern struct lm_semaphore tx_limen_place;

/* tx_thread_create.c: the service without the waits of middleware. */
UINT tx_limen_terminate(TX_THREAD *thread_ptr);

/* tx_inside.c: has tx_application_define returned? */
extern bool tx_limen_is_started;

/* The part that depends on the target: ports/NAME. */

/* The stack that the kernel uses for a thread with the given area. Returns: false if there is no
 * memory. */
struct tx_limen_stack {
    void *start;
    uint32_t bytes;
    const void *watched; /* the area that the stack check examines */
};
bool tx_limen_stack_take(TX_THREAD *thread_ptr, struct tx_limen_stack *stack);
VOID tx_limen_stack_give(TX_THREAD *thread_ptr);

/* Unused memory, for tx_application_define. */
VOID *tx_limen_unused_memory(VOID);

/* First in tx_kernel_enter. */
VOID tx_limen_port_begin(VOID);

#endif
