/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter: it executes the script of the thread that runs. */
#include "interpreter.h"
#include "core/sched.h"

enum { REPEATS_MAX = 10000, GO_ON = LM_GO_ON, WORD_BITS = 64 };

/* Converts a position in the longest job to one in a shorter job. */
static uint64_t position(const struct lm_actor *actor, uint64_t in_longest)
{
    const uint64_t work = actor->description->work;

    if (in_longest == 0 || in_longest == work) {
        return in_longest == work ? actor->drawn : 0;
    }
    return (uint64_t)(__extension__(unsigned __int128) in_longest * actor->drawn / work);
}

static __attribute__((noinline)) uint64_t shorter_work(const struct lm_actor *actor,
                                                       const struct lm_operation *operation)
{
    return position(actor, operation->end) - position(actor, operation->begin);
}

/* Sets `left` for any operation, although only operations that work use it. */
static inline void enter_operation(struct lm_actor *actor, const struct lm_operation *operation)
{
    actor->operation = operation;
    actor->left = operation->value + (actor->uniform ? shorter_work(actor, operation)
                                                     : operation->end - operation->begin);
}

static inline void begin_script(struct lm_actor *actor)
{
    const struct lm_machine_thread *thread = actor->description;

    actor->drawn = actor->uniform
                       ? lm_draw(actor->work_key, actor->begun, thread->work_min, thread->work)
                       : thread->work;
    actor->begun++;
    enter_operation(actor, thread->script);
}

void lm_actor_begin(struct lm_actor *actor)
{
    begin_script(actor);
}

static inline void add_to_places(uint64_t *blocked, uint64_t places, uint64_t ticks)
{
    for (; places != 0; places &= places - 1) {
        blocked[__builtin_ctzll(places)] += ticks;
    }
}

/* The work of a thread blocks all jobs that are more urgent. */
static inline void block_more_urgent(const struct lm_machine *machine, const struct lm_actor *actor,
                                     uint64_t ticks)
{
    uint64_t *blocked = machine->blocked;

    for (const uint64_t *word = machine->pending; word < actor->last_word; word++) {
        add_to_places(blocked, *word, ticks);
        blocked += WORD_BITS;
    }
    add_to_places(blocked, *actor->last_word & actor->last_bits, ticks);
}

static inline void set_stack(struct lm_machine *machine, struct lm_actor *actor, uint64_t bytes)
{
    const uint64_t all = machine->stack_bytes + bytes - actor->stack;

    machine->stack_bytes = all;
    actor->stack = bytes;
    if (all > machine->result.stack_bytes) {
        machine->result.stack_bytes = all;
    }
}

static inline void enter_job(struct lm_machine *machine, struct lm_actor *actor)
{
    actor->in_job = true;
    machine->result.nested += machine->stack_threads > 0;
    machine->stack_threads++;
    if (machine->stack_threads > machine->result.stack_threads) {
        machine->result.stack_threads = machine->stack_threads;
    }
    if (actor->operation->kind != LM_OPERATION_STACK) {
        set_stack(machine, actor, actor->description->stack);
    }
}

static inline void leave_job(struct lm_machine *machine, struct lm_actor *actor)
{
    actor->in_job = false;
    machine->stack_threads--;
    set_stack(machine, actor, 0);
}

static inline void note_response(struct lm_actor *actor)
{
    struct lm_machine_thread_result *result = &actor->result;
    const uint64_t response = lm_script->now - actor->jitter.period.releaser.release;

    if (response > result->response_max || result->jobs == 0) {
        result->response_max = response;
        result->worst_job = result->jobs;
        result->worst_end = lm_script->now;
    }
    if (response < result->response_min || result->jobs == 0) {
        result->response_min = response;
    }
    result->response_sum += response;
    result->misses += response > actor->description->deadline;
    result->jobs++;
}

static void note_blocking(struct lm_actor *actor)
{
    if (*actor->blocked > actor->result.blocking_max) {
        actor->result.blocking_max = *actor->blocked;
    }
    *actor->blocked = 0; /* of the next job, if it is released already */
}

/* Let the thread work until nothing is left, it is preempted, or the horizon is reached. Returns:
 * GO_ON if a thread runs. */
static inline int spend(struct lm_machine *machine, const struct lm_cpu *cpu,
                        struct lm_actor *actor, uint64_t *left)
{
    struct lm_script *script = lm_script;
    const uint64_t horizon = machine->horizon;

    if (LM_CORES_OR(script->has_others, false)) {
        return LM_CORES_OR(lm_spend_with_others(machine, *left), GO_ON);
    }
    for (;;) {
        const uint64_t until = script->alarm < horizon ? script->alarm : horizon;
        const uint64_t room = script->now < until ? until - script->now : 0;

        if (*left <= room) {
            script->now += *left;
            block_more_urgent(machine, actor, *left);
            *left = 0;
            return GO_ON;
        }
        script->now += room;
        *left -= room;
        block_more_urgent(machine, actor, room);
        if (script->now >= horizon) {
            return LM_MACHINE_HORIZON;
        }
        lm_script_let_due_happen();
        if (cpu->running != &actor->thread) {
            return GO_ON;
        }
    }
}

