// SPDX-License-Identifier: Apache-2.0
// The exports that the page calls to describe, run and analyse a system. All numbers are
// doubles, which hold whole numbers up to 2^53, so that a caller needs no conversion. Before a call
// that takes a name, the caller writes it to the memory at name_buffer(), zero-terminated.
#include "analysis/analysis.hpp"
#include "analysis/stack.hpp"
#include "simulate/simulate.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#define EXPORT(name) __attribute__((export_name(#name)))

namespace
{

constexpr std::size_t name_bytes = 64;

char name_memory[name_bytes];
limen::System system_;
limen::Observations observed;
std::vector<std::uint8_t> trace;
std::vector<double> bounds;

std::uint64_t whole(double number)
{
    return number >= 1.8e19 ? UINT64_MAX : static_cast<std::uint64_t>(number);
}

std::uint32_t small(double number)
{
    return static_cast<std::uint32_t>(number);
}

limen::Request request_of(double seed, double runs, double horizon, double jobs, double options)
{
    const std::uint32_t bits = small(options);
    return {.seed = whole(seed),
            .runs = whole(runs),
            .horizon = whole(horizon),
            .jobs = whole(jobs),
            .uniform_work = (bits & 1) != 0,
            .random_offsets = (bits & 2) != 0,
            .random_jitter = (bits & 4) != 0};
}

using limen::analysis::Time;

// The tasks of the analysis: threads, then interrupts, at a level above priority 0.
struct Tasks {
    std::vector<Time> work, period, deadline, jitter, priority, threshold;
    std::vector<limen::analysis::Part> parts;
    std::vector<Time> stacks; // of the parts

    Tasks()
    {
        const auto overhead = static_cast<Time>(system_.dispatch + system_.exit);
        for (const limen::Thread &thread : system_.threads) {
            add(static_cast<Time>(thread.work) + overhead, thread.period, thread.deadline,
                thread.jitter, thread.priority,
                thread.chunks.empty() ? thread.threshold : thread.chunks.back().threshold);
            add_parts(thread);
        }
        for (const limen::Interrupt &interrupt : system_.interrupts) {
            add(static_cast<Time>(interrupt.work), interrupt.period, limen::analysis::time_max,
                interrupt.jitter, -1, -1);
        }
    }

    void add(Time c, std::uint64_t t, std::uint64_t d, std::uint64_t j, std::int64_t p,
             std::int64_t th)
    {
        work.push_back(c);
        period.push_back(static_cast<Time>(t));
        deadline.push_back(static_cast<Time>(d));
        jitter.push_back(static_cast<Time>(j));
        priority.push_back(p);
        threshold.push_back(th);
    }

    // The overheads of a job are in its outer chunks, and in sections that begin or end it.
    void add_parts(const limen::Thread &thread)
    {
        const std::size_t task = work.size() - 1;
        const auto dispatch = static_cast<Time>(system_.dispatch);
        Time begin = 0;
        for (std::size_t i = 0; i < thread.chunks.size(); i++) {
            const limen::Chunk &chunk = thread.chunks[i];
            const Time length =
                static_cast<Time>(chunk.work) + (i == 0 ? dispatch : 0) +
                (i + 1 == thread.chunks.size() ? static_cast<Time>(system_.exit) : 0);
            parts.push_back({task, begin, length, chunk.threshold, -1, false});
            stacks.push_back(chunk.stack);
            begin += length;
        }
        for (const limen::Section &section : thread.sections) {
            const std::uint64_t end = section.start + section.work;
            const std::uint64_t start = section.start > 0 ? section.start + system_.dispatch : 0;
            const std::uint64_t leave = end == thread.work ? system_.exit : 0;
            parts.push_back({task, static_cast<Time>(start),
                             static_cast<Time>(end + system_.dispatch + leave - start), 0,
                             static_cast<std::int64_t>(section.resource),
                             !system_.resources[section.resource].ceiling});
            stacks.push_back(0);
        }
    }

    limen::analysis::Columns columns() const
    {
        return {work.size(),   work.data(),     period.data(),   deadline.data(),
                jitter.data(), priority.data(), threshold.data()};
    }
};

// In the order of struct lm_machine_thread_result, then the run of the longest response.
double number_of(const limen::Observed &thread, std::uint32_t field)
{
    const lm_machine_thread_result &result = thread.result;
    const std::uint64_t numbers[] = {result.jobs,         result.response_max, result.response_min,
                                     result.response_sum, result.misses,       result.unfinished,
                                     result.preemptions,  result.blocking_max, result.worst_job,
                                     result.worst_end,    thread.worst_run};

    return static_cast<double>(numbers[field]);
}

} // namespace

EXPORT(name_buffer) char *name_buffer()
{
    return name_memory;
}

EXPORT(system_begin)
void system_begin(double clock_hz, double dispatch, double exit, double preemption)
{
    system_ = {};
    system_.clock_hz = small(clock_hz);
    system_.dispatch = whole(dispatch);
    system_.exit = whole(exit);
    system_.preemption = whole(preemption);
}

// kind: enum lm_machine_object_kind. value: of a mutex, 0 inheritance, 1 ceiling, 2 neither; else
// as in Resource.
EXPORT(add_resource) void add_resource(double kind, double value)
{
    system_.resources.push_back({.name = name_memory,
                                 .ceiling = value == 1,
                                 .plain = value == 2,
                                 .kind = static_cast<lm_machine_object_kind>(small(kind)),
                                 .value = small(value)});
}

