/* SPDX-License-Identifier: Apache-2.0 */
/* The model: the calls on objects. Each function returns what the call returns, and begins the wait
 * of a call that waits. */
#include "model.h"
#include <stddef.h>
#include <string.h>

/* May the call wait? If not, *result is that of a call that cannot be successful. */
static bool may_wait(uint32_t timeout, int32_t otherwise, uint32_t *result)
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

static void own(struct mutex *mutex, uint8_t who)
{
    mutex->owner = who;
    mutex->held = 1;
    mutex->passes = 0;
    mutex->since = model.order++;
}

void give_mutex(struct mutex *mutex)
{
    uint8_t owner = mutex->owner;

    mutex->owner = NOBODY;
    mutex->held = 0;
    update_priority(owner);
    if (mutex->waiters.number != 0) {
        uint8_t who = mutex->waiters.who[0];

        end_wait(who, OK);
        own(mutex, who);
        update_priority(who);
    }
}

static uint32_t acquire(unsigned number, uint8_t who, uint32_t timeout, bool *waits)
{
    struct mutex *mutex = &model.mutex[number];
    uint32_t result = OK;

    if (mutex->owner == NOBODY) {
        own(mutex, who);
    } else if (mutex->owner == who && model.script->recurs[number]) {
        mutex->held++;
    } else if (may_wait(timeout, TIMED_OUT, &result)) {
        bool is_own = mutex->owner == who;

        begin_wait(is_own ? NULL : &mutex->waiters, is_own ? TIME : MUTEX, number, timeout,
                   (uint32_t)TIMED_OUT);
        *waits = true;
    }
    return result;
}

static uint32_t mutex_call(const struct step *step, uint8_t who, bool *waits)
{
    struct mutex *mutex = &model.mutex[step->object];

    switch (step->call) {
    case CALL_MUTEX_ACQUIRE:
        return acquire(step->object, who, step->a, waits);
    case CALL_MUTEX_RELEASE:
        if (mutex->owner != who) {
            return (uint32_t)RESOURCE;
        }
        if (--mutex->held == 0) {
            give_mutex(mutex);
        }
        return OK;
    default:
        return mutex->owner;
    }
}

/* The flags that end a wait, or 0. */
static uint32_t found(uint32_t flags, uint32_t wanted_and_options)
{
    uint32_t wanted = wanted_and_options & 0xFFFFU, options = wanted_and_options >> 16;
    bool all = (flags & wanted) == wanted;

    return ((options & WAIT_ALL) != 0 ? all : (flags & wanted) != 0) ? flags : 0;
}

static void take_flags(uint32_t *flags, uint32_t wanted_and_options)
{
    if ((wanted_and_options >> 16 & NO_CLEAR) == 0) {
        *flags &= ~(wanted_and_options & 0xFFFFU);
    }
}

static void examine(uint8_t who, uint32_t *flags)
{
    uint32_t wanted = model.thread[who].a;
    uint32_t seen = found(*flags, wanted);

    if (seen != 0) {
        take_flags(flags, wanted);
        end_wait(who, seen);
    }
}

/* An interrupt gets the flags that the threads have not yet taken. */
static uint32_t set_flags(uint32_t *flags, uint32_t more, const struct list *waiters)
{
    struct list list = *waiters;

    if ((more & FLAGS_ERROR) != 0) {
        return FLAGS_PARAMETER;
    }
    *flags |= more;
    uint32_t before = *flags;

    for (unsigned each = 0; each < list.number; each++) {
        examine(list.who[each], flags);
    }
    return model.in_interrupt ? before : *flags;
}

static uint32_t clear_flags(uint32_t *flags, uint32_t which)
{
    uint32_t before = *flags;

    if ((which & FLAGS_ERROR) != 0) {
        return FLAGS_PARAMETER;
    }
    *flags &= ~which;
    return before;
}

static uint32_t wait_flags(uint32_t *flags, const struct step *step, struct list *list,
                           enum waits kind, bool *waits)
{
    uint32_t result = found(*flags, step->a);

    if (result != 0) {
        take_flags(flags, step->a);
    } else if (may_wait(step->b, TIMED_OUT, &result)) {
        model.thread[model.running].a = step->a;
        begin_wait(list, kind, step->object, step->b, FLAGS_TIMED_OUT);
        *waits = true;
    }
    return result;
}

static uint32_t events_call(const struct step *step, bool *waits)
{
    uint32_t *flags = &model.events[step->object].flags;
    struct list *list = &model.events[step->object].waiters;

    switch (step->call) {
    case CALL_EVENTS_SET:
        return set_flags(flags, step->a, list);
    case CALL_EVENTS_CLEAR:
        return clear_flags(flags, step->a);
    case CALL_EVENTS_WAIT:
        return wait_flags(flags, step, list, EVENTS, waits);
    default:
        return *flags;
    }
}

static uint32_t flags_call(const struct step *step, uint8_t who, bool *waits)
{
    uint8_t target = step->call == CALL_FLAGS_SET ? step->object : who;
    struct thread *thread = &model.thread[target];
    struct list waiting = {thread->waits == FLAGS, {target}};

    switch (step->call) {
    case CALL_FLAGS_SET:
        if (thread->state == TERMINATED || thread->state == STATE_INACTIVE) {
            return thread->state == TERMINATED ? FLAGS_RESOURCE : FLAGS_PARAMETER;
        }
        return set_flags(&thread->flags, step->a, &waiting);
    case CALL_FLAGS_CLEAR:
        return model.in_interrupt ? FLAGS_IN_INTERRUPT : clear_flags(&thread->flags, step->a);
    case CALL_FLAGS_WAIT:
        return model.in_interrupt ? FLAGS_IN_INTERRUPT
                                  : wait_flags(&thread->flags, step, NULL, FLAGS, waits);
    default:
        return model.in_interrupt ? 0 : thread->flags;
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

uint32_t thread_call(uint8_t who, const struct step *step, bool *waits);

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
