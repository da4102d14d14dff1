/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: slices share the processor among threads of equal priority. A preempted thread keeps the
 * rest of its slice. A thread with a raised threshold is not sliced.
 */
#include "conformance.h"

static struct lm_thread *holder, *peer;

/* Five milliseconds, a letter after each. */
static void work(void *letter)
{
    for (int i = 0; i < 5; i++) {
        lm_work(LM_MS(1));
        mark(*(const char *)letter);
    }
}

/* Runs in the middle of a's second slice, which does not become shorter. */
static void interfere(void *argument)
{
    (void)argument;
    CHECK(lm_thread_sleep(LM_US(5050)) == LM_OK);
    mark('u');
    lm_work(LM_MS(3));
    mark('u');
}

/* Not sliced while its level is above its priority, even if peers are ready. */
static void hold(void *argument)
{
    (void)argument;
    CHECK(lm_thread_start(peer) == LM_OK);
    mark('h');
    lm_work(LM_MS(5));
    mark('h');
}

static void watch(void *argument)
{
    (void)argument;
    /* a until 2.6 ms, b until 4.35, a until 5.05, u until 8.05, a to its end at 9.75, b. */
    told("aabauuaabbbb");
    CHECK(lm_thread_start(holder) == LM_OK);
    told("hhp");
    conformance_end();
}

static void set_up(void)
{
    static struct lm_slice slices[] = {LM_SLICE(LM_US(2600)), LM_SLICE(LM_US(1750)),
                                       LM_SLICE(LM_MS(2))};

    lab_thread((struct lm_thread_config){.name = "urgent", LM_PREEMPTIVE(3), .entry = interfere});
    lab_thread((struct lm_thread_config){
        .name = "a", LM_PREEMPTIVE(7), .entry = work, .argument = "a", .slice = &slices[0]});
    lab_thread((struct lm_thread_config){
        .name = "b", LM_PREEMPTIVE(7), .entry = work, .argument = "b", .slice = &slices[1]});
    lab_thread((struct lm_thread_config){.name = "watch", LM_PREEMPTIVE(8), .entry = watch});
    holder = lab_thread((struct lm_thread_config){.name = "holder",
                                                  LM_THRESHOLD(5, 4),
                                                  .entry = hold,
                                                  .slice = &slices[2],
                                                  .suspended = true});
    peer = lab_thread((struct lm_thread_config){
        .name = "peer", LM_PREEMPTIVE(5), .entry = mark_once, .argument = "p", .suspended = true});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
