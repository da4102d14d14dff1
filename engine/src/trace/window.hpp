// SPDX-License-Identifier: Apache-2.0
// The common part of all statistics: the events that count, and the output of values.
#pragma once

#include "trace/exact.hpp"
#include "trace/json.hpp"
#include "trace/numbers.hpp"
#include "trace/statistics.hpp"
#include "trace/work.hpp"

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
    // Ticks from one event to another, within the window.
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

// Calls use(event) for each event of a window.
template <class Use> Work each_event(const Window &window, Use use)
{
    return each_row(index(window.first), index(window.last), std::move(use));
}

// Calls use(event, next) for all pairs of successive events of one core from first to last.
template <class Use> Work each_step(const Trace &trace, Place first, Place last, Use use)
{
    if (trace.core.empty()) {
        co_await each_row(index(first), index(std::max(first, last)),
                          [&use](std::size_t at) { use(at, at + 1); });
        co_return;
    }
    std::vector<Place> newest(cores_max, no_place);
    co_await each_row(index(first), index(last) + 1, [&](std::size_t at) {
        Place &previous = newest[trace.core_of(at)];
        if (previous != no_place) {
            use(index(previous), at);
        }
        previous = static_cast<Place>(at);
    });
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

Work find_stack_uses(const Window &window, std::vector<StackUse> &uses); // by lane; stacks.cpp

// The parts of the statistics.
Work limen_counts(const Window &window, Json &json);   // statistics_limen.cpp
Work threadx_counts(const Window &window, Json &json); // statistics_threadx.cpp
Work sections(const Window &window, Json &json);       // sections.cpp
Work middleware(const Window &window, Json &json);     // statistics_middleware.cpp
Work stacks(const Window &window, Json &json);         // stacks.cpp
Work profile(const Window &window, Json &json);        // figures.cpp
Work popular(const Window &window, Json &json);        // figures.cpp
Work jobs(const Window &window, Json &json);           // figures.cpp
Work held_off(const Window &window, Json &json);       // figures.cpp
Work blocking(const Window &window, Json &json);       // figures.cpp
Work fills(const Window &window, Json &json);          // figures.cpp

} // namespace limen::trace
