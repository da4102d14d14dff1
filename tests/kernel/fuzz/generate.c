/* SPDX-License-Identifier: Apache-2.0 */
/* Random operations; see generate.h. */
#include "generate.h"
#include "adapter.h"

enum { TRIES = 12, ERRORS_KEPT = 8, ENDS_KEPT = 3 }; /* percent */
enum { THREADS_USED = 6, NO_OBJECT = 99 };

enum { AT_START, BY_THREAD, BY_HANDLER, CALLERS };

/* The weight of each kind of operation in each context. */
static const uint8_t weights[OPERATION_KINDS][CALLERS] = {
    [DO_RETURN] = {4, 2, 60},
    [DO_WORK] = {1, 16, 6},
    [DO_RAISE] = {1, 12, 4},
    [DO_RAISE_WITHIN] = {0, 10, 5},
    [DO_INTERRUPTS_OFF] = {0, 4, 1},
    [DO_INTERRUPTS_ON] = {0, 10, 10},
    [DO_YIELD] = {0, 6, 0},
    [DO_SLEEP] = {0, 10, 0},
    [DO_SLEEP_UNTIL] = {0, 4, 0},
    [DO_WAIT_PERIOD] = {0, 8, 0},
    [DO_PREEMPT_DISABLE] = {0, 3, 0},
    [DO_PREEMPT_ENABLE] = {0, 6, 0},
    [DO_SLICES_IN] = {1, 0, 0},
    [DO_TIME_SET] = {1, 1, 1},
    [DO_THREAD_CREATE] = {20, 10, 5},
    [DO_THREAD_START] = {2, 8, 4},
    [DO_THREAD_SUSPEND] = {2, 6, 8},
    [DO_THREAD_RESUME] = {2, 14, 14},
    [DO_THREAD_TERMINATE] = {1, 1, 1},
    [DO_THREAD_RESET] = {0, 3, 2},
    [DO_THREAD_RESTART] = {0, 8, 4},
    [DO_THREAD_DELETE] = {0, 2, 1},
    [DO_THREAD_ABORT_WAIT] = {1, 6, 5},
    [DO_THREAD_SET_PRIORITY] = {1, 8, 5},
    [DO_THREAD_SET_THRESHOLD] = {1, 6, 3},
    [DO_THREAD_SET_SLICE] = {1, 3, 2},
    [DO_SEMAPHORE_CREATE] = {6, 4, 2},
    [DO_SEMAPHORE_WAIT] = {1, 14, 4},
    [DO_SEMAPHORE_POST] = {1, 10, 12},
    [DO_SEMAPHORE_POST_BELOW] = {1, 3, 3},
    [DO_SEMAPHORE_PRIORITIZE] = {0, 2, 2},
    [DO_SEMAPHORE_DELETE] = {1, 1, 1},
    [DO_MUTEX_CREATE] = {10, 4, 2},
    [DO_MUTEX_LOCK] = {1, 30, 1},
    [DO_MUTEX_UNLOCK] = {1, 24, 1},
    [DO_MUTEX_PRIORITIZE] = {0, 2, 2},
    [DO_MUTEX_DELETE] = {1, 1, 1},
    [DO_QUEUE_CREATE] = {6, 4, 2},
    [DO_QUEUE_SEND] = {1, 14, 10},
    [DO_QUEUE_SEND_FRONT] = {1, 8, 4},
    [DO_QUEUE_RECEIVE] = {1, 14, 5},
    [DO_QUEUE_FLUSH] = {1, 1, 1},
    [DO_QUEUE_PRIORITIZE] = {0, 2, 2},
    [DO_QUEUE_DELETE] = {1, 1, 1},
    [DO_FLAGS_CREATE] = {6, 4, 2},
    [DO_FLAGS_WAIT] = {1, 14, 3},
    [DO_FLAGS_SET] = {1, 10, 8},
    [DO_FLAGS_CLEAR] = {1, 3, 2},
    [DO_FLAGS_DELETE] = {1, 1, 1},
    [DO_BLOCKS_CREATE] = {6, 4, 2},
    [DO_BLOCKS_ALLOCATE] = {1, 12, 3},
    [DO_BLOCKS_RELEASE] = {1, 10, 8},
    [DO_BLOCKS_PRIORITIZE] = {0, 2, 2},
    [DO_BLOCKS_DELETE] = {1, 1, 1},
    [DO_BYTES_CREATE] = {6, 4, 2},
    [DO_BYTES_ALLOCATE] = {1, 18, 4},
    [DO_BYTES_RELEASE] = {1, 12, 8},
    [DO_BYTES_PRIORITIZE] = {0, 2, 2},
    [DO_BYTES_DELETE] = {1, 1, 1},
    [DO_TIMER_CREATE] = {8, 4, 2},
    [DO_TIMER_START] = {8, 12, 6},
    [DO_TIMER_STOP] = {1, 2, 2},
    [DO_TIMER_DELETE] = {1, 1, 1},
    [DO_MODEL_SET] = {4, 2, 2},
    [DO_SECTION_ENTER] = {1, 14, 1},
    [DO_SECTION_LEAVE] = {1, 10, 1},
    [DO_PREEMPT_POINT] = {1, 20, 1},
    [DO_PREEMPT_TICK] = {1, 1, 20},
    [DO_BORDER_SET] = {8, 4, 1},
    [DO_SPIN_CREATE] = {10, 4, 2},
    [DO_SPIN_LOCK] = {0, 24, 8},
    [DO_SPIN_UNLOCK] = {0, 24, 12},
};

