/* SPDX-License-Identifier: Apache-2.0 */
/* The model: the calls on objects. Each function returns what the call returns, and begins the wait
 * of a call that waits. */
#include "model.h"
#include <stddef.h>
#include <string.h>

bool may_wait(uint32_t timeout, int32_t otherwise, uint32_t *result)
{
    *result = (uint32_t)(timeout == 0 ? RESOURCE : otherwise);
    return timeout != 0 && !model.locked;
}

static void end_all(struct list *list, uint32_t result)
{
    while (list->number != 0) {
        end_wait(list->who[0], result);
    }
}

static uint32_t semaphore_call(const struct step *step, bool *waits)
{
    unsigned number = step->object;
    struct list *list = &model.semaphore[number].waiters;
    uint32_t *count = &model.semaphore[number].count;
    uint32_t result = OK;

    switch (step->call) {
    case CALL_SEMAPHORE_ACQUIRE:
        if (*count != 0) {
            (*count)--;
        } else if (may_wait(step->a, TIMED_OUT, &result)) {
            begin_wait(list, SEMAPHORE, number, step->a, (uint32_t)TIMED_OUT);
            *waits = true;
        }
        return result;
    case CALL_SEMAPHORE_RELEASE:
        if (list->number != 0) {
            end_wait(list->who[0], OK);
        } else if (*count == model.script->most[number]) {
            return (uint32_t)RESOURCE;
        } else {
            (*count)++;
        }
        return OK;
    default:
        return *count;
    }
}

static void insert_message(unsigned number, struct message message)
{
    struct message *place = &model.queue[number].message[model.queue[number].used++];

    while (place != model.queue[number].message && place[-1].priority < message.priority) {
        *place = place[-1];
        place--;
    }
    *place = message;
}

static uint32_t message_result(struct message message)
{
    return MESSAGE + (message.priority << PRIORITY_SHIFT) + message.text;
}

/* Waiting senders put their messages as long as there is space. */
static void let_in(unsigned number)
{
    struct list *list = &model.queue[number].waiters;

    while (list->number != 0 && model.queue[number].used < model.script->capacity[number]) {
        struct thread *sender = &model.thread[list->who[0]];

        if (sender->waits != PUT) {
            return;
        }
        insert_message(number, (struct message){sender->a, sender->b});
        end_wait(list->who[0], OK);
    }
}

static uint32_t put(unsigned number, struct message message, uint32_t timeout, bool *waits)
{
    struct list *list = &model.queue[number].waiters;
    uint32_t result = OK;

    if (model.queue[number].used < model.script->capacity[number]) {
        if (list->number != 0) {
            end_wait(list->who[0], message_result(message));
        } else {
            insert_message(number, message);
        }
    } else if (may_wait(timeout, TIMED_OUT, &result)) {
        struct thread *sender = &model.thread[model.running];

        sender->a = message.priority;
        sender->b = message.text;
        begin_wait(list, PUT, number, timeout, (uint32_t)TIMED_OUT);
        *waits = true;
    }
    return result;
}

static uint32_t get(unsigned number, uint32_t timeout, bool *waits)
{
    uint32_t result = OK;

    if (model.queue[number].used != 0) {
        result = message_result(model.queue[number].message[0]);
        memmove(&model.queue[number].message[0], &model.queue[number].message[1],
                --model.queue[number].used * sizeof(struct message));
        let_in(number);
    } else if (may_wait(timeout, TIMED_OUT, &result)) {
        begin_wait(&model.queue[number].waiters, GET, number, timeout, (uint32_t)TIMED_OUT);
        *waits = true;
    }
    return result;
}

static uint32_t queue_call(const struct step *step, uint32_t text, bool *waits)
{
    switch (step->call) {
    case CALL_QUEUE_PUT:
        return put(step->object, (struct message){step->a, text}, step->b, waits);
    case CALL_QUEUE_GET:
        return get(step->object, step->a, waits);
    case CALL_QUEUE_RESET:
        model.queue[step->object].used = 0;
        let_in(step->object);
        return OK;
    default:
        return model.queue[step->object].used;
    }
}

static uint32_t pool_call(const struct step *step, bool *waits)
{
    unsigned number = step->object;
    struct list *list = &model.pool[number].waiters;
    uint32_t *count = &model.pool[number].count;
    uint32_t result;

    switch (step->call) {
    case CALL_POOL_ALLOC:
        if (*count != 0) {
            (*count)--;
            return 1;
        }
        if (may_wait(step->a, 0, &result)) {
            begin_wait(list, POOL, number, step->a, 0);
            *waits = true;
        }
        return 0;
    case CALL_POOL_FREE:
        if (model.pool[number].held == 0) {
            return (uint32_t)PARAMETER;
        }
        model.pool[number].held--;
        if (list->number != 0) {
            end_wait(list->who[0], 1);
        } else {
            (*count)++;
        }
        return OK;
    default:
        return model.script->blocks[number] - *count;
    }
}

static void stop(unsigned number)
{
    model.timer[number].active = false;
    model.timer[number].pending = 0;
    list_remove(&model.due, (uint8_t)number);
}

static uint32_t timer_call(const struct step *step)
{
    struct timer *timer = &model.timer[step->object];

    switch (step->call) {
    case CALL_TIMER_START:
        timer->active = true;
        timer->due = tick_now() + step->a;
        timer->period = step->a;
        timer->order = model.order++;
        return OK;
    case CALL_TIMER_STOP:
        if (!timer->active) {
            return (uint32_t)RESOURCE;
        }
        stop(step->object);
        return OK;
    default:
        return timer->active;
    }
}

