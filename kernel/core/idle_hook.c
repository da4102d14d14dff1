/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the program around the wait for interrupts. Only programs that set some contain this
 * file. */
#include "core/door.h"
#include <limen/idle_hook.h>

void lm_idle_hook_set(void (*before)(void), void (*after)(void))
{
    lm_port_prepare_idle_between(&lm_cpu()->idle, before, after);
}
