/* SPDX-License-Identifier: Apache-2.0 */
/* Adapts Zephyr to limen_recorder.c. Cooperative threads have a negative priority, and no other
 * thread preempts them; only the idle thread has the least urgent priority. */
#ifndef LIMEN_KERNEL_H
#define LIMEN_KERNEL_H

#include <zephyr/kernel.h>

#ifndef LIMEN_CLOCK
#define LIMEN_CLOCK() k_cycle_get_32()
#define LIMEN_CLOCK_HZ ((uint32_t)sys_clock_hw_cycles_per_sec())
#endif
#define LIMEN_LOCK() irq_lock()
#define LIMEN_UNLOCK(saved) irq_unlock((unsigned)(saved))
#define LIMEN_LEVELS (CONFIG_NUM_COOP_PRIORITIES + CONFIG_NUM_PREEMPT_PRIORITIES + 1)
#define LIMEN_URGENCY(priority) ((priority) + CONFIG_NUM_COOP_PRIORITIES)
#define LIMEN_THRESHOLD(priority) ((priority) < 0 ? 0 : LIMEN_URGENCY(priority))
#define LIMEN_IS_IDLE(name, priority) ((priority) == K_IDLE_PRIO)

#endif
