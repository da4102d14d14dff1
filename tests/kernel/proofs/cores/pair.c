/* SPDX-License-Identifier: Apache-2.0 */
/* The model of two cores; see pair.h. */
#include "pair.h"
#include "model/inside.h"
#include <string.h>

bool list_has(const struct list *list, int thread)
{
    for (int i = 0; i < list->count; i++) {
        if (list->thread[i] == thread) {
            return true;
        }
    }
    return false;
}

static void append(struct list *list, int thread)
{
    list->thread[list->count++] = thread;
}

static enum status perform(struct model *model, enum kind kind, int thread)
{
    struct answer answer =
        model_perform(model, &(struct operation){.kind = kind, .a = (uint32_t)thread});

    model_run(model);
    return answer.status;
}

void pair_begin(struct pair *pair, const struct urgency *urgency)
{
    memset(pair, 0, sizeof *pair);
    for (int core = 0; core < CORES; core++) {
        struct model *model = &pair->core[core];

        model_init(model, (struct rules){.unit = 1, .work = 1, .is_prompt = true});
        model->limit = 0;
        for (int i = core * ON_EACH; i < (core + 1) * ON_EACH; i++) {
            (void)model_perform(model,
                                &(struct operation){DO_THREAD_CREATE, (uint32_t)i,
                                                    urgency[i].priority, urgency[i].threshold, 0});
        }
        model->used[OF_THREAD] = ALL;
        (void)perform(model, DO_RETURN, 0);
    }
}

enum { UNITS_MAX = 2 };

struct possible {
    unsigned acts;
    struct action *actions;
    unsigned count;
};

static void add(struct possible *list, enum act act, int core, int thread)
{
    if ((list->acts & 1U << act) != 0) {
        list->actions[list->count++] = (struct action){act, core, thread};
    }
}

static void add_about(struct possible *list, const struct pair *pair, int core, int thread)
{
    const struct thread *t = &pair->core[core].thread[thread];
    bool suspended = t->life == WAITING && t->wait == FOR_RESUME;

    if (t->life != GONE) {
        add(list, suspended || t->stop ? RESUME : SUSPEND, core, thread);
    }
    if (t->life == WAITING && !suspended) {
        add(list, ABORT, core, thread);
    }
}

unsigned pair_actions(const struct pair *pair, unsigned acts, struct action *actions)
{
    struct possible list = {acts, actions, 0};

    for (int core = 0; core < CORES; core++) {
        int self = pair->core[core].running;

        for (enum act act = WAIT; self != NOBODY && act <= MOVE; act++) {
            add(&list, act, core, self);
        }
        if (pair->units < UNITS_MAX && self != NOBODY) {
            add(&list, POST, core, self);
        }
        if (pair->units < UNITS_MAX) {
            add(&list, POST_IN_INTERRUPT, core, self);
        }
        if (pair->inbox[core].count != 0) {
            add(&list, SERVE, core, NOBODY);
        }
        for (int thread = 0; thread < ALL; thread++) {
            add_about(&list, pair, core, thread);
        }
    }
    return list.count;
}

/* Makes the calling thread wait; the inbox or the list has it. */
static void block(struct model *model, struct list *list)
{
    append(list, model->running);
    begin_wait(model, FOR_TIME, NOBODY);
}

static enum status wait(struct pair *pair, struct model *model, bool may_wait)
{
    if (pair->units > 0) {
        pair->units--;
        return OK;
    }
    if (!may_wait) {
        return UNAVAILABLE;
    }
    block(model, &pair->waiters);
    return OK;
}

static int home_of(const struct pair *pair, int thread)
{
    return pair->core[0].thread[thread].life != GONE ? 0 : 1;
}

/* Gives the unit to the thread that has waited longest: on this core now, on another core when that
 * core serves its inbox. */
static void post(struct pair *pair, int core)
{
    if (pair->waiters.count == 0) {
        pair->units++;
        return;
    }
    int thread = pair->waiters.thread[0];
    int home = home_of(pair, thread);

    list_remove(&pair->waiters, thread);
    if (home == core) {
        end_wait(&pair->core[core], thread, OK, 0);
    } else {
        append(&pair->inbox[home], thread);
    }
}

/* Moves the thread to the other core. */
static void hand_over(struct pair *pair, int core, int thread)
{
    struct model *from = &pair->core[core];
    struct model *to = &pair->core[1 - core];

    to->thread[thread] = from->thread[thread];
    from->thread[thread].life = GONE;
    pair->leaves[thread] = false;
    append(&pair->inbox[1 - core], thread);
}

static void serve(struct pair *pair, int core)
{
    struct list taken = pair->inbox[core];

    pair->inbox[core].count = 0;
    for (int i = 0; i < taken.count; i++) {
        if (pair->leaves[taken.thread[i]]) {
            hand_over(pair, core, taken.thread[i]);
        } else {
            end_wait(&pair->core[core], taken.thread[i], OK, 0);
        }
    }
}

static void interrupt(struct model *model)
{
    model->raised |= 1;
    model_run(model);
}

/* Performs a call about a thread of this core, which its own model has as well. */
static enum status act_on_thread(struct pair *pair, const struct action *action)
{
    static const enum kind kinds[ACTS] = {
        [SUSPEND] = DO_THREAD_SUSPEND, [RESUME] = DO_THREAD_RESUME, [ABORT] = DO_THREAD_ABORT_WAIT};
    struct model *model = &pair->core[action->core];
    bool is_idle = model->running == NOBODY;
    bool is_listed = list_has(&pair->waiters, action->thread);

    if (action->act == ABORT && !is_listed) {
        return BAD_STATE; /* its wait has ended: it is in an inbox */
    }
    if (action->act == ABORT) {
        list_remove(&pair->waiters, action->thread);
    }
    if (is_idle) {
        interrupt(model);
    }
    enum status status = perform(model, kinds[action->act], action->thread);

    if (is_idle) {
        (void)perform(model, DO_RETURN, 0);
    }
    return status;
}

static enum status act_by_itself(struct pair *pair, const struct action *action)
{
    struct model *model = &pair->core[action->core];
    struct activity *activity = &model->thread[action->thread].activity;
    enum status status = OK;

    activity->step = ANSWERS;
    activity->waited = false;
    if (action->act == POST) {
        post(pair, action->core);
    } else if (action->act == MOVE) {
        pair->leaves[action->thread] = true;
        block(model, &pair->inbox[action->core]);
    } else {
        status = wait(pair, model, action->act == WAIT);
    }
    activity->answer = plain(status);
    unlock(model);
    model_run(model);
    return status;
}

enum status pair_act(struct pair *pair, const struct action *action)
{
    struct model *model = &pair->core[action->core];

    switch (action->act) {
    case YIELD:
        return perform(model, DO_YIELD, 0);
    case SUSPEND:
    case RESUME:
    case ABORT:
        return act_on_thread(pair, action);
    case POST_IN_INTERRUPT:
        interrupt(model);
        post(pair, action->core);
        unlock(model);
        (void)perform(model, DO_RETURN, 0);
        return OK;
    case SERVE:
        interrupt(model);
        serve(pair, action->core);
        unlock(model);
        (void)perform(model, DO_RETURN, 0);
        return OK;
    default:
        return act_by_itself(pair, action);
    }
}
