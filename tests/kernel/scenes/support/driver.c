/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of sections and spinlocks by name; see driver.h. */
#include "driver.h"
#include "check.h"
#include <limen/limen.h>
#include <string.h>

static struct lm_spinlock spinlock;

void driver_init(void)
{
    CHECK_STATUS(lm_spinlock_create(&spinlock, "spinlock"), LM_OK);
}

static enum lm_status set_model(const char *name)
{
    static const char *const names[] = {
        [LM_MODEL_NONE] = "none", [LM_MODEL_VOLUNTARY] = "voluntary", [LM_MODEL_FULL] = "full",
        [LM_MODEL_RT] = "rt",     [LM_MODEL_LAZY] = "lazy",
    };

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], name) == 0) {
            return lm_model_set((enum lm_model)i);
        }
    }
    check_failed(__FILE__, __LINE__, "no driver does %s", name);
}

enum lm_status driver_do(const char *what)
{
    if (strcmp(what, "enter") == 0) {
        return lm_section_enter(NULL);
    }
    if (strcmp(what, "leave") == 0) {
        return lm_section_leave();
    }
    if (strcmp(what, "point") == 0) {
        (void)lm_preempt_point();
        return LM_OK;
    }
    if (strcmp(what, "lock") == 0) {
        return lm_spinlock_lock(&spinlock);
    }
    return strcmp(what, "unlock") == 0 ? lm_spinlock_unlock(&spinlock) : set_model(what);
}
