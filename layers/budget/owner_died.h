/* SPDX-License-Identifier: Apache-2.0 */
/* Gives back the mutexes of a thread that is about to be ended. */
#ifndef LIMEN_OWNER_DIED_H
#define LIMEN_OWNER_DIED_H

struct lm_thread;

/* Give each mutex of the thread to the next owner: the next waiting thread, or the next thread that
 * locks it. The lock of that thread returns LM_OWNER_DIED, because the data may be half written.
 * Context: the lock is free. Cost: O(mutexes), with the lock open between two of them. */
void lm_owner_died(struct lm_thread *thread);

#endif
