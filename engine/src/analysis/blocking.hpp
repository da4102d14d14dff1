// SPDX-License-Identifier: Apache-2.0
// The time for which less urgent tasks block a task, and the tasks that do so.
//
// A task l blocks a more urgent task i while it runs at a level that is at most the priority of i:
// in a chunk with such a threshold, or in a section of a mutex with such a level. Chunks and
// sections that overlap are one stretch. After it, l is less urgent than i again, so that it blocks
// once in an active period of i.
//
// Levels persist over preemption, so that only one task can have begun such a stretch before i is
// released, if none can wait (Baker 1991; Wang and Saksena 1999). A task that can wait for a mutex
// in its stretch can be one of several: a mutex that is unlocked goes to the first waiting
// task, also to a less urgent one that does not run yet. Each such task then blocks once (Sha,
// Rajkumar, Lehoczky 1990), and the bound is the sum over them.
//
// A section that is not nested delays i only while a more urgent job waits for that mutex, and its
// end serves that job. So of the sections of one mutex, at most as many block as there are locks of
// it by the jobs of the active period.
#pragma once

#include "analysis/task_set.hpp"

#include <vector>

namespace limen::analysis
{

enum class Model : std::uint8_t {
    safe,       // sound in discrete and in continuous time
    tight,      // as if all instants are whole ticks: a blocking task was dispatched a tick earlier
    continuous, // the least upper bound in continuous time
    ws1999,     // as `safe`, but ends at the first job with F <= (q + 1) T: not sound
};

// The options of the analysis of a set.
struct Rules {
    Model model = Model::safe;
    Time preemption_cost = 0; // of each preemption, paid when the preempted task continues
};

// A part of a job in which the task cannot be preempted by tasks of some priority.
struct Stretch {
    double begin = 0; // execution time of the job before it
    double length = 0;
    double blocks = 0;    // at most: `length` by the rules
    bool at_once = false; // it can begin at the instant at which another task is released
};

struct Blocking {
    double one = 0;       // the longest stretch of a single task
    double sum = 0;       // over the tasks that can wait in their stretches
    bool at_once = false; // some of these stretches can begin at the instant of a release
};

// The stretch of task `index` that blocks this priority for the longest time; its length is 0 if
// there is none.
Stretch longest_stretch(const TaskSet &set, std::size_t index, std::int64_t priority,
                        const Rules &rules);

// Whether task `index` can wait in a stretch that blocks this priority.
bool blocks_by_waiting(const TaskSet &set, std::size_t index, std::int64_t priority);

// jobs: the maximum number of jobs in an active period, for each task up to the peers of `index`;
// nullptr: not known.
Blocking blocking_of(const TaskSet &set, std::size_t index, const Rules &rules,
                     const std::vector<double> *jobs = nullptr);

} // namespace limen::analysis
