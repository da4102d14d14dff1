/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that every board of this repository offers to the labs, the examples and the tests,
 * so that these run on all boards. A product uses the drivers of its own board instead.
 */
#ifndef LIMEN_BOARD_H
#define LIMEN_BOARD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Write text to the console. Context: any. Cost: O(text). */
void lm_board_print(const char *text);

/* Like printf, for %s %c %d %i %u %x with l, ll and z, a width and leading zeros, and - with %s.
 * For a floating-point number it prints the conversion. On boards printf, snprintf, sprintf, puts
 * and putchar are the same; a program may define its own. Context: any. */
void lm_board_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Use processor time in the calling context. Time during which the caller is preempted does not
 * count. On the host this call advances the clock by exactly this time; on a target it is a loop of
 * about this length. */
void lm_work(uint64_t ticks);

/* Interrupts for tests, on the lines 0 to LM_BOARD_LINES - 1. Urgencies are 0 to 3, and an
 * interrupt with a smaller number preempts the handler of one with a larger number. ARMv6-M has
 * fewer urgencies: there 0 and 1 are the same. The kernel's alarm has LM_BOARD_ALARM_URGENCY. */
enum { LM_BOARD_LINES = 4, LM_BOARD_ALARM_URGENCY = 2 };
void lm_board_interrupt_attach(unsigned line, unsigned urgency, void (*handler)(void *argument),
                               void *argument);

/* Raise the line now. The handler runs before this call returns, unless interrupts are off or a
 * more urgent handler runs. Context: any. */
void lm_board_interrupt_raise(unsigned line);

/* Write a file on the development machine: directly on the host, by semihosting on a target.
 * Returns 0, or -1 if it could not be written. */
int lm_board_save(const char *path, const void *data, size_t bytes);

/* End the program, and in QEMU the emulator, with an exit status. Context: thread or start-up. */
void lm_board_exit(int status) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
