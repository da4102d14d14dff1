/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning and the end of a run; see machine.h. LM_MACHINE_NAME says for which library of the
 * kernel this file is compiled. */
#include "cores/cores.h"
#include "interpreter.h"
#include "observe/ring.h"
#include "state.h"
#include "time/expire.h"
#include <string.h>

#define JOIN(name, function) lm_machine_##name##_##function
#define NAMED(name, function) JOIN(name, function)
#define LM_MACHINE(function) NAMED(LM_MACHINE_NAME, function)

/* For a compiler that sees the complete program: a function that others call. */
#ifndef LM_MACHINE_EXPORT
#define LM_MACHINE_EXPORT
#endif

/* The parts of a simulation in memory, in bytes from its beginning. Those of a core begin with its
 * instance: the kernel, its observers, its waits, and its lines. */
struct layout {
    size_t observation, blocked, pending, lines, script_lines;
    size_t core_bytes; /* of each core */
    size_t machines, actors, objects, messages, end;
};

/* The data that the simulated cores share; each thread of the operating system has its own. */
LM_IF_CORES(static LM_SCRIPT_OWN struct {
    struct lm_machine *machines;
    unsigned char *memory;
    const struct layout *layout;
    bool refused; /* a core could not create its objects */
} all;)

struct line {
    const struct lm_machine_interrupt *description;
    struct lm_machine *machine;
    uint64_t number; /* of the request */
    uint64_t offset;
    uint64_t work_key, jitter_key;
    unsigned index;
};

static size_t behind(size_t begin, size_t bytes)
{
    return (begin + bytes + 15U) / 16U * 16U;
}

static struct layout lay_out(const struct lm_machine_system *system)
{
    const size_t threads = system->thread_count;
    const size_t lines = system->interrupt_count;
    struct layout layout;
    size_t messages = 0;

    for (uint32_t i = 0; i < system->object_count; i++) {
        if (system->objects[i].kind == LM_MACHINE_QUEUE) {
            messages += system->objects[i].value;
        }
    }
    layout.observation = behind(0, sizeof(struct lm_script) + sizeof(struct lm_kernel));
    layout.blocked = behind(layout.observation, sizeof(struct lm_observation));
    layout.pending = behind(layout.blocked, threads * sizeof(uint64_t));
    layout.lines = behind(layout.pending, (threads + 63U) / 64U * sizeof(uint64_t));
    layout.script_lines = behind(layout.lines, lines * sizeof(struct line));
    layout.core_bytes = behind(layout.script_lines, lines * sizeof(struct lm_script_line));
    layout.machines = layout.core_bytes * LM_CORES;
    layout.actors = behind(layout.machines, LM_CORES * sizeof(struct lm_machine));
    layout.objects = behind(layout.actors, threads * sizeof(struct lm_actor));
    layout.messages = behind(layout.objects, system->object_count * sizeof(union lm_actor_object));
    layout.end = behind(layout.messages, messages * sizeof(uint32_t));
    return layout;
}

LM_MACHINE_EXPORT size_t LM_MACHINE(bytes)(const struct lm_machine_system *system)
{
    return lay_out(system).end;
}

static enum lm_status create_object(union lm_actor_object *object,
                                    const struct lm_machine_object *description,
                                    uint32_t **messages)
{
    enum lm_status status;

    switch (description->kind) {
    case LM_MACHINE_CORE_LOCK:
        return LM_CORES_OR(LM_OK, LM_BAD_ARGUMENT);
    case LM_MACHINE_SHARED_MUTEX:
        return LM_CORES_OR(
            lm_mutex_create_shared(&object->mutex, description->name, description->value),
            LM_BAD_ARGUMENT);
    case LM_MACHINE_MUTEX:
        return lm_mutex_create(&object->mutex, description->name,
                               (enum lm_protocol)description->protocol, description->value,
                               LM_BY_PRIORITY);
    case LM_MACHINE_SEMAPHORE:
        return lm_semaphore_create(&object->semaphore, description->name, description->value,
                                   LM_BY_PRIORITY);
    default:
        status = lm_queue_create(&object->queue, description->name, *messages, description->value,
                                 sizeof **messages, LM_BY_PRIORITY);
        *messages += description->value;
        return status;
    }
}

static void note_release(struct lm_timeout_node *timeout)
{
    struct lm_thread *thread = LM_CONTAINER(timeout, struct lm_thread, timeout);

    if (thread->waits_for == LM_WAITS_FOR_PERIOD) {
        lm_actor_release(LM_CONTAINER(thread, struct lm_actor, thread));
    }
    lm_thread_expire(timeout);
}

