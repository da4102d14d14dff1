// SPDX-License-Identifier: Apache-2.0
// The interrupts in which threads became ready, for the sentences that name them.
#include "trace/analysis.hpp"

namespace limen::trace
{

namespace
{

// The newest interrupt of each core and depth.
class Newest
{
  public:
    explicit Newest(std::size_t cores) : place_(cores * depths_max, no_place)
    {
    }

    void begin(std::size_t core, std::int32_t depth, Place place)
    {
        if (depth >= 0 && static_cast<std::size_t>(depth) < depths_max) {
            at(core, static_cast<std::size_t>(depth)) = place;
        }
    }

    Place &at(std::size_t core, std::size_t depth)
    {
        return place_[core * depths_max + depth];
    }

  private:
    std::vector<Place> place_;
};

} // namespace

void find_woken_in(const Trace &trace, Analysis &analysis)
{
    const Ready &ready = analysis.moves.ready;
    const Interrupts &interrupts = analysis.moves.interrupts;
    Newest newest(std::size_t{1} << 8);
    std::size_t next = 0;
    analysis.woken_in.assign(ready.at.size(), no_place);
    for (std::size_t i = 0; i < ready.at.size(); i++) {
        const Place at = ready.at[i];
        for (; next < interrupts.begin.size() && interrupts.begin[next] <= at; next++) {
            newest.begin(interrupts.core[next], interrupts.depth[next], static_cast<Place>(next));
        }
        const auto event = static_cast<std::size_t>(at);
        const std::uint8_t depth =
            trace.origin == Origin::limen ? trace.depth[event] : analysis.moves.depth[event];
        const Place place = depth == 0 ? no_place : newest.at(trace.core_of(event), depth);
        const Place end = place < 0 ? no_place : interrupts.end[static_cast<std::size_t>(place)];
        analysis.woken_in[i] = place >= 0 && (end == no_place || end >= at) ? place : no_place;
    }
}

} // namespace limen::trace
