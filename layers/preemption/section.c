/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel sections, preempt points, and the model that decides about them. A section is a setting of
 * the thread's level (raised); a preempt point leaves the section and enters it again. */
#include "core/door.h"
#include "core/priority.h"
#include "core/sched.h"
#include "preemption/preemption.h"

enum lm_status lm_model_set(enum lm_model model)
{
    LM_CALL(MODEL_SET);
    LM_CHECK((unsigned)model < LM_MODELS, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    lm_preemption()->model = (uint8_t)model;

    enum lm_model in_force = lm_model();

    lm_observe_event(LM_EVENT_MODEL, 0, in_force, 0);
    if (in_force != model) {
        LM_NOTE_ERROR(LM_BAD_STATE);
    }
    lm_port_unlock(key);
    return in_force == model ? LM_OK : LM_BAD_STATE;
}

enum lm_model lm_model_get(void)
{
    return lm_model();
}

enum { TO_LEVEL_0 = 1 };

static void set_raised(struct lm_cpu *cpu, struct lm_thread *thread, unsigned raised,
                       enum lm_change reason)
{
    if (thread->raised != raised) {
        thread->raised = (uint8_t)raised;
        lm_priority_update(cpu, thread, reason);
    }
}

/* lm_thread.raised of a thread in a section under this model. */
static unsigned raised_by(enum lm_model model)
{
    if (model <= LM_MODEL_VOLUNTARY) {
        return TO_LEVEL_0;
    }
    return model == LM_MODEL_LAZY ? lm_preemption()->lazy_raised : 0U;
}

/* Enter a section. The outermost section determines the level. */
static void enter(struct lm_cpu *cpu, struct lm_thread *thread, unsigned what)
{
    unsigned count = lm_section_count(thread) + 1;
    enum lm_model model = count == 1 ? lm_model() : lm_section_model(thread);

    lm_section_set(thread, count, model);
    lm_observe_event(LM_EVENT_SECTION_ENTER, what, count, model);
    if (count == 1) {
        set_raised(cpu, thread, raised_by(model), LM_CHANGE_SECTION_ENTER);
        lm_lazy_tick(model);
    }
}

static void leave(struct lm_cpu *cpu, struct lm_thread *thread)
{
    unsigned count = lm_section_count(thread) - 1;
    enum lm_model model = lm_section_model(thread);

    lm_section_set(thread, count, model);
    lm_observe_event(LM_EVENT_SECTION_LEAVE, 0, count, 0);
    if (count == 0) {
        lm_lazy_tick(model);
        set_raised(cpu, thread, 0, LM_CHANGE_SECTION_LEAVE);
    }
}

enum lm_status lm_section_enter(const struct lm_object *what)
{
    LM_CALL(SECTION_ENTER);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, key == 0 && !lm_port_in_interrupt() && lm_kernel()->started, LM_BAD_CONTEXT);
    LM_REQUIRE(key, lm_section_count(cpu->running) < UINT16_MAX, LM_TOO_MANY);
    enter(cpu, cpu->running, what != NULL ? what->id : 0U);
    return lm_leave(key, LM_OK);
}

enum lm_status lm_section_leave(void)
{
    LM_CALL(SECTION_LEAVE);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, !lm_port_in_interrupt() && lm_kernel()->started, LM_BAD_CONTEXT);
    LM_REQUIRE(key, lm_section_count(cpu->running) > 0, LM_BAD_STATE);
    leave(cpu, cpu->running);
    lm_unlock(cpu, key);
    return LM_OK;
}

bool lm_section_holds_off(struct lm_cpu *cpu, struct lm_thread *thread)
{
    lm_ready_remove_head(&cpu->ready, thread);

    unsigned level = lm_ready_first(&cpu->ready)->level;

    lm_ready_prepend(&cpu->ready, thread); /* at the level that it has */
    return level < lm_sched_own_threshold(thread);
}

void lm_section_enter_again(struct lm_thread *thread)
{
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    if (cpu->running == thread) {
        set_raised(cpu, thread, TO_LEVEL_0, LM_CHANGE_SECTION_ENTER);
    }
    lm_port_unlock(key);
}

/* Is the thread in a section that offers preempt points? It may have left it at one. */
static bool offers_points(const struct lm_thread *thread)
{
    return thread->raised != 0 && lm_section_model(thread) == LM_MODEL_VOLUNTARY;
}

bool lm_preempt_point(void)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *thread = cpu->running;

    if (!offers_points(
            thread)) { /* most calls end here: without the lock, about the caller alone */
        return false;
    }
    lm_lock_key key = lm_lock();

    if (!lm_may_wait(key)) {
        lm_port_unlock(key);
        return false;
    }
    bool taken = lm_section_holds_off(cpu, thread);

    lm_observe_event(LM_EVENT_PREEMPT_POINT, 0, taken, 0);
    if (taken) {
        set_raised(cpu, thread, 0, LM_CHANGE_SECTION_LEAVE);
    }
    lm_unlock(cpu, key);
    if (taken) {
        lm_section_enter_again(thread);
    }
    return taken;
}
