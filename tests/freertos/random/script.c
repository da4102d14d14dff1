/* SPDX-License-Identifier: Apache-2.0 */
/* Makes random programs. A call that is made with the scheduler suspended, in a critical section or
 * in a handler does not wait. */
#include "script.h"
#include <string.h>

#define CALL_TEXT(name) #name,
const char *const script_names[CALL_KINDS] = {CALLS(CALL_TEXT)};
#undef CALL_TEXT

static uint32_t random_state;
static unsigned groups_now;
static unsigned turn; /* of the priorities */
static bool may_wait, in_handler;

static unsigned any(unsigned below)
{
    random_state = random_state * 1664525U + 1013904223U;
    return (random_state >> 8) % below;
}

static bool has(unsigned groups)
{
    return (groups_now & groups) != 0;
}

static int16_t ticks(void)
{
    static const int16_t choices[] = {0, 1, 2, 3, 5, 8, 13, FOREVER};

    return may_wait ? choices[any(sizeof choices / sizeof choices[0])] : 0;
}

static struct call *add(struct script *script, unsigned task, unsigned kind)
{
    struct call *call = &script->list[task][script->calls[task]++];

    *call = (struct call){.kind = (uint8_t)kind};
    return call;
}

static void add_queue_call(struct script *script, unsigned task)
{
    static const uint8_t kinds[] = {CALL_send,    CALL_send,    CALL_send,     CALL_receive,
                                    CALL_receive, CALL_receive, CALL_peek,     CALL_send_front,
                                    CALL_waiting, CALL_reset,   CALL_overwrite};
    unsigned queue = any(QUEUES);
    unsigned kind = kinds[any(sizeof kinds)];

    if (kind == CALL_overwrite && script->lengths[queue] != 1) {
        kind = CALL_send;
    }
    if (in_handler && kind == CALL_reset) {
        kind = CALL_send;
    }
    struct call *call = add(script, task, kind);

    call->object = (uint8_t)queue;
    call->ticks = ticks();
}

static void add_semaphore_call(struct script *script, unsigned task)
{
    struct call *call = add(script, task, any(2) != 0 ? CALL_give : CALL_take);

    call->object = (uint8_t)any(SEMAPHORES);
    call->ticks = ticks();
}

static void add_state_call(struct script *script, unsigned task)
{
    static const uint8_t kinds[] = {CALL_suspend, CALL_resume, CALL_resume, CALL_abort, CALL_state};
    unsigned kind = in_handler ? CALL_resume : kinds[any(sizeof kinds)];
    struct call *call = add(script, task, kind);

    call->object = (uint8_t)any(script->tasks);
    if (call->object == task && (!may_wait || kind != CALL_suspend)) {
        call->object = (uint8_t)((task + 1) % script->tasks);
    }
}

static void add_notification(struct script *script, unsigned task)
{
    static const uint8_t kinds[] = {CALL_notify, CALL_notify, CALL_notify_take, CALL_notify_wait,
                                    CALL_state_clear};
    unsigned kind = in_handler ? CALL_notify : kinds[any(sizeof kinds)];
    struct call *call = add(script, task, kind);
    bool has_target = kind == CALL_notify || kind == CALL_state_clear;

    call->object = (uint8_t)(has_target ? any(script->tasks) : any(2));
    call->first = (int16_t)any(4);
    call->second = (int16_t)(kind == CALL_notify ? any(5) : any(4));
    call->third = (int16_t)(has(WITH_STREAMS) ? 1 : any(2));
    if (!has_target) {
        call->object = (uint8_t)call->third;
    }
    call->ticks = ticks();
}

static void add_group_call(struct script *script, unsigned task)
{
    static const uint8_t kinds[] = {CALL_set_bits,  CALL_set_bits,  CALL_clear_bits,
                                    CALL_wait_bits, CALL_wait_bits, CALL_sync};
    unsigned kind = in_handler ? CALL_set_bits : kinds[any(sizeof kinds)];
    struct call *call = add(script, task, kind);

    call->first = (int16_t)(1 + any(7));
    call->second = (int16_t)(kind == CALL_sync ? 1 + any(7) : any(4));
    call->ticks = ticks();
}

static void add_mutex_call(struct script *script, unsigned task)
{
    struct call *call = add(script, task, any(2) != 0 ? CALL_lock : CALL_unlock);

    call->object = (uint8_t)any(MUTEXES);
    call->ticks = ticks();
}

/* Three tasks that change their priorities are never equal; others are if that is chosen. */
static unsigned priority_of(unsigned task)
{
    if (has(WITH_EQUALS)) {
        return 1 + any(PRIORITY_MAX);
    }
    return has(WITH_PRIORITIES) ? 1 + task + 3 * any(2) : 1 + (task + turn) % PRIORITY_MAX;
}

static void add_priority_call(struct script *script, unsigned task)
{
    struct call *call = add(script, task, any(3) != 0 ? CALL_priority : CALL_priority_of);

    call->object = (uint8_t)any(script->tasks);
    call->first = (int16_t)priority_of(call->object);
    if (has(WITH_EQUALS)) {
        call->kind = CALL_priority_of; /* the place among new equals is that of Limen */
    }
}

/* One task sends to the streams, and one receives. Only the sender looks at one and changes it:
 * another task may be in the middle of its call. */
static void add_stream_call(struct script *script, unsigned task)
{
    static const uint8_t kinds[] = {CALL_stream_send,  CALL_stream_send,  CALL_stream_send,
                                    CALL_stream_send,  CALL_stream_send,  CALL_stream_used,
                                    CALL_stream_space, CALL_stream_reset, CALL_stream_trigger};
    unsigned kind = task != 0    ? CALL_stream_receive
                    : in_handler ? CALL_stream_send
                                 : kinds[any(sizeof kinds)];
    struct call *call = add(script, task, kind);

    call->object = (uint8_t)any(STREAMS);
    call->first = (int16_t)(1 + any(any(4) != 0 ? 6 : 16));
    call->ticks = ticks();
}

