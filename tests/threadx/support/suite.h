/* SPDX-License-Identifier: Apache-2.0 */
/* The common part of the ThreadX programs of this suite. A program is written as a user of ThreadX
 * would write it, except for its first and last lines:
 *
 *   program_define   runs in tx_application_define: context I
 *   program_main     runs in a thread of priority MAIN_PRIORITY; when it returns the program ends
 *
 * A program prints one line for each fault, continues, and ends with status 1 if it found one. With
 * the words "reached SERVICE CODE CONTEXTS" it also prints the results of services that it has
 * seen; test_suite.py compares them with results.toml.
 *
 * A context is a letter: I initialisation, T thread, C callback of a timer, R interrupt.
 */
#ifndef SUITE_H
#define SUITE_H

#include "tx_api.h"
#include <stdint.h>

enum { MAIN_PRIORITY = 16, STACK_BYTES = 4096, WORKERS_MAX = 8 };

void program_define(VOID *first_unused_memory);
void program_main(void);

/* Calls. */

/* Call the service; the result is expected. */
#define CALL(service, expected, ...)                                                               \
    suite_call(__FILE__, __LINE__, #service, (expected), service(__VA_ARGS__))

/* ... with arguments or in a context that break two rules: the rule that is checked first
 * decides. */
#define BOTH(service, first, second, ...)                                                          \
    suite_both(__FILE__, __LINE__, #service, (first), (second), service(__VA_ARGS__))

/* A call of a service that returns no status; the value of the call. */
#define DO(...) (suite_done(#__VA_ARGS__), __VA_ARGS__)

/* Record a service that was called at a place where these macros cannot be used. */
void suite_done(const char *call);

/* Facts. */

#define CHECK(condition) suite_check(__FILE__, __LINE__, #condition, (condition))

/* The program must not reach this place. */
#define NEVER(what) suite_check(__FILE__, __LINE__, what, 0)

/* Compare numbers or pointers. */
#define EQUAL(expected, actual)                                                                    \
    suite_equal(__FILE__, __LINE__, #actual, (uintptr_t)(expected), (uintptr_t)(actual))

/* Scenarios: words in the order of events. told() compares those since the last told(). */
void say(const char *word);
#define told(words) suite_told(__FILE__, __LINE__, words)

/* Contexts. */

/* Run a function in an interrupt, at once. Context: T I. */
void in_interrupt(void (*run)(void));

/* Run a function in the callback of a timer; takes two ticks. Context: T. */
void in_callback(void (*run)(void));

/* Run a function in a thread, a callback and an interrupt. Context: T. */
void in_each(void (*run)(void));

/* The letter of the context that is running. */
char context(void);

/* Write the letter around code that runs in a context that the program set up by itself. */
char context_enter(char letter);
void context_leave(char before);

/* Workers: threads with control blocks and stacks of the suite's, WORKERS_MAX at a time. */

/* A worker that was not started, threshold <= priority. Context: I T. */
TX_THREAD *worker(CHAR *name, VOID (*entry)(ULONG), UINT priority, UINT threshold);

/* A worker with threshold = priority that is started. */
TX_THREAD *started(CHAR *name, VOID (*entry)(ULONG), UINT priority);

/* Terminate and delete workers. Context: T. */
void retire(TX_THREAD *thread);
void retire_all(void);

/* The state that tx_thread_info_get returns. */
UINT state_of(TX_THREAD *thread);

/* Use the processor until so many ticks have begun. On a clock that stands still while a program
 * counts, this call advances it. Ends just after a tick. */
void spend(ULONG ticks);

/* ... for a part of a tick, in percent. */
void spend_part(ULONG percent);

/* For the macros. */
void suite_call(const char *file, int line, const char *service, UINT expected, UINT result);
void suite_both(const char *file, int line, const char *service, UINT first, UINT second,
                UINT result);
void suite_check(const char *file, int line, const char *condition, int holds);
void suite_equal(const char *file, int line, const char *what, uintptr_t expected,
                 uintptr_t actual);
void suite_told(const char *file, int line, const char *words);

#endif
