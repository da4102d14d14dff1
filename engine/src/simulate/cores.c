/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter of several cores, each with a kernel of its own.
 *
 * A core acts at an instant until it can only let time pass, and sets the instant of its next act.
 * Then the core with the earliest instant acts, and among equal ones the core with the lowest
 * number, as on the host (ports/host/cores.h). A core that calls another one, or frees the lock for
 * which another one spins, brings the instant of the other one forward.
 */
#include "cores/cores.h"
#include "core/sched.h"
#include "interpreter.h"

/* Let time pass on a core up to an instant, or to the next event that is due on it. At the horizon
 * no time passes. */
static int wait_until(struct lm_machine *machine, uint64_t instant)
{
    if (lm_script->now >= machine->horizon) {
        return LM_MACHINE_HORIZON;
    }
    machine->until = instant < lm_script->alarm ? instant : lm_script->alarm;
    return LM_MACHINE_WAITS;
}

/* Handle due events. Returns: whether nothing is due, or the run ends before it is handled. */
static bool is_quiet(const struct lm_machine *machine)
{
    if (lm_script->alarm > lm_script->now || lm_script->now >= machine->horizon) {
        return true;
    }
    lm_script_let_due_happen();
    return false;
}

int lm_spend_with_others(struct lm_machine *machine, uint64_t left)
{
    if (left == 0 || !is_quiet(machine)) {
        return LM_GO_ON;
    }
    return wait_until(machine, lm_script->now + left);
}

int lm_spin(struct lm_machine *machine, struct lm_actor *actor)
{
    if (machine->spins->serving == machine->ticket) {
        machine->spins->owner = &actor->thread;
        machine->spins = NULL;
        return LM_GO_ON;
    }
    return is_quiet(machine) ? wait_until(machine, UINT64_MAX) : LM_GO_ON;
}

/* Let the other cores that spin for the lock check it now. */
static void tell_others(struct lm_machine *machine, const struct lm_core_lock *lock)
{
    struct lm_machine *first = machine - lm_core_self();

    for (unsigned core = 0; core < machine->system->core_count; core++) {
        if (first[core].spins == lock) {
            first[core].until = lm_script->now;
        }
    }
}

enum lm_status lm_call_core_lock(struct lm_machine *machine, struct lm_actor *actor,
                                 const struct lm_operation *operation)
{
    struct lm_core_lock *lock = &machine->objects[operation->object].lock;

    if (operation->kind == LM_OPERATION_LEAVE) {
        enum lm_status status = lm_core_leave(lock);

        tell_others(machine, lock);
        return status;
    }
    if (operation->kind != LM_OPERATION_ENTER) {
        return LM_BAD_ARGUMENT;
    }
    enum lm_status status = lm_core_enter(lock);

    if (status == LM_OK && lock->owner != &actor->thread) {
        machine->spins = lock;
        machine->ticket = lock->next - 1;
    }
    return status;
}

static struct lm_actor *running_on(const struct lm_cpu *cpu)
{
    return cpu->running == &cpu->idle ? NULL : LM_CONTAINER(cpu->running, struct lm_actor, thread);
}

/* Account for the time from the last act of the core to this instant. */
static void let_pass(struct lm_machine *machine, const struct lm_cpu *cpu, uint64_t instant)
{
    struct lm_actor *actor = running_on(cpu);
    uint64_t ticks = instant - lm_script->now;

    lm_script->now = instant;
    if (actor == NULL || ticks == 0 || lm_script->handler_end != 0) {
        return;
    }
    lm_note_work(machine, actor, ticks);
    if (machine->spins == NULL) {
        *(actor->extra != 0 ? &actor->extra : &actor->left) -= ticks;
    }
}

static void count_switch(struct lm_machine *machine, const struct lm_cpu *cpu)
{
    struct lm_actor *running = running_on(cpu);

    if (machine->seen != running && lm_script->handler_end == 0) {
        if (machine->seen != NULL) {
            lm_note_switch(machine, cpu, machine->seen);
        } else {
            machine->result.from_idle++;
        }
        machine->seen = running;
    }
}

static int in_handler(struct lm_machine *machine)
{
    if (lm_script->now < lm_script->handler_end) {
        machine->until = lm_script->handler_end;
        return LM_MACHINE_WAITS;
    }
    lm_script_handler_end();
    return LM_GO_ON;
}

/* Act until time passes. Returns: LM_MACHINE_WAITS, or the end. */
static int act(struct lm_machine *machine, uint64_t instant)
{
    const struct lm_cpu *cpu = lm_cpu();
    int outcome = LM_GO_ON;

    let_pass(machine, cpu, instant);
    while (outcome == LM_GO_ON) {
        struct lm_actor *actor = running_on(cpu);

        if (lm_script->handler_end != 0) {
            outcome = in_handler(machine);
        } else if (actor != NULL) {
            outcome = lm_run_thread(machine, cpu, actor);
        } else {
            outcome = is_quiet(machine) ? wait_until(machine, UINT64_MAX) : LM_GO_ON;
        }
        count_switch(machine, cpu);
    }
    return outcome;
}

/* The instant at which the core acts. If another core has called it, it acts at once, unless a
 * handler runs. */
static uint64_t next_of(const struct lm_machine *machines, unsigned core)
{
    const struct lm_script *script = lm_script_of(core);
    const uint64_t until = machines[core].until;

    return script->handler_end == 0 && script->alarm < until ? script->alarm : until;
}

static unsigned earliest(const struct lm_machine *machines)
{
    unsigned best = 0;

    for (unsigned core = 1; core < machines->system->core_count; core++) {
        if (next_of(machines, core) < next_of(machines, best)) {
            best = core;
        }
    }
    return best;
}

/* End the run at this instant on all cores. At the horizon each core completes the operations that
 * take no time. */
static void end_all(struct lm_machine *machines, uint64_t instant)
{
    for (unsigned core = 0; core < machines->system->core_count; core++) {
        lm_script_select(core);
        if (instant == machines->horizon) {
            (void)act(&machines[core], instant);
        } else {
            let_pass(&machines[core], lm_cpu(), instant);
        }
    }
}

static uint64_t jobs_of_all(const struct lm_machine *machines)
{
    uint64_t jobs = 0;

    for (unsigned core = 0; core < machines->system->core_count; core++) {
        jobs += machines[core].result.jobs;
    }
    return jobs;
}

static void begin_all(struct lm_machine *machines)
{
    for (unsigned core = 0; core < machines->system->core_count; core++) {
        lm_script_select(core);
        lm_script_deliver();
        machines[core].until = lm_script->now;
        count_switch(&machines[core], lm_cpu());
    }
}

enum lm_machine_end lm_interpret_cores(struct lm_machine *machines, uint64_t jobs)
{
    const uint64_t horizon = machines->horizon;
    int outcome = LM_MACHINE_WAITS;
    uint64_t now = 0;

    begin_all(machines);
    while (outcome == LM_MACHINE_WAITS) {
        unsigned core = earliest(machines);
        uint64_t next = next_of(machines, core);

        if (next >= horizon) {
            bool silent = next == UINT64_MAX;

            outcome = silent ? LM_MACHINE_SILENCE : LM_MACHINE_HORIZON;
            now = silent && horizon == UINT64_MAX ? now : horizon;
            break;
        }
        lm_script_select(core);
        now = next;
        outcome = act(&machines[core], now);
        if (outcome == LM_MACHINE_WAITS && jobs_of_all(machines) >= jobs) {
            outcome = LM_MACHINE_JOBS;
        }
    }
    end_all(machines, now);
    return (enum lm_machine_end)outcome;
}
