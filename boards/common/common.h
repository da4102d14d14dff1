/* SPDX-License-Identifier: Apache-2.0 */
/* Common parts of the boards: start-up, console, files, arguments. A folder beside this file has
 * the common part of the boards with one kind of processor, and its header lists the parts that a
 * board provides.
 */
#ifndef LIMEN_BOARD_COMMON_H
#define LIMEN_BOARD_COMMON_H

#include <limen/board.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The start of a program, on the main stack. */
_Noreturn void lm_board_reset(void);

/* Copy the arguments of the program into line, separated by blanks. This is the first call of
 * semihosting; it finds out whether a debugger serves it. Requires: the main stack. */
enum board_arguments { BOARD_ARGUMENTS_READ, BOARD_ARGUMENTS_NONE, BOARD_ARGUMENTS_TOO_LONG };
enum board_arguments board_read_arguments(char *line, size_t bytes);

/* True if the fault was the first call of semihosting, without a debugger. Then the handler of the
 * fault skips it, with the result -1, and the console is that of the board from now on. */
bool board_has_no_debugger(void);

/* Write a pattern to the end of the main stack. board_main_stack_is_used_up: true if the pattern is
 * overwritten. */
void board_mark_main_stack(void);
bool board_main_stack_is_used_up(void);

/* Begin the report of a fault. Does not return if a report has begun already: then the report
 * itself has caused the fault. */
void board_begin_report(void);

/* End the report of a fault: print the thread in which it occurred, and whether its stack is used
 * up, that is its end overwritten or the stack pointer outside. */
void board_print_thread(uintptr_t stack_pointer);

/* After the report of a fault in a handler: print whether the stack of the interrupted thread is
 * used up. */
void board_print_used_up(uintptr_t stack_pointer);

/* True if all of this memory is for data, or for code. The functions do not read it. */
bool board_is_memory(const void *address, size_t bytes);
bool board_is_code(const void *address, size_t bytes);

/* Defined by the board: prepare the devices that main needs (clocks, pins, a UART), with the memory
 * initialised. */
void board_prepare(void);

/* Defined by the board: the output of lm_board_print if no debugger serves semihosting. */
void board_console_print(const char *text);

#endif
