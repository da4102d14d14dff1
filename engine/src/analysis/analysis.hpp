// SPDX-License-Identifier: Apache-2.0
// The analysis of a whole set: the response time of each task, with its blocking and with the cost
// of preemptions. Single systems, batches and assignments all call respond_to() and is_met().
#pragma once

#include "analysis/response.hpp"

namespace limen::analysis
{

struct Analysis {
    TaskSet set;
    Rules rules;

    // Works with the cost of preemptions; memory that is used again and again.
    std::vector<double> charged;
};

// The response time of a task with the blocking that the set implies.
Response respond_to(Analysis &analysis, const Query &query);

// The response time of a task that only `blocker` blocks; if `blocker` is set.count, no task does.
Response respond_blocked_by(Analysis &analysis, const Query &query, std::size_t blocker);

// Whether a task meets its deadline.
bool is_met(Analysis &analysis, std::size_t task);

// Whether each task meets its deadline.
bool is_schedulable(Analysis &analysis);

} // namespace limen::analysis
