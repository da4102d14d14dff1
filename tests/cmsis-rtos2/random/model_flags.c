/* SPDX-License-Identifier: Apache-2.0 */
/* The model: event flags, and flags of threads. */
#include "model.h"
#include <stddef.h>

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

uint32_t events_call(const struct step *step, bool *waits)
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

uint32_t flags_call(const struct step *step, uint8_t who, bool *waits)
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
