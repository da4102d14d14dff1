/* SPDX-License-Identifier: Apache-2.0 */
/* The second counter of a board, which its clock does not use. judged.c compares the two. boards/
 * has one file for each board, or for the part of boards/common that has the clock. */
#ifndef LIMEN_TEST_JUDGE_H
#define LIMEN_TEST_JUDGE_H

#include <stdint.h>

/* Its bits, and the ratio of its counts to ticks of the clock. */
extern const uint32_t judge_mask, judge_counts, judge_ticks;

/* Start the judge. */
void judge_start(void);
uint32_t judge_count(void);

/* Start an interrupt that the kernel never masks and that comes repeatedly, at uneven times. Weak:
 * a board may have none. */
void urgent_start(void);

/* The count of the judge at the last end of that handler. */
extern volatile uint32_t urgent_ended;

#endif
