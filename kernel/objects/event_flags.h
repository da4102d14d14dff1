/* SPDX-License-Identifier: Apache-2.0 */
/* The usual set and wait of event flags, common to the native calls and to those of compat/.
 * Context: the kernel lock. */
#ifndef LIMEN_EVENT_FLAGS_INTERNAL_H
#define LIMEN_EVENT_FLAGS_INTERNAL_H

#include "core/door.h"
#include <limen/event_flags.h>

static inline bool lm_event_flags_satisfy(uint32_t bits, uint32_t wanted, enum lm_event_mode mode)
{
    bool all = mode == LM_ALL || mode == LM_ALL_CLEAR;

    return all ? (bits & wanted) == wanted : (bits & wanted) != 0;
}

/* Receive flags that satisfy a wait, which clears these bits. */
static inline void lm_event_flags_receive(struct lm_event_flags *flags, uint32_t wanted,
                                          uint32_t clear)
{
    flags->bits &= ~clear;
    lm_observe(LM_EVENT_FLAGS_WAIT, flags, LM_OUTCOME_DONE, wanted);
}

/* Set bits, without a look at threads that wait. */
static inline void lm_event_flags_give(struct lm_event_flags *flags, uint32_t bits)
{
    flags->bits |= bits;
    lm_observe(LM_EVENT_FLAGS_SET, flags, 0, bits);
}

#endif
