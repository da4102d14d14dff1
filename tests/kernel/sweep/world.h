/* SPDX-License-Identifier: Apache-2.0 */
/* The world of a trial: see world.c for the threads, their priorities and what they wait for. */
#ifndef LIMEN_SWEEP_WORLD_H
#define LIMEN_SWEEP_WORLD_H

#include "sweep.h"

enum { CALLER_PRIORITY = 10, CALLER_THRESHOLD = 5 };
enum {
    WAITERS = 4,
    LOG_MAX = 8,
    ACTOR_STACK = LM_PORT_STACK_BYTES(85 * sizeof(void *)),
    WORLDS = 12,
    BORDER = 9,
    PRIORITY_CAPACITY = 2,
    STREAM_BYTES = 8,
    STREAM_LEVEL = 4
};

/* A thread and its log. */
struct actor {
    struct lm_thread thread; /* offset 0 */
    volatile bool in_call;   /* it is in the kernel: in a call, or before its entry function */
    const step_function *steps;
    unsigned starts;
    unsigned logged, logged_before; /* A */
    uint32_t log[LOG_MAX];
    _Alignas(LM_PORT_STACK_ALIGN) unsigned char stack[ACTOR_STACK];
};

struct world {
    /* At the beginning, so that the addresses distinguish actors from other threads. */
    struct actor caller; /* of service A */
    struct actor waiter[WAITERS];
    struct actor fresh; /* it was never started */
    struct actor ended;
    struct actor spare[ROLES]; /* not created */

    struct lm_semaphore semaphore, spare_semaphore[ROLES];
    struct lm_mutex mutex, ceiling, spare_mutex[ROLES];
    struct lm_queue queue, spare_queue[ROLES];
    struct lm_priority_queue priority_queue, spare_priority_queue[ROLES];
    struct lm_event_flags flags, spare_flags[ROLES];
    struct lm_notice notice, spare_notice[ROLES];
    struct lm_stream stream, messages, spare_stream[ROLES];
    struct lm_block_pool blocks, spare_blocks[ROLES];
    struct lm_byte_pool bytes, spare_bytes[ROLES];
    struct lm_timer timer, spare_timer[ROLES];
    struct lm_timer poster; /* it posts to the semaphore */
    struct lm_spinlock spinlock;
    struct lm_raw_spinlock raw_spinlock;
    struct lm_readers readers;
    struct lm_device device;
    struct lm_irq irq;

    void *block;               /* the only one */
    void *piece, *other_piece; /* together they take all bytes */
    uint32_t timer_calls, irqs;
};

extern struct world world;

/* Prepare the objects of all trials. Context: a thread. */
void world_init(void);

/* Find the worlds in which both services have an effect, at least one. Returns: their number. */
unsigned world_choose(const struct service *a, const struct service *b, unsigned worlds[WORLDS]);

/* Set up the world of this number. threshold: of the caller. The caller is ready to be resumed. */
void world_set_up(unsigned number, unsigned threshold, void (*caller)(void *actor));

/* Add everything that a program can see of the world to the outcome. */
void world_observe(void);

void world_tear_down(void);

/* Check a call that sets up the world. */
void must(enum lm_status status);

/* The objects of a world. units: of the semaphore. messages: in the queue by priority; if there are
 * any, the queue and the stream of messages have one, too. notice: its value, which was given; 0:
 * none was given. */
void objects_create(uint32_t units, unsigned messages, uint32_t notice);
void objects_delete(void);

/* Create the spare thread of a role, which is more urgent than all others. */
enum lm_status world_create_spare(enum role of, bool suspended);

/* The actor runs its own code from now on, and its log is empty. */
void actor_enter_user(struct actor *actor);

/* Make the calls of a service in a thread, and log their results. */
void actor_run(struct actor *actor, const step_function *steps);
void actor_log(struct actor *actor, uint32_t value);

/* Suspend the thread to the end of the trial. If it is nevertheless resumed, it logs that. */
void actor_park(struct actor *actor);

#endif
