// SPDX-License-Identifier: Apache-2.0
// A system of threads as the tasks of the analysis: threads, in their order, then interrupts, at a
// level of their own above priority 0.
//
// A mutex without a protocol counts as one with a ceiling. This is correct if the thresholds of its
// users are as protective as the ceiling: none of them can preempt another one, so none waits for
// it. Otherwise unprotected_mutex() returns the mutex, and no bound holds.
#pragma once

#include "analysis/analysis.hpp"
#include "simulate/system.hpp"

#include <optional>
#include <string>

namespace limen::analysis
{

struct SystemTasks {
    std::vector<Time> work, period, deadline, jitter, priority, threshold;
    std::vector<Part> parts;
    std::vector<Time> part_stack;     // of the parts
    std::vector<Time> stack, between; // of the tasks; at the boundaries of their chunks
    std::vector<std::size_t> used;    // resources: a part has its place in this list

    explicit SystemTasks(const System &system);

    Columns columns() const
    {
        return {work.size(),   work.data(),     period.data(),   deadline.data(),
                jitter.data(), priority.data(), threshold.data()};
    }
};

// Load a system whose tasks are valid for an analysis.
void load(Analysis &analysis, const SystemTasks &tasks, const System &system, Model model);

// A mutex without a protocol for which a thread may have to wait.
std::optional<std::size_t> unprotected_mutex(const System &system);

// Names the parts of a system that the analysis does not cover: scripts of calls and time slices,
// which only the page can describe. Empty: it covers the whole system.
std::string uncovered(const System &system);

// Names the threads that can wait for each other forever, and the mutexes; empty if none can.
std::string lock_order_problem(const System &system, const SystemTasks &tasks, const TaskSet &set);

// The reason for which a response has no bound, as the text behind "no bound: ".
const char *why_unbounded(Status status);
std::string why_unprotected(const System &system, std::size_t mutex);

// The thresholds of the chunks of a set, by part; -1: the part is a section.
std::vector<std::int64_t> chunk_levels(const TaskSet &set, const std::vector<Part> &parts);

} // namespace limen::analysis
