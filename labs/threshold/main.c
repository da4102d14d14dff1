/* SPDX-License-Identifier: Apache-2.0 */
/* What a preemption threshold saves: with threshold 1, the messages of D wait until its cycle is
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

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {{"preemptive", preemptive}, {"threshold", threshold}};

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
