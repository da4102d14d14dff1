/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: in each library with layers, also in those that do not check their callers, only the holder
 * of a spinlock frees it.
 *
 * Method: it is freed before it is held, by an interrupt while a thread holds it, and twice. The
 * program is linked with several libraries.
 */
#include "support/scene.h"

static struct lm_raw_spinlock spinlock;

static void unlock_in_interrupt(void)
{
    CHECK_STATUS(lm_raw_spinlock_unlock(&spinlock), LM_NOT_OWNER);
}

static void spinlocks(void)
{
    CHECK_STATUS(lm_raw_spinlock_create(&spinlock, "spinlock"), LM_OK);
    CHECK_STATUS(lm_raw_spinlock_unlock(&spinlock), LM_NOT_OWNER);
    CHECK_STATUS(lm_raw_spinlock_lock(&spinlock), LM_OK);
    scene_interrupt(unlock_in_interrupt);
    CHECK_STATUS(lm_raw_spinlock_unlock(&spinlock), LM_OK);
    CHECK_STATUS(lm_raw_spinlock_unlock(&spinlock), LM_NOT_OWNER);
}

int main(void)
{
    scene_run(LM_MODEL_FULL, spinlocks);
    return 0;
}
