/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the owner of a mutex inherits the priority of its waiters, through a chain of owners. It
 * loses that priority when a waiter stops waiting, when it unlocks, and when it is terminated.
 */
#include "conformance.h"

enum { CHAIN = 3 };

static struct lm_mutex mutex[CHAIN];
static struct lm_thread *link[CHAIN];
static struct lm_thread *impatient;

static unsigned priority_of(const struct lm_thread *thread)
{
    struct lm_thread_info info;

    CHECK(lm_thread_get_info(thread, &info) == LM_OK);
    return info.priority;
}

/* Link i owns mutex i and waits for mutex i - 1. Link 0 owns mutex 0 and works. */
static void hold(void *argument)
{
    size_t i = (size_t)((struct lm_mutex *)argument - mutex);

    CHECK(lm_mutex_lock(&mutex[i], LM_FOREVER) == LM_OK);
    if (i > 0) {
        CHECK(lm_mutex_lock(&mutex[i - 1], LM_FOREVER) == LM_OK);
        mark((char)('0' + i));
        CHECK(lm_mutex_unlock(&mutex[i - 1]) == LM_OK);
    } else {
        lm_work(LM_MS(8));
        mark('0');
    }
    CHECK(lm_mutex_unlock(&mutex[i]) == LM_OK);
    mark('u');
}

/* Waits for the end of the chain, with a timeout. */
static void try_for_a_while(void *argument)
{
    (void)argument;
    CHECK(lm_mutex_lock(&mutex[CHAIN - 1], LM_MS(2)) == LM_TIMEOUT);
    mark('t');
}

/* Its priority is between that of the chain and the inherited one, so it has to wait. */
static void interfere(void *argument)
{
    (void)argument;
    mark('m');
}

static void story(void *argument)
{
    (void)argument;
    for (size_t i = 0; i < CHAIN; i++) {
        CHECK(lm_thread_start(link[i]) == LM_OK);
        CHECK(lm_thread_sleep(LM_MS(1)) == LM_OK);
    }
    CHECK(priority_of(link[0]) == 18 && priority_of(link[1]) == 18);
    CHECK(lm_thread_start(impatient) == LM_OK);
    CHECK(lm_thread_sleep(LM_US(500)) == LM_OK);
    CHECK(priority_of(link[0]) == 4 && priority_of(link[2]) == 4);
    CHECK(lm_thread_sleep(LM_US(2500)) == LM_OK); /* until its timeout */
    told("t");
    CHECK(priority_of(link[0]) == 18 && priority_of(link[2]) == 18);
    lab_thread((struct lm_thread_config){.name = "m", LM_PREEMPTIVE(10), .entry = interfere});
    CHECK(lm_mutex_lock(&mutex[CHAIN - 1], LM_FOREVER) == LM_OK);
    /* Each link that hands on its mutex has its base priority again, and runs after m. */
    told("012");
    CHECK(priority_of(link[0]) == 20);
    CHECK(lm_mutex_owner(&mutex[CHAIN - 1]) == lm_thread_self());
    CHECK(lm_mutex_unlock(&mutex[CHAIN - 1]) == LM_OK);
    CHECK(lm_mutex_unlock(&mutex[CHAIN - 1]) == LM_NOT_OWNER);
    CHECK(lm_thread_sleep(LM_MS(2)) == LM_OK);
    told("muuu");
    conformance_end();
}

static void set_up(void)
{
    static const char *const names[CHAIN] = {"link0", "link1", "link2"};

    for (size_t i = 0; i < CHAIN; i++) {
        lm_mutex_create(&mutex[i], "mutex", LM_INHERIT, 0, LM_FIFO);
        link[i] = lab_thread((struct lm_thread_config){.name = names[i],
                                                       LM_PREEMPTIVE((uint16_t)(20 - i)),
                                                       .entry = hold,
                                                       .argument = &mutex[i],
                                                       .suspended = true});
    }
    impatient = lab_thread((struct lm_thread_config){
        .name = "impatient", LM_PREEMPTIVE(4), .entry = try_for_a_while, .suspended = true});
    lab_thread((struct lm_thread_config){.name = "story", LM_PREEMPTIVE(3), .entry = story});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