EXPORT(add_interrupt) void add_interrupt(double period, double work, double jitter)
{
    system_.interrupts.push_back({whole(period), whole(work), whole(jitter)});
}

EXPORT(add_thread)
void add_thread(double period, double deadline, double offset, double jitter, double work,
                double work_min, double priority, double threshold, double stack,
                double stack_between)
{
    system_.threads.push_back({.name = name_memory,
                               .period = whole(period),
                               .deadline = whole(deadline),
                               .offset = whole(offset),
                               .jitter = whole(jitter),
                               .work = whole(work),
                               .work_min = whole(work_min),
                               .priority = small(priority),
                               .threshold = small(threshold),
                               .stack = small(stack),
                               .stack_between = small(stack_between),
                               .chunks = {},
                               .sections = {},
                               .script = {}});
}

// Adds a chunk to the last thread.
EXPORT(add_chunk) void add_chunk(double work, double threshold, double stack)
{
    system_.threads.back().chunks.push_back({whole(work), small(threshold), small(stack)});
}

EXPORT(add_section) void add_section(double resource, double start, double work)
{
    system_.threads.back().sections.push_back({small(resource), whole(start), whole(work)});
}

EXPORT(add_operation)
void add_operation(double kind, double object, double value, double begin, double end)
{
    system_.threads.back().script.push_back(
        {small(kind), small(object), whole(value), whole(begin), whole(end)});
}

// options: 1 random work, 2 random offsets, 4 random jitter. horizon, jobs: from 1.8e19 on, none.
EXPORT(simulate)
void simulate(double seed, double runs, double horizon, double jobs, double options)
{
    observed = limen::simulate(system_, request_of(seed, runs, horizon, jobs, options));
}

EXPORT(observed_thread) double observed_thread(double thread, double field)
{
    return number_of(observed.threads[small(thread)], small(field));
}

EXPORT(observed_system) double observed_system(double field)
{
    const std::uint64_t numbers[] = {observed.runs,
                                     observed.jobs,
                                     observed.time,
                                     observed.switches,
                                     observed.to_idle,
                                     observed.from_idle,
                                     observed.preemptions,
                                     observed.interrupts,
                                     observed.stack_threads,
                                     observed.stack_bytes,
                                     observed.ends[LM_MACHINE_REFUSED]};

    return static_cast<double>(numbers[small(field)]);
}

// Trace one run of the request; run, records: numbers. The file is at trace_data().
EXPORT(trace_run)
void trace_run(double seed, double run, double horizon, double jobs, double options, double records,
               double until)
{
    trace = limen::trace_run(system_, request_of(seed, 1, horizon, jobs, options), whole(run),
                             small(records), whole(until))
                .file;
}

EXPORT(trace_data) const std::uint8_t *trace_data()
{
    return trace.data();
}

EXPORT(trace_size) double trace_size()
{
    return static_cast<double>(trace.size());
}

// Bounds of the response times in this model (enum Model); bound() gives them, -1: there is none.
EXPORT(analyze) void analyze(double model)
{
    const Tasks tasks;
    limen::analysis::Analysis analysis;

    bounds.assign(tasks.work.size(), -1);
    if (!limen::analysis::is_valid(tasks.columns())) {
        return;
    }
    analysis.rules.model = static_cast<limen::analysis::Model>(small(model));
    analysis.rules.preemption_cost = static_cast<double>(system_.preemption);
    limen::analysis::load(analysis.set, tasks.columns());
    limen::analysis::load_parts(analysis.set, tasks.parts.data(), tasks.parts.size());
    for (std::size_t task = 0; task < analysis.set.count; task++) {
        const limen::analysis::Response response =
            limen::analysis::respond_to(analysis, {task, analysis.rules.model, 0, nullptr});

        if (response.status == limen::analysis::Status::bounded) {
            bounds[analysis.set.origin[task]] = static_cast<double>(response.time);
        }
    }
}

EXPORT(bound) double bound(double thread)
{
    return bounds[small(thread)];
}

// The bytes of one stack for all threads, at most; -1 if a thread can wait for a mutex, since then
// the threads that it waits for would run above it on that stack.
EXPORT(stack_bound) double stack_bound()
{
    const Tasks tasks;
    limen::analysis::TaskSet set;
    std::vector<Time> stack, between;

    if (!limen::analysis::is_valid(tasks.columns())) {
        return -1;
    }
    limen::analysis::load(set, tasks.columns());
    limen::analysis::load_parts(set, tasks.parts.data(), tasks.parts.size());
    if (std::any_of(set.locks.begin(), set.locks.end(), [](double locks) { return locks > 0; })) {
        return -1;
    }
    for (const limen::Thread &thread : system_.threads) {
        stack.push_back(thread.stack);
        between.push_back(thread.stack_between);
    }
    stack.resize(set.count);
    between.resize(set.count);
    const std::vector<Time> part =
        limen::analysis::interval_stacks(set, tasks.parts, stack.data(), tasks.stacks.data());
    return static_cast<double>(
        limen::analysis::stack_bound(
            set, {stack.data(), between.data(), set.has_parts() ? part.data() : nullptr})
            .bytes);
}
