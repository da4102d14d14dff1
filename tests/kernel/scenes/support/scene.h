/* SPDX-License-Identifier: Apache-2.0 */
/* Scenes: small systems, each with a kernel of its own. Their threads and interrupts log
 * letters. */
#ifndef LIMEN_TESTS_SCENE_H
#define LIMEN_TESTS_SCENE_H

#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>

enum { SCENE_THREADS = 11, SCENE_STACK_BYTES = 16384, SCENE_PRIORITY = 20 };

/* Run a new kernel under a model. play runs in a thread "play" of priority 20, and has to
 * return. */
void scene_run(enum lm_model model, void (*play)(void));

/* Create one more thread, which is ready at once. Returns: the thread. */
struct lm_thread *scene_thread(unsigned priority, void (*entry)(void *argument), void *argument);

/* A stack of SCENE_STACK_BYTES for a thread that other code creates. */
void *scene_stack(void);

/* Log a letter; check the letters that were logged since the last check. */
void tell(char letter);
void told(const char *letters);

/* Call the function in an interrupt, of board line 0 and urgency 3. */
void scene_interrupt(void (*function)(void));

#endif
