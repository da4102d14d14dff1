// SPDX-License-Identifier: Apache-2.0
// Values of threads that change at events.
#include "trace/moves.hpp"

#include "trace/blocks.hpp"
#include "trace/steps.hpp"

#include <algorithm>

namespace limen::trace
{

std::int32_t Steps::before(Place place, Lane lane) const
{
    const auto row = static_cast<std::size_t>(lane);
    if (lane < 0 || row >= initial.size()) {
        return 0;
    }
    const auto begin = at.begin() + first[row];
    const auto found = std::lower_bound(begin, at.begin() + first[row + 1], place);
    return found == begin ? initial[row] : value[static_cast<std::size_t>(found - at.begin()) - 1];
}

Place Called::row_of(Place ready) const
{
    const auto found = std::lower_bound(at.begin(), at.end(), ready);
    return found != at.end() && *found == ready ? static_cast<Place>(found - at.begin()) : no_place;
}

void StepRows::sort(const std::vector<std::int32_t> &value, Steps &steps) const
{
    const std::size_t lanes = steps.initial.size();
    steps.first.assign(lanes + 1, 0);
    for (const Lane lane : lane_) {
        steps.first[static_cast<std::size_t>(lane) + 1]++;
    }
    for (std::size_t lane = 0; lane < lanes; lane++) {
        steps.first[lane + 1] += steps.first[lane];
    }
    std::vector<Place> next(steps.first.begin(), steps.first.end() - 1);
    steps.at.resize(at_.size());
    steps.value.resize(at_.size());
    for_each_row(at_.size(), [&](std::size_t row) {
        const auto to = static_cast<std::size_t>(next[static_cast<std::size_t>(lane_[row])]++);
        steps.at[to] = at_[row];
        steps.value[to] = value[row];
    });
}

} // namespace limen::trace
