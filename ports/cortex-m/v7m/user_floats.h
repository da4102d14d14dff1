/* SPDX-License-Identifier: Apache-2.0 */
/* Prepares the first frame of a user thread for an FPU: this processor has none. */
#ifndef LIMEN_PORT_USER_FLOATS_H
#define LIMEN_PORT_USER_FLOATS_H

#include "port_user.h"

static inline void prepare_floats(void)
{
}

/* Returns: the words of the first frame of the thread. */
static inline unsigned set_floats(struct lm_user_thread *user)
{
    enum { FRAME_WORDS = 8 };

    (void)user;
    return FRAME_WORDS;
}

static inline void set_float_mode(uint32_t *frame, unsigned words)
{
    (void)frame;
    (void)words;
}

#endif
