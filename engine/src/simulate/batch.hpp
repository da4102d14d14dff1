// SPDX-License-Identifier: Apache-2.0
// Counts the preemptions among the jobs of many task sets, in one run of the kernel for each set.
#pragma once

#include <cstddef>
#include <cstdint>

namespace limen
{

// Sets of `count` threads each; the columns have a row for each set. All threads are released
// together at 0, then once in each period, and always work for their longest time.
struct TaskSets {
    std::size_t sets, count;
    const std::int64_t *work, *period, *priority, *threshold;
    const std::int64_t
        *horizon;      // of each set: its run ends at this instant, or after a million jobs
    std::int64_t cost; // of a preemption
};

// The first set that the kernel cannot run; `sets` if there is none.
std::size_t first_invalid(const TaskSets &all);

// The totals of all threads of a set.
struct PreemptionCounts {
    std::int64_t *jobs;        // that ended
    std::int64_t *preemptions; // times that a job lost the processor before its end
    std::int64_t *nested;      // jobs that began while another one had begun and had not ended
};

// Simulate each set. counts: for each set.
void count_preemptions(const TaskSets &all, const PreemptionCounts &counts);

} // namespace limen
