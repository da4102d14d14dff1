/* SPDX-License-Identifier: Apache-2.0 */
/* Operations by chance; see generate.h. */
#include "generate.h"

enum { TRIES = 12, ERRORS_KEPT = 8, ENDS_KEPT = 3 }; /* percent */

enum { AT_START, BY_THREAD, BY_HANDLER, CALLERS };

/* How often, in each context. */
static const uint8_t weights[OPERATION_KINDS][CALLERS] = {
    [DO_RETURN] = {4, 1, 40},
    [DO_WORK] = {1, 14, 6},
    [DO_RAISE] = {1, 10, 4},
    [DO_INTERRUPTS_OFF] = {0, 4, 1},
    [DO_INTERRUPTS_ON] = {0, 10, 10},
    [DO_YIELD] = {0, 6, 0},
    [DO_SLEEP] = {0, 8, 0},
    [DO_SLEEP_UNTIL] = {0, 4, 0},
    [DO_WAIT_PERIOD] = {0, 6, 0},
    [DO_PREEMPT_DISABLE] = {0, 3, 0},
    [DO_PREEMPT_ENABLE] = {0, 6, 0},
    [DO_THREAD_CREATE] = {14, 8, 4},
    [DO_THREAD_START] = {2, 8, 4},
    [DO_THREAD_SUSPEND] = {2, 6, 8},
    [DO_THREAD_RESUME] = {2, 14, 12},
    [DO_THREAD_TERMINATE] = {1, 1, 1},
    [DO_THREAD_RESTART] = {0, 8, 4},
    [DO_THREAD_DELETE] = {0, 2, 1},
    [DO_THREAD_ABORT_WAIT] = {1, 6, 5},
    [DO_THREAD_SET_PRIORITY] = {1, 8, 5},
    [DO_THREAD_SET_THRESHOLD] = {1, 6, 3},
    [DO_THREAD_SET_SLICE] = {1, 3, 2},
    [DO_SEMAPHORE_CREATE] = {8, 4, 2},
    [DO_SEMAPHORE_WAIT] = {1, 16, 4},
    [DO_SEMAPHORE_POST] = {1, 12, 14},
    [DO_SEMAPHORE_POST_BELOW] = {1, 4, 4},
    [DO_SEMAPHORE_DELETE] = {1, 1, 1},
    [DO_QUEUE_CREATE] = {8, 4, 2},
    [DO_QUEUE_SEND] = {1, 16, 12},
    [DO_QUEUE_RECEIVE] = {1, 16, 6},
    [DO_QUEUE_DELETE] = {1, 1, 1},
};

static unsigned caller_of(const struct model *model)
{
    return model->frames > 0 ? BY_HANDLER : model->started ? BY_THREAD : AT_START;
}

static enum kind choose_kind(struct random *random, unsigned caller)
{
    uint32_t total = 0;
    unsigned kind = 0;

    for (unsigned i = 0; i < OPERATION_KINDS; i++) {
        total += weights[i][caller];
    }
    uint32_t chosen = random_below(random, total);

    while (chosen >= weights[kind][caller]) {
        chosen -= weights[kind++][caller];
    }
    return (enum kind)kind;
}

/* An object of so many, once in a while none. */
static uint32_t choose_object(struct random *random, uint32_t count)
{
    return random_percent(random, 1) ? count : random_below(random, count);
}

/* Mostly few priorities, so that they meet. */
static uint32_t choose_priority(struct random *random)
{
    return random_percent(random, 90) ? random_below(random, 8) : random_below(random, LEVELS + 1);
}

static uint32_t choose_threshold(struct random *random, uint32_t priority)
{
    return random_percent(random, 40) ? priority : random_below(random, priority + 1);
}

static uint32_t choose_timeout(struct random *random)
{
    switch (random_below(random, 10)) {
    case 0:
    case 1:
        return NO_WAIT;
    case 2:
    case 3:
        return FOREVER;
    case 4:
        return UNTIL_BASE + random_below(random, 40);
    default:
        return 1 + random_below(random, random_percent(random, 80) ? 12 : 200);
    }
}