static unsigned caller_of(const struct model *model)
{
    return model->frames > 0 ? BY_HANDLER : model->started ? BY_THREAD : AT_START;
}

/* The sum of the weights of each kind and of those before it, for the groups of this case. */
static struct {
    uint32_t groups;
    uint32_t end[CALLERS][OPERATION_KINDS];
} reach;

static void find_reach(uint32_t groups)
{
    reach.groups = groups;
    for (unsigned caller = 0; caller < CALLERS; caller++) {
        uint32_t end = 0;

        for (unsigned kind = 0; kind < OPERATION_KINDS; kind++) {
            bool wanted = (groups & 1U << operation_group((enum kind)kind)) != 0;

            end += wanted ? weights[kind][caller] : 0;
            reach.end[caller][kind] = end;
        }
    }
}

static enum kind choose_kind(struct random *random, unsigned caller, uint32_t groups)
{
    unsigned kind = 0;

    if (reach.groups != groups) {
        find_reach(groups);
    }
    uint32_t chosen = random_below(random, reach.end[caller][OPERATION_KINDS - 1]);

    while (chosen >= reach.end[caller][kind]) {
        kind++;
    }
    return (enum kind)kind;
}

/* One of count objects, sometimes none. */
static uint32_t choose_object(struct random *random, uint32_t count)
{
    return random_percent(random, 1) ? NO_OBJECT : random_below(random, count);
}

/* Mostly a few priorities, so that threads have equal ones. */
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

static uint32_t choose_order(struct random *random)
{
    return random_percent(random, 1) ? 2 : random_below(random, 2);
}

static void choose_for_semaphore(struct random *random, struct operation *o)
{
    switch (o->kind) {
    case DO_SEMAPHORE_CREATE:
        o->b = random_percent(random, 5) ? UINT32_MAX : random_below(random, 3);
        o->c = choose_order(random);
        break;
    case DO_SEMAPHORE_POST_BELOW:
        o->b = random_below(random, 4);
        break;
    default:
        o->d = choose_timeout(random);
        break;
    }
}

static void choose_for_mutex(struct random *random, struct operation *o)
{
    if (o->kind == DO_MUTEX_CREATE) {
        o->b = random_percent(random, 55) ? (uint32_t)INHERIT : random_below(random, 3);
        o->b = random_percent(random, 1) ? 3 : o->b;
        o->c = choose_order(random);
        o->d = choose_priority(random);
    } else {
        o->d = choose_timeout(random);
    }
}

static void choose_for_queue(struct random *random, struct operation *o)
{
    switch (o->kind) {
    case DO_QUEUE_CREATE:
        o->b = random_percent(random, 1) ? 0 : 1 + random_below(random, QUEUE_MAX);
        o->c = choose_order(random);
        break;
    default:
        o->b = random_percent(random, 1) ? 0 : 1 + random_below(random, UINT32_MAX);
        o->d = choose_timeout(random);
        break;
    }
}

/* Some bits out of only four, so that threads use the same ones. */
static uint32_t choose_bits(struct random *random)
{
    return random_below(random, 16) & random_below(random, 16);
}

static void choose_for_flags(struct random *random, struct operation *o)
{
    o->b = choose_bits(random);
    o->c = o->kind == DO_FLAGS_CREATE ? choose_order(random) : random_below(random, 4);
    o->c = random_percent(random, 1) ? 4 : o->c;
    o->d = choose_timeout(random);
}

static void choose_for_blocks(struct random *random, struct operation *o)
{
    if (o->kind == DO_BLOCKS_CREATE) {
        o->b = random_percent(random, 1) ? 0 : 1 + random_below(random, BLOCKS_MAX);
    } else {
        o->b = random_below(random, BLOCKS_MAX + (random_percent(random, 5) ? 2 : 0));
    }
    o->c = choose_order(random);
    o->d = choose_timeout(random);
}

