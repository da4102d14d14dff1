/* SPDX-License-Identifier: Apache-2.0 */
/* One trial; see trial.h. The master, which is the least urgent thread, waits until the interrupt
 * has come. When it runs, the caller has ended or waits. */
#include "trial.h"
#include "core/sched.h"
#include "state.h"
#include "world.h"

enum { LOST = 20000, ROUND = 1 << 18, LOG_B = 2 * STEPS };

volatile enum role role;

static const struct trial *now;
static struct outcome outcome;
static bool shows_outcome;
static volatile bool fired;
static bool is_second;
static volatile bool a_has_ended;
static uint32_t log_b[LOG_B];
static unsigned logged_b;
static struct lm_thread *master;

void trial_failed(const char *what)
{
    if (outcome.failure == NULL) {
        outcome.failure = what;
    }
}

void registers_changed(void)
{
    trial_failed("a call has changed a register that it must keep");
}

void outcome_add(const char *name, uint32_t value)
{
    uint32_t hash = (outcome.hash ^ value) * 0x9E3779B1U;

    outcome.hash = hash ^ hash >> 15;
    if (shows_outcome) {
        lm_board_printf("  %s %x\n", name, (unsigned)value);
    }
}

static void check_invariants(void)
{
    lm_lock_key key = lm_port_lock();

    if (!lm_sched_is_consistent(lm_cpu())) {
        trial_failed("the scheduler is not consistent");
    }
    if (!lm_timeout_is_consistent(&lm_cpu()->timeouts)) {
        trial_failed("the timeouts are not consistent");
    }
    lm_port_unlock(key);
}

/* The actor that the trigger interrupted. NULL: the master, or a thread that is not an actor. */
static const struct actor *interrupted_actor(void)
{
    const struct lm_thread *running = lm_thread_self();
    const char *address = (const char *)running;
    bool is_actor = address >= (const char *)&world && address < (const char *)&world.semaphore;

    return is_actor ? (const struct actor *)(const void *)running : NULL;
}

/* Returns: false if the code of a thread or of the handler was interrupted. */
static bool kernel_was_interrupted(const struct actor *actor)
{
    if (outcome.place == IN_HANDLER) {
        return world.caller.in_call;
    }
    return outcome.place != IN_THREAD ||
           (actor != NULL ? actor->in_call : lm_thread_self() != master);
}

static bool is_dull(const struct actor *actor)
{
    bool is_at_work = outcome.place == IN_THREAD && actor != NULL && actor != &world.caller &&
                      actor->logged != actor->logged_before;

    return outcome.overlaps && (a_has_ended || is_at_work);
}

static void set_trigger(uint32_t instructions)
{
    trigger_set((instructions * trigger_ticks + 999) / 1000);
}

static void note_place(enum place place, uintptr_t address)
{
    outcome.address = (uint32_t)address;
    outcome.place = place;

    const struct actor *actor = interrupted_actor();

    outcome.overlaps = kernel_was_interrupted(actor);
    outcome.is_dull = is_dull(actor);
    outcome.a_is_over = a_has_ended;
    outcome.came_late = !outcome.overlaps && lm_thread_self() == master;
}

static void run_in_interrupt(const struct service *service)
{
    role = ROLE_B;
    for (unsigned i = 0; i < STEPS && service->steps[i] != NULL; i++) {
        log_b[logged_b++] = service->steps[i]();
    }
    role = ROLE_A;
}

void trigger_taken(enum place place, uintptr_t address)
{
    uint32_t elapsed = trigger_elapsed();
    const struct service *service = is_second ? now->c : now->b;

    trigger_clear();
    if (is_second) {
        is_second = false;
    } else {
        outcome.taken = elapsed * 1000 / trigger_ticks;
        note_place(place, address);
        is_second = now->mode == MODE_TWICE;
        if (is_second) {
            set_trigger(now->delta);
        }
    }
    check_invariants();
    run_in_interrupt(service);
    check_invariants();
    fired = !is_second;
}

static uint32_t raise_line(void)
{
    set_trigger(now->offset);
    lm_board_interrupt_raise(HANDLER_LINE);
    return 0;
}

/* Service A in a handler. The log of the caller gets the results of its calls. */
static void handle_line(void *argument)
{
    (void)argument;
    actor_run(&world.caller, now->a->steps);
}

/* The entry function of the caller. */
static void call(void *argument)
{
    struct actor *caller = argument;

    actor_enter_user(caller);
    if (caller->starts++ > 0) {
        actor_log(caller, 0x20000U);
    } else if (now->mode == MODE_HANDLER) {
        (void)registers_guard(raise_line);
    } else {
        set_trigger(now->offset);
        actor_run(caller, now->a->steps);
    }
    a_has_ended = true;
    actor_park(caller);
}

static void wait_for_interrupt(void)
{
    for (unsigned i = 0; !fired; i++) {
        if (i == LOST) {
            trial_failed("the interrupt was lost");
            return;
        }
    }
}

/* Wait until all timeouts have expired, and until a round instant. The kernel's code for instants
 * depends on their bits, and the next trial has to execute the same instructions. */
static void become_quiet(void)
{
    if (lm_cpu()->timeouts.earliest != LM_NEVER) {
        (void)lm_thread_sleep_until(((lm_now() + QUIET) / ROUND + 1) * ROUND);
    }
}

static void observe(void)
{
    outcome_add("world", now->world);
    for (unsigned i = 0; i < logged_b; i++) {
        outcome_add("B", log_b[i]);
    }
    world_observe();
}

struct outcome trial_run(const struct trial *trial, bool shows)
{
    now = trial;
    outcome = (struct outcome){0};
    shows_outcome = shows;
    fired = is_second = a_has_ended = false;
    role = ROLE_A;
    logged_b = 0;
    world_set_up(trial->world, trial->threshold, call);
    (void)lm_thread_resume(&world.caller.thread);
    wait_for_interrupt();
    become_quiet();
    check_invariants();
    observe();
    world_tear_down();
    return outcome;
}

void trial_init(void)
{
    master = lm_thread_self();
    trigger_prepare(TRIGGER_URGENCY);
    lm_board_interrupt_attach(HANDLER_LINE, HANDLER_URGENCY, handle_line, NULL);
    world_init();
}
