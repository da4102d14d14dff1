/* SPDX-License-Identifier: Apache-2.0 */
/* What every board of ours offers to programs that shall run on all of them: labs, examples,
 * tests. A product uses its own board's drivers instead.
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

/* Like printf, for %s %c %d %u %x with l and ll, a width and leading zeros. Context: any. */
void lm_board_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Use up processor time: that of the calling context, preemption not counted. On the host this
 * is what moves the clock, exactly; on a target it is a loop of about this length. */
void lm_work(uint64_t ticks);

/* Interrupts for tests: lines 0 to LM_BOARD_LINES - 1; a smaller urgency preempts the handler
 * of a larger one (0 to 3; on ARMv6-M, which has few, 0 and 1 are the same). The kernel's alarm has
 * urgency LM_BOARD_ALARM_URGENCY. */
enum { LM_BOARD_LINES = 4, LM_BOARD_ALARM_URGENCY = 2 };
void lm_board_interrupt_attach(unsigned line, unsigned urgency, void (*handler)(void *argument),
                               void *argument);

/* Raise the line now: the handler runs before this returns, unless interrupts are off or a more
 * urgent handler runs. Context: any. */
void lm_board_interrupt_raise(unsigned line);

/* Write a file on the desk: host or semihosting. Returns 0, or -1 if it could not be written. */
int lm_board_save(const char *path, const void *data, size_t bytes);

/* End the program, on QEMU the emulator, with an exit status. Context: thread or start-up. */
void lm_board_exit(int status) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
