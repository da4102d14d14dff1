/* SPDX-License-Identifier: Apache-2.0 */
/* A random program: a list of calls for each task, which both the tasks and the model execute.
 * tests/support/freertos_kernel.py reads it in the form in which main.c prints it. */
#ifndef RANDOM_SCRIPT_H
#define RANDOM_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TASKS_MAX = 5,
    CALLS_MAX = 64,
    PRIORITY_MAX = 4,
    QUEUES = 2,
    SEMAPHORES = 2,
    MUTEXES = 2,
    STREAMS = 2, /* of bytes and of messages */
    MEMBERS = 2, /* of a set: a queue and a semaphore */
    TIMERS = 2,
    CALLBACKS = TIMERS + 1, /* of each timer, and of a pended call */
    FOREVER = -1
};

/* The groups of calls; a set of bits selects some of them. */
enum {
    WITH_QUEUES = 1,
    WITH_SEMAPHORES = 2,
    WITH_STATES = 4,
    WITH_INTERRUPTS = 8,
    WITH_SECTIONS = 16,
    WITH_NOTIFICATIONS = 32,
    WITH_GROUPS = 64,
    WITH_MUTEXES = 128,
    WITH_PRIORITIES = 256,
    WITH_EQUALS = 512,
    WITH_STREAMS = 1024,
    WITH_TIMERS = 2048,
    WITH_ENDS = 4096,
    WITH_SETS = 8192,
    WITH_ALL = 16383,
    FOR_ALL = WITH_QUEUES | WITH_SEMAPHORES | WITH_STATES | WITH_NOTIFICATIONS | WITH_GROUPS |
              WITH_TIMERS | WITH_SETS /* each task and the handler can make these calls */
};

#define CALLS(CALL)                                                                                \
    CALL(work)                                                                                     \
    CALL(delay)                                                                                    \
    CALL(delay_until)                                                                              \
    CALL(send)                                                                                     \
    CALL(send_front)                                                                               \
    CALL(overwrite)                                                                                \
    CALL(receive)                                                                                  \
    CALL(peek)                                                                                     \
    CALL(reset)                                                                                    \
    CALL(waiting)                                                                                  \
    CALL(take)                                                                                     \
    CALL(give)                                                                                     \
    CALL(lock)                                                                                     \
    CALL(unlock)                                                                                   \
    CALL(set_bits)                                                                                 \
    CALL(clear_bits)                                                                               \
    CALL(wait_bits)                                                                                \
    CALL(sync)                                                                                     \
    CALL(notify)                                                                                   \
    CALL(notify_take)                                                                              \
    CALL(notify_wait)                                                                              \
    CALL(state_clear)                                                                              \
    CALL(suspend)                                                                                  \
    CALL(resume)                                                                                   \
    CALL(abort)                                                                                    \
    CALL(state)                                                                                    \
    CALL(restart)                                                                                  \
    CALL(priority)                                                                                 \
    CALL(priority_of)                                                                              \
    CALL(suspend_all)                                                                              \
    CALL(resume_all)                                                                               \
    CALL(enter)                                                                                    \
    CALL(leave)                                                                                    \
    CALL(raise)                                                                                    \
    CALL(stream_send)                                                                              \
    CALL(stream_receive)                                                                           \
    CALL(stream_used)                                                                              \
    CALL(stream_space)                                                                             \
    CALL(stream_reset)                                                                             \
    CALL(stream_trigger)                                                                           \
    CALL(set_send)                                                                                 \
    CALL(set_front)                                                                                \
    CALL(set_give)                                                                                 \
    CALL(set_select)                                                                               \
    CALL(timer_start)                                                                              \
    CALL(timer_reset)                                                                              \
    CALL(timer_period)                                                                             \
    CALL(timer_stop)                                                                               \
    CALL(timer_pend)                                                                               \
    CALL(timer_reloads)                                                                            \
    CALL(timer_active)

#define CALL_NAME(name) CALL_##name,
enum { CALLS(CALL_NAME) CALL_KINDS };
#undef CALL_NAME

/* Which object it uses, and what else it is given. Of a raise, first is the number of the calls
 * that follow and that the handler makes. */
struct call {
    uint8_t kind, object;
    int16_t first, second, third, ticks;
};

struct script {
    unsigned tasks, ticks;
    unsigned lengths[QUEUES], ceilings[SEMAPHORES], counts[SEMAPHORES];
    unsigned periods[TIMERS], reloads[TIMERS];
    unsigned priorities[TASKS_MAX];
    unsigned calls[TASKS_MAX + 1];
    struct call list[TASKS_MAX + 1][CALLS_MAX]; /* the last ones are those of the callbacks */
};

extern const char *const script_names[CALL_KINDS];

/* The random program with this number. */
void script_make(struct script *script, uint32_t seed, unsigned groups);

#endif
