/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning and the end of a run; see machine.h. LM_MACHINE_NAME says for which library of the
 * kernel this file is compiled. */
#include "interpreter.h"
#include "observe/ring.h"
#include "state.h"
#include "time/expire.h"
#include <string.h>

#define JOIN(name, function) lm_machine_##name##_##function
#define NAMED(name, function) JOIN(name, function)
#define LM_MACHINE(function) NAMED(LM_MACHINE_NAME, function)

/* For a compiler that sees the whole program: a function that others call. */
#ifndef LM_MACHINE_EXPORT
#define LM_MACHINE_EXPORT
#endif

/* The parts of an instance in memory, in bytes from its beginning. */
struct layout {
    size_t observation, machine, actors, objects, blocked, pending, lines, script_lines, messages,
        end;
};

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
    layout.machine = behind(layout.observation, sizeof(struct lm_observation));
    layout.actors = behind(layout.machine, sizeof(struct lm_machine));
    layout.objects = behind(layout.actors, threads * sizeof(struct lm_actor));
    layout.blocked = behind(layout.objects, system->object_count * sizeof(union lm_actor_object));
    layout.pending = behind(layout.blocked, threads * sizeof(uint64_t));
    layout.lines = behind(layout.pending, (threads + 63U) / 64U * sizeof(uint64_t));
    layout.script_lines = behind(layout.lines, lines * sizeof(struct line));
    layout.messages = behind(layout.script_lines, lines * sizeof(struct lm_script_line));
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
        uint32_t more_urgent = 0;
        uint32_t place = 0;

        for (uint32_t k = 0; k < count; k++) {
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

    for (uint32_t i = 0; i < system->object_count; i++) {
        enum lm_status status = create_object(&machine->objects[i], &system->objects[i], &messages);

        if (status != LM_OK) {
            return status;
        }
    }
    for (uint32_t i = 0; i < system->thread_count; i++) {
        struct lm_actor *actor = &machine->actors[i];
        enum lm_status status = create_thread(actor, prepare_actor(actor, machine->options, i));

        if (status != LM_OK) {
            return status;
        }
    }
    return LM_OK;
}

/* When the request with the current number is made. */
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

        lines[i] = (struct line){
            .description = interrupt,
            .machine = machine,
            .jitter_key = lm_draw_key(options->seed, stream, LM_DRAW_JITTER),
            .offset = options->random_offsets
                          ? lm_draw(lm_draw_key(options->seed, stream, LM_DRAW_OFFSET), 0, 0,
                                    interrupt->period - 1)
                          : interrupt->offset,
            .index = i};
        script_lines[i] = (struct lm_script_line){.handler = serve_line, .argument = &lines[i]};
        lm_script->line_count = i + 1;
        lm_script_line_start(i, request_of(&lines[i]));
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

static enum lm_machine_end simulate(struct lm_machine *machine, unsigned char *memory,
                                    const struct layout *layout)
{
    find_places(machine);
    if (create_all(machine, (uint32_t *)(void *)(memory + layout->messages)) != LM_OK) {
        return LM_MACHINE_REFUSED;
    }
    start_lines(machine, (struct line *)(void *)(memory + layout->lines),
                (struct lm_script_line *)(void *)(memory + layout->script_lines));
    lm_kernel_start();
    return lm_interpret(machine);
}

/* The clock of the trace is that of the system. The trace ends behind its newest record, unless the
 * ring is full. */
static void finish_trace(struct lm_machine *machine)
{
    struct lm_trace_header *header = machine->options->trace;

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

LM_MACHINE_EXPORT void LM_MACHINE(run)(void *memory, const struct lm_machine_system *system,
                                       const struct lm_machine_options *options,
                                       struct lm_machine_result *result,
                                       struct lm_machine_thread_result *threads)
{
    const struct layout layout = lay_out(system);
    unsigned char *bytes = memory;
    struct lm_machine *machine = (struct lm_machine *)(void *)(bytes + layout.machine);

    memset(memory, 0, layout.end);
    lm_script = memory;
    if (LM_OBSERVED) {
        lm_script_observation = (struct lm_observation *)(void *)(bytes + layout.observation);
    }
    machine->system = system;
    machine->options = options;
    machine->horizon = options->horizon;
    machine->jobs = options->jobs;
    machine->actors = (struct lm_actor *)(void *)(bytes + layout.actors);
    machine->objects = (union lm_actor_object *)(void *)(bytes + layout.objects);
    machine->blocked = (uint64_t *)(void *)(bytes + layout.blocked);
    machine->pending = (uint64_t *)(void *)(bytes + layout.pending);
    for (uint32_t i = 0; i < system->thread_count; i++) {
        machine->actors[i].description = &system->threads[i];
    }
    lm_kernel_init();
    if (options->trace != NULL) {
        (void)lm_trace_start(options->trace, options->trace_bytes,
                             system->thread_count + system->object_count);
    }
    machine->result.end = simulate(machine, bytes, &layout);
    count_unfinished(machine);
    finish_trace(machine);
    machine->result.time = lm_script->now;
    *result = machine->result;
    for (uint32_t i = 0; i < system->thread_count; i++) {
        threads[i] = machine->actors[i].result;
    }
}
