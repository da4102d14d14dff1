// SPDX-License-Identifier: Apache-2.0
#include "simulate/batch.hpp"
#include "simulate/simulate.hpp"

namespace limen
{

namespace
{

constexpr std::int64_t time_max = std::int64_t{1} << 62; // of the kernel's clock
constexpr std::uint64_t jobs_max = 1000000;

bool is_valid_task(const TaskSets &all, std::size_t at)
{
    return all.work[at] > 0 && all.work[at] < time_max && all.period[at] > 0 &&
           all.period[at] < time_max && all.priority[at] >= 0 &&
           all.priority[at] < LM_MACHINE_WIDE_LEVELS && all.threshold[at] >= 0 &&
           all.threshold[at] <= all.priority[at];
}

Thread thread_of(const TaskSets &all, std::size_t at)
{
    const auto work = static_cast<std::uint64_t>(all.work[at]);
    const auto period = static_cast<std::uint64_t>(all.period[at]);

    return {.name = {},
            .period = period,
            .deadline = period,
            .offset = 0,
            .jitter = 0,
            .work = work,
            .work_min = work,
            .priority = static_cast<std::uint32_t>(all.priority[at]),
            .threshold = static_cast<std::uint32_t>(all.threshold[at]),
            .stack = 0,
            .stack_between = 0,
            .chunks = {},
            .sections = {},
            .script = {}};
}

} // namespace

std::size_t first_invalid(const TaskSets &all)
{
    for (std::size_t set = 0; set < all.sets; set++) {
        if (all.horizon[set] <= 0 || all.horizon[set] >= time_max) {
            return set;
        }
        for (std::size_t i = 0; i < all.count; i++) {
            if (!is_valid_task(all, set * all.count + i)) {
                return set;
            }
        }
    }
    return all.sets;
}

void count_preemptions(const TaskSets &all, const PreemptionCounts &counts)
{
    for (std::size_t set = 0; set < all.sets; set++) {
        System system;
        Request request;

        for (std::size_t i = 0; i < all.count; i++) {
            system.threads.push_back(thread_of(all, set * all.count + i));
        }
        request.horizon = static_cast<std::uint64_t>(all.horizon[set]);
        system.preemption = static_cast<std::uint64_t>(all.cost);
        request.jobs = jobs_max;
        const Observations seen = simulate(system, request);
        counts.jobs[set] = static_cast<std::int64_t>(seen.jobs);
        counts.preemptions[set] = static_cast<std::int64_t>(seen.preemptions);
        counts.nested[set] = static_cast<std::int64_t>(seen.nested);
    }
}

} // namespace limen
