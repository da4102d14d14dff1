/* SPDX-License-Identifier: Apache-2.0 */
/* The double of a port for user threads, see its header: the regions. */
#include "common/power_area.h"

bool lm_port_user_can_protect(const struct lm_user_area *area)
{
    return lm_port_is_power_area(area);
}

void lm_port_user_set_regions(struct lm_user_context *context, const struct lm_user_area *areas)
{
    (void)areas;
    context->regions_set++;
    context->has_begun = false;
}

void lm_port_user_forget(struct lm_user_context *context)
{
    context->forgotten++;
}
