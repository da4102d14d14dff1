/* SPDX-License-Identifier: Apache-2.0 */
/* The list of the threads that wait for a shared object: a circle with a mark, which is never empty
 * (C6 in cores.h). Context: both locks. */
#ifndef LIMEN_SHARED_LIST_H
#define LIMEN_SHARED_LIST_H

#include "state.h"

/* The mark; only limen-cores has one. */
#define LM_MARK(list) (LM_CORES_OR(&(list)->mark, &(list)->first->node))

/* Begin without waiting threads. */
static inline void lm_shared_list_init(struct lm_wait_list *list)
{
    lm_list_init(LM_MARK(list));
    list->first = LM_CONTAINER(LM_MARK(list), struct lm_thread, node);
}

/* Is the list empty? Which thread is served next? */
static inline bool lm_shared_is_empty(const struct lm_wait_list *list)
{
    return lm_list_is_empty(LM_MARK(list));
}

static inline struct lm_thread *lm_shared_first(const struct lm_wait_list *list)
{
    return LM_CONTAINER(LM_MARK(list)->next, struct lm_thread, node);
}

#endif
