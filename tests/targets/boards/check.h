/* SPDX-License-Identifier: Apache-2.0 */
/* Checks for programs that test a board. The first check that fails ends the program. */
#ifndef BOARDS_CHECK_H
#define BOARDS_CHECK_H

#include <limen/board.h>
#include <limen/time.h>
#include <stdbool.h>
#include <stdint.h>

static inline void check(bool holds, const char *what)
{
    if (!holds) {
        lm_board_printf("not so: %s\n", what);
        lm_board_exit(1);
    }
}

/* The instant is the one that was due, or at most late_max ticks later. */
static inline void check_instant(uint64_t instant, uint64_t due, uint64_t late_max,
                                 const char *what)
{
    if (instant < due || instant > due + late_max) {
        lm_board_printf("%s: at %u s instead of %u s, the difference is %d us\n", what,
                        (unsigned)(instant / LM_SECONDS(1)), (unsigned)(due / LM_SECONDS(1)),
                        (int)((int64_t)(instant - due) / (int64_t)LM_US(1)));
        lm_board_exit(1);
    }
}

#endif
