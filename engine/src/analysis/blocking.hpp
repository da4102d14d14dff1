// SPDX-License-Identifier: Apache-2.0
// How long less urgent tasks keep a task from running, and which of them.
//
// A task l blocks a more urgent task i while it runs in a chunk whose threshold, or in a section
// whose ceiling, is at most the priority of i. Levels persist over preemption, so one such stretch
// of one task at most is in the way when i is released (Baker 1991; Wang and Saksena 1999).
//
// A mutex with inheritance delays i only when i, or a task that i waits for, wants it. Each less
// urgent task can then block once (Sha, Rajkumar, Lehoczky 1990): the bound is the sum over them.
// Without nested sections it is also at most the sum over the mutexes, and the smaller sum counts.
#pragma once

#include "analysis/task_set.hpp"

namespace limen::analysis
{

struct Blocking {
    double one = 0;       // the longest stretch of a single task
    double inherited = 0; // sum over tasks that own mutexes with inheritance
};

// The longest stretch in which task `index` cannot be preempted by a task of this priority.
double longest_stretch(const TaskSet &set, std::size_t index, std::int64_t priority);

// The beginning of that stretch: execution time of the job before it.
double begin_of_longest_stretch(const TaskSet &set, std::size_t index, std::int64_t priority);

// Whether task `index` has a section of a mutex with inheritance that may block this priority.
bool blocks_by_inheritance(const TaskSet &set, std::size_t index, std::int64_t priority);

Blocking blocking_of(const TaskSet &set, std::size_t index);

} // namespace limen::analysis
