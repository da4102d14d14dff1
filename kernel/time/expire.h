/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of timeouts that expire. Context: the kernel lock. */
#ifndef LIMEN_EXPIRE_H
#define LIMEN_EXPIRE_H

#include "state.h"

/* The timeout of a thread: its wait ends, or its next job is released. */
void lm_thread_expire(struct lm_timeout_node *timeout);

#endif
