// SPDX-License-Identifier: Apache-2.0
// The columns of events, and the order of the parts.
#include "view/view.hpp"

#include "trace/blocks.hpp"
#include "trace/numbers.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

void find_times(const Trace &trace, View &view)
{
    const bool is_same = trace.time.wide().empty() && trace.time.bases() == nullptr;
    view.time.resize(is_same ? 0 : trace.count());
    for_each_row(view.time.size(),
                 [&](std::size_t i) { view.time[i] = time_of(trace, static_cast<Place>(i)); });
}

// The interrupted thread at an event in an interrupt: the one that a modern kernel records,
// otherwise the one that runs after the interrupt.
Lane interrupted(const Trace &trace, const Moves &moves, std::size_t i)
{
    if (!trace.threadx.is_modern) {
        return moves.running[i];
    }
    const std::uint64_t address = trace.priority[i];
    const Lane lane = address == 0 ? idle : trace.lane_of(address);
    return lane == nobody ? moves.running[i] : lane;
}

// The nesting of an event in an interrupt. The exit belongs to the interrupt that it ends.
std::uint8_t nesting(const Trace &trace, const Moves &moves, std::size_t i)
{
    const unsigned open = moves.depth[i] + (trace.event[i] == threadx_event::ISR_EXIT ? 1U : 0U);
    return static_cast<std::uint8_t>(std::clamp(open, 1U, 255U));
}

void find_actors(const Trace &trace, const Moves &moves, View &view)
{
    view.lane.resize(trace.count());
    if (trace.origin == Origin::limen) {
        for_each_row(trace.count(),
                     [&](std::size_t i) { view.lane[i] = trace.lane_of_number[trace.thread[i]]; });
        return;
    }
    view.depth.resize(trace.count());
    for_each_row(trace.count(), [&](std::size_t i) {
        const bool is_inside = moves.did[i] == interrupt;
        view.lane[i] = is_inside ? interrupted(trace, moves, i) : moves.did[i];
        view.depth[i] = is_inside ? nesting(trace, moves, i) : 0;
    });
}

// The events that threads caused, without those of interrupts.
Groups own_events(const Trace &trace, const View &view)
{
    const std::vector<std::uint8_t> &depth = view.depth.empty() ? trace.depth : view.depth;
    std::vector<Lane> own = view.lane;
    for (std::size_t i = 0; i < own.size(); i++) {
        own[i] = depth[i] > 0 ? nobody : own[i];
    }
    return group(own, trace.lanes.size());
}

// Events instead of rows in Calls.
void find_calls(const Analysis &analysis, View &view)
{
    view.wait_call.reserve(analysis.waits.call.size());
    for (const Place call : analysis.waits.call) {
        const std::vector<Place> &at = analysis.moves.calls.at;
        view.wait_call.push_back(call < 0 ? no_place : at[static_cast<std::size_t>(call)]);
    }
}

} // namespace

void begin_view(const Trace &trace, const Analysis &analysis, View &view)
{
    find_times(trace, view);
    find_running(trace, analysis, view);
}

void complete_view(const Trace &trace, const Analysis &analysis, View &view)
{
    find_actors(trace, analysis.moves, view);
    view.lane_events = own_events(trace, view);
    find_objects(trace, analysis, view);
    find_tracks(trace, analysis, view);
    find_off(trace, view);
    find_values(trace, analysis, view);
    find_instants(trace, analysis.moves, view);
    find_calls(analysis, view);
}

} // namespace limen::trace
