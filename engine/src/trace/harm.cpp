// SPDX-License-Identifier: Apache-2.0
#include "trace/harm.hpp"

#include "trace/blocks.hpp"
#include "trace/cursors.hpp"
#include "trace/exact.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

// One distance between activations, or two, may be an accident.
constexpr std::size_t distances_min = 3;

Tick middle_distance(const Jobs &jobs, std::size_t first, std::size_t last)
{
    std::vector<Tick> distances;
    distances.reserve(last - first);
    bool is_periodic = false;
    for_each_row(last - first, [&](std::size_t at) {
        const Tick interval = jobs.interval[first + at];
        if (interval > 0) {
            distances.push_back(interval);
            is_periodic = is_periodic || jobs.is_job[first + at] != 0;
        }
    });
    if (distances.size() < (is_periodic ? 1 : distances_min)) {
        return 0;
    }
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return *middle;
}

std::size_t count_more_urgent(const std::vector<LaneInfo> &lanes, std::size_t lane)
{
    const std::int32_t own = lanes[lane].priority;
    return static_cast<std::size_t>(
        std::count_if(lanes.begin() + 1, lanes.end(), [own](const LaneInfo &other) {
            return other.priority >= 0 && (own < 0 || other.priority < own);
        }));
}

} // namespace

Bearing::Bearing(const Trace &trace, const Jobs &jobs)
    : period_(trace.lanes.size()), rank_(trace.lanes.size())
{
    whole_ = trace.count() == 0 ? 0 : trace.time.back() - trace.time.front();
    shortest_ = whole_;
    for (std::size_t first = 0; first < jobs.lane.size();) {
        const std::size_t last = end_of_lane(jobs.lane, first);
        const Tick period = middle_distance(jobs, first, last);
        period_[static_cast<std::size_t>(jobs.lane[first])] = period;
        shortest_ = period > 0 ? std::min(shortest_, period) : shortest_;
        first = last;
    }
    for (std::size_t lane = 1; lane < rank_.size(); lane++) {
        rank_[lane] = count_more_urgent(trace.lanes, lane);
    }
}

Tick Bearing::period(Lane lane) const
{
    return lane < 0 ? 0 : period_[static_cast<std::size_t>(lane)];
}

Harm Bearing::of(Lane lane, Tick delay) const
{
    const Tick own = period(lane);
    const auto time = static_cast<std::uint64_t>(own > 0 ? own : whole_);
    const std::uint64_t share = part_of(static_cast<std::uint64_t>(delay), time, 1000);
    if (lane <= 0) {
        return share;
    }
    // The least urgent thread counts half as much as the most urgent one.
    const std::size_t all = 2 * (rank_.size() - 1);
    return part_of(share, all, all - rank_[static_cast<std::size_t>(lane)]);
}

Harm Bearing::of_all(Tick longest, Tick sum) const
{
    return std::max(
        part_of(static_cast<std::uint64_t>(longest), static_cast<std::uint64_t>(shortest_), 1000),
        part_of(static_cast<std::uint64_t>(sum), static_cast<std::uint64_t>(whole_), 1000));
}

} // namespace limen::trace
