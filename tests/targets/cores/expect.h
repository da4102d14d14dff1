/* SPDX-License-Identifier: Apache-2.0 */
/* Expectations of a program whose threads run on several cores: each that is not met is printed. */
#ifndef TESTS_CORES_EXPECT_H
#define TESTS_CORES_EXPECT_H

#include <limen/board.h>
#include <stdbool.h>

/* Not 0 if one was not met. Threads of several cores may count at once. */
static volatile unsigned unmet;

static inline void expect(bool condition, int line)
{
    if (!condition) {
        __atomic_fetch_add(&unmet, 1, __ATOMIC_RELAXED);
        lm_board_printf("line %d: not as expected\n", line);
    }
}

#define EXPECT(condition) expect((condition), __LINE__)

#endif
