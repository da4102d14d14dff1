/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's own counters: what the statistics of a trace have to equal. In the libraries
 * without counters LM_COUNTED is 0 and every call here folds away.
 */
#ifndef LIMEN_COUNTERS_H
#define LIMEN_COUNTERS_H

#include "core/kernel.h"

/* Count for the system and for a thread. */
#define LM_COUNT(kernel, thread, field)                                                            \
    do {                                                                                           \
        if (LM_COUNTED) {                                                                          \
            (kernel)->counters.field++;                                                            \
            if ((thread)->counters != NULL) {                                                      \
                (thread)->counters->field++;                                                       \
            }                                                                                      \
        }                                                                                          \
    } while (0)

/* Count for an object and for all of its kind. */
#define LM_COUNT_OBJECT(kernel, what, field)                                                       \
    do {                                                                                           \
        if (LM_COUNTED) {                                                                          \
            (kernel)->object_counters[(what)->kind].field++;                                       \
            if ((what)->counters != NULL) {                                                        \
                (what)->counters->field++;                                                         \
            }                                                                                      \
        }                                                                                          \
    } while (0)

void lm_count_switch_always(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to,
                            unsigned reason);

static inline void lm_count_switch(struct lm_kernel *kernel, struct lm_thread *from,
                                   struct lm_thread *to, unsigned reason)
{
    if (LM_COUNTED) {
        lm_count_switch_always(kernel, from, to, reason);
    }
}

/* A wait for a mutex has begun; it has ended, or the owner has given the mutex up. */
void lm_count_inversion_begin(struct lm_kernel *kernel, struct lm_mutex *mutex,
                              struct lm_thread *waiter);
void lm_count_inversion_end(struct lm_mutex *mutex, struct lm_thread *waiter);
void lm_count_inversion_end_all(struct lm_mutex *mutex);

#endif
