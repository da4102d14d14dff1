// SPDX-License-Identifier: Apache-2.0
// The common part of all statistics: the events that count, and the output of values.
#pragma once

#include "trace/exact.hpp"
#include "trace/json.hpp"
#include "trace/numbers.hpp"
#include "trace/statistics.hpp"

#include <algorithm>
#include <limits>

namespace limen::trace
{

// The events first <= i < last, and the times at which they begin and end.
struct Window {
    const Trace &trace;
    const Analysis &analysis;
    const Definitions &definitions;
    Place first, last;
    Tick begin = 0, end = 0;

    bool has(Place event) const
    {
        return first <= event && event < last;
    }
    // Ticks from one event to another, as far as they are in the window.
    Tick clipped(Place from, Place to) const
    {
        const auto limited = [this](Place place) {
            return std::clamp(trace.time[static_cast<std::size_t>(place)], begin, end);
        };
        return limited(to) - limited(from);
    }
    Place newest() const
    {
        return static_cast<Place>(trace.count()) - 1;
    }
    const std::string &name(Lane lane) const
    {
        return trace.lanes[static_cast<std::size_t>(lane)].name;
    }
};

inline std::size_t index(Place place)
{
    return static_cast<std::size_t>(place);
}

// Calls use(event, next) for all pairs of successive events of one core from first to last.
template <class Use> void each_step(const Trace &trace, Place first, Place last, Use use)
{
    constexpr std::size_t cores = std::size_t{std::numeric_limits<std::uint8_t>::max()} + 1;
    if (trace.core.empty()) {
        for (Place at = first; at < last; at++) {
            use(at, at + 1);
        }
        return;
    }
    Place newest[cores];
    std::fill_n(newest, cores, no_place);
    for (Place at = first; at <= last; at++) {
        Place &previous = newest[trace.core_of(index(at))];
        if (previous != no_place) {
            use(previous, at);
        }
        previous = at;
    }
}

// Per cent, rounded down to hundredths; 0.0 of nothing.
inline Decimal percent(std::uint64_t part, std::uint64_t whole)
{
    return {part_of(part, whole, 10'000), 2};
}

inline Decimal percent(Tick part, Tick whole)
{
    return percent(static_cast<std::uint64_t>(part), static_cast<std::uint64_t>(whole));
}

// Largest known use of a stack, and the event that shows it.
struct StackUse {
    Lane lane = nobody; // nobody: no event of the window shows one
    std::uint64_t used = 0;
    Place event = no_place;
};

std::vector<StackUse> stack_uses(const Window &window); // by lane; stacks.cpp

void limen_counts(const Window &window, Json &json);   // statistics_limen.cpp
void threadx_counts(const Window &window, Json &json); // statistics_threadx.cpp
void sections(const Window &window, Json &json);       // sections.cpp
void middleware(const Window &window, Json &json);     // statistics_middleware.cpp
void stacks(const Window &window, Json &json);         // stacks.cpp
void profile(const Window &window, Json &json);        // figures.cpp
void popular(const Window &window, Json &json);        // figures.cpp
void jobs(const Window &window, Json &json);           // figures.cpp
void held_off(const Window &window, Json &json);       // figures.cpp
void blocking(const Window &window, Json &json);       // figures.cpp
void fills(const Window &window, Json &json);          // figures.cpp

} // namespace limen::trace
