// SPDX-License-Identifier: Apache-2.0
// Many runs of a system, with their observations.
#pragma once

#include "simulate/system.hpp"

#include <cstdint>
#include <vector>

namespace limen
{

struct Request {
    std::uint64_t seed = 0; // of run 0; run i has seed + i
    std::uint64_t first = 0, runs = 1;
    std::uint64_t horizon = UINT64_MAX, jobs = UINT64_MAX; // of each run
    bool uniform_work = false, random_offsets = false, random_jitter = true;
};

// The results of a thread: those of a run, with the sums and extremes of all runs.
struct Observed {
    lm_machine_thread_result result{};
    std::uint64_t worst_run = 0; // of its longest response
};

struct Observations {
    std::vector<Observed> threads;
    std::uint64_t runs = 0, jobs = 0, time = 0;
    std::uint64_t switches = 0, to_idle = 0, from_idle = 0, preemptions = 0, nested = 0;
    std::uint64_t interrupts = 0;
    std::uint32_t stack_threads = 0;
    std::uint64_t stack_bytes = 0;
    std::vector<std::uint64_t> ends; // runs for each lm_machine_end
};

// Run first to first + runs - 1.
Observations simulate(const System &system, const Request &request);

struct TracedRun {
    std::vector<std::uint8_t> file; // without records that were never written
    bool has_all_events = false;
};

// The trace file of one run, the last `records` events of it.
// until: it ends at this instant at the latest.
TracedRun trace_run(const System &system, const Request &request, std::uint64_t run,
                    std::uint32_t records, std::uint64_t until);

// The longest response of each thread over all combinations of integer offsets, each below the
// period, for periodic threads that always take their longest time. Each run ends at `horizon`,
// counted from the largest offset. Returns: the responses; and the number of runs in `runs`.
std::vector<std::uint64_t> observe_max(const System &system, std::uint64_t horizon,
                                       std::uint64_t &runs);

} // namespace limen
