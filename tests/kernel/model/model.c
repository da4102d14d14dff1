/* SPDX-License-Identifier: Apache-2.0 */
/* The model as a whole: the activities of a context, and the advance of the system to the next
 * moment; see model.h.
 */
#include "inside.h"
#include <string.h>

const char *status_name(enum status status)
{
    static const char *const names[STATUSES] = {
        "ok",           "timed out",  "deleted",     "unavailable", "overrun",       "aborted",
        "bad argument", "bad object", "bad context", "bad state",   "not the owner", "deadlock",
        "too many"};

    return status < STATUSES ? names[status] : "no status";
}

void model_init(struct model *model, struct rules rules)
{
    memset(model, 0, sizeof *model);
    model->rules = rules;
    model->running = NOBODY;
    model->preemption = MODEL_FULL;
    model->border = LEVELS;
    model->limit = NEVER;
    model->slice_end = NEVER;
    model->alarm = NEVER;
    model->slice_unit = (uint32_t)rules.unit;
    model->used[OF_CONTEXT] = 1;
    model->start_up = new_activity(START_UP, 0);
    for (int i = 0; i < ALL_MUTEXES; i++) {
        model->mutex[i].owner = NOBODY;
    }
    for (int i = 0; i < SPINS; i++) {
        model->spin[i].holder = NOBODY;
    }
}

bool model_in_interrupt(const struct model *model)
{
    return model->frames > 0;
}

bool model_may_wait(const struct model *model)
{
    return model->started && model->frames == 0 && model->masks == 0 && model->running != NOBODY &&
           model_disables(model, model->running) == 0;
}

const struct activity *model_activity(const struct model *model)
{
    if (model->frames > 0) {
        return &model->frame[model->frames - 1].activity;
    }
    return model->started ? &model->thread[model->running].activity : &model->start_up;
}

struct activity *current(struct model *model)
{
    return (struct activity *)(uintptr_t)model_activity(model);
}

/* Begin the handler of the most urgent interrupt that may come now. Returns: false if there is
 * none. */
static bool interrupt(struct model *model)
{
    unsigned most = urgency(model);
    int line = NOBODY;

    if (!model->started || model->masks > 0) {
        return false;
    }
    bool alarm = alarm_may_come(model) && (model->alarm_raised || alarm_is_prompt(model));

    most = alarm ? ALARM_URGENCY : most;
    for (int i = 0; model->raised != 0 && i < LINES; i++) {
        if ((model->raised & 1U << i) != 0 && model->urgency[i] < most) {
            most = model->urgency[i];
            line = i;
        }
    }
    if (line == NOBODY && !alarm) {
        return false;
    }
    struct frame *frame = &model->frame[model->frames++];

    *frame = (struct frame){.line = line, .begun = model->now};
    if (line != NOBODY) {
        model->raised &= ~(1U << line);
        frame->activity = new_activity(IN_LINE, line);
    } else {
        model->alarm_raised = false;
        model->alarm = NEVER;
    }
    return true;
}

static void expect(struct model *model, const struct activity *activity)
{
    model->expect = (struct expectation){
        .place = activity->place,
        .number = activity->number,
        .answers = activity->step == ANSWERS,
    };
    if (activity->step == ANSWERS) {
        model->expect.answer = activity->answer;
    }
}

/* No thread is ready and no handler runs. Returns: false if no more event is due. */
static bool idle(struct model *model)
{
    uint64_t alarm = model_next_alarm(model);

    if (alarm == NEVER || alarm > model->limit) {
        model->expect = (struct expectation){.place = AT_END};
        return false;
    }
    model->now = alarm > model->now ? alarm : model->now;
    model->alarm_raised = true;
    return true;
}

static void go_on_with_alarm(struct model *model)
{
    struct frame *frame = &model->frame[model->frames - 1];
    bool more = serve_alarm(model, frame);

    unlock(model);
    if (!more) {
        model->frames--;
    }
}

/* Continue a call after its wait, or where its thread was preempted. Returns: false if the context
 * is not in a call. */
static bool go_on_with_call(struct model *model, struct activity *activity)
{
    struct thread *t;

    switch (activity->step) {
    case SERVES:
        if (!serve_bytes(model, activity->object)) {
            activity->step = ANSWERS;
            end_long_call(model, activity);
        }
        break;
    case DELETES:
        go_on_deleting(model, activity);
        break;
    case GIVES:
        give_bytes(model, activity);
        break;
    case SETS:
        go_on_setting(model, activity);
        break;
    case FLUSHES:
        go_on_flushing(model, activity);
        break;
    case ENDS:
        terminate_now(model, activity);
        break;
    case TAKES:
        activity->step = ANSWERS;
        if (activity->answer.status == OK) {
            take_spin(model, activity->object, BY_MUTEX);
        }
        break;
    case REENTERS:
        t = &model->thread[model->running];
        activity->step = ANSWERS;
        t->raised = true;
        refresh(model);
        break;
    case DIES:
        terminate(model, model->running, activity->returned);
        break;
    default:
        return false;
    }
    unlock(model);
    return true;
}

/* Continue the activity that has begun. Returns: false if a context decides next. */
static bool go_on(struct model *model)
{
    struct activity *activity = current(model);

    if (activity->step == WORKS) {
        work(model, activity);
        return true;
    }
    if (go_on_with_call(model, activity)) {
        return true;
    }
    expect(model, activity);
    return false;
}

void model_run(struct model *model)
{
    for (bool goes_on = true; goes_on;) {
        const struct frame *frame = model->frames > 0 ? &model->frame[model->frames - 1] : NULL;

        if (interrupt(model)) {
            continue;
        }
        if (model->started && frame == NULL && model->masks == 0 && model->switch_pending) {
            if (is_end_of_instant(model)) {
                model->alarm_raised = true;
            } else {
                dispatch(model);
            }
        } else if (frame != NULL && frame->activity.step == NOTHING) {
            go_on_with_alarm(model);
        } else if (model->started && frame == NULL && model->running == NOBODY) {
            goes_on = idle(model);
        } else {
            goes_on = go_on(model);
        }
    }
}

static void note_use(struct model *model, enum group group, int number)
{
    if (model->used[group] <= number) {
        model->used[group] = number + 1;
    }
    if (group == OF_SPIN) {
        note_use(model, OF_MUTEX, MUTEXES + number);
    }
}

struct answer model_perform(struct model *model, const struct operation *operation)
{
    enum group group = operation_group(operation->kind);
    static struct answer (*const perform[GROUPS])(struct model *, const struct operation *) = {
        [OF_CONTEXT] = perform_context, [OF_THREAD] = perform_thread, [OF_TIMER] = perform_timer,
        [OF_SECTION] = perform_section, [OF_SPIN] = perform_spin,
    };
    struct activity *activity = current(model);

    activity->step = ANSWERS;
    activity->waited = false;
    model->at_door = model->armed != 0;
    model->raised |= model->armed;
    model->armed = 0;
    struct answer answer = perform[group] != NULL ? perform[group](model, operation)
                                                  : perform_object(model, operation);

    activity->answer = answer;
    if (operation_verb(operation->kind) == CREATE && answer.status == OK) {
        note_use(model, group, (int)operation->a);
    }
    if (operation->kind != DO_RETURN) {
        unlock(model);
    }
    return answer;
}
