/* SPDX-License-Identifier: Apache-2.0 */
/* The generator of scripts. Each seed uses some kinds of calls only, so that a script of 20 steps
 * often uses the same objects. */
#include "script.h"
#include <string.h>

static uint32_t random_state;

static uint32_t any(uint32_t below)
{
    random_state = random_state * 1664525U + 1013904223U;
    return (uint32_t)(((uint64_t)(random_state >> 4) * below) >> 28);
}

static bool one_in(uint32_t number)
{
    return any(number) == 0;
}

/* The arguments of a call. */
enum shape {
    PLAIN,
    TICKS,      /* a: 1 to 8 */
    TIMEOUT,    /* a: a timeout */
    MESSAGE_TO, /* a: priority, b: timeout */
    BITS,       /* a: flags */
    WAIT_BITS,  /* a: flags and options, b: timeout */
    THREAD,     /* object: a thread */
    THREAD_BITS,
    THREAD_PRIORITY,
    AMOUNT,
    SECTION /* a lock, which is followed by an unlock */
};

enum feature {
    F_SEMAPHORE,
    F_QUEUE,
    F_MUTEX,
    F_EVENTS,
    F_FLAGS,
    F_POOL,
    F_TIMER,
    F_INTERRUPT,
    F_SUSPEND,
    F_END,
    F_PRIORITY,
    F_LOCK,
    F_DELETE,
    F_YIELD,
    F_NUMBER
};

