// SPDX-License-Identifier: Apache-2.0
// The measures of a trace that changes() compares: kind, thread, object, number, flag, text.
#include "trace/changes.hpp"

#include "trace/concat.hpp"
#include "trace/numbers.hpp"
#include "trace/window.hpp"

#include <map>
#include <tuple>

namespace limen::trace
{

namespace
{

constexpr std::uint64_t picoseconds = 1'000'000'000'000;

// The greatest time of each thread, or pair of a thread and an object.
struct Longest {
    Tick ticks = 0;
    bool is_flagged = false;
};
using Times = std::map<std::pair<std::string, std::string>, Longest>;

class Digest
{
  public:
    explicit Digest(const Trace &trace) : trace_{trace}
    {
    }

    void add(std::string_view kind, std::string_view thread, std::string_view object,
             std::uint64_t number, std::string_view said, bool is_flagged = false)
    {
        append(text, concat(kind, '\t', thread, '\t', object, '\t', number, '\t',
                            is_flagged ? 1 : 0, '\t', said, '\n'));
    }

    void add_time(std::string_view kind, std::string_view thread, std::string_view object,
                  const Longest &longest)
    {
        const std::uint64_t hz = trace_.limen.clock_hz;
        const auto ticks = static_cast<std::uint64_t>(longest.ticks);
        add(kind, thread, object, hz == 0 ? ticks : part_of(ticks, hz, picoseconds),
            duration_text(trace_, longest.ticks), longest.is_flagged);
    }

    void add_times(std::string_view kind, const Times &times)
    {
        for (const auto &[who, longest] : times) {
            add_time(kind, who.first, who.second, longest);
        }
    }

    std::string text;

  private:
    const Trace &trace_;
};

const std::string &name_of_lane(const Trace &trace, Lane lane)
{
    return trace.lanes[index(lane)].name;
}

Tick time_at(const Trace &trace, Place event)
{
    return event < 0 ? trace.time.back() : trace.time[index(event)];
}

void keep(Longest &longest, Tick ticks, bool is_flagged = false)
{
    longest.ticks = std::max(longest.ticks, ticks);
    longest.is_flagged = longest.is_flagged || is_flagged;
}

Times responses(const Trace &trace, const Jobs &jobs)
{
    Times times;
    for (std::size_t row = 0; row < jobs.lane.size(); row++) {
        keep(times[{name_of_lane(trace, jobs.lane[row]), ""}], jobs.response[row]);
    }
    return times;
}

Times waits_for_owners(const Trace &trace, const Inversions &all)
{
    Times times;
    for (std::size_t row = 0; row < all.at.size(); row++) {
        std::string mutex = trace.name_of(all.object[row]);
        mutex = begins_with(mutex, "mutex") ? mutex : concat("mutex ", mutex);
        keep(times[{name_of_lane(trace, all.waiter[row]), mutex}],
             time_at(trace, all.end[row]) - time_at(trace, all.at[row]),
             all.unbounded_at[row] != no_place);
    }
    return times;
}

Times held_off_times(const Trace &trace, const HeldOff &held)
{
    Times times;
    for (std::size_t row = 0; row < held.lane.size(); row++) {
        keep(times[{name_of_lane(trace, held.lane[row]), ""}],
             time_at(trace, held.end[row]) - time_at(trace, held.begin[row]));
    }
    return times;
}

void add_counts(const Trace &trace, const Analysis &analysis, Digest &digest)
{
    std::map<std::string, std::uint64_t> missed;
    Longest off;
    Place since = no_place;
    for (std::size_t at = 0; trace.origin == Origin::limen && at < trace.count(); at++) {
        if (trace.event[at] == event::DEADLINE_MISS && trace.lane_of_number[trace.object[at]] > 0) {
            missed[name_of_lane(trace, trace.lane_of_number[trace.object[at]])]++;
        } else if (trace.event[at] == event::IRQ_OFF && since == no_place) {
            since = static_cast<Place>(at);
        } else if (trace.event[at] == event::IRQ_ON && since != no_place) {
            keep(off, trace.time[at] - trace.time[index(since)]);
            since = no_place;
        }
    }
    for (const auto &[thread, count] : missed) {
        digest.add("missed", thread, "", count, grouped(static_cast<Tick>(count)));
    }
    if (off.ticks > 0) {
        digest.add_time("off", "", "", off);
    }
    const std::size_t switches = analysis.switches.at.size();
    digest.add("switches", "", "", switches, grouped(static_cast<Tick>(switches)));
}

} // namespace

std::string digest(const Trace &trace, const Analysis &analysis)
{
    Digest digest(trace);
    if (trace.count() > 0) {
        digest.add_times("response", responses(trace, analysis.jobs));
        digest.add_times("wait", waits_for_owners(trace, analysis.inversions));
        digest.add_times("held", held_off_times(trace, analysis.held_off));
        add_counts(trace, analysis, digest);
    }
    return digest.text;
}

} // namespace limen::trace
