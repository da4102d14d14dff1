/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the test program needs from a board: four pins that show its activity, a
 * serial line for its output, and the duration of counting. The folder of each board defines these
 * functions; on a board without pins, setting them has no effect.
 *
 *   pin  high while                                      as in the document's pictures
 *   ---  ----------------------------------------------  -----------------------------
 *   16   any thread runs                                 yellow
 *   17   a tick puts a thread into the ready queue       blue
 *   18   a tick looks at the threads                     red
 *   19   thread 0 runs                                   green
 *
 * Pins 20 to 23 output the number of the running thread, which the document does not have: its
 * pictures only distinguish thread 0 from the others.
 */
#ifndef KERNELPERF_BOARD_H
#define KERNELPERF_BOARD_H

#include "pins.h"

enum { PIN_RUNNING = 1 << 16, PIN_SLOT = 1 << 17, PIN_SCAN = 1 << 18, PIN_THREAD0 = 1 << 19 };
enum { PIN_NUMBER = 1 << 20, PINS_NUMBER = 15 * PIN_NUMBER };
enum { PINS_ALL = PIN_RUNNING | PIN_SLOT | PIN_SCAN | PIN_THREAD0 | PINS_NUMBER };

/* Make the pins outputs and prepare the serial line. Context: start-up. */
void board_start(void);

/* Print; spin while the buffer of the line is full. Context: thread. */
void print_spinning(const char *text);

/* Print; while the buffer of the line is full, wait until it is empty, as kernel-v1 waits for a
 * device. Context: a thread of kernel-v1 with number 0, its pins set. */
void print_suspending(const char *text);

/* The calling thread has got the processor, or is about to release it. */
static inline void thread_enters(unsigned number)
{
    pins_set(number == 0 ? PIN_RUNNING | PIN_THREAD0 : PIN_RUNNING);
    __asm__ volatile(""); /* the number is computed when the pin shows the switch */
    pins_clear(PINS_NUMBER);
    pins_set(number * PIN_NUMBER);
}

static inline void thread_leaves(unsigned number)
{
    pins_clear(number == 0 ? PIN_RUNNING | PIN_THREAD0 : PIN_RUNNING);
}

/* Count to limit: 16 cycles per iteration on a Cortex-M0+, like the loop of the program of the
 * document. */
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
