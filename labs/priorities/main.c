/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of unique priorities: with unique priorities each message makes its receiver run at
 * once; with equal ones the threads run in turn.
 */
#include "bursts.h"
#include "lab.h"
#include "messages.h"

static void equal(void)
{
    lab_messages(
        &(struct lab_messages){{4, 4, 4}, .priority = 4, .threshold = 4, .gives_way = true});
}

static void unique(void)
{
    lab_messages(
        &(struct lab_messages){{1, 2, 3}, .priority = 4, .threshold = 4, .gives_way = true});
}

static void burst_equal(void)
{
    bursts((const uint16_t[]){4, 4, 4});
}

static void burst_unique(void)
{
    bursts((const uint16_t[]){1, 2, 3});
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {{"equal", equal},
                                            {"unique", unique},
                                            {"burst-equal", burst_equal},
                                            {"burst-unique", burst_unique}};

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
