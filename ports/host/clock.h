/* SPDX-License-Identifier: Apache-2.0 */
/* Real time: the wall clock is the kernel's clock, and a signal is its alarm.
 *
 * A timer of the operating system sends the signal to the thread that initialised the kernel. The
 * signal's handler runs on the stack of the thread that it interrupts, delivers the alarm as host.h
 * says, and makes the context switch itself. A thread that was preempted in this way continues when
 * the handler returns, with all registers as the system has saved them.
 *
 * Code that may be interrupted: the lock is not a signal mask. If the lock is taken, the handler
 * only notes in lm_host.now that the alarm is due, and the unlock delivers it. Outside of the text
 * of the program the handler does not deliver it either, but tries again a little later. The reason
 * is the C library: its locks take all threads of the kernel for one, so only one thread may be in
 * it.
 *
 * Invariants:
 *   C1  the timer is set to `armed` or its signal is on the way; NEVER if there is none
 *   C2  an alarm that is not due yet is not before `armed`
 *   C3  in real time lm_host.now only becomes the alarm's instant, when that has passed, so that no
 *       store of an older time hides that it is due
 *   C4  the signal is blocked from the handler's entry to its return, but not across a switch
 *       and not in a handler that the alarm may interrupt: so at most two of its frames are on a
 *       stack
 */
#ifndef LIMEN_HOST_CLOCK_H
#define LIMEN_HOST_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* The speed of the time of the next kernel; 0: it is virtual. */
#define LM_HOST_WALL_SPEED UINT64_C(1000000)
uint64_t lm_host_clock_speed(void);

/* Write one line to stderr with the reason for which the clock is not available, and end the
 * program with status 2. */
_Noreturn void lm_host_clock_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Start the chosen clock, at 0. Requires: lm_host is initialised; the last clock has stopped. */
void lm_host_clock_init(void);

/* stalled.c. Say it if virtual time stands still. */
void lm_host_stalled_init(void);

/* Stop the signal. Time continues. */
void lm_host_clock_stop(void);

/* Requires, as the following functions do: real time. */
uint64_t lm_host_clock_now(void);

/* Set the timer for lm_host.alarm, which has changed. Requires: the lock. */
void lm_host_clock_set_alarm(void);

/* Note whether the alarm is due. Requires: the lock. Returns: the time. */
uint64_t lm_host_clock_look(void);

/* The alarm has been served. The part of its lateness that exceeds a millisecond does not count as
 * time: a thread does not miss an instant because the host was busy with something else. */
void lm_host_clock_forgive(uint64_t alarm);

/* Set the clock forward. Requires: the lock. */
void lm_host_clock_advance(uint64_t ticks);

/* Sleep at most until the alarm is due. Requires: the lock. */
void lm_host_clock_wait(void);

/* End the program, with a reason, if a stack of this size has no room for the signal's frames. */
void lm_host_clock_check_stack(uint32_t bytes);

/* Unblock the signal where its handler has blocked it, and block it again.
 * Returns: whether it was blocked. */
bool lm_host_clock_open(void);
void lm_host_clock_close(bool opened);

#endif
