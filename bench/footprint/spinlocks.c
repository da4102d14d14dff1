/* SPDX-License-Identifier: Apache-2.0 */
/* A program with spinlocks; see footprint.h. */
#include "footprint.h"
#include <limen/spinlock.h>

static struct lm_spinlock spinlock;

FEATURE(spinlocks)
{
    lm_spinlock_create(&spinlock, "");
    lm_spinlock_lock(&spinlock);
    lm_spinlock_unlock(&spinlock);
}
