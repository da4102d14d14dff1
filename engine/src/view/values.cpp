// SPDX-License-Identifier: Apache-2.0
// Values and instants over time: urgency of threads, fills and owners of objects, releases and
// missed deadlines.
#include "view/view.hpp"

#include "trace/numbers.hpp"
#include "trace/owners.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

namespace limen::trace
{

namespace
{

// Appends values, owner by owner. Several at one event: the last one holds.
class ValueBuilder
{
  public:
    explicit ValueBuilder(Values &values) : values_{values}
    {
        values.start.push_back(0);
    }

    void add(Place at, std::int32_t value)
    {
        if (!is_empty() && values_.at.back() == at) {
            values_.value.back() = value;
            return;
        }
        if (!is_empty() && values_.value.back() == value) {
            return;
        }
        values_.at.push_back(at);
        values_.value.push_back(value);
    }

    void next_owner()
    {
        values_.start.push_back(static_cast<Place>(values_.at.size()));
    }

  private:
    bool is_empty() const
    {
        return values_.at.size() == static_cast<std::size_t>(values_.start.back());
    }

    Values &values_;
};

// The changes of one lane, one after the other.
class Cursor
{
  public:
    Cursor(const Steps &steps, std::size_t lane)
        : steps_{steps}, next_{steps.first[lane]}, end_{steps.first[lane + 1]},
          value_{steps.initial[lane]}
    {
    }

    Place next_at() const
    {
        return next_ < end_ ? steps_.at[static_cast<std::size_t>(next_)]
                            : std::numeric_limits<Place>::max();
    }

    // Whether there is a change at that event.
    bool advance(Place at)
    {
        const Place before = next_;
        while (next_at() <= at) {
            value_ = steps_.value[static_cast<std::size_t>(next_++)];
        }
        return next_ != before;
    }

    std::int32_t value() const
    {
        return value_;
    }

  private:
    const Steps &steps_;
    Place next_, end_;
    std::int32_t value_;
};

void find_priorities(const Trace &trace, const Steps &priority, View &view)
{
    ValueBuilder builder(view.priority);
    for (std::size_t lane = 0; lane < trace.lanes.size(); lane++) {
        if (trace.lanes[lane].priority >= 0 && trace.count() > 0) {
            builder.add(0, priority.initial[lane]);
        }
        for (Cursor cursor(priority, lane); cursor.next_at() < std::numeric_limits<Place>::max();) {
            const Place at = cursor.next_at();
            cursor.advance(at);
            builder.add(at, cursor.value());
        }
        builder.next_owner();
    }
}

// The level in force: the recorded one while a thread is dispatched or preempted, and its priority
// otherwise.
class Levels
{
  public:
    Levels(const Trace &trace, const Analysis &analysis, View &view)
        : trace_{trace}, analysis_{analysis}, builder_{view.level}
    {
    }

    void run()
    {
        for (std::size_t lane = 0; lane < trace_.lanes.size(); lane++) {
            add(lane);
            builder_.next_owner();
        }
    }

  private:
    void add(std::size_t lane)
    {
        const States &states = analysis_.states;
        Cursor level(analysis_.moves.level, lane), priority(analysis_.moves.priority, lane);
        Place state = states.first[lane];
        const Place behind = states.first[lane + 1];
        bool is_running = false, keeps_level = false;
        std::int32_t shown = priority.value();
        if (trace_.lanes[lane].priority >= 0 && trace_.count() > 0) {
            builder_.add(0, shown);
        }
        for (;;) {
            const Place begin = state < behind ? states.begin[static_cast<std::size_t>(state)]
                                               : std::numeric_limits<Place>::max();
            const Place at = std::min({begin, level.next_at(), priority.next_at()});
            if (at == std::numeric_limits<Place>::max()) {
                return;
            }
            const bool has_priority = priority.advance(at);
            bool has_level = level.advance(at);
            if (has_priority && !keeps_level) {
                shown = priority.value();
            }
            for (; state < behind && states.begin[static_cast<std::size_t>(state)] == at; state++) {
                const auto row = static_cast<std::size_t>(state);
                is_running = states.state[row] == State::running;
                keeps_level = is_running || states.kind[row] == ReadyKind::preempted;
                has_level = has_level || is_running;
                shown = keeps_level ? shown : priority.value();
            }
            shown = has_level && is_running ? level.value() : shown;
            builder_.add(at, shown);
        }
    }