static void do_nothing(void *argument)
{
    (void)argument;
}

/* Apply the options and the random numbers to the thread with this index. Returns: its offset. */
static uint64_t prepare_actor(struct lm_actor *actor, const struct lm_machine_options *options,
                              unsigned index)
{
    const struct lm_machine_thread *thread = actor->description;

    actor->uniform = options->uniform_work && thread->work_min < thread->work;
    actor->work_key = lm_draw_key(options->seed, index, LM_DRAW_WORK);
    actor->jitter.key = lm_draw_key(options->seed, index, LM_DRAW_JITTER);
    actor->jitter.jitter = options->random_jitter ? thread->jitter : 0;
    actor->jitter.unit = 1;
    return options->random_offsets && thread->period != 0
               ? lm_draw(lm_draw_key(options->seed, index, LM_DRAW_OFFSET), 0, 0,
                         thread->period - 1)
               : thread->offset;
}

static enum lm_status create_thread(struct lm_actor *actor, uint64_t offset)
{
    const struct lm_machine_thread *thread = actor->description;
    struct lm_period *period = &actor->jitter.period;
    const bool jitter = actor->jitter.jitter != 0;
    struct lm_thread_config config = {.name = thread->name,
                                      .entry = do_nothing,
                                      .stack = actor,
                                      .stack_bytes = thread->stack,
                                      .priority = (uint16_t)thread->priority,
                                      .threshold = (uint16_t)thread->threshold,
                                      .period = thread->period != 0 ? period : NULL,
                                      .slice = thread->slice != 0 ? &actor->slice : NULL};

    actor->slice = (struct lm_slice)LM_SLICE(thread->slice);
    *period = (struct lm_period)LM_PERIOD(thread->period, offset, thread->deadline);
    if (jitter) {
        period->releaser.kind = &lm_jitter_kind;
    }
    enum lm_status status = lm_thread_create(&actor->thread, &config);

    actor->thread.timeout.expire = note_release;
    if (thread->period != 0 && actor->thread.state != LM_STATE_BLOCKED) {
        lm_actor_release(actor);
    }
    lm_actor_begin(actor);
    return status;
}

/* Each thread gets its place in the order of priorities: behind those that are more urgent. */
static void find_places(struct lm_machine *machine)
{
    const struct lm_machine_thread *threads = machine->system->threads;
    const uint32_t count = machine->system->thread_count;

    for (uint32_t i = 0; i < count; i++) {
        struct lm_actor *actor = &machine->actors[i];

        if (threads[i].core != lm_core_self()) {
            continue;
        }
        uint32_t more_urgent = 0;
        uint32_t place = 0;

        for (uint32_t k = 0; k < count; k++) {
            if (threads[k].core != lm_core_self()) {
                continue;
            }
            more_urgent += threads[k].priority < threads[i].priority;
            place += threads[k].priority < threads[i].priority ||
                     (threads[k].priority == threads[i].priority && k < i);
        }
        actor->blocked = &machine->blocked[place];
        actor->pending = &machine->pending[place / 64];
        actor->bit = UINT64_C(1) << place % 64;
        actor->last_word = &machine->pending[more_urgent / 64];
        actor->last_bits = (UINT64_C(1) << more_urgent % 64) - 1;
    }
}

static enum lm_status create_all(struct lm_machine *machine, uint32_t *messages)
{
    const struct lm_machine_system *system = machine->system;

    enum lm_status status = LM_OK;

    for (uint32_t i = 0; i < system->object_count && status == LM_OK; i++) {
        if (system->objects[i].core == lm_core_self()) {
            status = create_object(&machine->objects[i], &system->objects[i], &messages);
        }
    }
    for (uint32_t i = 0; i < system->thread_count && status == LM_OK; i++) {
        struct lm_actor *actor = &machine->actors[i];

        if (system->threads[i].core == lm_core_self()) {
            status = create_thread(actor, prepare_actor(actor, machine->options, i));
        }
    }
    return status;
}

/* The instant at which the request with the current number is made. */
static uint64_t request_of(const struct line *line)
{
    const struct lm_machine_interrupt *interrupt = line->description;
    const uint64_t jitter = line->machine->options->random_jitter ? interrupt->jitter : 0;

    return line->offset + line->number * interrupt->period +
           lm_draw(line->jitter_key, line->number, 0, jitter);
}

static void serve_line(void *argument)
{
    struct line *line = argument;

    lm_script_handler_work(line->description->work);
    line->machine->result.interrupts++;
    line->number++;
    lm_script_line_start(line->index, request_of(line));
}

