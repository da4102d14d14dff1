/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: threads of one priority run in the order in which they became ready. A yield lets only
 * peers run, and threads that the threshold held off.
 */
#include "conformance.h"

enum { TURNS = 3 };

static struct lm_thread *late;

static void take_turns(void *letter)
{
    for (int turn = 0; turn < TURNS; turn++) {
        mark(*(const char *)letter);
        CHECK(lm_thread_yield() == LM_OK);
    }
}

static void watch(void *argument)
{
    (void)argument;
    told("abcabcabc");
    mark('w');
    CHECK(lm_thread_yield() == LM_OK); /* no peer is ready */
    mark('w');
    CHECK(lm_thread_start(late) == LM_OK); /* a peer: it runs later */
    mark('w');
    CHECK(lm_thread_yield() == LM_OK);
    mark('w');
    CHECK(lm_thread_yield() == LM_OK);
    CHECK(lm_thread_yield() == LM_OK);
    told("wwwdwdd");
    conformance_end();
}

static void set_up(void)
{
    static const char *const names[] = {"a", "b", "c"};

    for (size_t i = 0; i < LAB_LENGTH(names); i++) {
        lab_thread((struct lm_thread_config){.name = names[i],
                                             LM_PREEMPTIVE(4),
                                             .entry = take_turns,
                                             .argument = (void *)(uintptr_t)names[i]});
    }
    lab_thread((struct lm_thread_config){.name = "watch", LM_PREEMPTIVE(5), .entry = watch});
    late = lab_thread((struct lm_thread_config){
        .name = "late", LM_PREEMPTIVE(5), .entry = take_turns, .argument = "d", .suspended = true});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