static void add_set_call(struct script *script, unsigned task)
{
    static const uint8_t kinds[] = {CALL_set_send,   CALL_set_send,   CALL_set_front, CALL_set_give,
                                    CALL_set_select, CALL_set_select, CALL_set_select};

    add(script, task, kinds[any(sizeof kinds)])->ticks = ticks();
}

static void add_timer_call(struct script *script, unsigned task)
{
    static const uint8_t kinds[] = {CALL_timer_start,  CALL_timer_start,  CALL_timer_reset,
                                    CALL_timer_stop,   CALL_timer_period, CALL_timer_pend,
                                    CALL_timer_active, CALL_timer_reloads};
    struct call *call = add(script, task, kinds[any(sizeof kinds - (in_handler ? 2 : 0))]);

    call->object = (uint8_t)any(TIMERS);
    call->first = (int16_t)(call->kind == CALL_timer_reloads ? any(2) : 1 + any(6));
    call->ticks = ticks();
}

/* A call of one of the groups that are chosen. */
static void add_call(struct script *script, unsigned task)
{
    for (;;) {
        unsigned group = 1U << any(14);

        if (!has(group)) {
            continue;
        }
        switch (group) {
        case WITH_QUEUES:
            add_queue_call(script, task);
            return;
        case WITH_SEMAPHORES:
            add_semaphore_call(script, task);
            return;
        case WITH_STATES:
            add_state_call(script, task);
            return;
        case WITH_ENDS:
            if (!in_handler) {
                struct call *call = add(script, task, CALL_restart);

                call->object = (uint8_t)((task + 1 + any(script->tasks - 1)) % script->tasks);
                return;
            }
            break;
        case WITH_NOTIFICATIONS:
            add_notification(script, task);
            return;
        case WITH_GROUPS:
            add_group_call(script, task);
            return;
        case WITH_MUTEXES:
            if (!in_handler) {
                add_mutex_call(script, task);
                return;
            }
            break;
        case WITH_PRIORITIES:
            if (!in_handler) {
                add_priority_call(script, task);
                return;
            }
            break;
        case WITH_STREAMS:
            if (task < 2) {
                add_stream_call(script, task);
                return;
            }
            break;
        case WITH_SETS:
            add_set_call(script, task);
            return;
        case WITH_TIMERS:
            add_timer_call(script, task);
            return;
        default:
            break;
        }
    }
}

static void add_interrupt(struct script *script, unsigned task)
{
    struct call *raise = add(script, task, CALL_raise);
    bool waits = may_wait;

    raise->first = (int16_t)(1 + any(3));
    may_wait = false;
    in_handler = true;
    for (int i = 0; i < raise->first; i++) {
        add_call(script, task);
    }
    may_wait = waits;
    in_handler = false;
}

/* A few calls with the scheduler suspended, or in a critical section. */
static void add_section(struct script *script, unsigned task)
{
    bool is_critical = any(2) != 0;
    unsigned calls = 1 + any(4);

    (void)add(script, task, is_critical ? CALL_enter : CALL_suspend_all);
    may_wait = false;
    for (unsigned i = 0; i < calls; i++) {
        if (has(WITH_INTERRUPTS) && !is_critical && any(4) == 0) {
            add_interrupt(script, task);
        } else {
            add_call(script, task);
        }
    }
    may_wait = true;
    (void)add(script, task, is_critical ? CALL_leave : CALL_resume_all);
}

static void add_any(struct script *script, unsigned task)
{
    unsigned choice = any(16);

    if (choice < 2) {
        add(script, task, CALL_work)->ticks = (int16_t)any(4);
    } else if (choice < 4) {
        add(script, task, CALL_delay)->ticks = (int16_t)any(6);
    } else if (choice == 4) {
        add(script, task, CALL_delay_until)->ticks = (int16_t)(1 + any(6));
    } else if (choice < 7 && has(WITH_INTERRUPTS)) {
        add_interrupt(script, task);
    } else if (choice < 9 && has(WITH_SECTIONS)) {
        add_section(script, task);
    } else {
        add_call(script, task);
    }
}

void script_make(struct script *script, uint32_t seed, unsigned groups)
{
    memset(script, 0, sizeof *script);
    random_state = seed;
    groups_now = groups;
    may_wait = true;
    for (int i = 0; i < 4; i++) {
        (void)any(2); /* similar seeds have similar first numbers */
    }
    script->ticks = 120;
    script->tasks = 3 + any(has(WITH_EQUALS) ? 3 : has(WITH_PRIORITIES) ? 1 : 2);
    for (unsigned i = 0; i < QUEUES; i++) {
        script->lengths[i] = 1 + any(3);
    }
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        script->ceilings[i] = 1 + any(3);
        script->counts[i] = any(script->ceilings[i] + 1);
    }
    for (unsigned i = 0; i < TIMERS; i++) {
        script->periods[i] = 1 + any(6);
        script->reloads[i] = any(2);
    }
    turn = any(PRIORITY_MAX);
    for (unsigned i = 0; i < script->tasks; i++) {
        script->priorities[i] = priority_of(i);
        while (script->calls[i] < CALLS_MAX - 24) {
            add_any(script, i);
        }
    }
    may_wait = false;
    for (unsigned i = 0; i < CALLBACKS && has(WITH_TIMERS); i++) {
        add_call(script, TASKS_MAX);
        if (script->list[TASKS_MAX][i].kind == CALL_timer_pend) { /* it might have no end */
            script->list[TASKS_MAX][i].kind = CALL_timer_stop;
        }
    }
}
