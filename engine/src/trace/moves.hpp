// SPDX-License-Identifier: Apache-2.0
// The input of the analysis: the few kinds of moves that every origin records in its own way
// (spec/trace-analysis.md, "Moves"). The rest of the analysis is the same for all origins.
#pragma once

#include "trace/analysis_tables.hpp"
#include "trace/by_number.hpp"

#include <span>
#include <string>
#include <vector>

namespace limen::trace
{

// Values of threads that change at events: by lane, rising. The one before the first change is
// `initial`.
struct Steps {
    std::vector<std::int32_t> initial; // by lane
    std::vector<Place> first;          // by lane, and one more: its changes begin here
    std::vector<Place> at;
    std::vector<std::int32_t> value;

    // The value of a lane before an event, that is after all changes at events < place.
    std::int32_t before(Place place, Lane lane) const;
};

// Threads become ready; at rises. outcome: an LM_ status of its wait.
struct Ready {
    std::vector<Place> at;
    std::vector<Lane> lane;
    std::vector<std::uint16_t> outcome;
};

// Calls of other cores for threads that become ready: rows are those of Ready whose records name the
// call. from: the event of the call, on the core that called; no_place: not in the trace.
struct Called {
    std::vector<Place> at;     // of the ready move; rises
    std::vector<Place> record; // of the event that names the call, on the core of the thread
    std::vector<Place> from;
    std::vector<std::uint8_t> core; // that called

    // The row of a ready move; no_place.
    Place row_of(Place ready) const;
};

// Threads stop being ready; at rises. what: the reason of the wait (Limen's numbers, ThreadX's
// states); 0: it has ended. outcome: of a thread that already waited, the end of that wait. call:
// in Calls.
struct Suspend {
    std::vector<Place> at;
    std::vector<Lane> lane;
    std::vector<std::uint16_t> what;
    Narrow<std::uint64_t> object; // number or address; 0 none
    std::vector<std::uint16_t> outcome;
    std::vector<Place> call;
};

// Switches; at rises. own: the event with which a thread yields or its slice ends; no_place.
struct SwitchMoves {
    std::vector<Place> at;
    std::vector<Lane> leaves, comes;
    std::vector<Reason> reason;
    std::vector<Place> own;
    bool is_event = true; // the events are the switches; otherwise the last ones before them
};

// Calls that may wait; at rises.
struct Calls {
    std::vector<Place> at;
    std::vector<Lane> lane;
    std::vector<std::uint16_t> what;
    Narrow<std::uint64_t> object;
    std::vector<Lane> owner;           // that has the mutex; nobody
    std::vector<std::uint8_t> is_send; // to a queue
};

// Jobs of periodic threads. released: lanes with a release in the trace, rising.
struct Releases {
    std::vector<Lane> released;
    std::vector<Place> at; // completions, rising
    std::vector<Lane> lane;
    std::vector<std::uint32_t> response;
    std::vector<Place> missed_at; // missed deadlines, rising
    std::vector<Lane> missed_lane;
};

// The fill of an object: the value holds from its event on; at rises.
struct Fill {
    std::uint64_t object = 0;
    std::string kind, name;
    std::vector<Place> at;
    std::vector<std::int64_t> value;
    // The same numbers in smaller columns of another owner. `at` and `value` are empty then.
    std::span<const Place> shared_at = {};
    std::span<const std::int32_t> shared_value = {};

    std::span<const Place> events() const
    {
        return shared_at.empty() ? std::span<const Place>(at) : shared_at;
    }
    std::int64_t value_of(std::size_t row) const
    {
        return shared_at.empty() ? value[row] : shared_value[row];
    }
};

struct Moves {
    Counts counts; // of the events, by number

    // By event. did: lane of the event; interrupt; nobody: initialisation. running: the lane that
    // runs from the event on; nobody: not known. in_interrupt: a handler runs from the event on.
    // depth: ThreadX: interrupts open after the event; Limen: see Trace::depth.
    std::vector<Lane> did, running;
    std::vector<std::uint8_t> in_interrupt;
    std::vector<std::uint8_t> depth;
    std::vector<std::uint8_t> burst; // ThreadX: in an interrupt, the event before on its core not

    Ready ready;
    Called called;
    Suspend suspend;
    SwitchMoves switches;
    Calls calls;
    Interrupts interrupts;
    Releases releases;

    // Events that may change which thread runs without making one ready; rising.
    std::vector<Place> urgency;
    std::vector<Lane> urgency_of;
    std::vector<Place> points; // preempt points; rising
    std::vector<Place> lost;   // records were lost between these events and the next ones; rising

    std::vector<Fill> fills;     // in the order of object numbers or addresses
    Steps priority, base, level; // effective priority; the one that the program set; level
    Steps how;                   // a How: the cause of the raised level
    unsigned cores = 1;          // largest number of a core, and one
    Place started = 0;           // events before it belong to the initialisation of the program
};

// Finds the columns for a first picture: those by event, interrupts and switches. For Limen, whose
// events are read only once, it finds all others but the fills, too.
// Cost: O(n) for n events, O(n log n) where events of several cores are merged.
void begin_moves(const Trace &trace, Moves &moves);

// Finds all other columns but the fills. Requires: begin_moves(). Cost: as begin_moves().
void complete_moves(const Trace &trace, Moves &moves);

// Finds the fills of objects. Requires: complete_moves(). Cost: O(n log n) for n events.
void find_fills(const Trace &trace, Moves &moves);

// The parts of them. find_running: all columns by event, the interrupts, and the switches without
// their own events; a thread that ends is `blocked`, as one that waits.
void limen_moves(const Trace &trace, Moves &moves);   // moves_limen.cpp
void find_running(const Trace &trace, Moves &moves);  // running.cpp
void threadx_moves(const Trace &trace, Moves &moves); // moves_threadx.cpp
void limen_fills(const Trace &trace, Moves &moves);   // fills.cpp
void threadx_fills(const Trace &trace, Moves &moves); // fills.cpp

} // namespace limen::trace
