// SPDX-License-Identifier: Apache-2.0
// Computes the longest responses of sporadic tasks from all possible behaviours. It knows nothing
// of response-time analysis, and shares no code with the engine or the kernel.
//
// At each tick, any task whose last arrival is a period ago may have an arrival. Any job that has
// arrived may be released, at the latest after its jitter. Jobs of equal priority that are released
// at one instant queue in any order. A job that has run may end, at the latest after its work. The
// reachable states are finitely many, and all are visited.
//
// A job competes with the priority of its task until it runs. Inside of a chunk or a section, it has
// that level, also while it is preempted. Among equal levels, a job that has begun comes first.
#pragma once

#include <array>
#include <cstdint>

namespace sporadic
{

inline constexpr int tasks_max = 3;
inline constexpr int work_max = 31;

struct Task {
    std::uint8_t work, period, jitter;
    std::array<std::uint8_t, work_max> level; // after so many ticks of a job; [0]: the priority
};

struct System {
    int count;
    std::array<Task, tasks_max> task;
};

struct Truth {
    std::array<int, tasks_max> longest; // response of each task, from its arrival
    std::uint64_t states;
};

// Requires: the load is at most 1, so that the number of waiting jobs is limited.
Truth longest_responses(const System &system);

} // namespace sporadic
