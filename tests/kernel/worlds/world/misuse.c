/* SPDX-License-Identifier: Apache-2.0 */
/* Wrong uses of sections and spinlocks; see world.h. */
#include "check.h"
#include "model/kernel/calls.h"
#include "world.h"

enum { NO_MISUSE = -1 };

static int misuse;

static void note_misuse(const struct lm_misuse *report)
{
    CHECK_EQUAL(misuse, NO_MISUSE);
    CHECK(report->now != NULL && report->lock != NULL);
    misuse = (int)report->kind;
}

void misuse_expect_none(void)
{
    misuse = NO_MISUSE;
    lm_misuse_set_handler(note_misuse);
}

/* The only effects of the operation are this status and this report. */
static void try(enum kind kind, int object, enum status expected, int expected_misuse)
{
    struct operation operation = {.kind = kind, .a = (uint32_t)object};
    struct answer answer = calls_perform(&operation);

    system_check_status(answer.status, expected);
    CHECK_EQUAL(answer.value, 0);
    CHECK_EQUAL(misuse, expected_misuse);
    misuse = NO_MISUSE;
}

static void try_lock(const struct model *model, int spin)
{
    const struct spin *s = &model->spin[spin];
    enum status status = model_may_lock(model, spin);
    int self = model_in_interrupt(model) ? NOBODY : model->running;
    int expected = NO_MISUSE; /* a circle of owners is not a misuse of one mutex */

    if (status == DEADLOCK && (s->hold != BY_MUTEX || s->holder == self)) {
        expected = (int)LM_MISUSE_LOCKED_TWICE;
    } else if (status == BAD_CONTEXT && self != NOBODY &&
               model_disables(model, self) > model->thread[self].disabled) {
        expected = (int)LM_MISUSE_WAIT;
    }
    if (status != OK) {
        try(DO_SPIN_LOCK, spin, status, expected);
    }
}

/* The kernel does not check the order in which an interrupt frees spinlocks. */
static void try_unlock(const struct model *model, int spin)
{
    enum status status = model_may_unlock(model, spin);

    if (status == NOT_OWNER) {
        try(DO_SPIN_UNLOCK, spin, status, (int)LM_MISUSE_NOT_HOLDER);
    } else if (status == BAD_STATE && !model_in_interrupt(model)) {
        try(DO_SPIN_UNLOCK, spin, status, (int)LM_MISUSE_OUT_OF_ORDER);
    }
}

static void try_sections(const struct model *model)
{
    if (model_in_interrupt(model)) {
        try(DO_SECTION_ENTER, 0, BAD_CONTEXT, NO_MISUSE);
        try(DO_SECTION_LEAVE, 0, BAD_CONTEXT, NO_MISUSE);
        try(DO_PREEMPT_POINT, 0, OK, NO_MISUSE);
    } else if (model->thread[model->running].sections == 0) {
        try(DO_SECTION_LEAVE, 0, BAD_STATE, NO_MISUSE);
        try(DO_PREEMPT_POINT, 0, OK, NO_MISUSE);
    }
}

void misuse_try(const struct world *world, const struct model *model)
{
    CHECK_EQUAL(misuse, NO_MISUSE);
    if (model->running == NOBODY && !model_in_interrupt(model)) {
        return;
    }
    for (int s = 0; s < world->spins; s++) {
        try_lock(model, s);
        try_unlock(model, s);
    }
    if ((world->events & E(SECTION_ENTER)) != 0) {
        try_sections(model);
    }
}
