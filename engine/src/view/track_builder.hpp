// SPDX-License-Identifier: Apache-2.0
// Builds the intervals of threads and of cores, one owner behind the other.
#pragma once

#include "view/view.hpp"

#include "trace/blocks.hpp"

namespace limen::trace
{

// Appends intervals, owner by owner.
class TrackBuilder
{
  public:
    TrackBuilder(const Trace &trace, Track &track) : trace_{trace}, track_{track}
    {
        track.start.push_back(0);
    }

    // Makes room for all rows, so that none is copied.
    void reserve(std::size_t rows)
    {
        track_.begin.reserve(rows);
        track_.end.reserve(rows);
        track_.sum.reserve(rows);
        track_.first.reserve(rows);
        track_.last.reserve(rows);
        track_.kind.reserve(rows);
    }

    // last: no_place, the interval is open and ends at the event `until`. Nested intervals do not
    // count in the sum.
    void add(Place first, Place last, Place until, std::uint8_t kind, bool is_counted = true)
    {
        const double begin = time_of(trace_, first);
        const double end = time_of(trace_, last < 0 ? until : last);
        sum_ += is_counted ? end - begin : 0;
        track_.begin.push_back(begin);
        track_.end.push_back(end);
        track_.sum.push_back(sum_);
        track_.first.push_back(first);
        track_.last.push_back(last);
        track_.kind.push_back(kind);
    }

    void next_owner()
    {
        track_.start.push_back(static_cast<Place>(track_.first.size()));
        sum_ = 0;
    }

  private:
    const Trace &trace_;
    Track &track_;
    double sum_ = 0;
};

// To be called for each row of each owner.
template <class Row> void for_each(const Groups &groups, TrackBuilder &builder, Row add)
{
    builder.reserve(groups.at.size());
    for (std::size_t owner = 0; owner + 1 < groups.start.size(); owner++) {
        const auto first = static_cast<std::size_t>(groups.start[owner]);
        const auto behind = static_cast<std::size_t>(groups.start[owner + 1]);
        for_each_row(behind - first, [&](std::size_t row) {
            add(static_cast<std::size_t>(groups.at[first + row]));
        });
        builder.next_owner();
    }
}

} // namespace limen::trace
