// SPDX-License-Identifier: Apache-2.0
// Finds the threads that ran in a stretch of time, and their shares of it: the answer to "why did
// it take so long".
#pragma once

#include "trace/analysis.hpp"

#include <string>

namespace limen::trace
{

// lane: of a thread, idle, `interrupt` (handlers, whatever they interrupted), `initialisation`, or
// `nobody`: not known.
struct Share {
    Lane lane;
    Tick ticks;
};

// The lane that runs on a core from an event of it on.
inline Lane lane_running(const Moves &moves, Place event)
{
    const auto at = static_cast<std::size_t>(event);
    return moves.in_interrupt[at] != 0 ? interrupt
           : event < moves.started     ? initialisation
                                       : moves.running[at];
}

// Cores from one to another.
struct CoreRange {
    unsigned first, end;
};

// Calls add(lane, ticks) for the stretches of the cores in which one lane runs, from a tick, at or
// after the event `first` and not after the next one, to the event `last`. Cost: O(events).
template <class Add>
void for_each_stretch(const Trace &trace, const Moves &moves, CoreRange cores, Place first,
                      Tick since, Place last, Add add)
{
    for (unsigned core = cores.first; first >= 0 && first < last && core < cores.end; core++) {
        Place newest = first;
        while (newest >= 0 && trace.core_of(static_cast<std::size_t>(newest)) != core) {
            newest--;
        }
        bool is_known = newest >= 0;
        Lane lane = is_known ? lane_running(moves, newest) : nobody;
        Tick begin = since;
        for (Place event = first + 1; event < last; event++) {
            const auto at = static_cast<std::size_t>(event);
            if (trace.core_of(at) != core) {
                continue;
            }
            const Lane next = lane_running(moves, event);
            if (is_known && next == lane) {
                continue;
            }
            const Tick end = trace.time[at];
            if (is_known) {
                add(lane, end - begin);
            }
            is_known = true;
            lane = next;
            begin = end;
        }
        if (is_known) {
            add(lane, trace.time[static_cast<std::size_t>(last)] - begin);
        }
    }
}

// The shares of some cores from a tick to an event, the longest first; end: no_place, to the newest
// event. Threads that did not run are left out. Cost: O(events in between).
std::vector<Share> ran_meanwhile(const Trace &trace, const Moves &moves, CoreRange cores,
                                 Tick begin, Place end);

// The cores whose threads can run instead of the thread of an event: if each core has its own
// kernel, the core of the event. no_place: all.
CoreRange cores_beside(const Trace &trace, const Moves &moves, Place event);

// The shares of these cores in an interval that begins with an event.
std::vector<Share> ran_beside(const Trace &trace, const Moves &moves, Place begin, Place end);

// "A ran for 7 ms, B for 20 µs and interrupts for 3 µs": up to three, and all others
// together. Without the lane `without`; empty if no other one ran.
std::string meanwhile_text(const Trace &trace, const std::vector<Share> &shares, Lane without);

// "it ran for 3 ms, A for 7 ms and others for 2 ms": the share of the lane `it` first, and all
// others. The parts add up to the whole time.
std::string parts_text(const Trace &trace, const std::vector<Share> &shares, Lane it);

} // namespace limen::trace
