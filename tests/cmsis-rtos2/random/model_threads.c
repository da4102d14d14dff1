/* SPDX-License-Identifier: Apache-2.0 */
/* The model: the calls on threads, and those of the kernel. */
#include "model.h"
#include <stddef.h>

/* The mutex of the thread that passes on the highest priority, and of these the first; or NULL. */
static struct mutex *next_mutex(uint8_t who)
{
    struct mutex *next = NULL;

    for (unsigned each = 0; each < OBJECTS; each++) {
        struct mutex *mutex = &model.mutex[each];

        if (mutex->owner == who &&
            (next == NULL || mutex->passes > next->passes ||
             (mutex->passes == next->passes && mutex->since < next->since))) {
            next = mutex;
        }
    }
    return next;
}

/* Its mutexes go to the threads that wait for them, and then the thread that joins it is ready. */
void end_thread(uint8_t who)
{
    struct thread *thread = &model.thread[who];

    leave_lists(who);
    take_off(who);
    end_join(who);
    thread->state = thread->joinable ? TERMINATED : STATE_INACTIVE;
    for (struct mutex *mutex = next_mutex(who); mutex != NULL; mutex = next_mutex(who)) {
        give_mutex(mutex);
    }
    if (thread->joiner != NOBODY && model.thread[thread->joiner].waits == END) {
        end_wait(thread->joiner, OK);
    }
}

static uint32_t suspend(struct thread *thread, uint8_t which)
{
    if (model.running == which && model.locked) {
        return (uint32_t)RESOURCE;
    }
    if (thread->state == BLOCKED) {
        leave_lists(which);
    } else {
        take_off(which);
        thread->state = BLOCKED;
    }
    return OK;
}

static uint32_t join(struct thread *thread, uint8_t which, uint8_t who, bool *waits)
{
    if (!thread->joinable || which == who || thread->joiner != NOBODY) {
        return (uint32_t)RESOURCE;
    }
    if (thread->state == TERMINATED) {
        thread->state = STATE_INACTIVE;
        return OK;
    }
    if (model.locked) {
        return (uint32_t)RESOURCE;
    }
    thread->joiner = who;
    model.thread[who].joins = which;
    begin_wait(NULL, END, which, FOR_EVER, (uint32_t)RESOURCE);
    *waits = true;
    return OK;
}

static uint32_t detach(struct thread *thread)
{
    if (!thread->joinable || thread->joiner != NOBODY) {
        return (uint32_t)RESOURCE;
    }
    thread->joinable = false;
    if (thread->state == TERMINATED) {
        thread->state = STATE_INACTIVE;
    }
    return OK;
}

/* A call on a thread that has not ended. */
static uint32_t call_on(uint8_t which, uint8_t who, const struct step *step)
{
    struct thread *thread = &model.thread[which];

    switch (step->call) {
    case CALL_SUSPEND:
        return suspend(thread, which);
    case CALL_RESUME:
        if (thread->state != BLOCKED) {
            return (uint32_t)RESOURCE;
        }
        end_wait(which, thread->result);
        return OK;
    case CALL_TERMINATE:
        if (which != who || !model.locked) {
            end_thread(which);
        }
        return OK;
    case CALL_SET_PRIORITY:
        set_priority(which, (int)step->a);
        return OK;
    case CALL_GET_PRIORITY:
        return (uint32_t)thread->priority;
    default:
        return thread->state == READY && which == who ? RUNNING : thread->state;
    }
}

static uint32_t on_thread(uint8_t who, const struct step *step, bool *waits)
{
    uint8_t which = step->object;
    struct thread *thread = &model.thread[which];
    bool is_error = step->call == CALL_GET_STATE || step->call == CALL_GET_PRIORITY;

    if (step->call == CALL_NEW) {
        if (thread->state != STATE_INACTIVE || model.restarts == RESTARTS) {
            return NOT_THERE;
        }
        model.restarts++;
        start_thread(which);
        return OK;
    }
    if (thread->state == STATE_INACTIVE) {
        return (uint32_t)(is_error ? ERROR : PARAMETER);
    }
    if (step->call == CALL_JOIN) {
        return join(thread, which, who, waits);
    }
    if (step->call == CALL_DETACH) {
        return detach(thread);
    }
    if (thread->state == TERMINATED) {
        return step->call == CALL_GET_STATE ? TERMINATED : (uint32_t)(is_error ? ERROR : RESOURCE);
    }
    return call_on(which, who, step);
}

static uint32_t set_lock(bool lock)
{
    bool before = model.locked;

    model.locked = lock;
    return before;
}

static uint32_t delay(int32_t ticks, bool *waits)
{
    if (ticks <= 0) {
        return (uint32_t)PARAMETER;
    }
    if (model.locked) {
        return (uint32_t)ERROR;
    }
    begin_wait(NULL, TIME, 0, (uint32_t)ticks, OK);
    *waits = true;
    return OK;
}

uint32_t thread_call(uint8_t who, const struct step *step, bool *waits)
{
    if (model.in_interrupt) {
        return (uint32_t)(step->call == CALL_GET_STATE || step->call == CALL_GET_PRIORITY
                              ? ERROR
                              : IN_INTERRUPT);
    }
    switch (step->call) {
    case CALL_DELAY:
        return delay((int32_t)step->a, waits);
    case CALL_DELAY_UNTIL:
        return delay((int32_t)step->a - 3, waits);
    case CALL_YIELD:
        if (!model.locked) {
            yield();
        }
        return OK;
    case CALL_LOCK:
        return set_lock(true);
    case CALL_UNLOCK:
        return set_lock(false);
    case CALL_SLEEP:
        if (!model.locked) {
            sleep_for(step->a);
        }
        return OK;
    case CALL_RESTORE_LOCK:
        (void)set_lock(step->a != 0);
        return step->a;
    default:
        return on_thread(who, step, waits);
    }
}