static void start_lines(struct lm_machine *machine, struct line *lines,
                        struct lm_script_line *script_lines)
{
    const struct lm_machine_system *system = machine->system;
    const struct lm_machine_options *options = machine->options;

    lm_script->lines = script_lines;
    for (unsigned i = 0; i < system->interrupt_count; i++) {
        const struct lm_machine_interrupt *interrupt = &system->interrupts[i];
        const unsigned stream = system->thread_count + i;
        const unsigned number = lm_script->line_count;

        if (interrupt->core != lm_core_self()) {
            continue;
        }
        lines[number] = (struct line){
            .description = interrupt,
            .machine = machine,
            .jitter_key = lm_draw_key(options->seed, stream, LM_DRAW_JITTER),
            .offset = options->random_offsets
                          ? lm_draw(lm_draw_key(options->seed, stream, LM_DRAW_OFFSET), 0, 0,
                                    interrupt->period - 1)
                          : interrupt->offset,
            .index = number};
        script_lines[number] =
            (struct lm_script_line){.handler = serve_line, .argument = &lines[number]};
        lm_script->line_count = number + 1;
        lm_script_line_start(number, request_of(&lines[number]));
    }
}

/* The jobs that have arrived and have not ended. */
static void count_unfinished(struct lm_machine *machine)
{
    const uint64_t now = lm_script->now;

    for (uint32_t i = 0; i < machine->system->thread_count; i++) {
        struct lm_actor *actor = &machine->actors[i];
        const struct lm_machine_thread *thread = actor->description;
        const struct lm_releaser *releaser = &actor->jitter.period.releaser;
        uint64_t arrival = releaser->release;

        if (thread->period == 0) {
            continue;
        }
        if (actor->result.jobs > releaser->job) { /* the run ended with this job */
            arrival += thread->period;
        }
        if (arrival < now) {
            actor->result.unfinished = (now - arrival - 1) / thread->period + 1;
        }
        if (arrival + thread->deadline < now) {
            actor->result.misses += (now - arrival - thread->deadline - 1) / thread->period + 1;
        }
    }
}

/* The buffer for the events of this core. */
static struct lm_trace_header *trace_of(const struct lm_machine_options *options)
{
    return options->trace == NULL
               ? NULL
               : (struct lm_trace_header *)(void *)((unsigned char *)options->trace +
                                                    lm_core_self() * options->trace_bytes);
}

static void start_trace(const struct lm_machine *machine)
{
    if (machine->options->trace != NULL) {
        (void)lm_trace_start(trace_of(machine->options), machine->options->trace_bytes,
                             machine->system->thread_count + machine->system->object_count);
    }
}

/* Create the threads, objects and lines of this core. Returns: whether the kernel accepted them. */
static bool prepare(struct lm_machine *machine, unsigned char *memory, const struct layout *layout)
{
    unsigned char *own = memory + lm_core_self() * layout->core_bytes;

    find_places(machine);
    if (create_all(machine, (uint32_t *)(void *)(memory + layout->messages)) != LM_OK) {
        return false;
    }
    start_lines(machine, (struct line *)(void *)(own + layout->lines),
                (struct lm_script_line *)(void *)(own + layout->script_lines));
    return true;
}

#if LM_CORES > 1
struct lm_script *lm_script_of(unsigned core)
{
    return (struct lm_script *)(void *)(all.memory + core * all.layout->core_bytes);
}

void lm_script_select(unsigned core)
{
    lm_script_core = core;
    lm_script = lm_script_of(core);
    if (LM_OBSERVED) {
        lm_script_observation =
            (struct lm_observation *)(void *)((unsigned char *)lm_script + all.layout->observation);
    }
}

static void prepare_core(void)
{
    start_trace(&all.machines[lm_core_self()]);
    all.refused |= !prepare(&all.machines[lm_core_self()], all.memory, all.layout);
}

static enum lm_machine_end start_cores(struct lm_machine *machines)
{
    uint64_t jobs = machines->jobs;

    if (machines->system->core_count == 1) {
        lm_kernel_start();
        return lm_interpret(machines);
    }
    for (unsigned core = 1; core < machines->system->core_count; core++) {
        if (lm_core_start(core, prepare_core) != LM_OK || all.refused) {
            return LM_MACHINE_REFUSED;
        }
    }
    for (unsigned core = 0; core < machines->system->core_count; core++) {
        machines[core].jobs = UINT64_MAX; /* they are counted together */
        lm_script_of(core)->has_others = true;
    }
    lm_kernel_start();
    return lm_interpret_cores(machines, jobs);
}

