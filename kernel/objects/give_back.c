/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a thread in programs with mutexes, or with a layer that holds resources for threads:
 * the thread gives its mutexes and resources back before it stops. */
#include "objects/long_call.h"
#include "objects/ownership.h"
#include "objects/thread.h"

/* Release one mutex of a thread that ends, or a few resources that a layer holds for it. Returns:
 * whether there were any. */
static bool give_back_some(struct lm_cpu *cpu, struct lm_thread *thread)
{
    bool (*give_back)(struct lm_thread * thread) = LM_SMALL_OR(NULL, lm_kernel()->on_thread_end);
    struct lm_list *owned = thread->owned.next;

    if (give_back != NULL && give_back(thread)) {
        return true;
    }
    if (owned == &thread->owned) {
        return false;
    }
    lm_mutex_release(cpu, LM_CONTAINER(owned, struct lm_mutex, owned));
    return true;
}

/* Is there more to release than one mutex for which no thread waits? */
static bool has_much(const struct lm_thread *thread)
{
    const struct lm_list *owned = thread->owned.next;

    return owned != thread->owned.prev ||
           LM_SMALL_OR(false, (thread->layer[0] | thread->layer[1]) != 0) ||
           (owned != &thread->owned &&
            LM_CONTAINER(owned, const struct lm_mutex, owned)->waiters.first != NULL);
}

lm_lock_key lm_thread_give_back_all(struct lm_cpu *cpu, struct lm_thread *thread,
                                    enum lm_waits_for how, lm_lock_key key)
{
    bool itself = thread == cpu->running;
    bool much = LM_SMALL || has_much(thread);

    thread->end_pending = true; /* so that no interrupt in between ends it again */

    bool begun = much && lm_long_call_begin(cpu, key);

    if (much) {
        do {
            key = lm_long_call_pause(key);
        } while (give_back_some(cpu, thread));
    } else if (thread->owned.next != &thread->owned) {
        (void)give_back_some(cpu, thread);
    }
    LM_UNLESS_SMALL(thread->in_long_call = false;)
    LM_UNLESS_SMALL(thread->raised = 0;)
    LM_UNLESS_SMALL(thread->layer[0] = thread->layer[1] = 0;)
    (void)lm_thread_stop(cpu, thread, how, key);
    if (begun && !itself) {
        key = lm_long_call_end(cpu, begun, lm_long_call_pause(key));
    }
    return key;
}

/* Programs with lm_thread_join use another definition, in thread_join.c. */
extern __typeof__(lm_thread_give_back_all) lm_thread_give_back
    __attribute__((weak, alias("lm_thread_give_back_all")));
