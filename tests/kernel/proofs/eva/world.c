/* SPDX-License-Identifier: Apache-2.0 */
/* The threads of a state, and the port. */
#include "world.h"
#include "choices.h"
#include "core/sched.h"
#include "core/wait_list.h"
#include "objects/thread.h"
#include "time/alarm.h"
#include <limen/limen.h>

static struct lm_kernel kernels[LM_CORES];
struct lm_kernel *const lm_the_kernels[LM_CORES] = {&kernels[0], LM_IF_CORES(&kernels[1])};
LM_IF_CORES(unsigned null_core;)
struct eva_context eva_context = {.comes_back = EVA_COMES_BACK};
volatile uint32_t any_u32;
volatile uint64_t any_u64;

struct EVA_CALLER caller;
struct lm_thread first, second, third;
unsigned pattern;
uint64_t area[64];
unsigned char messages[4][48];
static uint64_t stacks[4][4];
static struct lm_slice slice = LM_SLICE(5);
static struct lm_period period = LM_PERIOD(100, 0, 50);

uint64_t any_between(uint64_t least, uint64_t most)
{
    uint64_t value = any_u64;

    REQUIRE(value >= least && value <= most);
    return value;
}

void lm_port_init(void)
{
    eva_context.locked = 1;
    eva_context.in_interrupt = false;
}

void lm_port_start(void)
{
    lm_dispatch(lm_cpu());
    eva_context.locked = 0;
}

void lm_port_prepare(struct lm_thread *thread)
{
    thread->stack_pointer = (char *)thread->stack + thread->stack_bytes;
}

void lm_port_prepare_idle(struct lm_thread *idle)
{
    (void)idle;
}

uint64_t latest = EARLY - 1;
bool time_is_exact;

uint64_t lm_port_now(void)
{
    return time_is_exact ? latest : any_between(0, latest);
}

lm_timeout any_timeout(unsigned choice)
{
    switch (choice) {
    case 0:
        return LM_FOREVER;
    case 1:
        return LM_NO_WAIT;
    case 2:
        return any_between(128, 255 - EARLY);
    case 3:
        return LM_UNTIL(any_between(0, 2 * EARLY - 1));
    default:
        return any_between(1ULL << 33, LM_UNTIL_FLAG);
    }
}

void lm_port_clock_advance(uint64_t ticks)
{
    (void)ticks;
}

void lm_port_set_alarm(uint64_t instant)
{
    (void)instant;
}

static uint32_t image[(LM_TRACE_BYTES(4, 3)) / 4];

enum { LAST = LM_LEVELS - 1, RUNS_AT = LM_LEVELS / 2 };

static const uint16_t priorities[3][3] = {
    {0, RUNS_AT, LAST},
    {LAST, LAST, RUNS_AT},
    {1, 1, 1},
};

static void create(struct lm_thread *thread, unsigned number, unsigned priority, unsigned threshold,
                   bool extended)
{
    const struct lm_thread_config config = {
        .name = "thread",
        .entry = do_nothing,
        .stack = stacks[number],
        .stack_bytes = sizeof stacks[number],
        .priority = (uint16_t)priority,
        .threshold = (uint16_t)threshold,
        .slice = extended && pattern == 2 ? &slice : NULL,
        .period = extended && pattern == 1 ? &period : NULL,
        .suspended = true,
    };

    REQUIRE(lm_thread_create(thread, &config) == LM_OK);
}

void world_begin(unsigned number)
{
    pattern = number;
    LM_IF_CORES(null_core = number / 2;)
    lm_kernel_init();
    if (LM_TRACED) {
        REQUIRE(lm_trace_start(image, sizeof image, 4) == LM_OK);
    }
    create(&caller.thread, 0, RUNS_AT, pattern == 0 ? RUNS_AT : 1, LM_CORES == 1);
    create(&first, 1, priorities[pattern][0], 0, false);
    create(&second, 2, priorities[pattern][1], priorities[pattern][1], false);
    create(&third, 3, priorities[pattern][2], priorities[pattern][2], false);
    (void)lm_thread_start(&caller.thread);
    lm_kernel_start();
}

enum lm_order order(void)
{
    return pattern == 0 ? LM_FIFO : LM_BY_PRIORITY;
}

/* An instant of a range. */
static uint64_t instant(unsigned range)
{
    switch (range) {
    case 0:
        return any_between(EARLY, 2 * EARLY - 1);
    case 1:
        return any_between(1U << 20, (1U << 21) - 1);
    default:
        return any_between(1ULL << 40, 1ULL << 62);
    }
}

void world_start(struct lm_timeout_node *timeout, unsigned range)
{
    static const uint64_t exact[] = {100, 1U << 20, 1ULL << 40};
    uint64_t expiry =
        time_is_exact ? exact[range] + (timeout == &second.timeout ? 3 : 0) : instant(range);

    lm_alarm_start(lm_cpu(), timeout, expiry);
}

void world_wait_one(struct lm_thread *thread, struct lm_wait_list *list, bool timed)
{
    thread->begun = true;
    thread->waits_for = list->waits_for;
    thread->wait_list = list;
    lm_wait_list_insert(list, thread);
    thread->suspend_pending = pattern != 0 && thread == (pattern == 1 ? &second : &first);
    if (timed) {
        thread->wait_timed = true;
        world_start(&thread->timeout, thread == &first ? 0 : thread == &second ? 1 : 2);
    }
}

void world_wait(struct lm_wait_list *list, unsigned count)
{
    if (count > 0) {
        world_wait_one(&first, list, pattern != 1);
    }
    if (count > 1) {
        world_wait_one(&second, list, pattern == 2);
    }
    if (count > 2) {
        world_wait_one(&third, list, pattern != 1);
    }
}

/* Gives a state to a thread that has not begun: it becomes ready, sleeps, or stays as it is. */
static void employ(struct lm_thread *thread, unsigned range)
{
    if (thread->begun || thread->state != LM_STATE_BLOCKED) {
        return;
    }
    if (pattern == 0) {
        thread->begun = true;
        (void)lm_sched_ready(lm_cpu(), thread, LM_OK);
    } else if (pattern == 1) {
        thread->begun = true;
        thread->waits_for = LM_WAITS_FOR_TIME;
        world_start(&thread->timeout, range);
    }
}

enum { BY_THREAD, IN_INTERRUPT };

void world_end(unsigned by)
{
    REQUIRE(by == BY_THREAD || pattern == 0);
    employ(&first, 0);
    employ(&second, 0);
    employ(&third, 2);
    if (by == BY_THREAD && lm_cpu()->next != lm_cpu()->running) {
        lm_dispatch(lm_cpu());
    }
    eva_context.in_interrupt = by == IN_INTERRUPT;
}
