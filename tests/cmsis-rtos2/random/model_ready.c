/* SPDX-License-Identifier: Apache-2.0 */
/* The model: lists of threads, priorities in force, and the begin and the end of waits. There is
 * one list of ready threads and one of waits with a limit. */
#include "model.h"
#include <stddef.h>
#include <string.h>

uint32_t tick_now(void)
{
    return (uint32_t)(model.now / FRACTIONS);
}

static void insert_at(struct list *list, unsigned place, uint8_t who)
{
    memmove(&list->who[place + 1], &list->who[place], list->number++ - place);
    list->who[place] = who;
}

void list_append(struct list *list, uint8_t who)
{
    insert_at(list, list->number, who);
}

void list_insert(struct list *list, uint8_t who, bool before_equals)
{
    int bound = model.thread[who].priority + before_equals;
    unsigned place = 0;

    while (place < list->number && model.thread[list->who[place]].priority >= bound) {
        place++;
    }
    insert_at(list, place, who);
}

void list_remove(struct list *list, uint8_t who)
{
    for (unsigned place = 0; place < list->number; place++) {
        if (list->who[place] == who) {
            memmove(&list->who[place], &list->who[place + 1], --list->number - place);
            return;
        }
    }
}

/* The threads that wait for the same as this one. */
static struct list *list_of(const struct thread *thread)
{
    switch (thread->waits) {
    case SEMAPHORE:
        return &model.semaphore[thread->object].waiters;
    case POOL:
        return &model.pool[thread->object].waiters;
    case PUT:
    case GET:
        return &model.queue[thread->object].waiters;
    case MUTEX:
        return &model.mutex[thread->object].waiters;
    case EVENTS:
        return &model.events[thread->object].waiters;
    default:
        return NULL;
    }
}

/* A thread that was preempted is the first of its new priority, but the thread that has been chosen
 * to run stays before it. */
static void move_ready(uint8_t who)
{
    const struct list *ready = &model.ready;

    list_remove(&model.ready, who);
    uint8_t first = ready->number != 0 ? ready->who[0] : NOBODY;
    int priority = model.thread[who].priority;
    uint8_t running = model.running;
    bool stays = running != NOBODY && (model.locked || model.thread[running].priority >= priority);
    bool is_chosen = first != NOBODY && model.thread[first].priority == priority && !stays;

    if (is_chosen && model.thread[who].dispatched) {
        insert_at(&model.ready, 1, who);
    } else {
        list_insert(&model.ready, who, model.thread[who].dispatched);
    }
}

static void set_own(uint8_t who, int priority)
{
    struct thread *thread = &model.thread[who];
    struct list *list = list_of(thread);

    thread->priority = priority;
    if (thread->state == READY && model.running != who) {
        move_ready(who);
    } else if (list != NULL) {
        list_remove(list, who);
        list_insert(list, who, false);
    }
}

/* The priority that a mutex passes on, or 0. Another one changes its place among those that the
 * thread owns. */
static int passed_on(struct mutex *mutex)
{
    bool passes = model.script->inherits[mutex - model.mutex] && mutex->waiters.number != 0;
    int priority = passes ? model.thread[mutex->waiters.who[0]].priority : 0;

    if (priority != mutex->passes) {
        mutex->passes = priority;
        mutex->since = model.order++;
    }
    return priority;
}

void update_priority(uint8_t who)
{
    struct thread *thread = &model.thread[who];
    int priority = thread->base;

    for (unsigned each = 0; each < OBJECTS; each++) {
        if (model.mutex[each].owner == who) {
            int other = passed_on(&model.mutex[each]);

            priority = other > priority ? other : priority;
        }
    }
    if (priority == thread->priority) {
        return;
    }
    set_own(who, priority);
    if (thread->waits == MUTEX && model.mutex[thread->object].owner != NOBODY) {
        update_priority(model.mutex[thread->object].owner);
    }
}

/* A ready thread that was not preempted goes behind its equals, even if it inherits a higher
 * priority than the new one. */
void set_priority(uint8_t who, int priority)
{
    struct thread *thread = &model.thread[who];
    bool moves = thread->base != priority && thread->state == READY && !thread->dispatched;

    thread->base = priority;
    update_priority(who);
    if (moves) {
        list_remove(&model.ready, who);
        list_insert(&model.ready, who, false);
    }
}

/* A thread that waits no more does not pass on its priority. */
void leave_lists(uint8_t who)
{
    struct thread *thread = &model.thread[who];
    struct list *list = list_of(thread);
    enum waits waits = thread->waits;

    thread->waits = NOTHING;
    list_remove(&model.timed, who);
    if (list != NULL) {
        list_remove(list, who);
    }
    if (waits == MUTEX && model.mutex[thread->object].owner != NOBODY) {
        update_priority(model.mutex[thread->object].owner);
    }
}

/* The thread has ended its join: the other one is free, or nobody joins it any more. */
void end_join(uint8_t who)
{
    unsigned which = model.thread[who].joins;

    model.thread[who].joins = NOBODY;
    if (which != NOBODY) {
        model.thread[which].joiner = NOBODY;
        model.thread[which].joinable = false;
        if (model.thread[which].state == TERMINATED) {
            model.thread[which].state = STATE_INACTIVE;
        }
    }
}

static void make_ready(uint8_t who)
{
    struct thread *thread = &model.thread[who];

    thread->state = READY;
    thread->dispatched = false;
    list_insert(&model.ready, who, false);
}

void end_wait(uint8_t who, uint32_t result)
{
    leave_lists(who);
    model.thread[who].result = result;
    make_ready(who);
}

/* The thread does not run and is not ready any more. It keeps the rest of its slice if it was
 * preempted. */
void take_off(uint8_t who)
{
    list_remove(&model.ready, who);
    if (model.running == who) {
        model.thread[who].paid = 0;
        model.running = NOBODY;
    }
}

/* result: of a wait that is ended by another call. */
void begin_wait(struct list *list, enum waits waits, unsigned object, uint32_t timeout,
                uint32_t result)
{
    uint8_t who = model.running;
    struct thread *thread = &model.thread[who];

    take_off(who);
    thread->state = BLOCKED;
    thread->waits = waits;
    thread->object = (uint8_t)object;
    thread->result = result;
    thread->until = NO_TICK;
    if (list != NULL) {
        list_insert(list, who, false);
    }
    if (timeout != FOR_EVER) {
        thread->until = tick_now() + timeout;
        thread->order = model.order++;
        list_append(&model.timed, who);
    }
    if (waits == MUTEX) {
        update_priority(model.mutex[object].owner);
    }
}

void yield(void)
{
    uint8_t who = model.running;

    model.thread[who].paid = 0;
    model.thread[who].dispatched = false;
    list_insert(&model.ready, who, false);
    model.running = NOBODY;
}

void start_thread(uint8_t who)
{
    struct thread *thread = &model.thread[who];

    memset(thread, 0, sizeof *thread);
    thread->base = thread->priority = model.script->priority[who];
    thread->joinable = model.script->joinable[who];
    thread->joiner = thread->joins = NOBODY;
    make_ready(who);
}
