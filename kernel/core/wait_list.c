/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of waiting threads; see wait_list.h. */
#include "core/wait_list.h"

void lm_wait_list_init(struct lm_wait_list *list, const struct lm_object *object,
                       enum lm_order order)
{
    list->first = NULL;
    list->count = 0;
    list->object = object;
    list->order = (uint8_t)order;
}

static bool goes_before(const struct lm_thread *thread, const struct lm_thread *other)
{
    return thread->priority < other->priority && !other->wait_ahead;
}

/* Behind all that are as urgent. */
static void insert_by_priority(struct lm_wait_list *list, struct lm_thread *thread)
{
    struct lm_list *first = &list->first->node;
    struct lm_list *position = first; /* before it: at the end of the circle */

    while (goes_before(thread, LM_CONTAINER(position->prev, struct lm_thread, node))) {
        position = position->prev;
        if (position == first) {
            list->first = thread;
            break;
        }
    }
    lm_list_insert_before(position, &thread->node);
}

static void insert_first(struct lm_wait_list *list, struct lm_thread *thread)
{
    lm_list_insert_before(&list->first->node, &thread->node);
    list->first = thread;
}

void lm_wait_list_insert_more(struct lm_wait_list *list, struct lm_thread *thread)
{
    if (thread->wait_ahead) {
        insert_first(list, thread);
    } else if (list->order == LM_BY_PRIORITY) {
        insert_by_priority(list, thread);
    } else {
        lm_list_insert_before(&list->first->node, &thread->node);
    }
}

void lm_wait_list_reorder(struct lm_thread *thread)
{
    if (thread->wait_list->order == LM_BY_PRIORITY && !thread->wait_ahead) {
        lm_wait_list_remove(thread->wait_list, thread);
        lm_wait_list_insert(thread->wait_list, thread);
    }
}

struct lm_thread *lm_wait_list_prioritize(struct lm_wait_list *list)
{
    struct lm_thread *best = list->first;

    if (best != NULL) {
        for (struct lm_thread *other = lm_wait_list_next(list, best); other != NULL;
             other = lm_wait_list_next(list, other)) {
            best = other->priority < best->priority ? other : best;
        }
    }
    if (best != list->first) {
        lm_list_remove(&best->node);
        insert_first(list, best);
    }
    return best;
}

struct lm_waiters_info lm_wait_list_info(const struct lm_wait_list *list)
{
    struct lm_waiters_info info = {.first = list->first};

    for (const struct lm_thread *thread = list->first; thread != NULL;
         thread = lm_wait_list_next(list, thread)) {
        info.count++;
    }
    return info;
}
