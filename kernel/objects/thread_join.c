/* SPDX-License-Identifier: Apache-2.0 */
/* Waits for the end of a thread. All threads that wait for an end are in the list of one semaphore,
 * which has no units. So a thread does not need a list of its own, and a program without this file
 * does not pay for it: its threads end with the function in give_back.c. */
#include "objects/semaphore.h"
#include "objects/thread.h"
#include <string.h>

static LM_PORT_INSTANCE struct {
    struct lm_semaphore semaphore;
    uint8_t epoch; /* the epoch of lm_kernel_init in which it was created */
} ends;

static bool are_of_now(void)
{
    return ends.epoch == lm_kernel()->epoch;
}

/* End the waits for this thread. */
static void tell(struct lm_cpu *cpu, const struct lm_thread *ended)
{
    struct lm_thread *next = NULL;

    for (struct lm_thread *each = ends.semaphore.waiters.first; each != NULL; each = next) {
        next = lm_wait_list_next(&ends.semaphore.waiters, each);
        if (each->wait_data == ended) {
            lm_wait_satisfy(cpu, each);
        }
    }
}

lm_lock_key lm_thread_give_back(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_waits_for how,
                                lm_lock_key key)
{
    key = lm_thread_give_back_all(cpu, thread, how, key);
    if (are_of_now()) {
        tell(cpu, thread);
    }
    return key;
}

static void begin(void)
{
    if (!are_of_now()) {
        ends.epoch = lm_kernel()->epoch;
        memset(&ends.semaphore, 0, sizeof ends.semaphore);
        (void)lm_semaphore_create(&ends.semaphore, "ends of threads", 0, LM_BY_PRIORITY);
    }
}

enum lm_status lm_thread_join(struct lm_thread *thread, lm_timeout timeout)
{
    LM_CALL_ON(THREAD_JOIN, thread);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, thread, LM_KIND_THREAD);
    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    if (thread->state == LM_STATE_TERMINATED) {
        return lm_leave(key, LM_OK);
    }
    if (timeout == LM_NO_WAIT) {
        return lm_leave(key, LM_UNAVAILABLE);
    }
    LM_REQUIRE(key, thread != cpu->running, LM_DEADLOCK);
    begin();
    cpu->running->wait_data = thread;
    lm_semaphore_observe_wait(&ends.semaphore);
    return lm_wait_in(&ends.semaphore.waiters, timeout);
}
