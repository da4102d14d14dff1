/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the observer; see observation.h. */
#include "observe/observation.h"
#include "observe/events.h"
#include <string.h>

LM_PORT_INSTANCE struct lm_observation lm_the_observation;

void lm_observation_init(void)
{
    struct lm_observation *observation = lm_observation();

    memset(observation, 0, sizeof *observation);
    lm_list_init(&observation->inversions);
    observation->cpu.leave_reason = LM_LEAVE_IDLE;
}
