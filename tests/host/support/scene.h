/* SPDX-License-Identifier: Apache-2.0 */
/* Scenes: small systems, a kernel each, in which threads and interrupts tell letters. */
#ifndef LIMEN_TESTS_SCENE_H
#define LIMEN_TESTS_SCENE_H

#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>

enum { SCENE_THREADS = 11, SCENE_STACK_BYTES = 16384, SCENE_PRIORITY = 20 };

/* A new kernel under a model; play runs in a thread of priority 20, "play", and has to come to its
 * end. */
void scene_run(enum lm_model model, void (*play)(void));

/* One more thread, ready at once. Returns: it. */
struct lm_thread *scene_thread(unsigned priority, void (*entry)(void *argument), void *argument);

/* A stack of SCENE_STACK_BYTES for a thread that something else creates. */
void *scene_stack(void);

/* Tell a letter; and check what was told since the last check. */
void tell(char letter);
void told(const char *letters);

/* Call the function in an interrupt, of board line 0 and urgency 3. */
void scene_interrupt(void (*function)(void));

#endif
