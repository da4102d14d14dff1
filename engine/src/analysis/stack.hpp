// SPDX-License-Identifier: Apache-2.0
// The effect of thresholds on memory: which task can preempt which, the size of one stack that all
// tasks share, and the groups in which no task can preempt another one.
#pragma once

#include "analysis/task_set.hpp"

namespace limen::analysis
{

// Bytes of a stack, one for each task in the order of the input, of each chunk, and at boundaries.
struct StackUse {
    const Time *task;     // the largest of the task
    const Time *boundary; // between two chunks; of tasks with one chunk it does not count
    const Time *part;     // of each element of TaskSet::intervals that is a chunk; null: as `task`
};

struct StackBound {
    Time bytes = 0;
    std::vector<std::size_t> chain; // tasks of the input that preempt one another, first one first
};

// Computes StackUse::part from the stacks of parts in the order of loading. An interval that is not
// a chunk has the stack of its task.
std::vector<Time> interval_stacks(const TaskSet &set, const std::vector<Part> &parts,
                                  const Time *task_stack, const Time *part_stack);

// The largest M_i = S_i + max{ M_j : j can preempt i }. For chunks: with the stack of each chunk
// and the tasks that can preempt it; at a boundary, with the tasks that are more urgent.
StackBound stack_bound(const TaskSet &set, const StackUse &use);

// The number of pairs of which one task can preempt the other.
Time preempting_pairs(const TaskSet &set);

// The least number of groups of tasks that cannot preempt one another; fills in the group of each
// task, in the order of the input. Numbers begin with the group that has the least protection.
std::size_t nonpreemptive_groups(const TaskSet &set, std::vector<std::size_t> &group);

} // namespace limen::analysis
