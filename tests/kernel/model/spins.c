/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's side of a world's sections and spinlocks. Wrong uses are no events: in each state
 * all of them are tried, for nothing may come of them but an answer and a report. */
#include "check.h"
#include "core/sched.h"
#include "world.h"
#include <limen/limen.h>

enum { NO_MISUSE = -1 };

static struct lm_spinlock spinlocks[MODEL_SPINS];
static struct lm_raw_spinlock raw_ones[MODEL_SPINS];
static int waits_for[MODEL_THREADS]; /* the spinlock whose lock call has not returned; NOBODY */
static int misuse;

static void note_misuse(const struct lm_misuse *told)
{
    CHECK_EQUAL(misuse, NO_MISUSE);
    CHECK(told->now != NULL && told->lock != NULL);
    misuse = (int)told->kind;
}

static void choose_rules(const struct world *world, struct model *model, struct explore *explore)
{
    unsigned rules = world->rules != 0 ? world->rules : 1U << RULES_FULL;

    for (unsigned n = explore_choose(explore, (unsigned)__builtin_popcount(rules)); n > 0; n--) {
        rules &= rules - 1;
    }
    model_set_rules(model, (enum model_rules)__builtin_ctz(rules));
    CHECK_STATUS(lm_model_set((enum lm_model)model->rules), LM_OK);
}

void spins_create(const struct world *world, struct model *model, struct explore *explore)
{
    choose_rules(world, model, explore);
    model->spins = world->spins;
    for (int s = 0; s < world->spins; s++) {
        if (world->raw[s]) {
            CHECK_STATUS(lm_raw_spinlock_create(&raw_ones[s], "raw"), LM_OK);
            continue;
        }
        model->spin[s].mutex = model->mutexes;
        model->mutex[model->mutexes++].protocol = MODEL_INHERIT;
        CHECK_STATUS(lm_spinlock_create(&spinlocks[s], "spin"), LM_OK);
    }
    for (int i = 0; i < MODEL_THREADS; i++) {
        waits_for[i] = NOBODY;
    }
    misuse = NO_MISUSE;
    lm_misuse_set_handler(note_misuse);
}

static void expect_misuse(int expected)
{
    CHECK_EQUAL(misuse, expected);
    misuse = NO_MISUSE;
}

static bool holds_by_level(const struct model *model, int thread)
{
    return model_disables(model, thread) > model->thread[thread].disabled;
}

static bool is_raw(const struct model *model, int spin)
{
    return model->spin[spin].mutex == NOBODY;
}

static enum lm_status lock(const struct model *model, int spin)
{
    return is_raw(model, spin) ? lm_raw_spinlock_lock(&raw_ones[spin])
                               : lm_spinlock_lock(&spinlocks[spin]);
}

static enum lm_status unlock(const struct model *model, int spin)
{
    return is_raw(model, spin) ? lm_raw_spinlock_unlock(&raw_ones[spin])
                               : lm_spinlock_unlock(&spinlocks[spin]);
}

/* Without contexts a call returns before its wait ends: it is to believe that the wait failed,
 * and what it does behind the wait follows when the thread runs again. */
static void apply_lock(struct model *model, int spin)
{
    int self = model->in_interrupt ? NOBODY : model->running;

    model_spin_lock(model, spin);
    if (self != NOBODY && model->thread[self].state == MODEL_WAITS_MUTEX) {
        waits_for[self] = spin;
        system_thread(self)->wait_status = LM_ABORTED;
        CHECK_STATUS(lock(model, spin), LM_ABORTED);
    } else {
        CHECK_STATUS(lock(model, spin), LM_OK);
    }
}

void spins_go_on(const struct model *model)
{
    int self = model->running;

    for (int i = 0; i < model->threads; i++) {
        if (model->thread[i].state == MODEL_ENDED) {
            waits_for[i] = NOBODY;
        }
    }
    if (self == NOBODY || model->in_interrupt || waits_for[self] == NOBODY) {
        return;
    }
    struct lm_spinlock *spinlock = &spinlocks[waits_for[self]];

    /* The mutex is the thread's already: it is counted twice for a moment. */
    CHECK_STATUS(system_thread(self)->wait_status, LM_OK);
    CHECK_STATUS(lm_spinlock_lock(spinlock), LM_OK);
    CHECK_STATUS(lm_mutex_unlock(&spinlock->mutex), LM_OK);
    waits_for[self] = NOBODY;
}

static void apply_point(struct model *model)
{
    CHECK_EQUAL(model_preempt_point(model), lm_preempt_point());
}

void spins_apply(struct model *model, const struct event *event)
{
    switch (event->kind) {
    case EVENT_RULES:
        model_set_rules(model, (enum model_rules)event->object);
        CHECK_STATUS(lm_model_set((enum lm_model)event->object), LM_OK);
        break;
    case EVENT_SECTION_ENTER:
        model_section_enter(model);
        CHECK_STATUS(lm_section_enter(NULL), LM_OK);
        break;
    case EVENT_SECTION_LEAVE:
        model_section_leave(model);
        CHECK_STATUS(lm_section_leave(), LM_OK);
        break;
    case EVENT_PREEMPT_POINT:
        apply_point(model);
        break;
    case EVENT_SPIN_LOCK:
        apply_lock(model, event->object);
        break;
    default:
        model_spin_unlock(model, event->object);
        CHECK_STATUS(unlock(model, event->object), LM_OK);
        break;
    }
}

