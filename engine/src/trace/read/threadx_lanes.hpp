// SPDX-License-Identifier: Apache-2.0
// The threads in a trace of ThreadX, by their addresses.
#pragma once

#include "trace/trace.hpp"

namespace limen::trace
{

// Fills `lanes` and `lane`, when all other columns are there.
// contexts: those of events in threads, each at least once.
void find_threads(std::vector<std::uint64_t> &contexts, Trace &trace);

} // namespace limen::trace