static const struct {
    uint8_t call, feature, shape, weight;
} kinds[] = {
    {CALL_SEMAPHORE_ACQUIRE, F_SEMAPHORE, TIMEOUT, 12},
    {CALL_SEMAPHORE_RELEASE, F_SEMAPHORE, PLAIN, 10},
    {CALL_SEMAPHORE_COUNT, F_SEMAPHORE, PLAIN, 2},
    {CALL_QUEUE_PUT, F_QUEUE, MESSAGE_TO, 12},
    {CALL_QUEUE_GET, F_QUEUE, TIMEOUT, 11},
    {CALL_QUEUE_COUNT, F_QUEUE, PLAIN, 2},
    {CALL_QUEUE_RESET, F_QUEUE, PLAIN, 2},
    {CALL_MUTEX_ACQUIRE, F_MUTEX, TIMEOUT, 14},
    {CALL_MUTEX_RELEASE, F_MUTEX, PLAIN, 12},
    {CALL_MUTEX_OWNER, F_MUTEX, PLAIN, 2},
    {CALL_EVENTS_SET, F_EVENTS, BITS, 10},
    {CALL_EVENTS_CLEAR, F_EVENTS, BITS, 2},
    {CALL_EVENTS_GET, F_EVENTS, PLAIN, 2},
    {CALL_EVENTS_WAIT, F_EVENTS, WAIT_BITS, 12},
    {CALL_FLAGS_SET, F_FLAGS, THREAD_BITS, 12},
    {CALL_FLAGS_CLEAR, F_FLAGS, BITS, 2},
    {CALL_FLAGS_GET, F_FLAGS, PLAIN, 2},
    {CALL_FLAGS_WAIT, F_FLAGS, WAIT_BITS, 10},
    {CALL_POOL_ALLOC, F_POOL, TIMEOUT, 12},
    {CALL_POOL_FREE, F_POOL, PLAIN, 10},
    {CALL_POOL_COUNT, F_POOL, PLAIN, 2},
    {CALL_TIMER_START, F_TIMER, TICKS, 8},
    {CALL_TIMER_STOP, F_TIMER, PLAIN, 3},
    {CALL_TIMER_RUNS, F_TIMER, PLAIN, 2},
    {CALL_YIELD, F_YIELD, PLAIN, 8},
    {CALL_SUSPEND, F_SUSPEND, THREAD, 6},
    {CALL_RESUME, F_SUSPEND, THREAD, 10},
    {CALL_GET_STATE, F_SUSPEND, THREAD, 2},
    {CALL_TERMINATE, F_END, THREAD, 2},
    {CALL_JOIN, F_END, THREAD, 3},
    {CALL_DETACH, F_END, THREAD, 1},
    {CALL_NEW, F_END, THREAD, 4},
    {CALL_SET_PRIORITY, F_PRIORITY, THREAD_PRIORITY, 6},
    {CALL_GET_PRIORITY, F_PRIORITY, THREAD, 3},
    {CALL_LOCK, F_LOCK, SECTION, 5},
    {CALL_RESTORE_LOCK, F_LOCK, PLAIN, 1},
    {CALL_SLEEP, F_LOCK, TICKS, 2},
    {CALL_SEMAPHORE_DELETE, F_DELETE, PLAIN, 1},
    {CALL_QUEUE_DELETE, F_DELETE, PLAIN, 1},
    {CALL_MUTEX_DELETE, F_DELETE, PLAIN, 1},
    {CALL_EVENTS_DELETE, F_DELETE, PLAIN, 1},
    {CALL_POOL_DELETE, F_DELETE, PLAIN, 1},
    {CALL_TIMER_DELETE, F_DELETE, PLAIN, 1},
    {CALL_RAISE, F_INTERRUPT, PLAIN, 8},
    {CALL_DELAY, F_NUMBER, TICKS, 10},
    {CALL_DELAY_UNTIL, F_NUMBER, TICKS, 2},
    {CALL_WORK, F_NUMBER, AMOUNT, 14},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const uint8_t priorities[] = {10, 20, 24, 24, 32, 40, 48};

static uint8_t any_priority(void)
{
    return priorities[any(sizeof priorities)];
}

static uint32_t any_timeout(void)
{
    switch (any(6)) {
    case 0:
        return 0;
    case 1:
        return FOR_EVER;
    default:
        return 1 + any(12);
    }
}

static uint32_t any_bits(void)
{
    return one_in(20) ? 0 : 1 + any(15);
}

static void set_arguments(struct step *step, enum shape shape, unsigned threads)
{
    step->object = one_in(4); /* usually the same one */
    switch (shape) {
    case TICKS:
        step->a = 1 + any(8);
        break;
    case TIMEOUT:
        step->a = any_timeout();
        break;
    case MESSAGE_TO:
        step->a = any(4);
        step->b = any_timeout();
        break;
    case BITS:
        step->a = one_in(40) ? 0x80000001U : any_bits();
        break;
    case WAIT_BITS:
        step->a = any_bits() | any(4) << 16;
        step->b = any_timeout();
        break;
    case THREAD:
    case THREAD_BITS:
    case THREAD_PRIORITY:
        step->object = (uint8_t)any(threads);
        step->a = shape == THREAD_BITS ? any_bits() : any_priority();
        break;
    case AMOUNT:
        step->a = one_in(6) ? any(12 * FRACTIONS) : any(2 * FRACTIONS);
        break;
    default:
        step->a = any(2);
        break;
    }
    if (step->call == CALL_RAISE) {
        step->object = (uint8_t)any(HANDLERS);
    }
}

static enum shape add(struct steps *steps, uint32_t features, unsigned threads)
{
    uint32_t total = 0, chosen;
    unsigned kind = 0;
    struct step *step = &steps->step[steps->number++];

    for (unsigned each = 0; each < KINDS; each++) {
        total += (features >> kinds[each].feature & 1U) * kinds[each].weight;
    }
    for (chosen = any(total);; kind++) {
        uint32_t weight = (features >> kinds[kind].feature & 1U) * kinds[kind].weight;

        if (chosen < weight) {
            break;
        }
        chosen -= weight;
    }
    step->call = kinds[kind].call;
    set_arguments(step, kinds[kind].shape, threads);
    return kinds[kind].shape;
}

/* Each section ends before the thread does. */
static void make_thread(struct steps *steps, uint32_t features, unsigned threads)
{
    unsigned number = 6 + any(STEPS - 6), unlock = STEPS;

    while (steps->number < number) {
        if (steps->number == unlock || (unlock < STEPS && steps->number == number - 1)) {
            steps->step[steps->number++].call = CALL_UNLOCK;
            unlock = STEPS;
        } else if (add(steps, features, threads) == SECTION) {
            unlock = steps->number + 1 + any(3);
        }
    }
    steps->step[number - 1] = (struct step){.call = CALL_UNLOCK};
}

/* Functions of timers do not wait. Handlers also make calls that they may not make. */
static void make_part(struct steps *steps, uint32_t features, unsigned threads, bool is_handler)
{
    unsigned number = 1 + any(PARTS);

    features &= ~(1U << F_LOCK | 1U << F_INTERRUPT | 1U << F_NUMBER);
    features |= 1U << F_SEMAPHORE;
    while (steps->number < number) {
        enum shape shape = add(steps, features, threads);
        struct step *step = &steps->step[steps->number - 1];
        bool keeps = is_handler && one_in(8);

        if (shape == TIMEOUT && !keeps) {
            step->a = 0;
        } else if ((shape == MESSAGE_TO || shape == WAIT_BITS) && !keeps) {
            step->b = 0;
        } else if (step->call == CALL_JOIN || step->call == CALL_NEW) {
            step->call = CALL_TERMINATE;
        }
    }
}

void script_make(struct script *script, uint32_t seed, uint32_t features)
{
    memset(script, 0, sizeof *script);
    random_state = seed * 2654435761U + 12345U;
    for (unsigned skip = 0; skip < 4; skip++) {
        (void)any(2);
    }
    for (unsigned feature = 0; feature < F_NUMBER; feature++) {
        features &= ~((uint32_t)one_in(2) << feature);
    }
    features |= 1U << F_NUMBER;
    script->uses_heap = one_in(2);
    script->threads = 3 + any(THREADS - 2);
    for (unsigned thread = 0; thread < script->threads; thread++) {
        script->priority[thread] = any_priority();
        script->joinable[thread] = one_in(2);
        make_thread(&script->steps[thread], features, script->threads);
    }
    for (unsigned each = 0; each < HANDLERS; each++) {
        make_part(&script->handler[each], features, script->threads, true);
    }
    for (unsigned each = 0; each < OBJECTS; each++) {
        make_part(&script->timer[each], features, script->threads, false);
        script->periodic[each] = one_in(2);
        script->most[each] = (uint8_t)(1 + any(3));
        script->initial[each] = (uint8_t)any(script->most[each] + 1U);
        script->capacity[each] = (uint8_t)(1 + any(3));
        script->blocks[each] = (uint8_t)(1 + any(2));
        script->inherits[each] = !one_in(3);
        script->recurs[each] = one_in(2);
    }
}

#define AS_TEXT(name) [CALL_##name] = #name,
const char *const call_names[CALL_NUMBER] = {CALLS(AS_TEXT)};