static inline int work(struct lm_machine *machine, const struct lm_cpu *cpu, struct lm_actor *actor)
{
    const int outcome = spend(machine, cpu, actor, &actor->left);

    if (actor->left == 0) {
        enter_operation(actor, actor->operation + 1);
    }
    return outcome;
}

static enum lm_status set_threshold(struct lm_actor *actor, uint64_t threshold)
{
    return lm_thread_set_threshold(&actor->thread, (unsigned)threshold, NULL);
}

/* End a chunk: no thread that was held off runs before one that is released at this instant. */
static enum lm_status end_chunk(struct lm_actor *actor, const struct lm_operation *operation)
{
    enter_operation(actor, operation + 1);
    (void)lm_interrupts_disable();

    const enum lm_status status = set_threshold(actor, operation->value);

    lm_script_let_due_happen(); /* and then the switch, with interrupts on */
    return status;
}

/* Begin a chunk: it holds off no thread that is released at this instant. */
static enum lm_status begin_chunk(struct lm_actor *actor, const struct lm_operation *operation)
{
    if (lm_script->alarm <= lm_script->now) {
        lm_script_let_due_happen(); /* the operation comes again when the thread runs */
        return LM_OK;
    }
    enter_operation(actor, operation + 1);
    return set_threshold(actor, operation->value);
}

/* The last operation of a script is reached. */
static inline int end_job(struct lm_machine *machine, struct lm_actor *actor)
{
    note_response(actor);
    note_blocking(actor);
    machine->result.jobs++;
    if (machine->result.jobs == machine->jobs) {
        return LM_MACHINE_JOBS;
    }
    leave_job(machine, actor);
    begin_script(actor);
    if (lm_thread_wait_period() > LM_OVERRUN) {
        return LM_MACHINE_REFUSED;
    }
    if (actor->thread.state == LM_STATE_BLOCKED) {
        *actor->pending &= ~actor->bit;
    }
    return GO_ON;
}

/* Repeat a script. One that neither works nor waits would repeat forever at one instant. */
static int repeat(struct lm_machine *machine, struct lm_actor *actor)
{
    if (actor->repeated_at != lm_script->now) {
        actor->repeated_at = lm_script->now;
        actor->repeats = 0;
    }
    actor->repeats++;
    leave_job(machine, actor);
    begin_script(actor);
    return actor->repeats < REPEATS_MAX ? GO_ON : LM_MACHINE_LOOP;
}

static lm_timeout timeout_of(const struct lm_operation *operation)
{
    return operation->value == 0 ? LM_FOREVER : operation->value;
}

/* A call of the kernel. Its status is that of the kernel's decision, not that of the wait, which
 * has not ended. */
static enum lm_status call(struct lm_machine *machine, struct lm_actor *actor,
                           const struct lm_operation *operation)
{
    union lm_actor_object *object = &machine->objects[operation->object];

    switch (operation->kind) {
    case LM_OPERATION_LOCK:
        return lm_mutex_lock(&object->mutex, LM_FOREVER);
    case LM_OPERATION_UNLOCK:
        return lm_mutex_unlock(&object->mutex);
    case LM_OPERATION_THRESHOLD:
        return lm_thread_set_threshold(&actor->thread, (unsigned)operation->value, NULL);
    case LM_OPERATION_YIELD:
        return lm_thread_yield();
    case LM_OPERATION_POST:
        return lm_semaphore_post(&object->semaphore);
    case LM_OPERATION_WAIT:
        return lm_semaphore_wait(&object->semaphore, timeout_of(operation));
    case LM_OPERATION_SEND:
        actor->message++;
        return lm_queue_send(&object->queue, &actor->message, timeout_of(operation));
    case LM_OPERATION_RECEIVE:
        return lm_queue_receive(&object->queue, &actor->message, timeout_of(operation));
    case LM_OPERATION_SLEEP:
        return lm_thread_sleep(operation->value);
    default:
        return LM_CORES_OR(lm_call_core_lock(machine, actor, operation), LM_BAD_ARGUMENT);
    }
}

/* Execute operations until another thread runs, or the next job begins. Returns: GO_ON if a thread
 * runs. */
static inline int run_thread(struct lm_machine *machine, const struct lm_cpu *cpu,
                             struct lm_actor *actor)
{
    int outcome = GO_ON;

