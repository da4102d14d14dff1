/* SPDX-License-Identifier: Apache-2.0 */
/* Long calls; see long_call.h. */
#include "objects/long_call.h"
#include "core/preempt.h"
#include "core/sched.h"
#include "objects/thread.h"
#include "time/wait.h"

bool lm_long_call_begin(struct lm_cpu *cpu, lm_lock_key key)
{
    bool begun = key == 0 && !lm_port_in_interrupt() && lm_kernel()->started &&
                 cpu->running->preempt_disabled < UINT16_MAX;

    if (begun) {
        lm_preempt_off(cpu);
        cpu->running->in_long_call = true;
    }
    return begun;
}

lm_lock_key lm_long_call_end(struct lm_cpu *cpu, bool begun, lm_lock_key key)
{
    struct lm_thread *thread = cpu->running;

    if (begun) {
        thread->in_long_call = false;
        lm_preempt_on(cpu);
        if (thread->end_pending) {
            key = lm_thread_end(cpu, thread, LM_WAS_TERMINATED, key);
        }
    }
    return key;
}

enum lm_status lm_long_call_delete(struct lm_object *object, struct lm_wait_list *list,
                                   enum lm_event event, lm_lock_key key)
{
    bool begun = list->first != NULL && lm_long_call_begin(lm_cpu(), key);

    lm_object_close(object);
    lm_observe_event(event, object->id, 0, 0);
    return lm_long_call_delete_rest(object, list, begun, key);
}

enum lm_status lm_long_call_delete_rest(struct lm_object *object, struct lm_wait_list *list,
                                        bool begun, lm_lock_key key)
{
    struct lm_cpu *cpu = lm_cpu();

    while (list->first != NULL) {
        lm_wait_end(cpu, list->first, LM_DELETED);
        key = lm_long_call_pause(key);
    }
    object->kind = LM_KIND_NONE;
    key = lm_long_call_end(cpu, begun, key);
    return lm_unlock_rarely(cpu, key);
}

enum { LOOKS = 8 }; /* the number of threads that one step examines */

/* Examine some more threads. Returns: the next one, or NULL. */
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
    enum lm_kind kind = lm_object_kind(object);
    uint16_t id = object->id;
    struct lm_thread *thread = list->first;
    uint32_t count = list->count;

    while (thread != NULL) {
        key = lm_long_call_pause(key);
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

enum lm_status lm_long_call_prioritize(struct lm_wait_list *list, lm_lock_key key)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *best = list->first;
    uint16_t id = list->object->id;
    bool begun = list->count > LOOKS && lm_long_call_begin(cpu, key);

    if (list->count > LOOKS) {
        key = look_at_all(list, &best, key);
    } else if (best != NULL) {
        (void)look(list, best, &best);
    }
    if (best != NULL) {
        lm_wait_list_put_first(list, best);
    }
    lm_observe_event(LM_EVENT_PRIORITIZE, id, 0, best != NULL ? best->object.id : 0U);
    if (begun) {
        key = lm_long_call_end(cpu, begun, lm_long_call_pause(key));
    }
    return lm_unlock_rarely(cpu, key);
}
