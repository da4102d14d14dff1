// SPDX-License-Identifier: Apache-2.0
// The analysis of all critical sections of a set: ceilings, the mutexes for which a thread can
// wait, the priorities that nested sections pass on, and whether threads can deadlock.
//
// A mutex with inheritance that two tasks use can be waited for. The kernel locks a mutex with a
// ceiling without a wait, unless its owner can wait inside of the section for another mutex: then
// the owner is blocked, others run, and a task that wants the mutex waits, too.
//
// A task that waits inside of a section passes on the priority of that section: the level of the
// inner mutex is at most that of the outer one (Sha, Rajkumar, Lehoczky 1990, for chains). A mutex
// with a ceiling passes on its ceiling only, and not the priorities of waiting tasks.
#pragma once

#include "analysis/task_set.hpp"

namespace limen::analysis
{

// Complete the sections of a set whose intervals are loaded and sorted.
void load_locks(TaskSet &set);

// Whether a priority that task `index` needs may not reach the owner that it waits for: the chain
// passes a mutex whose ceiling is less urgent.
bool is_cut_off(const TaskSet &set, std::size_t index);

} // namespace limen::analysis
