/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: thresholds follow the rule.
 *
 * Method: worked examples. Names are priorities; 20/10 is priority 20 with threshold 10. Each
 * thread logs its letter. A thread of priority 31 starts the first thread of each scenario.
 */
#include "conformance.h"

/* Threads that only log their letter, started where a scenario needs them. */
static struct lm_thread *s7, *m12, *n15, *p20;
/* Threads with a different entry function in each scenario. */
static struct lm_thread *t3, *t2, *t1;

struct part {
    void (*first)(void);
    void (*second)(void);
    void (*third)(void);
};

static struct part part;

static void go(struct lm_thread *thread)
{
    CHECK(lm_thread_restart(thread) == LM_OK);
}

static void play(void *argument)
{
    (*(void (**)(void))argument)();
}

/* Nested: each holder keeps its level while it is preempted. */

static void nested_first(void)
{
    mark('1');
    go(m12); /* held off: 12 is not more urgent than 10 */
    mark('1');
    go(t2); /* preempts */
    mark('1');
}

static void nested_second(void)
{
    mark('2');
    go(s7); /* held off: 7 is not more urgent than 5 */
    mark('2');
    go(t3); /* preempts */
    mark('2');
}

static void nested_third(void)
{
    mark('3');
}

static void nested(void)
{
    part = (struct part){nested_first, nested_second, nested_third};
    go(t1);
    told("112232s1m");
}

/* A holder that waits holds no thread off. */

static void sleeping_first(void)
{
    mark('1');
    go(m12);
    mark('1');
    CHECK(lm_thread_sleep(LM_MS(1)) == LM_OK);
    mark('1');
}

static void sleeping(void)
{
    part = (struct part){.first = sleeping_first};
    go(t1);
    mark('w');
    CHECK(lm_thread_sleep(LM_MS(2)) == LM_OK);
    told("11mw1");
}

/* A yield gives up the level: the threads that it held off run, and those that become ready
 * then. */

static void yielding_first(void)
{
    mark('1');
    go(p20);
    go(m12);
    CHECK(lm_thread_yield() == LM_OK);
    mark('1');
}

static void yielding(void)
{
    part = (struct part){.first = yielding_first};
    go(t1);
    told("1mp1");
}

/* If a threshold is lowered in part, the threads that may preempt then run at once. */

static void releasing_first(void)
{
    unsigned previous;

    mark('1');
    go(m12);
    CHECK(lm_thread_set_threshold(t1, 15, &previous) == LM_OK && previous == 10);
    mark('1');
    go(n15); /* 15 is not more urgent than 15 */
    mark('1');
    CHECK(lm_thread_set_threshold(t1, 10, NULL) == LM_OK);
}

static void releasing(void)
{
    part = (struct part){.first = releasing_first};
    go(t1);
    told("1m11n");
}

/* The thread that preempted another one changes the threshold of that one. */

static void cleared_first(void)
{
    mark('1');
    go(m12);
    go(t2);
    mark('1');
    CHECK(lm_thread_set_threshold(t1, 10, NULL) == LM_OK);
}

static void cleared_second(void)
{
    mark('2');
    CHECK(lm_thread_set_threshold(t1, 20, NULL) == LM_OK);
    mark('2');
}

static void cleared(void)
{
    part = (struct part){cleared_first, cleared_second, NULL};
    go(t1);
    told("122m1");
}

static void tell(void *argument)
{
    static void (*const stories[])(void) = {nested, sleeping, yielding, releasing, cleared};

    (void)argument;
    for (size_t i = 0; i < LAB_LENGTH(stories); i++) {
        stories[i]();
    }
    conformance_end();
}

/* A terminated thread, which scenarios restart. */
static struct lm_thread *asleep(const char *name, uint16_t priority, uint16_t threshold,
                                void (*entry)(void *), void *argument)
{
    struct lm_thread *thread =
        lab_thread((struct lm_thread_config){.name = name,
                                             LM_THRESHOLD(priority, threshold),
                                             .entry = entry,
                                             .argument = argument,
                                             .suspended = true});

    CHECK(lm_thread_terminate(thread) == LM_OK);
    return thread;
}

static void set_up(void)
{
    s7 = asleep("s7", 7, 7, mark_once, "s");
    m12 = asleep("m12", 12, 12, mark_once, "m");
    n15 = asleep("n15", 15, 15, mark_once, "n");
    p20 = asleep("p20", 20, 20, mark_once, "p");
    t3 = asleep("t3", 3, 3, play, &part.third);
    t2 = asleep("t2", 9, 5, play, &part.second);
    t1 = asleep("t1", 20, 10, play, &part.first);
    lab_thread((struct lm_thread_config){.name = "teller", LM_PREEMPTIVE(31), .entry = tell});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
