/* SPDX-License-Identifier: Apache-2.0 */
/* Simulated cores, each with its own instance of the kernel, in one thread of the operating system
 * and in virtual time.
 *
 * At any moment one core runs: the one whose next action is the earliest, and of equal ones the one
 * with the lowest number. Where a core would let time pass, it states the instant of its next
 * action, and the core whose turn it is continues on its own stack. So all actions of all cores
 * happen in the order of their times, and a run repeats bit for bit. Another core interrupts at the
 * instant of its call: code that takes no time is completed first, as on one core.
 *
 * The variables of an instance (LM_PORT_INSTANCE) are in one section, which has those of the
 * running core. They are copied at each change of the core, so that all of them keep their
 * addresses and no other code is involved.
 *
 * The costs of the kernel (struct lm_host_costs) advance the clock of their core at once, without a
 * turn of the others. */
#ifndef LIMEN_HOST_CORES_H
#define LIMEN_HOST_CORES_H

#include <stdbool.h>
#include <stdint.h>

/* The calling core has nothing to do before this instant. interruptible: or before another core
 * calls it, whose line is then raised. Returns: the instant at which it continues; LM_NEVER:
 * nothing can happen on any core. Requires: several cores. */
uint64_t lm_host_cores_wait(uint64_t until, bool interruptible);

/* The time at which this core has begun. */
uint64_t lm_host_core_begin(void);

/* True if nothing more can happen on any core. Only core 0 gets this answer. */
bool lm_host_cores_are_over(void);

#endif
