/* SPDX-License-Identifier: Apache-2.0 */
/* The unit of time slices. It has a file of its own because a layer sets it for all programs, and
 * only those with slices contain slice.c.
 */
#include "core/door.h"
#include "core/sched.h"

void lm_slices_in(uint32_t ticks)
{
    LM_CALL(SLICES_IN);
    LM_CHECK_OR(ticks > 0, LM_BAD_ARGUMENT, LM_NOTHING);

    lm_kernel()->slice_unit = ticks;
}
