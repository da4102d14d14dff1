// SPDX-License-Identifier: Apache-2.0
// The simulator for Python: converts, computes nothing. The caller has checked the system
// (limen.simulate).
#include "simulator.hpp"

#include "simulate/draw.h"
#include "simulate/simulate.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace
{

limen::Thread thread_of(const ThreadRow &row)
{
    const auto &[name, times, numbers, chunks, sections] = row;
    if (times.size() != 6 || numbers.size() != 5) {
        throw nb::value_error("a thread has 6 times and 5 numbers");
    }
    limen::Thread thread{.name = name,
                         .period = times[0],
                         .deadline = times[1],
                         .offset = times[2],
                         .jitter = times[3],
                         .work = times[4],
                         .work_min = times[5],
                         .priority = numbers[0],
                         .threshold = numbers[1],
                         .stack = numbers[2],
                         .stack_between = numbers[3],
                         .chunks = {},
                         .sections = {},
                         .script = {},
                         .core = numbers[4]};
    for (const auto &[work, threshold, stack] : chunks) {
        thread.chunks.push_back({work, threshold, stack});
    }
    for (const auto &[resource, start, work] : sections) {
        thread.sections.push_back({resource, start, work});
    }
    return thread;
}

} // namespace

Simulator::Simulator(const std::vector<ThreadRow> &threads,
                     const std::vector<InterruptRow> &interrupts,
                     const std::vector<std::tuple<std::string, uint32_t>> &resources,
                     const std::vector<uint64_t> &overheads, uint32_t clock_hz, uint32_t cores)
{
    for (const ThreadRow &row : threads) {
        system.threads.push_back(thread_of(row));
    }
    for (const auto &[period, work, jitter, core] : interrupts) {
        system.interrupts.push_back({period, work, jitter, core});
    }
    for (const auto &[name, protocol] : resources) {
        system.resources.push_back(limen::mutex_of(name, protocol));
    }
    system.dispatch = overheads.at(0);
    system.exit = overheads.at(1);
    system.preemption = overheads.at(2);
    system.clock_hz = clock_hz;
    system.cores = cores;
}

namespace
{

nb::dict dict_of(const limen::Observed &thread)
{
    const lm_machine_thread_result &result = thread.result;
    nb::dict dict;
    dict["jobs"] = result.jobs;
    dict["response_max"] = result.response_max;
    dict["response_min"] = result.response_min;
    dict["response_sum"] = result.response_sum;
    dict["misses"] = result.misses;
    dict["unfinished"] = result.unfinished;
    dict["preemptions"] = result.preemptions;
    dict["blocking_max"] = result.blocking_max;
    dict["worst_run"] = thread.worst_run;
    dict["worst_job"] = result.worst_job;
    dict["worst_end"] = result.worst_end;
    return dict;
}

nb::dict dict_of(const limen::Observations &all)
{
    nb::dict dict;
    nb::list threads;
    for (const limen::Observed &thread : all.threads) {
        threads.append(dict_of(thread));
    }
    dict["threads"] = threads;
    dict["runs"] = all.runs;
    dict["jobs"] = all.jobs;
    dict["time"] = all.time;
    dict["switches"] = all.switches;
    dict["to_idle"] = all.to_idle;
    dict["from_idle"] = all.from_idle;
    dict["preemptions"] = all.preemptions;
    dict["interrupts"] = all.interrupts;
    dict["stack_threads"] = all.stack_threads;
    dict["stack_bytes"] = all.stack_bytes;
    dict["ends"] = all.ends;
    return dict;
}

limen::Request request_of(uint64_t seed, uint64_t first, uint64_t runs, uint64_t horizon,
                          uint64_t jobs, bool uniform_work, bool random_offsets, bool random_jitter)
{
    return {.seed = seed,
            .first = first,
            .runs = runs,
            .horizon = horizon,
            .jobs = jobs,
            .uniform_work = uniform_work,
            .random_offsets = random_offsets,
            .random_jitter = random_jitter};
}

nb::dict run(const Simulator &simulator, uint64_t seed, uint64_t first, uint64_t runs,
             uint64_t horizon, uint64_t jobs, bool uniform_work, bool random_offsets,
             bool random_jitter)
{
    limen::Request request =
        request_of(seed, first, runs, horizon, jobs, uniform_work, random_offsets, random_jitter);
    limen::Observations all;
    {
        const nb::gil_scoped_release unlocked;
        all = limen::simulate(simulator.system, request);
    }
    return dict_of(all);
}

nb::tuple trace(const Simulator &simulator, uint64_t seed, uint64_t number, uint64_t horizon,
                uint64_t jobs, bool uniform_work, bool random_offsets, bool random_jitter,
                uint32_t records, uint64_t until)
{
    const limen::Request request =
        request_of(seed, 0, 1, horizon, jobs, uniform_work, random_offsets, random_jitter);
    limen::TracedRun traced;
    {
        const nb::gil_scoped_release unlocked;
        traced = limen::trace_run(simulator.system, request, number, records, until);
    }
    return nb::make_tuple(nb::bytes(traced.file.data(), traced.file.size()), traced.has_all_events);
}

std::tuple<std::vector<uint64_t>, uint64_t> observe_max(const Simulator &simulator,
                                                        uint64_t horizon)
{
    uint64_t runs = 0;
    const nb::gil_scoped_release unlocked;
    std::vector<uint64_t> worst = limen::observe_max(simulator.system, horizon, runs);
    return {std::move(worst), runs};
}

uint64_t jitter_of(uint64_t seed, uint32_t stream, uint64_t number, uint64_t jitter)
{
    return lm_draw(lm_draw_key(seed, stream, LM_DRAW_JITTER), number, 0, jitter);
}

} // namespace

void bind_simulate(nb::module_ &module)
{
    nb::class_<Simulator> simulator(module, "Simulator",
                                    "A system that can be simulated, in any thread.");
    bind_system_analysis(simulator);
    simulator
        .def(nb::init<const std::vector<ThreadRow> &, const std::vector<InterruptRow> &,
                      const std::vector<std::tuple<std::string, uint32_t>> &,
                      const std::vector<uint64_t> &, uint32_t, uint32_t>(),
             nb::arg("threads"), nb::arg("interrupts"), nb::arg("resources"), nb::arg("overheads"),
             nb::arg("clock_hz"), nb::arg("cores"))
        .def("run", &run, nb::kw_only(), nb::arg("seed"), nb::arg("first"), nb::arg("runs"),
             nb::arg("horizon"), nb::arg("jobs"), nb::arg("uniform_work"),
             nb::arg("random_offsets"), nb::arg("random_jitter"),
             "Runs first to first + runs - 1; run i has the seed seed + i.")
        .def("trace", &trace, nb::kw_only(), nb::arg("seed"), nb::arg("number"), nb::arg("horizon"),
             nb::arg("jobs"), nb::arg("uniform_work"), nb::arg("random_offsets"),
             nb::arg("random_jitter"), nb::arg("records"), nb::arg("until"),
             "The trace file of one run; and whether it has all events.")
        .def("observe_max", &observe_max, nb::arg("horizon"),
             "The longest response of each thread over all integer offsets; and the runs.");
    module.def("jitter_of", &jitter_of, nb::arg("seed"), nb::arg("stream"), nb::arg("number"),
               nb::arg("jitter"),
               "By how much a job is late; streams are threads, then interrupts.");
}
