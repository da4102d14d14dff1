/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations for programs that check themselves: EXPECT, and the end. A program begins with
 * judge_run, which runs its function in a thread of priority Normal, and passes if no expectation
 * failed. */
#ifndef JUDGE_H
#define JUDGE_H

#include "cmsis_os2.h"
#include <limen/board.h>

static int judge_failures;

#define EXPECT(expression, expected)                                                               \
    judge((long)(expression), (long)(expected), #expression, __LINE__)

static inline void judge(long actual, long expected, const char *expression, int line)
{
    if (actual != expected) {
        judge_failures++;
        lm_board_printf("%d: %s is %ld, not %ld\n", line, expression, actual, expected);
    }
}

/* A number to which each thread appends a digit, to compare an order: 1, then 2 is 12. */
static unsigned judge_order __attribute__((unused));

static inline void judge_step(unsigned digit)
{
    judge_order = 10 * judge_order + digit;
}

static inline void judge_end(void)
{
    lm_board_printf(judge_failures == 0 ? "passed\n" : "failed\n");
    lm_board_exit(judge_failures != 0);
}

static inline int judge_run(void (*function)(void *))
{
    EXPECT(osKernelGetState(), osKernelInactive);
    EXPECT(osKernelInitialize(), osOK);
    EXPECT(osThreadNew(function, NULL, NULL) != NULL, 1);
    EXPECT(osKernelStart(), osOK);
    return 1;
}

/* The answer of a call in an interrupt. */
static inline void judge_in_interrupt(void (*function)(void *))
{
    lm_board_interrupt_attach(0, 2, function, NULL);
    lm_board_interrupt_raise(0);
}

#endif
