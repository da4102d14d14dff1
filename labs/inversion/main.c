/* SPDX-License-Identifier: Apache-2.0 */
/* Priority inversion: how long does the most urgent thread wait for a resource of a less urgent
 * one?
 *
 *   time       what happens
 *   ---------  ------------------------------------------------------------------------------
 *   begin      low (20) takes the resource, for 3 ms of work
 *   1 ms       high (5) requests it
 *   2 ms       medium (10), which does not use it, has 10 ms of work
 *
 * In the chains the resource of low is the first of three: first (20) owns it, second (19) owns
 * another one and waits for that of first, third (18) owns another one and waits for that of
 * second, and high waits for that of third.
 */
#include "lab.h"

enum { CHAIN = 3, HIGH = 5, MEDIUM = 10, LOW = 20 };

static struct lm_mutex mutex[CHAIN];
static size_t mutexes; /* 0: only the threshold protects the resource */
static struct lm_thread *low[CHAIN], *medium, *high;
static uint64_t begin;

static void lock(size_t i)
{
    if (i < mutexes) {
        lm_mutex_lock(&mutex[i], LM_FOREVER);
    }
}

static void unlock(size_t i)
{
    if (i < mutexes) {
        lm_mutex_unlock(&mutex[i]);
    }
}

/* Thread i of the chain has resource i. The first thread works; each of the others waits for the
 * previous resource. */
static void use_low(void *argument)
{
    size_t i = (size_t)((struct lm_thread **)argument - low);

    lock(i);
    if (i == 0) {
        lm_work(LM_MS(3));
    } else {
        lock(i - 1);
        unlock(i - 1);
    }
    unlock(i);
}

static void disturb(void *argument)
{
    (void)argument;
    lm_work(LM_MS(10));
}

static void use_high(void *argument)
{
    size_t last = mutexes != 0 ? mutexes - 1 : 0;

    (void)argument;
    lock(last);
    lab_result("blocking", lm_now() - (begin + LM_MS(1)));
    lm_work(LM_MS(1));
    unlock(last);
}

/* The most urgent thread: it starts the others at their times. */
static void conduct(void *argument)
{
    (void)argument;
    begin = lm_now();
    lab_cycle();
    lm_thread_start(low[0]);
    for (size_t i = 1; i < mutexes; i++) {
        lm_thread_sleep_until(begin + LM_US(250) * i);
        lm_thread_start(low[i]);
    }
    lm_thread_sleep_until(begin + LM_MS(1));
    lm_thread_start(high);
    lm_thread_sleep_until(begin + LM_MS(2));
    lm_thread_start(medium);
    lm_thread_sleep_until(begin + LM_MS(20));
    lab_cycle();
    lab_end();
}

static struct lm_thread *later(const char *name, uint16_t priority, uint16_t threshold,
                               void (*entry)(void *), void *argument)
{
    return lab_thread((struct lm_thread_config){.name = name,
                                                LM_THRESHOLD(priority, threshold),
                                                .entry = entry,
                                                .argument = argument,
                                                .suspended = true});
}

/* Create one thread for each resource; the first has this threshold. */
static void create(size_t users, enum lm_protocol protocol, uint16_t threshold)
{
    static const char *const names[CHAIN] = {"first", "second", "third"};

    for (size_t i = 0; i < users; i++) {
        uint16_t priority = (uint16_t)(LOW - i);

        lm_mutex_create(&mutex[i], names[i], protocol, HIGH, LM_FIFO);
        low[i] = later(users == 1 ? "low" : names[i], priority, i == 0 ? threshold : priority,
                       use_low, &low[i]);
    }
    mutexes = users;
    medium = later("medium", MEDIUM, MEDIUM, disturb, NULL);
    high = later("high", HIGH, HIGH, use_high, NULL);
    lab_thread((struct lm_thread_config){.name = "conductor", LM_PREEMPTIVE(0), .entry = conduct});
}

static void plain(void)
{
    create(1, LM_PLAIN, LOW);
}

static void inheritance(void)
{
    create(1, LM_INHERIT, LOW);
}

static void ceiling(void)
{
    create(1, LM_CEILING, LOW);
}

static void threshold(void)
{
    create(1, LM_PLAIN, HIGH);
    mutexes = 0;
}

static void chain_plain(void)
{
    create(CHAIN, LM_PLAIN, LOW);
}

static void chain_inheritance(void)
{
    create(CHAIN, LM_INHERIT, LOW);
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {
        {"plain", plain},
        {"inheritance", inheritance},
        {"ceiling", ceiling},
        {"threshold", threshold},
        {"chain-plain", chain_plain},
        {"chain-inheritance", chain_inheritance},
    };

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
