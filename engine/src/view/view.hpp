// SPDX-License-Identifier: Apache-2.0
// The columns that the page draws, in the form in which it draws them: times in ticks since the
// oldest event, intervals of each thread one behind the other, places instead of numbers and
// addresses. The page reads them in the memory of the module, without a copy.
#pragma once

#include "trace/tables.hpp"

#include <map>

namespace limen::trace
{

// Rows of owners (lanes, cores, objects): those of owner n are start[n] .. start[n + 1].
struct Groups {
    std::vector<Place> start;
    std::vector<Place> at; // an event, or a row of a table
};

// Intervals of owners, in order of time. sum: ticks of all intervals of the owner up to and with
// this one. first, last: events; last is no_place if the interval is open.
struct Track {
    std::vector<Place> start;
    Narrow<double> begin, end, sum;
    std::vector<Place> first, last;
    std::vector<std::uint8_t> kind;
};

// Values of owners that change at events.
struct Values {
    std::vector<Place> start, at;
    std::vector<std::int32_t> value;
};

// Instants of lanes, rising.
struct Instants {
    std::vector<Place> start;
    Narrow<double> time;
};

// An object that events are about, and that is not in the table of the file.
struct Implied {
    std::uint64_t id;
    std::string kind, name;
};

struct View {
    // By event. time: empty where that of the trace is narrow with one base, and then the same.
    // depth: empty for Limen, see Trace. lane: did it; of an interrupt the interrupted one.
    // object: a place; after the analysis, in two bytes if they suffice.
    std::vector<double> time;
    std::vector<std::uint8_t> depth;
    std::vector<Lane> lane;
    std::vector<Place> object;
    std::vector<std::int16_t> short_object;

    std::vector<Implied> implied; // their places are behind those of the file
    std::map<std::uint64_t, Place> implied_at;
    Groups lane_events, object_events;

    Track running, ready, waiting, held_off; // by lane; kind: core, ReadyKind, what, How
    // By lane, of what the thread has disabled; kind of preemption_off: 1 a section of the kernel.
    Track interrupts_off, preemption_off;
    std::vector<Place> wait_of;                  // of each interval of `waiting`, in Waits
    Track interrupts;                            // by core; kind: depth
    std::vector<std::int32_t> interrupt_number;  // of each of those; -1: not known
    Values priority, level;                      // by lane
    Values fill, owner;                          // by object; owner: a lane, nobody
    Instants releases, misses, faults, restarts; // by lane

    std::vector<Place> wait_object, wait_call, inversion_object;
};

// Fills the columns of the first stage of the analysis: times, and the track `running`. Cost: O(n).
void begin_view(const Trace &trace, const Analysis &analysis, View &view);

// Fills all other columns, after the second stage. Cost: O(n log n) for n events.
void complete_view(const Trace &trace, const Analysis &analysis, View &view);

// The parts of it.
void find_objects(const Trace &trace, const Analysis &analysis, View &view); // objects.cpp
void find_running(const Trace &trace, const Analysis &analysis, View &view); // tracks.cpp
void find_tracks(const Trace &trace, const Analysis &analysis, View &view);  // tracks.cpp
void find_values(const Trace &trace, const Analysis &analysis, View &view);  // values.cpp
void find_off(const Trace &trace, View &view);                               // off.cpp
void find_instants(const Trace &trace, const Moves &moves, View &view);      // values.cpp

// The time of an event, in ticks since the oldest one.
inline double time_of(const Trace &trace, Place event)
{
    return static_cast<double>(trace.time[static_cast<std::size_t>(event)] - trace.time.front());
}

// Place of an object, in the file or implied; no_place.
Place place_of(const Trace &trace, const View &view, std::uint64_t id);

// Sorts rows by their owner 0 <= n < owners, keeping their order. Other rows are left out.
template <class Owner> Groups group(const std::vector<Owner> &owner_of, std::size_t owners)
{
    Groups groups;
    groups.start.assign(owners + 1, 0);
    const auto is_owned = [&](Owner owner) {
        return owner >= 0 && static_cast<std::size_t>(owner) < owners;
    };
    for (const Owner owner : owner_of) {
        if (is_owned(owner)) {
            groups.start[static_cast<std::size_t>(owner) + 1]++;
        }
    }
    for (std::size_t owner = 0; owner < owners; owner++) {
        groups.start[owner + 1] += groups.start[owner];
    }
    std::vector<Place> next(groups.start.begin(), groups.start.end() - 1);
    groups.at.resize(static_cast<std::size_t>(groups.start.back()));
    for (std::size_t row = 0; row < owner_of.size(); row++) {
        if (is_owned(owner_of[row])) {
            Place &place = next[static_cast<std::size_t>(owner_of[row])];
            groups.at[static_cast<std::size_t>(place++)] = static_cast<Place>(row);
        }
    }
    return groups;
}

std::vector<Column> columns_of(const Trace &trace, const View &view);

} // namespace limen::trace
