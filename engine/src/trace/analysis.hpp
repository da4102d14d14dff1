// SPDX-License-Identifier: Apache-2.0
// The analysis of the moves of a trace (spec/trace-analysis.md): the intervals in which each thread
// ran, was ready and waited, the reason of each switch, the threads that held off others, and the
// durations of jobs. All results are columns.
#pragma once

#include "trace/moves.hpp"

namespace limen::trace
{

enum class State : std::uint8_t { running, ready, waiting, dormant };
enum class ReadyKind : std::uint8_t { woken, preempted, yielded, slice_ended, none = 255 };

// Maximal intervals in which a thread, or idle, is dispatched on a core; begin rises.
struct Slices {
    std::vector<std::uint8_t> core;
    std::vector<Lane> lane;
    std::vector<Place> begin, end; // of an open one the newest event of its core
    std::vector<std::uint8_t> is_open;
    std::vector<std::int32_t> level; // at the beginning
};

// The states of threads, by lane, begin rising within a lane. end: no_place, open.
struct States {
    std::vector<Place> first; // by lane, and one more: where its rows begin
    std::vector<Lane> lane;
    std::vector<State> state;
    std::vector<ReadyKind> kind; // of a ready interval
    std::vector<Place> begin, end;
};

// Waits; begin rises.
struct Waits {
    std::vector<Lane> lane;
    std::vector<std::uint16_t> what;
    Narrow<std::uint64_t> object; // 0 none
    std::vector<Lane> owner;
    std::vector<Place> call; // in Calls; no_place
    std::vector<Place> begin, end;
    std::vector<std::int32_t> outcome; // -1: open, or lost
    std::vector<Lane> waker;           // a lane, interrupt, nobody
};

// Slices of threads, split where the level, the base priority or the cause of the level changes;
// empty ones are left out; begin rises on a core.
struct Pieces {
    std::vector<std::uint8_t> core;
    std::vector<Lane> lane;
    std::vector<Place> begin, end;
    std::vector<std::int32_t> level, base;
    std::vector<How> how;
};

// Held-off intervals, by lane, begin rising within a lane.
struct HeldOff {
    std::vector<Lane> lane;
    std::vector<Place> begin, end;
    std::vector<Lane> by;
    std::vector<std::int32_t> level;
    std::vector<How> how;
    Place end_of_list = no_place; // event from which on there are too many to be listed
};

// Switches and their reasons; at rises.
struct Switches {
    std::vector<Place> at;
    std::vector<std::uint8_t> core;
    std::vector<Lane> leaves, comes;
    std::vector<Reason> reason;
    std::vector<Place> cause;
    std::vector<Place> wait;  // in Waits: the one that begins; no_place
    std::vector<Place> since; // the next thread is ready from here on; no_place
    std::vector<ReadyKind> kind;
    Narrow<Tick> held;                        // ticks in which the next thread was held off since
    std::vector<Place> held_first, held_last; // in HeldOff; no_place
    std::vector<std::int32_t> priority;       // of the next thread
    std::vector<std::int32_t> level;          // of the leaving thread, before the switch
};

// The times from ready to running; at rises. runs: no_place, never.
struct WakeUps {
    std::vector<Place> at;
    std::vector<Lane> by, lane;
    std::vector<Place> runs;
};

// Jobs and activations, by lane and then by time.
struct Jobs {
    std::vector<Lane> lane;
    std::vector<std::uint8_t> is_job;
    std::vector<Place> end_at;
    Narrow<Tick> release, end;
    Narrow<Tick> response, start_latency, execution, ready, waiting, interrupted;
    Narrow<Tick> interval; // -1: the first one of its lane
    std::vector<std::uint8_t> missed;
};

// Priority inversions; at rises. end: no_place, open. unbounded_at: no_place, bounded.
struct Inversions {
    std::vector<Place> at, end;
    std::vector<Lane> waiter, owner;
    std::vector<std::uint64_t> object;
    std::vector<Place> unbounded_at;
};

// Blocking of one thread by a less urgent one in a window, for each pair that has any.
struct Blocking {
    std::vector<Lane> lane, by;
    std::vector<Tick> level, mutex;
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
    Jobs jobs;
    Inversions inversions;
    std::vector<Place> woken_in; // by ready move: in Interrupts, where it happened; no_place
};

// The whole analysis: both stages.
// Returns: an error if the trace names more threads than any system has.
// Cost: O(n log n) for n events.
std::optional<Error> analyse(const Trace &trace, Analysis &analysis);

// The first stage: its moves, and which thread ran when. A picture can be drawn from it.
// Returns: as analyse().
std::optional<Error> begin_analysis(const Trace &trace, Analysis &analysis);

// The second stage: all that follows.
// Requires: begin_analysis() has returned no error.
void complete_analysis(const Trace &trace, Analysis &analysis);

// Their parts, in the order in which they need each other.
void find_slices(const Trace &trace, Analysis &analysis);     // states.cpp: all but the levels
void find_levels(Analysis &analysis);                         // states.cpp: of slices
void find_states(const Trace &trace, Analysis &analysis);     // states.cpp: states, waits
void find_pieces(const Trace &trace, Analysis &analysis);     // held.cpp
void find_held_off(const Trace &trace, Analysis &analysis);   // held.cpp
void find_switches(const Trace &trace, Analysis &analysis);   // switches.cpp: and wake-ups
void find_jobs(const Trace &trace, Analysis &analysis);       // jobs.cpp
void find_inversions(const Trace &trace, Analysis &analysis); // inversions.cpp
void find_woken_in(const Trace &trace, Analysis &analysis);   // woken_in.cpp

// The blocking within the events first <= i < last.
Blocking find_blocking(const Trace &trace, const Analysis &analysis, Place first,
                       Place last); // blocking.cpp

} // namespace limen::trace
