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
 * It is a public header because control blocks contain lists; programs do not use it. The comments
 * that begin with an at sign are contracts, which Frama-C proves (docs/proofs.md).
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

/*@ requires \valid(list);
    assigns *list;
    ensures list->next == list && list->prev == list; */
static inline void lm_list_init(struct lm_list *list)
{
    list->next = list;
    list->prev = list;
}

/*@ requires \valid_read(list);
    assigns \nothing; */
static inline bool lm_list_is_empty(const struct lm_list *list)
{
    return list->next == list;
}

/*@ requires \valid(position) && \valid(position->prev) && \valid(node);
    requires position->prev->next == position;
    requires \separated(node, position) && \separated(node, position->prev);
    assigns *node, position->prev, position->prev->next;
    ensures node->next == position && position->prev == node;
    ensures node->prev == \old(position->prev) && node->prev->next == node; */
static inline void lm_list_insert_before(struct lm_list *position, struct lm_list *node)
{
    struct lm_list *before = position->prev;

    node->prev = before;
    node->next = position;
    before->next = node;
    position->prev = node;
}

/*@ requires \valid(position) && \valid(position->next) && \valid(node);
    requires position->next->prev == position;
    requires \separated(node, position) && \separated(node, position->next);
    assigns *node, position->next->prev, position->next;
    ensures node->prev == position && position->next == node;
    ensures node->next == \old(position->next) && node->next->prev == node; */
static inline void lm_list_insert_after(struct lm_list *position, struct lm_list *node)
{
    lm_list_insert_before(position->next, node);
}

/*@ requires \valid_read(node) && \valid(node->prev) && \valid(node->next);
    requires node->prev->next == node && node->next->prev == node;
    requires node->prev == node->next || \separated(node->prev, node->next);
    assigns node->prev->next, node->next->prev;
    ensures \old(node->prev)->next == \old(node->next);
    ensures \old(node->next)->prev == \old(node->prev); */
static inline void lm_list_unlink(const struct lm_list *node)
{
    node->prev->next = node->next;
    node->next->prev = node->prev;
}

/*@ requires \valid(node) && \valid(node->prev) && \valid(node->next);
    requires node->prev->next == node && node->next->prev == node;
    requires node->prev == node->next || \separated(node->prev, node->next);
    assigns *node, node->prev->next, node->next->prev;
    ensures node->next == node && node->prev == node;
    ensures \old(node->prev) != node ==> \old(node->prev)->next == \old(node->next);
    ensures \old(node->next) != node ==> \old(node->next)->prev == \old(node->prev); */
static inline void lm_list_remove(struct lm_list *node)
{
    lm_list_unlink(node);
    lm_list_init(node);
}

#ifdef __cplusplus
}
#endif

#endif
