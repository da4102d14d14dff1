/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the model that applies to ThreadX, too. It excludes the functions of timers, which a
 * thread of the system calls in ThreadX; byte pools, which have another allocator; and calls that
 * ThreadX forbids or allows in other contexts.
 */
#include "adapter.h"
#include "threadx.h"
#include <tx_api.h>

enum { TICK = LM_CLOCK_HZ / TX_TIMER_TICKS_PER_SECOND };

struct rules system_rules(void)
{
    return (struct rules){.unit = TICK, .work = TICK / 4};
}

/* ThreadX has one status for a timeout and for an unavailable object, and one for all errors. */
struct answer system_answer(struct answer answer)
{
    if (answer.status >= BAD_ARGUMENT) {
        answer.status = BAD_STATE;
    } else if (answer.status == TIMED_OUT) {
        answer.status = UNAVAILABLE;
    }
    answer.value = answer.status == OK ? answer.value : 0;
    return answer;
}

static bool in_thread(const struct model *model)
{
    return model->started && model->frames == 0;
}

/* ThreadX does not detect a circle of mutexes. */
static bool closes_circle(const struct model *model, const struct operation *o)
{
    struct model later = *model;

    later.imagined = true;
    return model_perform(&later, o).status == DEADLOCK;
}

static bool permits_for_context(const struct model *model, const struct operation *o)
{
    switch (o->kind) {
    case DO_RETURN:
    case DO_WORK:
    case DO_RAISE:
    case DO_INTERRUPTS_ON:
    case DO_TIME_SET:
        return true;
    case DO_INTERRUPTS_OFF:
        return model->started && model->masks == 0;
    case DO_YIELD:
    case DO_SLEEP: /* with interrupts off it waits, too */
        return in_thread(model) && model->masks == 0;
    default:
        return false;
    }
}

static bool permits_for_thread(const struct model *model, const struct operation *o)
{
    const struct thread *thread = o->a < THREADS ? &model->thread[o->a] : NULL;
    bool itself = in_thread(model) && model->running == (int)o->a;
    struct thread_setup setup = thread_setup(o->d);

    switch (o->kind) {
    case DO_THREAD_CREATE:
        return (in_thread(model) || !model->started) && setup.period == 0;
    case DO_THREAD_SUSPEND:
        return !itself || model->masks == 0;
    case DO_THREAD_TERMINATE:
        return in_thread(model) && (thread == NULL || thread->life != ENDED) &&
               (!itself || model->masks == 0);
    case DO_THREAD_SET_PRIORITY:
        return in_thread(model) && o->b == o->c &&
               (thread == NULL || thread->base_priority != o->b);
    case DO_THREAD_DELETE:
    case DO_THREAD_RESET:
    case DO_THREAD_SET_THRESHOLD:
    case DO_THREAD_SET_SLICE:
        return in_thread(model);
    case DO_THREAD_START:
    case DO_THREAD_RESTART:
        return false;
    default:
        return true;
    }
}

static bool permits_for_object(const struct model *model, const struct operation *o)
{
    bool may_wait = !in_thread(model) || model->masks == 0;

    switch (o->kind) {
    case DO_SEMAPHORE_CREATE: /* one unit too many is not an error */
        return (in_thread(model) || !model->started) && o->c == 0 && o->b < UINT32_MAX;
    case DO_QUEUE_CREATE:
    case DO_FLAGS_CREATE:
    case DO_BLOCKS_CREATE:
    case DO_MUTEX_CREATE: /* waiting threads in order of arrival; no ceilings */
        return (in_thread(model) || !model->started) && o->c == 0 &&
               (o->kind != DO_MUTEX_CREATE || o->b != CEILING);
    case DO_SEMAPHORE_DELETE:
    case DO_QUEUE_DELETE:
    case DO_FLAGS_DELETE:
    case DO_MUTEX_DELETE:
    case DO_BLOCKS_DELETE:
        return in_thread(model);
    case DO_MUTEX_LOCK:
        return in_thread(model) && model->masks == 0 && o->d < UNTIL_BASE &&
               !closes_circle(model, o);
    case DO_MUTEX_UNLOCK:
        return in_thread(model);
    case DO_FLAGS_WAIT:
        if (o->b == 0) { /* no error, but never there */
            return false;
        }
        return (o->d < UNTIL_BASE || o->d == FOREVER) && (o->d == NO_WAIT || may_wait);
    case DO_SEMAPHORE_WAIT:
    case DO_QUEUE_SEND:
    case DO_QUEUE_SEND_FRONT:
    case DO_QUEUE_RECEIVE:
    case DO_BLOCKS_ALLOCATE:
        return (o->d < UNTIL_BASE || o->d == FOREVER) && (o->d == NO_WAIT || may_wait);
    case DO_BLOCKS_RELEASE: /* a block whose address a thread can know, and not a bad address */
        return o->a < BLOCK_POOLS && model->blocks[o->a].object.exists &&
               o->b < model->blocks[o->a].blocks && threadx_block_is_in_use(o->a, o->b);
    default:
        return true;
    }
}

bool system_permits(const struct model *model, const struct operation *o)
{
    switch (operation_group(o->kind)) {
    case OF_CONTEXT:
        return permits_for_context(model, o);
    case OF_THREAD:
        return permits_for_thread(model, o);
    case OF_BYTES:
    case OF_TIMER:
    case OF_SECTION:
    case OF_SPIN:
        return false;
    default:
        return permits_for_object(model, o);
    }
}
