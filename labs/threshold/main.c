/* SPDX-License-Identifier: Apache-2.0 */
/* The saving by a preemption threshold: with threshold 1, the messages of D wait until its cycle is
 * complete; without it, each message makes its receiver run at once.
 */
#include "lab.h"
#include "messages.h"

static void preemptive(void)
{
    lab_messages(&(struct lab_messages){{1, 2, 3}, .priority = 4, .threshold = 4});
}

static void threshold(void)
{
    lab_messages(
        &(struct lab_messages){{1, 2, 3}, .priority = 4, .threshold = 1, .gives_way = true});
}

/* This code is the same as with a threshold. */
static void preemptive_yield(void)
{
    lab_messages(
        &(struct lab_messages){{1, 2, 3}, .priority = 4, .threshold = 4, .gives_way = true});
}

static void queue_full_2(void)
{
    lab_messages(&(struct lab_messages){{1, 2, 3}, .priority = 4, .threshold = 1, .capacity = 2});
}

static void queue_full_3(void)
{
    lab_messages(&(struct lab_messages){{1, 2, 3}, .priority = 4, .threshold = 1, .capacity = 3});
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {{"preemptive", preemptive},
                                            {"threshold", threshold},
                                            {"preemptive-yield", preemptive_yield},
                                            {"queue-full-2", queue_full_2},
                                            {"queue-full-3", queue_full_3}};

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
