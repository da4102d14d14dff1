/* SPDX-License-Identifier: Apache-2.0 */
/* Calls in steps; see steps.h. */
#include "objects/steps.h"
#include "core/preempt.h"
#include "core/sched.h"
#include "objects/ownership.h"
#include "time/wait.h"

bool lm_steps_begin(struct lm_cpu *cpu, lm_lock_key key)
{
    bool begun = key == 0 && !lm_port_in_interrupt() && lm_kernel()->started &&
                 cpu->running->preempt_disabled < UINT16_MAX;

    if (begun) {
        lm_preempt_off(cpu);
        cpu->running->in_steps = true;
    }
    return begun;
}

lm_lock_key lm_steps_end(struct lm_cpu *cpu, bool begun, lm_lock_key key)
{
    struct lm_thread *thread = cpu->running;

    if (begun) {
        thread->in_steps = false;
        lm_preempt_on(cpu);
        if (thread->end_pending) {
            key = lm_thread_end(cpu, thread, LM_WAS_TERMINATED, key);
        }
    }
    return key;
}

/* Release one mutex of a thread that ends, or a few resources that a layer has for it. Returns:
 * whether there were any. */
static bool give_back_some(struct lm_cpu *cpu, struct lm_thread *thread)
{
    bool (*give_back)(struct lm_thread * thread) = lm_kernel()->on_thread_end;
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

/* Stop a thread that owns nothing any more. */
static void stop(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_waits_for how)
{
    thread->preempt_disabled = 0;
    thread->raised = 0;
    thread->in_steps = false;
    thread->layer[0] = 0;
    thread->layer[1] = 0;
    if (thread->state == LM_STATE_BLOCKED) {
        lm_wait_leave(cpu, thread);
    } else {
        lm_sched_block(cpu, thread, LM_WAITS_FOR_NOTHING);
    }
    thread->end_pending = false;
    thread->suspend_pending = false;
    thread->waits_for = (uint8_t)how;
    thread->state = LM_STATE_TERMINATED;
    lm_observe_leaving(cpu, thread, LM_LEAVE_TERMINATED);
}

/* Is there more to release than one mutex for which no thread waits? */
static bool has_much(const struct lm_thread *thread)
{
    const struct lm_list *owned = thread->owned.next;

    return owned != thread->owned.prev || (thread->layer[0] | thread->layer[1]) != 0 ||
           (owned != &thread->owned &&
            LM_CONTAINER(owned, const struct lm_mutex, owned)->waiters.first != NULL);
}

lm_lock_key lm_thread_end(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_waits_for how,
                          lm_lock_key key)
{
    bool itself = thread == cpu->running;
    bool much = has_much(thread);

    lm_observe_thread(LM_EVENT_THREAD_TERMINATE, thread, 0, 0);
    thread->end_pending = true; /* so that no interrupt in between ends it again */

    bool steps = much && lm_steps_begin(cpu, key);

    if (much) {
        do {
            key = lm_steps_pause(key);
        } while (give_back_some(cpu, thread));
    } else if (thread->owned.next != &thread->owned) {
        (void)give_back_some(cpu, thread);
    }
    stop(cpu, thread, how);
    if (steps && !itself) {
        key = lm_steps_end(cpu, steps, lm_steps_pause(key));
    }
    return key;
}

enum lm_status lm_steps_delete(struct lm_object *object, struct lm_wait_list *list,
                               enum lm_event event, lm_lock_key key)
{
    bool steps = list->first != NULL && lm_steps_begin(lm_cpu(), key);

    lm_object_close(object);
    lm_observe_event(event, object->id, 0, 0);
    return lm_steps_delete_rest(object, list, steps, key);
}

enum lm_status lm_steps_delete_rest(struct lm_object *object, struct lm_wait_list *list, bool begun,
                                    lm_lock_key key)
{
    struct lm_cpu *cpu = lm_cpu();

    while (list->first != NULL) {
        lm_wait_end(cpu, list->first, LM_DELETED);
        key = lm_steps_pause(key);
    }
    object->kind = LM_KIND_NONE;
    key = lm_steps_end(cpu, begun, key);
    return lm_unlock(cpu, key);
}

enum { LOOKS = 8 }; /* the number of threads that one step examines */

/* Examine some more threads. Returns: the next one; NULL: there are no more. */
static struct lm_thread *look(const struct lm_wait_list *list, struct lm_thread *thread,
                              struct lm_thread **best)
{
    for (unsigned looks = 0; looks < LOOKS && thread != NULL; looks++) {
        *best = thread->priority < (*best)->priority ? thread : *best;
        thread = lm_wait_list_next(list, thread);
    }
    return thread;
}

/* Between the steps no thread begins to wait, so a list with the same number of threads has the
 * same threads. *best is NULL if the object of the list does not exist any more. */
static lm_lock_key look_at_all(const struct lm_wait_list *list, struct lm_thread **best,
                               lm_lock_key key)
{
    const struct lm_object *object = list->object;
    enum lm_kind kind = (enum lm_kind)object->kind;
    uint16_t id = object->id;
    struct lm_thread *thread = list->first;
    uint32_t count = list->count;

    while (thread != NULL) {
        key = lm_steps_pause(key);
        if (!lm_object_is(object, kind, id)) {
            *best = NULL;
            return key;
        }
        if (list->count != count) {
            count = list->count;
            *best = list->first;
            thread = list->first;
        }
        thread = thread != NULL ? look(list, thread, best) : NULL;
    }
    return key;
}

enum lm_status lm_steps_prioritize(struct lm_wait_list *list, lm_lock_key key)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *best = list->first;
    uint16_t id = list->object->id;
    bool steps = list->count > LOOKS && lm_steps_begin(cpu, key);

    if (list->count > LOOKS) {
        key = look_at_all(list, &best, key);
    } else if (best != NULL) {
        (void)look(list, best, &best);
    }
    if (best != NULL) {
        lm_wait_list_put_first(list, best);
    }
    lm_observe_event(LM_EVENT_PRIORITIZE, id, 0, best != NULL ? best->object.id : 0U);
    if (steps) {
        key = lm_steps_end(cpu, steps, lm_steps_pause(key));
    }
    return lm_unlock(cpu, key);
}