static const struct lm_spin *kernel_spin(const struct model *model, int spin)
{
    if (spin == NOBODY) {
        return NULL;
    }
    return is_raw(model, spin) ? &raw_ones[spin].spin : &spinlocks[spin].spin;
}

/* Is the mutex of a spinlock somebody's whose call has not gone on yet? */
static bool is_handed_over(const struct model *model, int s)
{
    int owner = is_raw(model, s) ? NOBODY : model->mutex[model->spin[s].mutex].owner;

    return owner != NOBODY && waits_for[owner] == s;
}

/* As the kernel sees it, a lock is taken when the call that waited for it goes on. */
static void compare_spin(const struct model *model, int s)
{
    const struct lm_spin *spin = kernel_spin(model, s);
    const struct model_spin *expected = &model->spin[s];
    int owner = is_raw(model, s) ? NOBODY : model->mutex[expected->mutex].owner;
    bool handed_over = is_handed_over(model, s);

    if (expected->in_interrupt) {
        CHECK_EQUAL(spin->how, LM_SPIN_ALONE);
    } else if (expected->holder != NOBODY) {
        CHECK_EQUAL(spin->how, LM_SPIN_LEVEL);
        CHECK_SAME(spin->holder, system_thread(expected->holder));
    } else {
        CHECK_EQUAL(spin->how, owner != NOBODY && !handed_over ? LM_SPIN_MUTEX : LM_SPIN_FREE);
        CHECK_SAME(spin->holder, handed_over ? NULL : system_thread(owner));
    }
    if (!is_raw(model, s)) {
        CHECK_SAME(lm_mutex_owner(&spinlocks[s].mutex), system_thread(owner));
        CHECK_EQUAL(spinlocks[s].mutex.held, model->mutex[expected->mutex].held);
    }
}

static void try_wrong_lock(const struct model *model, int s)
{
    enum lm_status answer = model_may_lock_spin(model, s);
    const struct model_spin *spin = &model->spin[s];
    int self = model->in_interrupt ? NOBODY : model->running;

    if (answer == LM_OK || (self == NOBODY && is_handed_over(model, s))) {
        return; /* an interrupt may have it before its next holder does */
    }
    CHECK_STATUS(lock(model, s), answer);
    if (answer == LM_BAD_CONTEXT) {
        bool waits = self != NOBODY && holds_by_level(model, self);

        expect_misuse(waits ? (int)LM_MISUSE_WAIT : NO_MISUSE);
    } else if (spin->in_interrupt || spin->holder != NOBODY || model_spin_is(model, s, self)) {
        expect_misuse(LM_MISUSE_LOCKED_TWICE);
    }
    CHECK_EQUAL(misuse, NO_MISUSE); /* a circle of owners is no misuse of one of them */
}

static void try_wrong_unlock(const struct model *model, int s)
{
    enum lm_status answer = model_may_unlock_spin(model, s);

    if (answer == LM_NOT_OWNER || (answer == LM_BAD_STATE && !model->in_interrupt)) {
        CHECK_STATUS(unlock(model, s), answer);
        expect_misuse(answer == LM_NOT_OWNER ? LM_MISUSE_NOT_HOLDER : LM_MISUSE_OUT_OF_ORDER);
    }
}

static void try_wrong_section(const struct model *model)
{
    if (model->in_interrupt) {
        CHECK_STATUS(lm_section_enter(NULL), LM_BAD_CONTEXT);
        CHECK_STATUS(lm_section_leave(), LM_BAD_CONTEXT);
        CHECK(!lm_preempt_point());
    } else if (model->thread[model->running].sections == 0) {
        CHECK_STATUS(lm_section_leave(), LM_BAD_STATE);
        CHECK(!lm_preempt_point());
    }
}

void spins_compare(const struct world *world, const struct model *model)
{
    bool has_sections = (world->events & 1U << EVENT_SECTION_ENTER) != 0;

    CHECK_EQUAL(lm_model_get(), model->rules);
    for (int s = 0; s < model->spins; s++) {
        compare_spin(model, s);
    }
    for (int i = 0; i < model->threads; i++) {
        int last = model_last_spin(model, i);

        if (waits_for[i] == NOBODY) {
            CHECK_SAME(system_thread(i)->spins, kernel_spin(model, last));
        }
        CHECK_EQUAL(system_thread(i)->sections, model->thread[i].sections);
    }
    if (model->running == NOBODY && !model->in_interrupt) {
        return;
    }
    for (int s = 0; s < model->spins; s++) {
        try_wrong_lock(model, s);
        try_wrong_unlock(model, s);
    }
    if (has_sections) {
        try_wrong_section(model);
    }
}
