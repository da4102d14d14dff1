// SPDX-License-Identifier: Apache-2.0
// The analysis of the moves of a trace (spec/trace-analysis.md): the intervals in which each thread
// ran, was ready and waited, the reason of each switch, the threads that held off others, and the
// durations of jobs. All results are columns: spec/trace-tables.json has them.
#pragma once

#include "trace/moves.hpp"
#include "trace/work.hpp"

#include <set>

namespace limen::trace
{

struct States : StatesColumns {
    std::vector<Place> first; // by lane, and one more: where its rows begin
};

struct HeldOff : HeldOffColumns {
    Place end_of_list = no_place; // event from which on there are too many rows to list
};

// Times in which a handler runs while a lane is dispatched, by lane.
struct Interruptions {
    std::vector<Place> first; // by lane, and one more
    std::vector<Place> begin, end;
};

struct Analysis {
    Moves moves;
    Slices slices;
    States states;
    Waits waits;
    Pieces pieces;
    HeldOff held_off;
    Switches switches;
    WakeUps wake_ups;
    Interruptions interruptions;
    Jobs jobs;
    Inversions inversions;
    std::set<std::pair<std::uint64_t, Lane>> takers; // objects, and the lanes that take from them
    std::vector<Place> woken_in; // by ready move: in Interrupts, where it happened; no_place
};

// The whole analysis: all stages.
// Returns: an error if the trace names more threads than any system has.
// Cost: O(n log n) for n events.
std::optional<Error> analyse(const Trace &trace, Analysis &analysis);

// The first stage: its moves, and which thread ran when. A picture can be drawn from it.
// Returns: as analyse().
std::optional<Error> begin_analysis(const Trace &trace, Analysis &analysis);

// The second stage: the results that the findings need.
// Requires: begin_analysis() has returned no error.
void continue_analysis(const Trace &trace, Analysis &analysis);

// The third stage: the rest. Requires: the second stage.
void complete_analysis(const Trace &trace, Analysis &analysis);

// Their parts, in the order of their dependencies.
void find_slices(const Trace &trace, Analysis &analysis); // slices.cpp: all but the levels
void find_pieces(const Trace &trace, Analysis &analysis); // slices.cpp: and levels of slices
// states.cpp: states, waits, held-off intervals, and jobs except for the results of the next ones
void find_states(const Trace &trace, Analysis &analysis);
void find_interruptions(const Trace &trace, Analysis &analysis); // interruptions.cpp
void find_starts(const Trace &trace, Analysis &analysis);        // jobs.cpp: latencies, intervals
void find_inversions(const Trace &trace, Analysis &analysis);    // inversions.cpp
void find_takers(const Trace &trace, Analysis &analysis);        // delayed_wakers.cpp
void measure_jobs(const Trace &trace, Analysis &analysis);       // jobs.cpp: the rest
void find_switches(const Trace &trace, Analysis &analysis);      // switches.cpp: and wake-ups
void find_woken_in(const Trace &trace, Analysis &analysis);      // woken_in.cpp

// The execution time of a job that need not be measured.
// Requires: the second stage. Cost: O(log n + its states) for n states.
Tick execution_of(const Trace &trace, const Analysis &analysis, std::size_t row); // jobs.cpp

// The blocking within the events first <= i < last: blocking.cpp.
Blocking find_blocking(const Trace &trace, const Analysis &analysis, Place first, Place last);
Work add_blocking(const Trace &trace, const Analysis &analysis, Place first, Place last,
                  Blocking &blocking);

} // namespace limen::trace
