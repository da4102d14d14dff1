// SPDX-License-Identifier: Apache-2.0
// Priorities, and with them thresholds.
//
// dm: deadline monotonic, by deadline - jitter. Optimal for preemptive tasks whose deadlines are at
// most their periods (Leung and Whitehead 1982).
// opa: Audsley's algorithm. Optimal for preemptive tasks with any deadlines and jitters, and for
// non-preemptive tasks (George, Rivierre, Spuri 1996). Not valid with thresholds: there, a response
// depends on the order among the more urgent tasks.
// search: for thresholds. Deadline monotonic; Audsley's order for non-preemptive tasks; then from the
// first of them, tasks are moved to other places as long as that lowers the sum of latenesses.
#pragma once

#include "analysis/assign/thresholds.hpp"

namespace limen::analysis
{

enum class Order : std::uint8_t { keep, dm, opa_preemptive, opa_nonpreemptive, search };

// Memory of an assignment; keep one for many sets.
struct Workshop {
    Analysis analysis;
    Tolerance tolerance;
    std::vector<std::size_t> order; // tasks of the input, most urgent first
    std::vector<std::int64_t> priority, threshold;
    std::vector<Part> parts; // chunks and sections, in the order of their tasks; may be empty
};

// Choose an order of the tasks, all priorities different. The priorities of `columns` break ties
// and are the result of `keep`. Returns whether the order meets all deadlines: preemptive ones with
// `opa_preemptive`, non-preemptive ones with `opa_nonpreemptive`, with maximal thresholds otherwise.
// workshop.priority and .threshold have the result, in the order of the input; on failure, the best
// one that was tried; of tasks with chunks, the threshold of the last one.
bool assign_priorities(Workshop &workshop, const Columns &columns, Order order);

} // namespace limen::analysis
