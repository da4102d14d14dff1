/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of waiting threads; see wait_list.h. */
#include "core/wait_list.h"

void lm_wait_list_init(struct lm_wait_list *list, const struct lm_object *object,
                       enum lm_waits_for waits_for, enum lm_order order)
{
    list->first = NULL;
    list->count = 0;
    (void)object;
    LM_UNLESS_SMALL(list->object = object;)
    list->waits_for = (uint8_t)waits_for;
    list->order = (uint8_t)order;
}

static void insert_first(struct lm_wait_list *list, struct lm_thread *thread)
{
    lm_list_insert_before(&list->first->node, &thread->node);
    list->first = thread;
}

static const struct lm_thread *at(const struct lm_list *node)
{
    return LM_CONTAINER(node, const struct lm_thread, node);
}

/* Insert the thread behind all threads that are at least as urgent. The loop visits the less urgent
 * threads, from the end. */
static void insert_by_priority(struct lm_wait_list *list, struct lm_thread *thread)
{
    unsigned priority = thread->priority;

    if (priority < list->first->priority) {
        insert_first(list, thread);
        return;
    }
    struct lm_list *position = list->first->node.prev;

    while (at(position)->priority > priority) {
        position = position->prev;
    }
    lm_list_insert_after(position, &thread->node);
}

/* Insert the thread also behind all threads with wait_ahead, which may be less urgent. */
static void insert_mixed(struct lm_wait_list *list, struct lm_thread *thread)
{
    struct lm_list *first = &list->first->node;
    struct lm_list *position = first; /* before the first is at the end of the circle */

    while (at(position->prev)->priority > thread->priority && !at(position->prev)->wait_ahead) {
        position = position->prev;
        if (position == first) {
            list->first = thread;
            break;
        }
    }
    lm_list_insert_before(position, &thread->node);
}

void lm_wait_list_insert_more(struct lm_wait_list *list, struct lm_thread *thread)
{
    list->count++;
    if (list->order == LM_BY_PRIORITY) { /* wait_ahead is false */
        insert_by_priority(list, thread);
    } else if (thread->wait_ahead) {
        insert_first(list, thread);
    } else if (list->order == LM_MIXED) {
        insert_mixed(list, thread);
    } else {
        lm_list_insert_before(&list->first->node, &thread->node);
    }
}

void lm_wait_list_reorder_more(struct lm_thread *thread)
{
    struct lm_wait_list *list = thread->wait_list;

    if (list->order != LM_FIFO && !thread->wait_ahead) {
        lm_wait_list_remove(list, thread);
        lm_wait_list_insert(list, thread);
    }
}

void lm_wait_list_put_first(struct lm_wait_list *list, struct lm_thread *thread)
{
    if (list->first != thread) {
        lm_wait_list_mix(list);
        lm_list_remove(&thread->node);
        insert_first(list, thread);
    }
}
