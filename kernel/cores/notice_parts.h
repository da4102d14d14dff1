/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of calls on notices, for those of one core and of several. Context: the locks of the
 * notice. */
#ifndef LIMEN_NOTICE_PARTS_H
#define LIMEN_NOTICE_PARTS_H

#include "observe/observe.h"
#include <limen/notice.h>

/* Record a wait. */
static inline void lm_notice_observe_wait(const struct lm_notice *notice, enum lm_outcome outcome,
                                          uint32_t wanted)
{
    lm_observe(LM_EVENT_FLAGS_WAIT, notice, outcome, wanted);
}

static inline bool lm_notice_is_satisfied(const struct lm_notice *notice, uint32_t wanted,
                                          enum lm_notice_mode mode)
{
    uint32_t met = notice->value & wanted;

    if (mode == LM_NOTICE_GIVEN) {
        return notice->given;
    }
    return mode == LM_NOTICE_ALL ? met == wanted : met != 0;
}

/* Receive the notice, which clears these bits. Returns: the value that a satisfied wait finds. */
static inline uint32_t lm_notice_receive(struct lm_notice *notice, uint32_t clear)
{
    uint32_t found = notice->value;

    notice->value = found & ~clear;
    notice->given = false;
    return found;
}

/* Set the value of a notice, and record bits. */
static inline void lm_notice_give(struct lm_notice *notice, uint32_t value, uint32_t bits)
{
    lm_observe(LM_EVENT_FLAGS_SET, notice, 0, bits);
    notice->value = value;
    notice->given = true;
}

#endif
