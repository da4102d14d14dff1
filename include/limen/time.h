/* SPDX-License-Identifier: Apache-2.0 */
/* Time: 64-bit ticks of the board's clock since the start. They do not wrap in the life of a
 * product, so no code handles an overflow. LM_CLOCK_HZ comes from the board. LM_MS() and LM_US()
 * are compile-time constants.
 */
#ifndef LIMEN_TIME_H
#define LIMEN_TIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef LM_CLOCK_HZ
#error "LM_CLOCK_HZ is not defined: build with the board's definitions (CMake target limen-board)"
#endif

/* Timeouts and timers are served in the order of their instants, and in the order in which they
 * were started if the instants are equal, however late the processor serves them.
 *
 * The longest time for which a call may wait: LM_NO_WAIT, LM_FOREVER, a number of ticks, or
 * LM_UNTIL(instant). */
typedef uint64_t lm_timeout;

#define LM_NO_WAIT ((lm_timeout)0)
#define LM_FOREVER (~(lm_timeout)0)
#define LM_UNTIL_FLAG ((lm_timeout)1 << 63)
#define LM_UNTIL(instant) ((lm_timeout)(instant) | LM_UNTIL_FLAG)

/* Does the compiler know that a timeout is LM_FOREVER? */
#define LM_IS_FOREVER(timeout)                                                                     \
    (__builtin_constant_p(timeout) && (lm_timeout)(timeout) == LM_FOREVER)

#define LM_SECONDS(n) ((uint64_t)(n)*LM_CLOCK_HZ)
#define LM_MS(n) ((uint64_t)(n)*LM_CLOCK_HZ / 1000U)
#define LM_US(n) ((uint64_t)(n)*LM_CLOCK_HZ / 1000000U)

/* The current time, in ticks since the board started. Context: any. Cost: O(1). */
uint64_t lm_now(void);

/* Read or set a second clock. It counts ticks from 0 at the start, or from the value to which it
 * was set. It has no effect on timers, sleeps or periods, which follow lm_now. Context: any. Cost:
 * O(1). */
uint64_t lm_time_get(void);
void lm_time_set(uint64_t time);

#ifdef __cplusplus
}
#endif

#endif
