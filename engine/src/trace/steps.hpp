// SPDX-License-Identifier: Apache-2.0
// Changes of values, collected in the order of events and then handed out by lane.
#pragma once

#include "trace/moves.hpp"

namespace limen::trace
{

// Rows of one value or of several that change together.
class StepRows
{
  public:
    void reserve(std::size_t rows)
    {
        at_.reserve(rows);
        lane_.reserve(rows);
    }

    // at: not before that of the previous row. lane >= 0.
    void add(Place at, Lane lane)
    {
        at_.push_back(at);
        lane_.push_back(lane);
    }

    // Sorts one value of all rows by lane: O(rows + lanes). The size of steps.initial is the number
    // of lanes.
    void sort(const std::vector<std::int32_t> &value, Steps &steps) const;

  private:
    std::vector<Place> at_;
    std::vector<Lane> lane_;
};

} // namespace limen::trace
