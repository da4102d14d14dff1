// SPDX-License-Identifier: Apache-2.0
// The interrupts in which threads became ready, for the sentences that name them.
#include "trace/analysis.hpp"
#include "trace/read/foreign/in_order.hpp"

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

// An event by which a thread became ready, and the row of its ready move.
struct WakeAt {
    Place at, row;
};

// All of them, in the order of the events: calls of other cores are before the moves.
std::vector<WakeAt> wakes_in_order(const Moves &moves)
{
    const Called &called = moves.called;
    std::vector<WakeAt> wakes(moves.ready.at.size());
    std::size_t next = 0;
    for (std::size_t row = 0; row < wakes.size(); row++) {
        wakes[row] = {moves.ready.at[row], static_cast<Place>(row)};
        if (next < called.at.size() && called.at[next] == moves.ready.at[row]) {
            wakes[row].at = called.from[next] < 0 ? called.at[next] : called.from[next];
            next++;
        }
    }
    if (!called.at.empty()) {
        put_in_order(wakes, [](const WakeAt &wake) { return std::int64_t{wake.at}; });
    }
    return wakes;
}

} // namespace

void find_woken_in(const Trace &trace, Analysis &analysis)
{
    const Moves &moves = analysis.moves;
    const Interrupts &interrupts = moves.interrupts;
    Newest newest(std::size_t{1} << 8);
    std::size_t next = 0;
    analysis.woken_in.assign(moves.ready.at.size(), no_place);
    for (const auto &[at, row] : wakes_in_order(moves)) {
        for (; next < interrupts.begin.size() && interrupts.begin[next] <= at; next++) {
            newest.begin(interrupts.core[next], interrupts.depth[next], static_cast<Place>(next));
        }
        const auto event = static_cast<std::size_t>(at);
        const std::uint8_t depth =
            trace.origin == Origin::limen ? trace.depth[event] : moves.depth[event];
        const Place place = depth == 0 ? no_place : newest.at(trace.core_of(event), depth);
        const Place end = place < 0 ? no_place : interrupts.end[static_cast<std::size_t>(place)];
        analysis.woken_in[static_cast<std::size_t>(row)] =
            place >= 0 && (end == no_place || end >= at) ? place : no_place;
    }
}

} // namespace limen::trace