static void choose_for_bytes(struct random *random, const struct model *model, struct operation *o)
{
    if (o->kind == DO_BYTES_RELEASE) {
        const struct byte_pool *pool = &model->bytes[o->a % BYTE_POOLS];

        for (int i = 0; i < PIECES_MAX; i++) {
            const struct piece *piece = &pool->piece[random_below(random, PIECES_MAX)];

            o->b = piece->offset;
            if (piece->taken || (piece->bytes != 0 && random_percent(random, 3))) {
                break;
            }
        }
        return;
    }
    o->b = random_percent(random, 70) ? random_below(random, 400) : random_below(random, 1100);
    o->c = choose_order(random);
    o->d = choose_timeout(random);
}

static void choose_for_timer(struct random *random, struct operation *o)
{
    o->b = random_percent(random, 50) ? 0 : 1 + random_below(random, 60);
    o->d = choose_timeout(random);
}

static void choose_for_context(struct random *random, struct operation *o)
{
    switch (o->kind) {
    case DO_WORK:
    case DO_SLEEP:
        o->a = random_below(random, random_percent(random, 80) ? 10 : 150);
        break;
    case DO_RAISE:
    case DO_RAISE_WITHIN:
        o->a = random_below(random, LINES);
        break;
    case DO_SLEEP_UNTIL:
        o->a = UNTIL_BASE + random_below(random, 40);
        break;
    case DO_SLICES_IN:
        o->a = 1 + random_below(random, 8);
        break;
    case DO_TIME_SET:
        o->a = random_below(random, 1000);
        break;
    default:
        break;
    }
}

static void choose_for_spin(struct random *random, struct operation *o)
{
    o->b = random_percent(random, 30);
}

static void choose_for_section(struct random *random, struct operation *o)
{
    if (o->kind == DO_BORDER_SET) {
        o->a = random_below(random, LEVELS);
    }
}

static struct operation choose(struct random *random, const struct model *model, uint32_t groups)
{
    static const uint8_t objects[GROUPS] = {
        [OF_THREAD] = THREADS_USED, [OF_SEMAPHORE] = SEMAPHORES, [OF_MUTEX] = MUTEXES,
        [OF_QUEUE] = QUEUES,        [OF_FLAGS] = FLAGS,          [OF_BLOCKS] = BLOCK_POOLS,
        [OF_TIMER] = TIMERS,        [OF_BYTES] = BYTE_POOLS,     [OF_CONTEXT] = 1,
        [OF_SECTION] = MODELS,      [OF_SPIN] = SPINS,
    };
    static void (*const chooses[GROUPS])(struct random *, struct operation *) = {
        [OF_CONTEXT] = choose_for_context,     [OF_THREAD] = choose_for_thread,
        [OF_SEMAPHORE] = choose_for_semaphore, [OF_MUTEX] = choose_for_mutex,
        [OF_QUEUE] = choose_for_queue,         [OF_FLAGS] = choose_for_flags,
        [OF_BLOCKS] = choose_for_blocks,       [OF_TIMER] = choose_for_timer,
        [OF_SECTION] = choose_for_section,     [OF_SPIN] = choose_for_spin,
    };
    struct operation o = {.kind = choose_kind(random, caller_of(model), groups)};
    enum group group = operation_group(o.kind);

    o.a = choose_object(random, objects[group]);
    if (group == OF_BYTES) {
        choose_for_bytes(random, model, &o);
    } else if (chooses[group] != NULL) {
        chooses[group](random, &o);
    }
    return o;
}

struct operation generate(struct random *random, const struct model *model, uint32_t groups)
{
    struct operation o = {.kind = DO_WORK};
    struct model later;

    for (int i = 0; i < TRIES; i++) {
        o = choose(random, model, groups);
        if (!model_permits(model, &o) || !system_permits(model, &o)) {
            o = (struct operation){.kind = DO_WORK};
            continue;
        }
        later = *model;
        later.imagined = true;
        bool error = model_perform(&later, &o).status >= BAD_ARGUMENT;

        model_run(&later);
        if ((!error || random_percent(random, ERRORS_KEPT)) &&
            (later.expect.place != AT_END || random_percent(random, ENDS_KEPT))) {
            return o;
        }
    }
    return o;
}

uint32_t generate_groups(struct random *random)
{
    uint32_t groups = 1U << OF_CONTEXT | 1U << OF_THREAD;

    for (unsigned group = OF_SEMAPHORE; group < GROUPS; group++) {
        groups |= random_percent(random, 40) ? 1U << group : 0;
    }
    return groups;
}
