/* SPDX-License-Identifier: Apache-2.0 */
/* How long each service of the kernel keeps interrupts off: declarations that the cases share.
 *
 * In a trial, in this order:
 *
 *   prepare   by the caller: the objects that it owns before any thread waits
 *   wait      by each of count threads, from the last one to the first; they are less urgent than
 *             the caller
 *   ready     by the caller: the rest of what the call needs
 *   act       by the caller: the one call that is measured
 *
 * The window that the emulator measures begins before act. It ends when act returns, when a waiting
 * thread continues, or when no thread is ready, whichever comes first.
 */
#ifndef LIMEN_BENCH_MASKED_H
#define LIMEN_BENCH_MASKED_H

#include <limen/board.h>
#include <limen/limen.h>

enum { MANY = 32, CALLER = 2, MIDDLE = 5, LEAST = 29, MESSAGE_BYTES_MAX = 2048 };

struct masked_case {
    const char *name;
    bool scales; /* two trials, with 1 and with MANY; else one, with 1 */
    void (*prepare)(void);
    void (*wait)(unsigned index); /* NULL: no thread waits */
    void (*ready)(void);
    void (*act)(void);
    uint16_t priority;               /* of the caller, 0: CALLER */
    enum lm_order order;             /* in which the objects serve */
    uint32_t message_bytes;          /* of the queue, 0: 4 */
    uint32_t lasts;                  /* ticks until the effect of act ends; most end at once */
    LM_IF_CORES(void (*undo)(void);) /* before the objects are deleted, or NULL */
};

extern struct lm_thread caller, spare, waiters[MANY + 1];
extern struct lm_semaphore semaphore;
extern struct lm_mutex mutexes[MANY + 1], ceiling;
extern struct lm_queue queue;
extern struct lm_event_flags flags;
extern struct lm_timer timers[MANY];
extern struct lm_block_pool blocks;
extern struct lm_byte_pool bytes;
extern uint32_t message[MESSAGE_BYTES_MAX / 4 + 1];
extern unsigned count; /* number of threads or objects, 1 or MANY */

/* Create the spare thread of the case. Its entry function ends the window. */
void create_spare(unsigned priority, bool suspended);

/* Delete the objects of signal_cases. */
void delete_signals(void);

/* End the program, because the call to be measured failed. */
_Noreturn void fail(const char *what);

/* A step of a case that is one call. */
#define STEP(name, call)                                                                           \
    static void name(void)                                                                         \
    {                                                                                              \
        (void)(call);                                                                              \
    }
#define EXPECT(name, call, status)                                                                 \
    static void name(void)                                                                         \
    {                                                                                              \
        if ((call) != (status)) {                                                                  \
            fail(#call);                                                                           \
        }                                                                                          \
    }
#define CALL(name, call) EXPECT(name, call, LM_OK)
#define WAIT(name, call)                                                                           \
    static void name(unsigned index)                                                               \
    {                                                                                              \
        (void)index;                                                                               \
        (void)(call);                                                                              \
    }
/* For each of count objects. */
#define EACH(name, call)                                                                           \
    static void name(void)                                                                         \
    {                                                                                              \
        for (unsigned i = 0; i < count; i++) {                                                     \
            (void)(call);                                                                          \
        }                                                                                          \
    }

/* Tables of cases, each ended by one without a name. The last is in tests/targets/cores/masked, for
 * limen-cores, which has no layers and so neither models nor ticks. */
extern const struct masked_case thread_cases[], mutex_cases[], object_cases[], message_cases[],
    signal_cases[], time_cases[], model_cases[], tick_cases[], slice_cases[], shared_cases[];

#endif
