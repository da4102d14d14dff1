// SPDX-License-Identifier: Apache-2.0
// The proven results for a system, in the form for the page.
#pragma once

#include "analysis/system_tasks.hpp"

namespace limen::analysis
{

// {"problem": why no thread has a bound, null,
//  "threads": [{"safe": ..., "tight": ..., "why": why it has no bound, null}],
//  "stackBytes": of one stack for all threads, at most; null: a thread can wait for a mutex, since
//      then the threads that it waits for would run above it on that stack}
std::string bounds_json(const System &system);

} // namespace limen::analysis
