// SPDX-License-Identifier: Apache-2.0
// Findings about calls that were refused, and about threads that wait for each other.
#include "trace/blocks.hpp"
#include "trace/errors.hpp"
#include "trace/findings_parts.hpp"

#include <map>
#include <tuple>

namespace limen::trace
{

namespace
{

// Errors of one caller, call, object and answer.
struct ErrorGroup {
    std::size_t count = 0;
    Place first = no_place;
};

// The mutex for which a lane waits at the end of the trace, and the lane that has it.
struct OpenWait {
    Place wait = no_place;
    Lane owner = nobody;
};

std::vector<OpenWait> open_waits(const Findings &found)
{
    const Waits &waits = found.analysis.waits;
    std::vector<OpenWait> open(found.trace.lanes.size());
    for_each_row(waits.lane.size(), [&](std::size_t row) {
        if (waits.end[row] == no_place && waits.what[row] == wait::MUTEX && waits.lane[row] > 0 &&
            waits.owner[row] > 0) {
            open[static_cast<std::size_t>(waits.lane[row])] = {static_cast<Place>(row),
                                                               waits.owner[row]};
        }
    });
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

void add_errors(Findings &found)
{
    const Trace &trace = found.trace;
    std::map<std::tuple<std::uint16_t, std::uint16_t, std::uint16_t, std::uint32_t>, ErrorGroup>
        groups;
    for_each_row(found.rows_with(event::ERROR), [&](std::size_t at) {
        if (trace.event[at] == event::ERROR) {
            ErrorGroup &alike =
                groups[{trace.thread[at], trace.object[at], trace.a[at], trace.b[at]}];
            alike.first = alike.count++ == 0 ? static_cast<Place>(at) : alike.first;
        }
    });
    for (const auto &[key, alike] : groups) {
        const Place first = alike.first;
        const bool is_deadly = is_deadlock(trace, index(first));
        const std::string count =
            alike.count == 1 ? std::string()
                             : concat(", ", grouped(static_cast<Tick>(alike.count)), " times");
        const std::string text = concat(
            is_deadly ? "Deadlock refused: " : "Call refused: ",
            describe(trace, first, found.definitions), " to ", context_name(trace, first), count,
            is_deadly
                ? ". Lock mutexes in the same order everywhere, and test what the call answers."
                : ". Test what the call answers, and correct the call.");
        const Tick time = trace.time[index(first)];
        found.list.push_back({Severity::error, is_deadly ? "deadlock" : "error", text, first, time,
                              time, found.analysis.moves.did[index(first)],
                              static_cast<Tick>(alike.count), harm_max});
    }
}

// The first event of each thread, and the number of events.
static std::map<std::uint16_t, ErrorGroup> groups_of(const Findings &found, std::uint16_t event)
{
    const Trace &trace = found.trace;
    std::map<std::uint16_t, ErrorGroup> groups;
    for_each_row(found.rows_with(event), [&](std::size_t at) {
        if (trace.event[at] == event) {
            ErrorGroup &alike = groups[trace.object[at]];
            alike.first = alike.count++ == 0 ? static_cast<Place>(at) : alike.first;
        }
    });
    return groups;
}

static std::string times_of(const ErrorGroup &alike)
{
    return alike.count == 1 ? std::string()
                            : concat(" ", grouped(static_cast<Tick>(alike.count)), " times, first");
}

// Adds a finding for each user thread that has caused faults, with the first fault.
void add_faults(Findings &found)
{
    const Trace &trace = found.trace;
    for (const auto &[thread, alike] : groups_of(found, event::FAULT)) {
        const std::size_t at = index(alike.first);
        const std::string count =
            alike.count == 1
                ? ""
                : concat(": the first of ", grouped(static_cast<Tick>(alike.count)), " faults");
        const std::string text =
            concat(describe(trace, alike.first, found.definitions), count,
                   ". Correct it there, or give the thread a region that allows it.");
        const Tick time = trace.time[at];
        found.list.push_back({Severity::error, "fault", text, alike.first, time, time,
                              found.analysis.moves.did[at], static_cast<Tick>(alike.count),
                              harm_max});
    }
}

// Adds a finding for each thread that has used up its budget.
void add_budgets(Findings &found)
{
    const Trace &trace = found.trace;
    for (const auto &[thread, alike] : groups_of(found, event::BUDGET)) {
        const std::size_t at = index(alike.first);
        const std::string text =
            concat("Budget", times_of(alike), ": ", describe(trace, alike.first, found.definitions),
                   ". Find out why the thread does not end its work, or give it a longer budget.");
        const Tick time = trace.time[at];
        found.list.push_back({Severity::error, "budget", text, alike.first, time, time,
                              found.analysis.moves.did[at], static_cast<Tick>(alike.count),
                              harm_max});
    }
}

void add_circles(Findings &found)
{
    const Waits &waits = found.analysis.waits;
    const std::vector<OpenWait> open = open_waits(found);
    for (Lane start = 1; static_cast<std::size_t>(start) < open.size(); start++) {
        const std::vector<Lane> circle = circle_from(open, start);
        if (circle.empty() || *std::min_element(circle.begin(), circle.end()) != start) {
            continue; // each circle is listed once, from its first thread
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
        append(text, concat(", for ", found.duration(ticks),
                            " up to the end of the trace. Lock mutexes in the same order "
                            "everywhere."));
        found.list.push_back({Severity::error, "deadlock", text, begin, found.time(begin),
                              found.time(no_place), start, ticks, harm_max});
    }
}

} // namespace limen::trace
