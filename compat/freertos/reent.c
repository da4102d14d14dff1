/* SPDX-License-Identifier: Apache-2.0 */
/* configUSE_NEWLIB_REENTRANT: newlib keeps errno, the place of strtok and the like in a structure
 * to which _impure_ptr points. Each task has one. Only programs with this option contain this file.
 */
#include "core/link.h"
#include "limen.h"
#include <limen/switch_hook.h>

struct _reent;
extern struct _reent *_impure_ptr;
extern struct _reent *const _global_impure_ptr;
void _reclaim_reent(struct _reent *reent);
#pragma weak _reclaim_reent /* in programs that call malloc of newlib only */

static struct _reent *reent_of(TaskHandle_t task)
{
    return (struct _reent *)(void *)((char *)task + lm_freertos_places.reent_at);
}

static void switched(struct lm_thread *from, struct lm_thread *to)
{
    TaskHandle_t task = lm_freertos_task_of(to);

    (void)from;
    _impure_ptr = task != NULL ? reent_of(task) : _global_impure_ptr;
}

void lm_freertos_reent_begin(void)
{
    static struct lm_switch_hook hook;

    hook = (struct lm_switch_hook){.function = switched};
    lm_switch_hook_add(&hook);
}

/* newlib does not free what the current structure has. */
void lm_freertos_reent_end(TaskHandle_t task)
{
    struct _reent *own = reent_of(task);

    if (_impure_ptr == own) {
        _impure_ptr = _global_impure_ptr;
    }
    if (LM_IS_LINKED(_reclaim_reent)) {
        _reclaim_reent(own);
    }
}