    const Trace &trace_;
    const Analysis &analysis_;
    ValueBuilder builder_;
};

std::int32_t narrowed(std::int64_t value)
{
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(
        value, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
}

std::size_t count_objects(const Trace &trace, const View &view)
{
    return trace.objects.size() + view.implied.size();
}

void find_fills(const Trace &trace, const std::vector<Fill> &fills, View &view)
{
    std::vector<const Fill *> of(count_objects(trace, view));
    for (const Fill &fill : fills) {
        if (const Place place = place_of(trace, view, fill.object); place != no_place) {
            of[static_cast<std::size_t>(place)] = &fill;
        }
    }
    Values &values = view.fill;
    values.start.push_back(0);
    for (const Fill *fill : of) {
        for (std::size_t i = 0; fill != nullptr && i < fill->at.size(); i++) {
            values.at.push_back(fill->at[i]);
            values.value.push_back(narrowed(fill->value[i]));
        }
        values.start.push_back(static_cast<Place>(values.at.size()));
    }
}

bool is_mutex(const Trace &trace, const View &view, std::size_t place)
{
    if (place >= trace.objects.size()) {
        return view.implied[place - trace.objects.size()].kind == "mutex";
    }
    const std::uint32_t kind = trace.objects[place].kind;
    return trace.origin == Origin::limen ? kind == kind::MUTEX : kind == threadx_type::MUTEX;
}

void find_owners(const Trace &trace, View &view)
{
    ValueBuilder builder(view.owner);
    for (std::size_t place = 0; place < count_objects(trace, view); place++) {
        const Place behind = is_mutex(trace, view, place) ? view.object_events.start[place + 1] : 0;
        for (Place row = view.object_events.start[place]; row < behind; row++) {
            const Place at = view.object_events.at[static_cast<std::size_t>(row)];
            const auto i = static_cast<std::size_t>(at);
            if (const std::optional<Lane> owner = owner_behind(trace, i)) {
                builder.add(at, *owner);
            }
        }
        builder.next_owner();
    }
}

// Instants of Limen's events with a number: their times, less that in b.
Instants instants_of(const Trace &trace, const Moves &moves, std::uint16_t number,
                     bool is_late = false)
{
    Instants instants;
    const bool is_there = trace.origin == Origin::limen && moves.counts[number] > 0;
    std::vector<Lane> lane(is_there ? trace.count() : 0, nobody);
    for (std::size_t i = 0; i < lane.size(); i++) {
        if (trace.event[i] == number && trace.lane_of_number[trace.object[i]] > 0) {
            lane[i] = trace.lane_of_number[trace.object[i]];
        }
    }
    const Groups groups = group(lane, trace.lanes.size());
    instants.start = groups.start;
    std::vector<double> times;
    for (const Place at : groups.at) {
        times.push_back(time_of(trace, at) - (is_late ? trace.b[static_cast<std::size_t>(at)] : 0));
    }
    for (std::size_t owner = 0; owner + 1 < instants.start.size(); owner++) {
        std::sort(times.begin() + instants.start[owner], times.begin() + instants.start[owner + 1]);
    }
    for (const double time : times) {
        instants.time.push_back(time);
    }
    return instants;
}

} // namespace

void find_values(const Trace &trace, const Analysis &analysis, View &view)
{
    find_priorities(trace, analysis.moves.priority, view);
    Levels(trace, analysis, view).run();
    find_fills(trace, analysis.moves.fills, view);
    find_owners(trace, view);
}

void find_instants(const Trace &trace, const Moves &moves, View &view)
{
    view.releases = instants_of(trace, moves, event::RELEASE);
    view.misses = instants_of(trace, moves, event::DEADLINE_MISS, true);
    view.faults = instants_of(trace, moves, event::FAULT);
    view.restarts = instants_of(trace, moves, event::THREAD_RESTART);
}

} // namespace limen::trace
