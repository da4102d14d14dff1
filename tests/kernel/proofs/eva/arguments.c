/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of calls that are not objects. */
#include "choices.h"
#include "world.h"
#include <limen/limen.h>

uint64_t any_time(unsigned choice)
{
    static const uint64_t times[TIMES] = {99, 100, 1U << 20, 1ULL << 41};

    return times[choice];
}

/* For ever, not at all, and up to an instant of one range. */
lm_timeout any_wait(unsigned choice)
{
    static const lm_timeout waits[LIMITS - 1] = {LM_FOREVER, LM_NO_WAIT};

    return choice < LIMITS - 1 ? waits[choice] : any_between(128, 255 - EARLY);
}

unsigned any_level(unsigned choice)
{
    return choice < LM_LEVELS ? choice : (unsigned)any_between(LM_LEVELS, UINT32_MAX);
}

const char *any_name(void)
{
    static const char *const names[] = {"name", NULL};

    return names[any_u32 & 1U];
}

void *any_area(unsigned choice)
{
    return choice == 0 ? (unsigned char *)area : choice == 1 ? (unsigned char *)area + 1 : NULL;
}

void *any_message(unsigned choice)
{
    return choice == 0 ? messages[3] : choice == 1 ? messages[3] + 1 : NULL;
}

size_t any_bytes(unsigned choice)
{
    static const size_t sizes[SIZES] = {32, 0, 1, 100, 400, SIZE_MAX};

    return sizes[choice];
}

uint32_t any_block_bytes(unsigned choice)
{
    static const uint32_t sizes[BLOCK_SIZES] = {16, 0, 20, 256};

    return sizes[choice];
}

/* For some of the bits for which threads wait. */
uint32_t any_bits(unsigned choice)
{
    static const uint32_t masks[MASKS] = {1, 0, 2, 7};

    return masks[choice];
}

/* What threads and timers do. */
void do_nothing(void *argument)
{
    (void)argument;
}

static struct lm_slice slice = LM_SLICE(5);
static struct lm_period period = LM_PERIOD(100, 10, 50);
static struct lm_thread_config config;

/* A plain one, one of the least urgent priority, wrong ones, one with a slice and one with a
 * period. */
const struct lm_thread_config *any_config(unsigned choice)
{
    config.name = any_name();
    config.entry = do_nothing;
    config.stack = choice == 2 ? NULL : area;
    config.stack_bytes = 64;
    config.priority = choice == 3 ? LM_LEVELS : choice == 1 ? LM_LEVELS - 1 : 1;
    config.threshold = 1;
    config.slice = choice == 4 ? &slice : NULL;
    slice.ticks = any_u32;
    config.period = choice == 1 ? &period : NULL;
    period.length = any_u64;
    period.offset = any_u64;
    config.suspended = ANY_BOOL;
    return choice < CONFIGS - 1 ? &config : NULL;
}

struct lm_notice_request *any_notice_request(void)
{
    static struct lm_notice_request request;
    static struct lm_notice_request *const requests[] = {&request, NULL};

    request.wanted = any_u32;
    request.clear = any_u32;
    request.mode = any_u32;
    return requests[any_u32 & 1U];
}

static void handle(struct lm_thread *thread)
{
    (void)thread;
}

void (*any_handler(void))(struct lm_thread *thread)
{
    return ANY_BOOL ? handle : NULL;
}

static void at_switch(struct lm_thread *from, struct lm_thread *to)
{
    (void)from;
    (void)to;
}

struct lm_switch_hook *any_switch_hook(void)
{
    static struct lm_switch_hook hook;

    hook.function = ANY_BOOL ? at_switch : NULL;
    return ANY_BOOL ? &hook : NULL;
}

static void at_interrupt(void)
{
}

struct lm_interrupt_hook *any_interrupt_hook(void)
{
    static struct lm_interrupt_hook hook;

    hook.enter = ANY_BOOL ? at_interrupt : NULL;
    hook.exit = ANY_BOOL ? at_interrupt : NULL;
    return ANY_BOOL ? &hook : NULL;
}

static void at_wrap(void *buffer)
{
    (void)buffer;
}

void (*any_notify(void))(void *buffer)
{
    return ANY_BOOL ? at_wrap : NULL;
}

struct lm_object *any_object(void)
{
    return ANY_BOOL ? &first.object : NULL;
}