/* The kind of object of a call, and whether it is deleted. */
static bool *deletion_of(const struct step *step)
{
    unsigned number = step->object;

    if (step->call >= CALL_SEMAPHORE_ACQUIRE && step->call <= CALL_SEMAPHORE_DELETE) {
        return &model.semaphore[number].deleted;
    }
    if (step->call >= CALL_QUEUE_PUT && step->call <= CALL_QUEUE_DELETE) {
        return &model.queue[number].deleted;
    }
    if (step->call >= CALL_MUTEX_ACQUIRE && step->call <= CALL_MUTEX_DELETE) {
        return &model.mutex[number].deleted;
    }
    if (step->call >= CALL_EVENTS_SET && step->call <= CALL_EVENTS_DELETE) {
        return &model.events[number].deleted;
    }
    if (step->call >= CALL_POOL_ALLOC && step->call <= CALL_POOL_DELETE) {
        return &model.pool[number].deleted;
    }
    return step->call >= CALL_TIMER_START && step->call <= CALL_TIMER_DELETE
               ? &model.timer[number].deleted
               : NULL;
}

static uint32_t without_object(const struct step *step)
{
    switch (step->call) {
    case CALL_EVENTS_SET:
    case CALL_EVENTS_CLEAR:
    case CALL_EVENTS_WAIT:
        return FLAGS_PARAMETER;
    case CALL_SEMAPHORE_COUNT:
    case CALL_QUEUE_COUNT:
    case CALL_EVENTS_GET:
    case CALL_POOL_ALLOC:
    case CALL_POOL_COUNT:
    case CALL_TIMER_RUNS:
        return 0;
    case CALL_MUTEX_OWNER:
        return NOBODY;
    default:
        return (uint32_t)PARAMETER;
    }
}

static uint32_t delete (const struct step *step)
{
    struct mutex *mutex = &model.mutex[step->object];
    uint8_t owner = mutex->owner;

    switch (step->call) {
    case CALL_SEMAPHORE_DELETE:
        end_all(&model.semaphore[step->object].waiters, (uint32_t)RESOURCE);
        break;
    case CALL_QUEUE_DELETE:
        end_all(&model.queue[step->object].waiters, (uint32_t)RESOURCE);
        break;
    case CALL_EVENTS_DELETE:
        end_all(&model.events[step->object].waiters, FLAGS_RESOURCE);
        break;
    case CALL_POOL_DELETE:
        end_all(&model.pool[step->object].waiters, 0);
        break;
    case CALL_TIMER_DELETE:
        stop(step->object);
        break;
    default:
        mutex->owner = NOBODY;
        if (owner != NOBODY) {
            update_priority(owner);
        }
        end_all(&mutex->waiters, (uint32_t)RESOURCE);
    }
    return OK;
}

static bool is_delete(unsigned call)
{
    return call == CALL_SEMAPHORE_DELETE || call == CALL_QUEUE_DELETE ||
           call == CALL_MUTEX_DELETE || call == CALL_EVENTS_DELETE || call == CALL_POOL_DELETE ||
           call == CALL_TIMER_DELETE;
}

/* Does the call have a result that depends on the context alone? */
static bool is_refused(const struct step *step, uint32_t *result)
{
    bool has_timeout = step->call == CALL_QUEUE_PUT || step->call == CALL_EVENTS_WAIT
                           ? step->b != 0
                           : (step->call == CALL_SEMAPHORE_ACQUIRE ||
                              step->call == CALL_QUEUE_GET || step->call == CALL_POOL_ALLOC) &&
                                 step->a != 0;

    *result = (uint32_t)(has_timeout ? PARAMETER : IN_INTERRUPT);
    if (step->call == CALL_POOL_ALLOC || step->call == CALL_TIMER_RUNS) {
        *result = 0;
    }
    if (step->call == CALL_MUTEX_OWNER) {
        *result = NOBODY;
    }
    return has_timeout || is_delete(step->call) || step->call == CALL_QUEUE_RESET ||
           (step->call >= CALL_MUTEX_ACQUIRE && step->call <= CALL_MUTEX_DELETE) ||
           (step->call >= CALL_TIMER_START && step->call <= CALL_TIMER_DELETE);
}

uint32_t do_call(uint8_t who, const struct step *step, uint32_t text, bool *waits)
{
    bool *deleted = deletion_of(step);
    uint32_t result;

    if (deleted == NULL) {
        return step->call >= CALL_FLAGS_SET && step->call <= CALL_FLAGS_WAIT
                   ? flags_call(step, who, waits)
                   : thread_call(who, step, waits);
    }
    if (model.in_interrupt && is_refused(step, &result)) {
        return result;
    }
    if (*deleted) {
        return without_object(step);
    }
    if (is_delete(step->call)) {
        *deleted = true;
        return delete (step);
    }
    if (step->call < CALL_SEMAPHORE_DELETE) {
        return semaphore_call(step, waits);
    }
    if (step->call < CALL_QUEUE_DELETE) {
        return queue_call(step, text, waits);
    }
    if (step->call < CALL_MUTEX_DELETE) {
        return mutex_call(step, who, waits);
    }
    if (step->call < CALL_EVENTS_DELETE) {
        return events_call(step, waits);
    }
    return step->call < CALL_POOL_DELETE ? pool_call(step, waits) : timer_call(step);
}
