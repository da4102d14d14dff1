/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of threads and handlers for a tick, in terms of tick_model.c. */
#include "tick_model.h"

/* A job ends. */
static void complete(const struct tick_model *model, struct tick_model_thread *t)
{
    t->misses += model->now - t->release > TICK_DEADLINE ? 1 : 0;
    t->job++;
}

static void wait(struct tick_model *model, struct tick_model_thread *t)
{
    complete(model, t);
    t->answer = LM_OK;
    if (t->late && t->enabled && t->delay == 0 && !t->armed) {
        t->release = t->late_since;
        t->trigger = TICK_BY_PERIOD;
        t->overruns++;
        t->answer = LM_OVERRUN;
        tick_model_to_tail(model, t);
    } else {
        t->state = TICK_WAITS;
    }
    t->late = false;
}

static enum lm_status suspend(struct tick_model_thread *t)
{
    if (t->state == TICK_ENDED) {
        return LM_BAD_STATE;
    }
    if (t->state == TICK_READY) {
        t->state = TICK_HELD;
    }
    t->stop = t->state != TICK_HELD;
    return LM_OK;
}

static enum lm_status resume(struct tick_model *model, struct tick_model_thread *t)
{
    if (t->state == TICK_HELD) {
        tick_model_to_tail(model, t);
    } else if (!t->stop) {
        return LM_BAD_STATE;
    }
    t->stop = false;
    return LM_OK;
}

static enum lm_status terminate(struct tick_model_thread *t)
{
    if (t->state == TICK_ENDED) {
        return LM_BAD_STATE;
    }
    t->state = TICK_ENDED;
    t->stop = false;
    return LM_OK;
}

static enum lm_status restart(struct tick_model_thread *t)
{
    if (t->state != TICK_ENDED) {
        return LM_BAD_STATE;
    }
    t->state = TICK_WAITS;
    t->begins = true;
    t->work = 0;
    t->job = 0;
    t->delay = 0;
    t->armed = false;
    t->late = false;
    t->awaits = false;
    return LM_OK;
}

static void disable(struct tick_model *model, struct tick_model_thread *t, bool itself)
{
    t->enabled = false;
    t->late = false;
    if (itself) {
        complete(model, t);
        t->state = TICK_WAITS;
    }
}

static void set_period(struct tick_model_thread *t, const struct tick_action *action)
{
    t->period = action->a;
    t->left = action->b;
    t->late = false;
}

/* Actions on any thread, from any context. */
static enum lm_status apply_to(struct tick_model *model, const struct tick_action *action)
{
    struct tick_model_thread *t = &model->thread[action->thread];

    switch (action->act) {
    case ACT_DEVICE:
        model->flags = action->a;
        return LM_OK;
    case ACT_PERIOD:
        set_period(t, action);
        return LM_OK;
    case ACT_ENABLE:
        t->enabled = true;
        return LM_OK;
    case ACT_DISABLE:
        disable(model, t, action->thread == model->speaker);
        return LM_OK;
    case ACT_SUSPEND:
        return suspend(t);
    case ACT_RESUME:
        return resume(model, t);
    case ACT_TERMINATE:
        return terminate(t);
    case ACT_RESTART:
        return restart(t);
    default:
        return LM_OK;
    }
}

static void arm(struct tick_model_thread *t, const struct tick_action *action)
{
    t->armed = true;
    t->set = action->a;
    t->clear = action->c;
}

/* Actions of the running thread on itself. */
static void apply_own(struct tick_model *model, struct tick_model_thread *t,
                      const struct tick_action *action)
{
    t->answer = LM_OK;
    switch (action->act) {
    case ACT_DELAY:
        t->delay = action->a;
        wait(model, t);
        break;
    case ACT_AWAIT:
        t->delay = action->b;
        t->awaits = true;
        arm(t, action);
        wait(model, t);
        break;
    case ACT_TIMEOUT:
        t->delay = action->a;
        break;
    case ACT_ARM:
        arm(t, action);
        break;
    case ACT_DISARM:
        t->armed = false;
        break;
    case ACT_WORK:
        t->work = action->a;
        break;
    case ACT_SLEEP:
        t->state = TICK_SLEEPS;
        t->until = model->now + action->a;
        t->started = ++model->stamp;
        break;
    default:
        wait(model, t);
        break;
    }
}

void tick_model_apply(struct tick_model *model, const struct tick_action *action)
{
    bool by_thread = model->speaker != TICK_HANDLER;
    struct tick_model_thread *speaker = by_thread ? &model->thread[model->speaker] : NULL;

    if (by_thread) {
        speaker->begins = false;
    }
    if (by_thread && action->act <= ACT_SLEEP) {
        apply_own(model, speaker, action);
        return;
    }
    enum lm_status answer = apply_to(model, action);

    if (by_thread) {
        speaker->answer = answer;
    }
}
