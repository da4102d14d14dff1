/* SPDX-License-Identifier: Apache-2.0 */
/* Each call of spec/calls.json between two marks, by a thread with privileges and by a user thread.
 * A first round is not counted. No call waits except thread_exit, which comes last and is counted
 * until the next thread runs. */
#include "isolation.h"

enum { CALL_ROUNDS = 2, UNITS = 10, PLACES = 8 };

static struct {
    struct lm_semaphore semaphore;
    struct lm_queue queue;
    struct lm_mutex mutex;
    struct lm_event_flags event_flags;
} objects;
static uint32_t places[PLACES], message;
static struct lm_period each_period = LM_PERIOD(1, 0, 0); /* its jobs are always late */

enum { HANDLE_semaphore, HANDLE_queue, HANDLE_mutex, HANDLE_event_flags, HANDLES };

static const struct lm_user_grant each_grants[HANDLES] = {
    [HANDLE_semaphore] = {&objects.semaphore, LM_MAY_POST_SEMAPHORE | LM_MAY_WAIT_SEMAPHORE},
    [HANDLE_queue] = {&objects.queue, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
    [HANDLE_mutex] = {&objects.mutex, LM_MAY_LOCK_MUTEX},
    [HANDLE_event_flags] = {&objects.event_flags, LM_MAY_SET_EVENT_FLAGS | LM_MAY_WAIT_EVENT_FLAGS},
};

static void create_objects(void)
{
    lm_semaphore_create(&objects.semaphore, "semaphore", UNITS, LM_FIFO);
    lm_queue_create(&objects.queue, "queue", places, PLACES, sizeof message, LM_FIFO);
    lm_mutex_create(&objects.mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
    lm_event_flags_create(&objects.event_flags, "event flags", LM_FIFO);
    create_end();
}

/* clang-format off */
#define LAB_CALL(call) lab_mark(); LAB_STEP(call) lab_mark();

#define LAB_STEP(call) lm_##call;
#define LAB_OBJECT(kind) (&objects.kind)
/* A thread with privileges ends when it returns. */
#define LAB_LAST(call) if (i + 1 == CALL_ROUNDS) { lab_mark(); return; }
static void make_each_call(void *argument)
{
    uint32_t *words = &message;

    (void)argument;
    for (int i = 0; i < CALL_ROUNDS; i++) {
#include "calls.inc"
    }
}

#undef LAB_STEP
#undef LAB_OBJECT
#undef LAB_LAST
#define LAB_STEP(call) lm_user_##call;
#define LAB_OBJECT(kind) HANDLE_##kind
#define LAB_LAST(call) if (i + 1 == CALL_ROUNDS) { LAB_CALL(call) }
static void make_each_user_call(void *argument)
{
    uint32_t *words = &((struct memory *)argument)->message;

    for (int i = 0; i < CALL_ROUNDS; i++) {
#include "calls.inc"
    }
}
/* clang-format on */

void each_call(void)
{
    create_objects();
    lab_thread((struct lm_thread_config){
        .name = "caller", LM_PREEMPTIVE(10), .entry = make_each_call, .period = &each_period});
}

void each_user_call(void)
{
    create_objects();
    create_user(&(struct user_part){0, make_each_user_call, each_grants, HANDLES, &each_period});
}
