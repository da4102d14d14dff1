// SPDX-License-Identifier: Apache-2.0
// Reads steps in the order of time. Each lane stores its position, so that all queries about it
// together cost as much as one pass over its changes.
#pragma once

#include "trace/blocks.hpp"
#include "trace/moves.hpp"

#include <algorithm>
#include <limits>

namespace limen::trace
{

inline constexpr Place no_more = std::numeric_limits<Place>::max();

inline std::size_t index_of(Place place) // of an existing row or lane
{
    return static_cast<std::size_t>(place);
}

class StepReader
{
  public:
    explicit StepReader(const Steps &steps)
        : steps_{steps},
          next_(steps.first.begin(),
                steps.first.begin() + static_cast<std::ptrdiff_t>(steps.initial.size()))
    {
    }

    struct Step {
        std::int32_t value;
        Place until; // the event of the next one of the lane; no_more
    };

    // The step of a lane after an event. Places rise, lane by lane.
    Step step(Place place, Lane lane)
    {
        Place &next = next_[index_of(lane)];
        const Place first = steps_.first[index_of(lane)], last = steps_.first[index_of(lane) + 1];
        while (next < last && steps_.at[index_of(next)] <= place) {
            next++;
        }
        return {next == first ? steps_.initial[index_of(lane)] : steps_.value[index_of(next) - 1],
                next < last ? steps_.at[index_of(next)] : no_more};
    }

    std::int32_t after(Place place, Lane lane)
    {
        return step(place, lane).value;
    }

    // The first change of a lane after the event of the last query; no_more.
    Place change(Lane lane) const
    {
        const Place next = next_[index_of(lane)];
        return next < steps_.first[index_of(lane) + 1] ? steps_.at[index_of(next)] : no_more;
    }

  private:
    const Steps &steps_;
    std::vector<Place> next_; // by lane: row of its next change
};

// The first row from which on a condition holds; last: none. Cost: O(log n) for n rows.
template <class Is> Place first_where(Place first, Place last, Is is)
{
    while (first < last) {
        const Place middle = first + (last - first) / 2;
        if (is(middle)) {
            last = middle;
        } else {
            first = middle + 1;
        }
    }
    return first;
}

// The place behind the last row of the lane of a row. Lanes rise.
inline std::size_t end_of_lane(const std::vector<Lane> &lanes, std::size_t row)
{
    const auto first = lanes.begin() + static_cast<std::ptrdiff_t>(row);
    return static_cast<std::size_t>(std::upper_bound(first, lanes.end(), *first) - lanes.begin());
}

inline Lane lane_in(Lane lane)
{
    return lane;
}
template <class Row> Lane lane_in(const Row &row)
{
    return row.lane;
}

// The index of the first row of each lane after a sort by lane, and the number of all rows.
// Cost: O(rows + lanes).
template <class Rows> std::vector<Place> starts_of(const Rows &rows, std::size_t lanes)
{
    std::vector<Place> first(lanes + 1, 0);
    for_each_row(rows.size(), [&](std::size_t row) { first[index_of(lane_in(rows[row])) + 1]++; });
    for (std::size_t lane = 0; lane < lanes; lane++) {
        first[lane + 1] += first[lane];
    }
    return first;
}

// Calls `function` with each row and its index after a sort by lane, in which the rows of a lane
// keep their order. `first`: starts_of these rows.
template <class Rows, class Function>
void for_each_by_lane(const Rows &rows, std::vector<Place> first, Function function)
{
    for_each_row(rows.size(), [&](std::size_t from) {
        const auto &row = rows[from];
        function(row, index_of(first[index_of(lane_in(row))]++));
    });
}

} // namespace limen::trace