/* Add the results of the other cores, whose times are those of core 0. */
static void add_results(struct lm_machine *machines)
{
    struct lm_machine_result *sum = &machines->result;

    for (unsigned core = 1; core < machines->system->core_count; core++) {
        const struct lm_machine_result *one = &machines[core].result;

        sum->jobs += one->jobs;
        sum->switches += one->switches;
        sum->to_idle += one->to_idle;
        sum->from_idle += one->from_idle;
        sum->preemptions += one->preemptions;
        sum->nested += one->nested;
        sum->interrupts += one->interrupts;
        sum->stack_threads += one->stack_threads;
        sum->stack_bytes += one->stack_bytes;
    }
}
#endif

static enum lm_machine_end simulate(struct lm_machine *machine, unsigned char *memory,
                                    const struct layout *layout)
{
    if (!prepare(machine, memory, layout)) {
        return LM_MACHINE_REFUSED;
    }
    LM_IF_CORES(return start_cores(machine);)
    lm_kernel_start();
    return lm_interpret(machine);
}

/* The clock of the trace is that of the system. The trace ends behind its newest record, unless the
 * ring is full. */
static void finish_trace(struct lm_machine *machine)
{
    struct lm_trace_header *header = trace_of(machine->options);

    if (header == NULL) {
        return;
    }
    lm_trace_stop();
    header->clock_hz = machine->system->clock_hz;
    if (header->wraps == 0) {
        const uint32_t used = (header->next_offset - header->first_offset) / LM_TRACE_RECORD_BYTES;

        header->record_capacity = used > 0 ? used : 1;
        header->end_offset = header->first_offset + header->record_capacity * LM_TRACE_RECORD_BYTES;
    }
    machine->result.has_all_events = header->wraps == 0;
    machine->result.trace_bytes = header->end_offset;
}

#if LM_CORES > 1
/* The traces of the cores, one behind the other, are a trace of all. */
static void join_traces(struct lm_machine *machines)
{
    struct lm_machine_result *sum = &machines->result;

    for (unsigned core = 1; core < machines->system->core_count && sum->trace_bytes != 0; core++) {
        lm_script_select(core);
        finish_trace(&machines[core]);
        memmove((unsigned char *)machines->options->trace + sum->trace_bytes,
                trace_of(machines->options), machines[core].result.trace_bytes);
        sum->trace_bytes += machines[core].result.trace_bytes;
        sum->has_all_events &= machines[core].result.has_all_events;
    }
}
#endif

static void set_up(struct lm_machine *machine, const struct lm_machine_system *system,
                   const struct lm_machine_options *options, unsigned char *memory,
                   const struct layout *layout, unsigned core)
{
    unsigned char *own = memory + core * layout->core_bytes;

    machine->system = system;
    machine->options = options;
    machine->horizon = options->horizon;
    machine->jobs = options->jobs;
    machine->actors = (struct lm_actor *)(void *)(memory + layout->actors);
    machine->objects = (union lm_actor_object *)(void *)(memory + layout->objects);
    machine->blocked = (uint64_t *)(void *)(own + layout->blocked);
    machine->pending = (uint64_t *)(void *)(own + layout->pending);
}

LM_MACHINE_EXPORT void LM_MACHINE(run)(void *memory, const struct lm_machine_system *system,
                                       const struct lm_machine_options *options,
                                       struct lm_machine_result *result,
                                       struct lm_machine_thread_result *threads)
{
    const struct layout layout = lay_out(system);
    unsigned char *bytes = memory;
    struct lm_machine *machine = (struct lm_machine *)(void *)(bytes + layout.machines);

    memset(memory, 0, layout.end);
    LM_IF_CORES(all.machines = machine; all.memory = bytes; all.layout = &layout;
                all.refused = false; lm_the_cores = (struct lm_cores){.is_started = {true}};
                lm_script_core = 0;)
    lm_script = memory;
    if (LM_OBSERVED) {
        lm_script_observation = (struct lm_observation *)(void *)(bytes + layout.observation);
    }
    for (unsigned core = 0; core < LM_CORES; core++) {
        set_up(&machine[core], system, options, bytes, &layout, core);
    }
    for (uint32_t i = 0; i < system->thread_count; i++) {
        machine->actors[i].description = &system->threads[i];
    }
    lm_kernel_init();
    start_trace(machine);
    machine->result.end = simulate(machine, bytes, &layout);
    LM_IF_CORES(lm_script_select(0); add_results(machine);)
    count_unfinished(machine);
    finish_trace(machine);
    LM_IF_CORES(join_traces(machine);)
    machine->result.time = lm_script->now;
    *result = machine->result;
    for (uint32_t i = 0; i < system->thread_count; i++) {
        threads[i] = machine->actors[i].result;
    }
}
