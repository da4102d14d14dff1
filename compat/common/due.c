/* SPDX-License-Identifier: Apache-2.0 */
/* Objects that are due, in a circle. */
#include "limen_layer.h"

void lm_layer_due_add(struct lm_layer_due **last, struct lm_layer_due *due)
{
    if (due->pending++ != 0) {
        return;
    }
    if (*last == NULL) {
        due->next = due;
    } else {
        due->next = (*last)->next;
        (*last)->next = due;
    }
    *last = due;
}

/* Take out the object that follows this one, which may be the same. */
static void take_out(struct lm_layer_due **last, struct lm_layer_due *before)
{
    struct lm_layer_due *due = before->next;

    before->next = due->next;
    if (*last == due) {
        *last = before != due ? before : NULL;
    }
}

struct lm_layer_due *lm_layer_due_take(struct lm_layer_due **last)
{
    struct lm_layer_due *first = *last != NULL ? (*last)->next : NULL;

    if (first == NULL) {
        return NULL;
    }
    if (--first->pending != 0) {
        *last = first; /* now it is the last one */
    } else {
        take_out(last, *last);
    }
    return first;
}

void lm_layer_due_forget(struct lm_layer_due **last, struct lm_layer_due *due)
{
    struct lm_layer_due *before = *last;

    if (due->pending == 0) {
        return;
    }
    due->pending = 0;
    while (before->next != due) {
        before = before->next;
    }
    take_out(last, before);
}
