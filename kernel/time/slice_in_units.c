/* SPDX-License-Identifier: Apache-2.0 */
/* The function that a layer names in the slices of its threads. A program whose slices are all of
 * this kind does not contain slice.c. */
#include "core/link.h"
#include "time/slice.h"

/* slice_units.c refers to them weakly. */
LM_LINK(lm_slice_over);

void lm_slice_use_units(struct lm_cpu *cpu)
{
    if (cpu->on_slice_end == NULL) {
        lm_slice_units_use(cpu);
        lm_switch_hooks_use(cpu);
    }
}
