// SPDX-License-Identifier: Apache-2.0
// Findings about calls that were refused, and about threads that wait for each other.
#include "trace/findings_parts.hpp"

namespace limen::trace
{

namespace
{

// The mutex for which a lane waits at the end of the trace, and the lane that has it.
struct OpenWait {
    Place wait = no_place;
    Lane owner = nobody;
};

std::vector<OpenWait> open_waits(const Findings &found)
{
    const Waits &waits = found.analysis.waits;
    std::vector<OpenWait> open(found.trace.lanes.size());
    for (std::size_t row = 0; row < waits.lane.size(); row++) {
        if (waits.end[row] == no_place && waits.what[row] == wait::MUTEX && waits.lane[row] > 0 &&
            waits.owner[row] > 0) {
            open[static_cast<std::size_t>(waits.lane[row])] = {static_cast<Place>(row),
                                                               waits.owner[row]};
        }
    }
    return open;
}

// The circle that a lane closes, beginning with that lane; empty if there is none.
std::vector<Lane> circle_from(const std::vector<OpenWait> &open, Lane start)
{
    std::vector<Lane> circle;
    Lane lane = start;
    while (lane > 0 && circle.size() <= open.size()) {
        circle.push_back(lane);
        lane = open[static_cast<std::size_t>(lane)].owner;
        if (lane == start) {
            return circle;
        }
    }
    return {};
}

} // namespace

void add_errors(Findings &)
{
}

void add_circles(Findings &found)
{
    const Waits &waits = found.analysis.waits;
    const std::vector<OpenWait> open = open_waits(found);
    for (Lane start = 1; static_cast<std::size_t>(start) < open.size(); start++) {
        const std::vector<Lane> circle = circle_from(open, start);
        if (circle.empty() || *std::min_element(circle.begin(), circle.end()) != start) {
            continue; // each circle is told once, from its first thread
        }
        std::string text = "Deadlock: ";
        Place begin = 0;
        for (const Lane lane : circle) {
            const auto wait = static_cast<std::size_t>(open[static_cast<std::size_t>(lane)].wait);
            append(text, concat(lane == start ? "" : ", ", found.name(lane), " waits for ",
                                found.object("mutex", waits.object[wait]), " of ",
                                found.name(waits.owner[wait])));
            begin = std::max(begin, waits.begin[wait]);
        }
        const Tick ticks = found.time(no_place) - found.time(begin);
        append(text, concat(", for ", ticks_text(ticks),
                            " up to the end of the trace. Lock mutexes in the same order "
                            "everywhere."));
        found.list.push_back({Severity::error, "deadlock", text, begin, found.time(begin),
                              found.time(no_place), start, ticks});
    }
}

} // namespace limen::trace
