// SPDX-License-Identifier: Apache-2.0
#include "simulate/simulate.hpp"

#include <algorithm>
#include <cstddef>

namespace limen
{

namespace
{

lm_machine_options options_of(const Request &request, std::uint64_t run)
{
    return {.seed = request.seed + run,
            .horizon = request.horizon,
            .jobs = request.jobs,
            .uniform_work = request.uniform_work,
            .random_offsets = request.random_offsets,
            .random_jitter = request.random_jitter,
            .trace = nullptr,
            .trace_bytes = 0};
}

void add_thread(Observed &all, const lm_machine_thread_result &one, std::uint64_t run)
{
    lm_machine_thread_result &sum = all.result;

    if (one.jobs > 0 && (sum.jobs == 0 || one.response_max > sum.response_max)) {
        sum.response_max = one.response_max;
        sum.worst_job = one.worst_job;
        sum.worst_end = one.worst_end;
        all.worst_run = run;
    }
    if (one.jobs > 0 && (sum.jobs == 0 || one.response_min < sum.response_min)) {
        sum.response_min = one.response_min;
    }
    sum.jobs += one.jobs;
    sum.response_sum += one.response_sum;
    sum.misses += one.misses;
    sum.unfinished += one.unfinished;
    sum.preemptions += one.preemptions;
    sum.blocking_max = std::max(sum.blocking_max, one.blocking_max);
}

void add_run(Observations &all, const lm_machine_result &one)
{
    all.runs++;
    all.jobs += one.jobs;
    all.time += one.time;
    all.switches += one.switches;
    all.to_idle += one.to_idle;
    all.from_idle += one.from_idle;
    all.preemptions += one.preemptions;
    all.nested += one.nested;
    all.interrupts += one.interrupts;
    all.stack_threads = std::max(all.stack_threads, one.stack_threads);
    all.stack_bytes = std::max(all.stack_bytes, one.stack_bytes);
    all.ends[one.end]++;
}

// The next combination of offsets. Returns: false after the last one.
bool next_offsets(std::vector<lm_machine_thread> &threads)
{
    for (lm_machine_thread &thread : threads) {
        if (++thread.offset < thread.period) {
            return true;
        }
        thread.offset = 0;
    }
    return false;
}

} // namespace

Observations simulate(const System &system, const Request &request)
{
    Machine machine(system);
    Observations all;
    std::vector<lm_machine_thread_result> threads;

    all.threads.resize(system.threads.size());
    all.ends.resize(LM_MACHINE_REFUSED + 1);
    for (std::uint64_t run = request.first; run < request.first + request.runs; run++) {
        add_run(all, machine.run(options_of(request, run), false, threads));
        for (std::size_t i = 0; i < threads.size(); i++) {
            add_thread(all.threads[i], threads[i], run);
        }
    }
    return all;
}

TracedRun trace_run(const System &system, const Request &request, std::uint64_t run,
                    std::uint32_t records, std::uint64_t until)
{
    constexpr std::size_t header = 64, object = 32, record = 16; // spec/trace-format.md
    const std::size_t objects = system.threads.size() + system.resources.size();
    Machine machine(system);
    const std::size_t bytes_of_core = header + objects * object + records * record;
    std::vector<std::uint32_t> buffer(system.cores * bytes_of_core / 4);
    std::vector<lm_machine_thread_result> threads;
    lm_machine_options options = options_of(request, run);

    options.horizon = std::min(options.horizon, until);
    options.trace = buffer.data();
    options.trace_bytes = static_cast<std::uint32_t>(bytes_of_core);
    const lm_machine_result result = machine.run(options, true, threads);
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(buffer.data());
    return {{bytes, bytes + result.trace_bytes}, result.has_all_events};
}

std::vector<std::uint64_t> observe_max(const System &system, std::uint64_t horizon,
                                       std::uint64_t &runs)
{
    Machine machine(system);
    std::vector<lm_machine_thread_result> threads;
    std::vector<std::uint64_t> worst(system.threads.size());
    Request request;

    request.random_jitter = false;
    runs = 0;
    for (lm_machine_thread &thread : machine.threads()) {
        thread.offset = 0;
    }
    do {
        std::uint64_t last = 0;

        for (const lm_machine_thread &thread : machine.threads()) {
            last = std::max(last, thread.offset);
        }
        request.horizon = last + horizon;
        machine.run(options_of(request, 0), false, threads);
        for (std::size_t i = 0; i < worst.size(); i++) {
            worst[i] = std::max(worst[i], threads[i].response_max);
        }
        runs++;
    } while (next_offsets(machine.threads()));
    return worst;
}

} // namespace limen
