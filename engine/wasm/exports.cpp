// SPDX-License-Identifier: Apache-2.0
// The exports that the page calls to describe, run and analyse a system. All numbers are
// doubles, which hold whole numbers up to 2^53, so that a caller needs no conversion. Before a call
// that takes a name, the caller writes it to the memory at name_buffer(), zero-terminated.
#include "analysis/assign/assignment.hpp"
#include "analysis/bounds.hpp"
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
std::string text;

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

// Adds the core with this number to the system. Returns: the number.
std::uint32_t core_of(double number)
{
    system_.cores = std::max(system_.cores, small(number) + 1);
    return small(number);
}

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

// kind: enum lm_machine_object_kind. value: of a mutex as in mutex_of(); else as in Resource.
EXPORT(add_resource) void add_resource(double kind, double value)
{
    if (kind == LM_MACHINE_MUTEX) {
        system_.resources.push_back(limen::mutex_of(name_memory, small(value)));
        return;
    }
    system_.resources.push_back({.name = name_memory,
                                 .kind = static_cast<lm_machine_object_kind>(small(kind)),
                                 .value = small(value)});
}

EXPORT(add_interrupt) void add_interrupt(double period, double work, double jitter, double core)
{
    system_.interrupts.push_back({whole(period), whole(work), whole(jitter), core_of(core)});
}

EXPORT(add_thread)
void add_thread(double period, double deadline, double offset, double jitter, double work,
                double work_min, double priority, double threshold, double stack,
                double stack_between, double core)
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
                               .script = {},
                               .core = core_of(core)});
}

// The time slice of the last thread, ticks.
EXPORT(set_slice) void set_slice(double ticks)
{
    system_.threads.back().slice = small(ticks);
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

// Traces one run of the request; run, records: numbers. The file is at trace_data().
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

// The bounds of the system and the choices of assign, as JSON texts at text_data().
EXPORT(analyze) void analyze()
{
    text = limen::analysis::bounds_json(system_);
}

// Numbers of enum Priorities, Thresholds and Protocols.
EXPORT(assign) void assign(double priorities, double thresholds, double protocols)
{
    namespace an = limen::analysis;
    const an::Wish wish{.priorities = static_cast<an::Priorities>(small(priorities)),
                        .thresholds = static_cast<an::Thresholds>(small(thresholds)),
                        .protocols = static_cast<an::Protocols>(small(protocols)),
                        .model = an::Model::safe,
                        .is_for_margin = false};
    text = an::assignment_json(an::assign(system_, wish));
}

EXPORT(text_data) const char *text_data()
{
    return text.data();
}

EXPORT(text_size) double text_size()
{
    return static_cast<double>(text.size());
}
