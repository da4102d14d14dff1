// SPDX-License-Identifier: Apache-2.0
// Response times of tasks that have others of the same priority. Jobs of equal priority are served
// in order of release, so that only the jobs that are released before a job delay it. The worst
// phase of the task is then not that of a release with all others: each release of an equal
// task is tried (as George, Rivierre and Spuri 1996 do for FIFO).
#pragma once

#include "analysis/response.hpp"

namespace limen::analysis
{

// Whether a task has others of its priority, and jobs of this priority are served in order.
bool is_served_in_order(const TaskSet &set, const Interference &others, const Query &query);

// The response of such a task. Returns: whether `response` is set; if not, the number of phases is
// too large, or the active period does not end.
bool respond_in_order(const TaskSet &set, const Interference &others, const Blocking &blocking,
                      const Query &query, Response &response);

} // namespace limen::analysis
