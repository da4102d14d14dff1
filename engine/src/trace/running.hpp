// SPDX-License-Identifier: Apache-2.0
// The running thread of a trace of ThreadX, which has calls and no switches.
#pragma once

#include "trace/lookup.hpp"
#include "trace/moves.hpp"

namespace limen::trace
{

// Finds all columns by event (did, running, ...), the interrupts, and the switches without their
// own events. A thread that ends is `blocked`, as one that waits.
// Cost: O(n) for n events, O(n log n) if there are several cores.
void find_running(const Trace &trace, LaneFinder &lane_of, Moves &moves);

} // namespace limen::trace
