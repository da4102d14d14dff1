/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a tick, in an interrupt or deferred, releases its threads: at the end of periods and
 * delays, by the flags of a device, and after timeouts, each once and in the order of attachment.
 *
 * Method: two ticks of 4 ms, 2 ms apart, each with three threads, run the same program. The letters
 * of the threads of the deferred tick are capitals. Two threads work longer than a tick. The tick
 * in the interrupt remembers a period that ends meanwhile. The deferred tick waits, and one of two
 * ticks is lost.
 */
#include "conformance.h"
#include <limen/cyclic.h>

enum { STYLES = 2, TICKS = 12, START = 4 };

struct side {
    struct lm_tick tick;
    struct lm_cyclic cyclic[3];
    struct lm_thread *thread[3];
    volatile uint32_t flags;
    char capital; /* the difference between the letters of the two ticks */
};

static struct side sides[STYLES];
LM_STACK(stack, 1024);

static void say(const struct side *side, char letter)
{
    mark((char)(letter - side->capital));
}

/* p: a period of two ticks, from the first one on. */
static void keep_period(void *argument)
{
    const struct side *side = argument;

    for (;;) {
        CHECK(lm_cyclic_trigger() == LM_TRIGGER_PERIOD);
        say(side, 'p');
        (void)lm_thread_wait_period();
    }
}

/* d: a delay of three ticks, although the period, of one tick, ends meanwhile. */
static void keep_delay(void *argument)
{
    const struct side *side = argument;

    say(side, 'd');
    for (;;) {
        CHECK(lm_cyclic_delay(LM_MS(9)) == LM_OK);
        CHECK(lm_cyclic_trigger() == LM_TRIGGER_DELAY);
        say(side, 'd');
    }
}

/* f: flags; t: no flags in two ticks; then work over a tick and a half. */
static void keep_flags(void *argument)
{
    struct side *side = argument;

    CHECK(lm_cyclic_trigger() == LM_TRIGGER_NONE);
    say(side, 'a');
    CHECK(lm_cyclic_await(&side->flags, 1, 0, 0) == LM_OK);
    CHECK(lm_cyclic_trigger() == LM_TRIGGER_DEVICE);
    say(side, 'f');
    CHECK(lm_cyclic_await(&side->flags, 2, 0, LM_MS(8)) == LM_TIMEOUT);
    say(side, 't');
    CHECK(lm_cyclic_set_period(&side->cyclic[2], LM_MS(4), LM_MS(4)) == LM_OK);
    CHECK(lm_thread_wait_period() == LM_OK);
    say(side, 'w');
    lm_work(LM_US(6400));
    CHECK(lm_thread_wait_period() == (side->capital == 0 ? LM_OVERRUN : LM_OK));
    say(side, 'o');
    CHECK(lm_cyclic_disable(&side->cyclic[2]) == LM_OK);
    say(side, 'e');
    CHECK(lm_cyclic_disable(&side->cyclic[2]) == LM_OK);
}

static void create_thread(struct side *side, unsigned i, const char *name, void (*entry)(void *))
{
    side->thread[i] = lab_thread((struct lm_thread_config){
        .name = name, LM_PREEMPTIVE(7), .entry = entry, .argument = side, .suspended = true});
    CHECK(lm_tick_attach(&side->tick, &side->cyclic[i], side->thread[i]) == LM_OK);
    CHECK(lm_cyclic_set_deadline(&side->cyclic[i], LM_MS(4)) == LM_OK);
    CHECK(lm_cyclic_enable(&side->cyclic[i]) == LM_OK);
}

static void create_side(struct side *side, enum lm_tick_style style, const char *name,
                        const char *const *names)
{
    CHECK(lm_tick_create(&side->tick, &(struct lm_tick_config){.name = name,
                                                               .length = LM_MS(4),
                                                               .style = style,
                                                               LM_USE_STACK(stack)}) == LM_OK);
    side->capital = style == LM_TICK_DEFERRED ? 'a' - 'A' : 0;
    create_thread(side, 0, names[0], keep_period);
    create_thread(side, 1, names[1], keep_delay);
    create_thread(side, 2, names[2], keep_flags);
    CHECK(lm_cyclic_set_period(&side->cyclic[0], LM_MS(8), LM_MS(4)) == LM_OK);
    CHECK(lm_cyclic_set_period(&side->cyclic[1], LM_MS(4), LM_MS(8)) == LM_OK);
}

static void check_ticks(const struct side *side, uint32_t scans, uint32_t lost)
{
    struct lm_tick_info info;

    CHECK(lm_tick_get_info(&side->tick, &info) == LM_OK);
    CHECK(info.scans == scans && info.lost == lost);
}

static void watch(void *argument)
{
    (void)argument;
    CHECK(lm_cyclic_delay(LM_MS(1)) == LM_BAD_STATE);
    CHECK(lm_thread_sleep_until(LM_MS(START)) == LM_OK);
    CHECK(lm_tick_start(&sides[0].tick) == LM_OK);
    CHECK(lm_thread_sleep_until(LM_MS(START + 2)) == LM_OK);
    CHECK(lm_tick_start(&sides[1].tick) == LM_OK);
    CHECK(lm_thread_sleep_until(LM_MS(START + 11)) == LM_OK);
    told("paPAdD");
    sides[0].flags = 1;
    sides[1].flags = 1;
    CHECK(lm_thread_sleep_until(LM_MS(START + 27)) == LM_OK);
    told("pfPFpdtPDTw");
    CHECK(lm_thread_sleep_until(LM_MS(START + 47)) == LM_OK);
    told("poWdpPODPp");
    CHECK(lm_cyclic_enable(&sides[0].cyclic[2]) == LM_OK);
    CHECK(lm_cyclic_enable(&sides[1].cyclic[2]) == LM_OK);
    CHECK(lm_thread_sleep_until(LM_MS(START + TICKS * 4 + 3)) == LM_OK);
    told("dePDE");
    check_ticks(&sides[0], TICKS, 0);
    check_ticks(&sides[1], TICKS - 1, 1);
    conformance_end();
}

static void set_up(void)
{
    static const char *const exact[] = {"period", "delay", "flags"};
    static const char *const deferred[] = {"period-deferred", "delay-deferred", "flags-deferred"};

    create_side(&sides[0], LM_TICK_IN_INTERRUPT, "exact", exact);
    create_side(&sides[1], LM_TICK_DEFERRED, "deferred", deferred);
    lab_thread((struct lm_thread_config){.name = "watch", LM_PREEMPTIVE(4), .entry = watch});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
