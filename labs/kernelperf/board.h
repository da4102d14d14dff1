/* SPDX-License-Identifier: Apache-2.0 */
/* What the test program needs of a board: four pins that show what happens, a line to print on,
 * and how long to count. Each board's folder has these functions; where there are no pins, setting
 * them is nothing.
 *
 *   pin  high while                                      as in the document's pictures
 *   ---  ----------------------------------------------  -----------------------------
 *   16   any thread runs                                 yellow
 *   17   a tick puts a thread into the ready queue       blue
 *   18   a tick looks at the threads                     red
 *   19   thread 0 runs                                   green
 *
 * Pins 20 to 23 carry the number of the running thread, which the document has not: its pictures
 * tell thread 0 from the others and no more.
 */
#ifndef KERNELPERF_BOARD_H
#define KERNELPERF_BOARD_H

#include "pins.h"

enum { PIN_RUNNING = 1 << 16, PIN_SLOT = 1 << 17, PIN_SCAN = 1 << 18, PIN_THREAD0 = 1 << 19 };
enum { PIN_NUMBER = 1 << 20, PINS_NUMBER = 15 * PIN_NUMBER };
enum { PINS_ALL = PIN_RUNNING | PIN_SLOT | PIN_SCAN | PIN_THREAD0 | PINS_NUMBER };

/* Make the pins outputs and the line ready. Context: start-up. */
void board_start(void);

/* Print by spinning while the line's buffer is full. Context: thread. */
void print_spinning(const char *text);

/* Print; while the line's buffer is full, wait until it is empty, as kernel-v1 waits for a device.
 * Context: a thread of kernel-v1 with number 0, its pins set. */
void print_suspending(const char *text);

/* The calling thread has got the processor, or is about to give it up. */
static inline void thread_enters(unsigned number)
{
    pins_set(number == 0 ? PIN_RUNNING | PIN_THREAD0 : PIN_RUNNING);
    __asm__ volatile(""); /* what the number needs is computed when the pin shows the switch */
    pins_clear(PINS_NUMBER);
    pins_set(number * PIN_NUMBER);
}

static inline void thread_leaves(unsigned number)
{
    pins_clear(number == 0 ? PIN_RUNNING | PIN_THREAD0 : PIN_RUNNING);
}

/* Count to limit: 16 cycles each on a Cortex-M0+, as the loop of the document's program. */
static inline void count_to(uint32_t limit)
{
    limit /= COUNT_SHORTENED;
    __asm__ volatile(".syntax unified\n"
                     "1:\n"
                     ".rept 13\n"
                     "nop\n"
                     ".endr\n"
                     "subs %0, #1\n"
                     "bne 1b\n"
                     : "+l"(limit)
                     :
                     : "cc");
}

#endif
