// SPDX-License-Identifier: Apache-2.0
// Intervals of threads and of cores, one owner behind the other.
#include "view/track_builder.hpp"
#include "view/view.hpp"

#include "trace/blocks.hpp"

#include <algorithm>
#include <limits>

namespace limen::trace
{

namespace
{

void find_ready(const Trace &trace, const States &states, std::size_t lanes, Place newest,
                View &view)
{
    TrackBuilder builder(trace, view.ready);
    std::vector<Lane> lane = states.lane;
    for (std::size_t row = 0; row < lane.size(); row++) {
        lane[row] = states.state[row] == State::ready ? lane[row] : nobody;
    }
    for_each(group(lane, lanes), builder, [&](std::size_t row) {
        const auto kind = static_cast<std::uint8_t>(states.kind[row]);
        builder.add(states.begin[row], states.end[row], newest, kind);
    });
}

void find_waiting(const Trace &trace, const Waits &waits, std::size_t lanes, Place newest,
                  View &view)
{
    TrackBuilder builder(trace, view.waiting);
    Groups groups = group(waits.lane, lanes);
    for_each(groups, builder, [&](std::size_t row) {
        const auto what = static_cast<std::uint8_t>(std::min<std::uint16_t>(waits.what[row], 255));
        builder.add(waits.begin[row], waits.end[row], newest, what);
    });
    view.wait_of = std::move(groups.at);
}

void find_held_off(const Trace &trace, const HeldOff &held_off, std::size_t lanes, Place newest,
                   View &view)
{
    TrackBuilder builder(trace, view.held_off);
    for_each(group(held_off.lane, lanes), builder, [&](std::size_t row) {
        const auto how = static_cast<std::uint8_t>(held_off.how[row]);
        builder.add(held_off.begin[row], held_off.end[row], newest, how);
    });
}

void find_interrupts(const Trace &trace, const Moves &moves, Place newest, View &view)
{
    const Interrupts &interrupts = moves.interrupts;
    TrackBuilder builder(trace, view.interrupts);
    for_each(group(interrupts.core, moves.cores), builder, [&](std::size_t row) {
        const auto depth = static_cast<std::uint8_t>(std::clamp(interrupts.depth[row], 0, 255));
        builder.add(interrupts.begin[row], interrupts.end[row], newest, depth, depth == 1);
        const bool is_small = interrupts.number[row] <= std::numeric_limits<std::int32_t>::max();
        view.interrupt_number.push_back(is_small ? static_cast<std::int32_t>(interrupts.number[row])
                                                 : -1);
    });
}

} // namespace

void find_running(const Trace &trace, const Analysis &analysis, View &view)
{
    const Slices &slices = analysis.slices;
    TrackBuilder builder(trace, view.running);
    for_each(group(slices.lane, trace.lanes.size()), builder, [&](std::size_t row) {
        const Place end = slices.is_open[row] != 0 ? no_place : slices.end[row];
        builder.add(slices.begin[row], end, slices.end[row], slices.core[row]);
    });
}

void find_tracks(const Trace &trace, const Analysis &analysis, View &view)
{
    const std::size_t lanes = trace.lanes.size();
    const auto newest = static_cast<Place>(trace.count()) - 1;
    find_ready(trace, analysis.states, lanes, newest, view);
    find_waiting(trace, analysis.waits, lanes, newest, view);
    find_held_off(trace, analysis.held_off, lanes, newest, view);
    find_interrupts(trace, analysis.moves, newest, view);
}

} // namespace limen::trace
