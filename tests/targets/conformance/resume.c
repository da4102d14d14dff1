/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a thread, or the idle thread, that is interrupted while it is being resumed loses no
 * register and needs no more stack, however often that happens.
 *
 * Method: an urgent thread sleeps so briefly that its alarm expires before the background thread
 * has left the switch. The sleeps become longer, so that each instruction of the switch is
 * interrupted, and several times in succession, because only frames that are never removed can
 * accumulate. The program finds the end of the switch: from there on the background thread makes
 * progress.
 */
#include "conformance.h"

enum {
    AT_ONCE = 100,  /* sleeps of a tick */
    FAR = 4096,     /* ticks: in this time a resumed thread makes progress, on any target */
    NEAR = 64,      /* ticks before that, one by one */
    TIMES = 8,      /* each */
    FRAME_MAX = 64, /* bytes: a function that the background thread calls may be interrupted, too */
};

static struct lm_thread *background;
static volatile uint32_t rounds;

/* Keeps values in registers in each round. */
static void get_on(void *argument)
{
    uint32_t one = 0, two = 0, three = 0, four = 0, five = 0;

    (void)argument;
    for (;;) {
        one += 1;
        two += 2;
        three += 3;
        four += 4;
        five += 5;
        __asm__ volatile("" : "+r"(one), "+r"(two), "+r"(three), "+r"(four), "+r"(five));
        CHECK(two == 2 * one && three == 3 * one && four == 4 * one && five == 5 * one);
        rounds = one;
        lm_work(1);
    }
}

static void sleep_often(unsigned times, uint64_t ticks)
{
    for (unsigned i = 0; i < times; i++) {
        CHECK(lm_thread_sleep(ticks) == LM_OK);
    }
}

/* The shortest sleep in which the background thread makes progress. */
static uint64_t find_where_it_gets_on(void)
{
    uint64_t found = FAR;

    for (uint64_t step = FAR / 2; step > 0; step /= 2) {
        uint32_t before = rounds;

        sleep_often(2, found - step); /* twice, to begin with the switch */
        if (rounds != before) {
            found -= step;
        }
    }
    return found;
}

static void sleep_up_to(uint64_t last)
{
    for (uint64_t less = NEAR; less > 0; less--) {
        sleep_often(TIMES, last >= less ? last - less + 1 : 1);
    }
}

static void check_stack(uint32_t unused)
{
    uint32_t now = lm_thread_stack_unused(background);

    CHECK(now <= unused && unused - now <= FRAME_MAX);
}

static void story(void *argument)
{
    (void)argument;
    uint64_t gets_on = find_where_it_gets_on();
    uint32_t unused = lm_thread_stack_unused(background);

    lm_board_printf("it gets on after %u ticks; %u bytes of its stack are unused\n",
                    (unsigned)gets_on, (unsigned)unused);
    sleep_often(AT_ONCE, 1);
    check_stack(unused);
    sleep_up_to(gets_on);
    check_stack(unused);
    uint32_t before = rounds;

    CHECK(lm_thread_sleep(LM_MS(1)) == LM_OK);
    CHECK(rounds != before); /* it still makes progress */
    CHECK(lm_thread_suspend(background) == LM_OK);
    sleep_often(AT_ONCE, 1); /* with the idle thread instead */
    conformance_end();
}

static void set_up(void)
{
    lab_thread((struct lm_thread_config){.name = "story", LM_PREEMPTIVE(5), .entry = story});
    background = lab_thread(
        (struct lm_thread_config){.name = "background", LM_PREEMPTIVE(20), .entry = get_on});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
