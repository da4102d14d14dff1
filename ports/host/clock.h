/* SPDX-License-Identifier: Apache-2.0 */
/* Real time: the wall clock is the kernel's clock, and a signal is its alarm.
 *
 * A timer of the operating system sends the signal to the thread that initialised the kernel. Its
 * handler runs on the stack of whom it interrupts, delivers the alarm as host.h says, and
 * switches from within; a thread that was preempted so goes on by returning from the handler, with
 * all its registers as the system has saved them.
 *
 * Who may be interrupted. The lock is not a signal mask: with the lock taken the handler only
 * notes in lm_host.now that the alarm is due, and the unlock finds it. Outside of the program's own
 * text it does not deliver either, but tries again a little later: the C library is entered by one
 * thread at a time, since for its locks all our threads are one.
 *
 * Invariants:
 *   C1  the timer is set to `armed` or its signal is on the way; NEVER if there is none
 *   C2  an alarm that is not due yet is not before `armed`
 *   C3  in real time lm_host.now only becomes the alarm's instant, when that has passed, so that no
 *       store of an older time hides that it is due
 *   C4  the signal is blocked from the handler's entry to its return, but not across a switch
 *       and not in a handler that the alarm may interrupt: so at most two of its frames stand on
 *       a stack
 */
#ifndef LIMEN_HOST_CLOCK_H
#define LIMEN_HOST_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* How fast the next kernel's time goes; 0: it is virtual. */
#define LM_HOST_WALL_SPEED UINT64_C(1000000)
uint64_t lm_host_clock_speed(void);

/* Say in one line on stderr why there is no such clock, and end the program with status 2. */
_Noreturn void lm_host_clock_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Start the chosen clock, at 0. Requires: lm_host is as it shall be; the last clock has stopped. */
void lm_host_clock_init(void);

/* No signal comes any more; time goes on. */
void lm_host_clock_stop(void);

/* Requires, as all that follow: real time. */
uint64_t lm_host_clock_now(void);

/* lm_host.alarm has changed: let the signal come in time. Requires: the lock. */
void lm_host_clock_set_alarm(void);

/* Note it if the alarm is due. Requires: the lock. Returns: the time. */
uint64_t lm_host_clock_look(void);

/* The alarm is served. What it is late beyond a millisecond is no time of the system: a desk that
 * does something else meanwhile shall not make threads miss their instants. */
void lm_host_clock_forgive(uint64_t alarm);

/* Sleep until the alarm is due, or less. Requires: the lock. */
void lm_host_clock_wait(void);

/* End the program, with a reason, if a stack of this size has no room for the signal's frames. */
void lm_host_clock_check_stack(uint32_t bytes);

/* Let the signal come where the handler has blocked it, and block it again.
 * Returns: was it blocked? */
bool lm_host_clock_open(void);
void lm_host_clock_close(bool opened);

#endif