    if (!actor->in_job) {
        enter_job(machine, actor);
    }
    do {
        const struct lm_operation *operation = actor->operation;

        LM_IF_CORES(if (machine->spins != NULL) {
            outcome = lm_spin(machine, actor);
            continue;
        })
        /* The cost of preemptions is paid before any other operation. */
        if (actor->extra != 0) {
            outcome = spend(machine, cpu, actor, &actor->extra);
            continue;
        }
        switch (operation->kind) {
        case LM_OPERATION_WORK:
            outcome = work(machine, cpu, actor);
            break;
        case LM_OPERATION_END:
            return end_job(machine, actor);
        case LM_OPERATION_REPEAT:
            return repeat(machine, actor);
        case LM_OPERATION_CHUNK_END:
            outcome = end_chunk(actor, operation) == LM_OK ? GO_ON : LM_MACHINE_REFUSED;
            break;
        case LM_OPERATION_CHUNK:
            outcome = begin_chunk(actor, operation) == LM_OK ? GO_ON : LM_MACHINE_REFUSED;
            break;
        case LM_OPERATION_STACK:
            set_stack(machine, actor, operation->value);
            enter_operation(actor, operation + 1);
            break;
        default:
            enter_operation(actor, operation + 1);
            outcome =
                call(machine, actor, operation) < LM_BAD_ARGUMENT ? GO_ON : LM_MACHINE_REFUSED;
            break;
        }
    } while (outcome == GO_ON && cpu->running == &actor->thread &&
             LM_CORES_OR(lm_script->handler_end == 0, true));
    return outcome;
}

/* A thread can be preempted while it pays for a preemption. The contents to load again do not grow
 * with each preemption, so it never owes more than two. */
static inline void owe_preemption(struct lm_actor *actor, uint64_t cost)
{
    const uint64_t owed = actor->extra + cost;

    actor->extra = owed < 2 * cost ? owed : 2 * cost;
}

/* Count the switch after which another thread runs. */
static inline void note_switch(struct lm_machine *machine, const struct lm_cpu *cpu,
                               struct lm_actor *actor)
{
    if (cpu->running == &cpu->idle) {
        machine->result.to_idle++;
    } else {
        machine->result.switches++;
    }
    if (actor->thread.state == LM_STATE_DISPATCHED) {
        machine->result.preemptions++;
        actor->result.preemptions++;
        owe_preemption(actor, machine->system->preemption);
    }
}

/* Let time pass to the next event that is due. Returns: GO_ON if there is one. */
static inline int idle(struct lm_machine *machine, const struct lm_cpu *cpu)
{
    if (lm_script->alarm >= machine->horizon) {
        const bool silent = lm_script->alarm == UINT64_MAX;

        if (!silent || machine->horizon != UINT64_MAX) {
            lm_script->now = machine->horizon;
        }
        return silent ? LM_MACHINE_SILENCE : LM_MACHINE_HORIZON;
    }
    if (lm_script->now < lm_script->alarm) {
        lm_script->now = lm_script->alarm;
    }
    lm_script_let_due_happen();
    machine->result.from_idle += cpu->running != &cpu->idle;
    return GO_ON;
}

static struct lm_actor *running_actor(const struct lm_cpu *cpu)
{
    return LM_CONTAINER(cpu->running, struct lm_actor, thread);
}

/* The first thread runs. Lines may be pending at the start. */
static void begin(struct lm_machine *machine, const struct lm_cpu *cpu)
{
    if (cpu->running == &cpu->idle) {
        lm_script_deliver();
        machine->result.from_idle += cpu->running != &cpu->idle;
        return;
    }
    struct lm_actor *actor = running_actor(cpu);

    machine->result.from_idle++;
    lm_script_deliver();
    if (cpu->running != &actor->thread) {
        note_switch(machine, cpu, actor);
    }
}

#if LM_CORES > 1
int lm_run_thread(struct lm_machine *machine, const struct lm_cpu *cpu, struct lm_actor *actor)
{
    return run_thread(machine, cpu, actor);
}

void lm_note_switch(struct lm_machine *machine, const struct lm_cpu *cpu, struct lm_actor *actor)
{
    note_switch(machine, cpu, actor);
}

void lm_note_work(const struct lm_machine *machine, const struct lm_actor *actor, uint64_t ticks)
{
    block_more_urgent(machine, actor, ticks);
}
#endif

enum lm_machine_end lm_interpret(struct lm_machine *machine)
{
    struct lm_cpu *cpu = lm_cpu();
    int outcome = GO_ON;

    begin(machine, cpu);
    while (outcome == GO_ON) {
        if (cpu->running == &cpu->idle) {
            outcome = idle(machine, cpu);
            continue;
        }
        struct lm_actor *actor = running_actor(cpu);

        outcome = run_thread(machine, cpu, actor);
        if (cpu->running != &actor->thread) {
            note_switch(machine, cpu, actor);
        }
    }
    return (enum lm_machine_end)outcome;
}