static uint32_t choose_setup(struct random *random)
{
    struct thread_setup setup = {.suspended = random_percent(random, 30)};

    if (random_percent(random, 35)) {
        setup.slice = 1 + random_below(random, 12);
    }
    if (random_percent(random, 30)) {
        setup.period = 1 + random_below(random, 60);
        setup.offset = random_below(random, 20);
        setup.deadline = random_below(random, 20) * 2;
    }
    return thread_setup_digits(&setup);
}

static void choose_for_thread(struct random *random, struct operation *o)
{
    o->a = choose_object(random, THREADS);
    switch (o->kind) {
    case DO_THREAD_CREATE:
        o->d = choose_setup(random);
        o->b = choose_priority(random);
        o->c = choose_threshold(random, o->b);
        break;
    case DO_THREAD_SET_PRIORITY:
        o->b = choose_priority(random);
        o->c = choose_threshold(random, o->b);
        break;
    case DO_THREAD_SET_THRESHOLD:
        o->b = choose_priority(random);
        break;
    case DO_THREAD_SET_SLICE:
        o->b = random_below(random, 10);
        break;
    default:
        break;
    }
}

static void choose_for_semaphore(struct random *random, struct operation *o)
{
    o->a = choose_object(random, SEMAPHORES);
    switch (o->kind) {
    case DO_SEMAPHORE_CREATE:
        o->b = random_percent(random, 5) ? UINT32_MAX : random_below(random, 3);
        o->c = random_percent(random, 1) ? 2 : random_below(random, 2);
        break;
    case DO_SEMAPHORE_POST_BELOW:
        o->b = random_below(random, 4);
        break;
    default:
        o->d = choose_timeout(random);
        break;
    }
}

static void choose_for_queue(struct random *random, struct operation *o)
{
    o->a = choose_object(random, QUEUES);
    switch (o->kind) {
    case DO_QUEUE_CREATE:
        o->b = random_percent(random, 1) ? 0 : 1 + random_below(random, QUEUE_MAX);
        o->c = random_percent(random, 1) ? 2 : random_below(random, 2);
        break;
    default:
        o->b = random_percent(random, 1) ? 0 : 1 + random_below(random, UINT32_MAX);
        o->d = choose_timeout(random);
        break;
    }
}

static void choose_for_self(struct random *random, struct operation *o)
{
    switch (o->kind) {
    case DO_WORK:
        o->a = random_below(random, random_percent(random, 80) ? 10 : 150);
        break;
    case DO_RAISE:
        o->a = random_below(random, LINES);
        break;
    case DO_SLEEP:
        o->a = random_below(random, random_percent(random, 80) ? 10 : 150);
        break;
    case DO_SLEEP_UNTIL:
        o->a = UNTIL_BASE + random_below(random, 40);
        break;
    default:
        break;
    }
}

static struct operation choose(struct random *random, unsigned caller)
{
    struct operation o = {.kind = choose_kind(random, caller)};

    if (o.kind < DO_THREAD_CREATE) {
        choose_for_self(random, &o);
    } else if (o.kind < DO_SEMAPHORE_CREATE) {
        choose_for_thread(random, &o);
    } else if (o.kind < DO_QUEUE_CREATE) {
        choose_for_semaphore(random, &o);
    } else {
        choose_for_queue(random, &o);
    }
    return o;
}

struct operation generate(struct random *random, const struct model *model)
{
    struct operation o = {.kind = DO_WORK};
    struct model later;

    for (int i = 0; i < TRIES; i++) {
        o = choose(random, caller_of(model));
        if (!model_permits(model, &o)) {
            o = (struct operation){.kind = DO_WORK};
            continue;
        }
        later = *model;
        bool error = model_perform(&later, &o) >= BAD_ARGUMENT;

        model_run(&later);
        if ((!error || random_percent(random, ERRORS_KEPT)) &&
            (later.expect.place != AT_END || random_percent(random, ENDS_KEPT))) {
            return o;
        }
    }
    return o;
}
