/* SPDX-License-Identifier: Apache-2.0 */
/* Intrusive circular list with a sentinel. It needs no allocation and no branches. A node that is
 * in no list points to itself, so that no flag has to say whether it is in one.
 *
 *   operation              cost
 *   ---------------------  ----
 *   lm_list_init           O(1)
 *   lm_list_is_empty       O(1)  a sentinel: the list has no members; a node: it is in no list
 *   lm_list_insert_before  O(1)  before the sentinel is at the end
 *   lm_list_insert_after   O(1)  after the sentinel is at the front
 *   lm_list_unlink         O(1)  the node is invalid until it is inserted or initialised
 *   lm_list_remove         O(1)  harmless for a node that is in no list
 *
 * It is a public header because control blocks contain lists; programs do not use it.
 */
#ifndef LIMEN_LIST_H
#define LIMEN_LIST_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_list {
    struct lm_list *next;
    struct lm_list *prev;
};

/* The structure of the given type whose member is at the address of node. */
#define LM_CONTAINER(node, type, member) ((type *)(void *)((char *)(node)-offsetof(type, member)))

static inline void lm_list_init(struct lm_list *list)
{
    list->next = list;
    list->prev = list;
}

static inline bool lm_list_is_empty(const struct lm_list *list)
{
    return list->next == list;
}

static inline void lm_list_insert_before(struct lm_list *position, struct lm_list *node)
{
    struct lm_list *before = position->prev;

    node->prev = before;
    node->next = position;
    before->next = node;
    position->prev = node;
}

static inline void lm_list_insert_after(struct lm_list *position, struct lm_list *node)
{
    lm_list_insert_before(position->next, node);
}

static inline void lm_list_unlink(const struct lm_list *node)
{
    node->prev->next = node->next;
    node->next->prev = node->prev;
}

static inline void lm_list_remove(struct lm_list *node)
{
    lm_list_unlink(node);
    lm_list_init(node);
}

#ifdef __cplusplus
}
#endif

#endif
