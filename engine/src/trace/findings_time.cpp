// SPDX-License-Identifier: Apache-2.0
// Findings about time: deadlines, inversions, held-off threads, response times.
#include "trace/findings_parts.hpp"

#include "trace/blocks.hpp"
#include "trace/cursors.hpp"
#include "trace/meanwhile.hpp"

#include <map>
#include <tuple>

namespace limen::trace
{

namespace
{

constexpr Tick starved_share = 4; // a quarter of the trace

std::string times(std::size_t count)
{
    return count == 1 ? std::string("once") : concat(grouped(static_cast<Tick>(count)), " times");
}

// Events about lateness of a lane: their number, and the worst one.
struct Late {
    std::size_t count = 0;
    Place worst = no_place;
    std::uint32_t ticks = 0;
};

std::vector<Late> lateness(const Findings &found, std::uint16_t number)
{
    const Trace &trace = found.trace;
    std::vector<Late> late(trace.lanes.size());
    for_each_row(found.rows_with(number), [&](std::size_t at) {
        if (trace.event[at] != number || trace.lane_of_number[trace.object[at]] <= 0) {
            return;
        }
        const Lane lane = trace.lane_of_number[trace.object[at]];
        Late &own = late[static_cast<std::size_t>(lane)];
        if (own.count++ == 0 || trace.b[at] > own.ticks) {
            own.worst = static_cast<Place>(at);
            own.ticks = trace.b[at];
        }
    });
    return late;
}

// The job that ends with an event, or the newest one of the lane before it; no_place.
Place job_before(const Jobs &jobs, Lane lane, Place event)
{
    Place best = no_place;
    const auto [first, last] = std::equal_range(jobs.lane.begin(), jobs.lane.end(), lane);
    for (auto row = first - jobs.lane.begin(); row < last - jobs.lane.begin(); row++) {
        if (jobs.end_at[static_cast<std::size_t>(row)] <= event) {
            best = static_cast<Place>(row);
        }
    }
    return best;
}

// Inversions of one mutex, waiter and owner.
struct InversionGroup {
    std::size_t count = 0, unbounded = 0;
    std::size_t worst = 0; // row
    Tick ticks = -1;
    bool is_worst_unbounded = false;
};

bool has_protocol(const Findings &found, std::uint64_t mutex)
{
    const Object *const object = found.trace.find(mutex);
    return object != nullptr &&
           (found.trace.origin == Origin::limen ? object->threshold != 0 : object->p1 != 0);
}

std::string remedy_of(const Findings &found, std::uint64_t mutex, bool is_unbounded, bool has_slept)
{
    if (has_slept) {
        return " Do not wait while a mutex is held.";
    }
    if (has_protocol(found, mutex)) {
        return " Shorten the section in which it is locked.";
    }
    return is_unbounded ? " Give the mutex priority inheritance or a ceiling."
                        : " A thread between the two would make it longer: give the mutex priority "
                          "inheritance or a ceiling.";
}

// The longest wait of the owner of a mutex between two times in which no thread runs; no_place.
Place owners_wait(const Findings &found, Lane owner, Tick begin, Tick end)
{
    const Waits &waits = found.analysis.waits;
    Place longest = no_place;
    Tick ticks = 0;
    for (std::size_t row = 0; row < waits.lane.size(); row++) {
        const Tick common = std::min(found.time(waits.end[row]), end) -
                            std::max(found.time(waits.begin[row]), begin);
        if (waits.lane[row] == owner && common > ticks) {
            ticks = common;
            longest = static_cast<Place>(row);
        }
    }
    return longest;
}

// "; audit slept while it held the mutex, for 2 ms": replaces the time in which no thread ran.
std::string slept_text(const Findings &found, Lane owner, std::size_t wait, Tick ticks)
{
    const Waits &waits = found.analysis.waits;
    return concat("; ", found.name(owner), waits.what[wait] == wait::TIME ? " slept" : " waited",
                  " while it held the mutex, for ", found.duration(ticks));
}

void add_inversion(Findings &found, const InversionGroup &alike)
{
    const Inversions &all = found.analysis.inversions;
    const std::size_t row = alike.worst;
    const Lane waiter = all.waiter[row], owner = all.owner[row];
    const Tick begin = found.time(all.at[row]), end = found.time(all.end[row]);
    const bool is_unbounded = alike.unbounded > 0;
    const Harm harm = found.bearing.of(waiter, alike.ticks);
    std::vector<Share> shares = ran_meanwhile(found.trace, found.analysis.moves,
                                              {0, found.analysis.moves.cores}, begin, all.end[row]);
    const auto unused = std::find_if(shares.begin(), shares.end(),
                                     [](const Share &share) { return share.lane == idle; });
    const Place wait = unused == shares.end() ? no_place : owners_wait(found, owner, begin, end);
    std::string text =
        concat(is_unbounded ? "Unbounded priority inversion: " : "Priority inversion: ",
               found.name(waiter), " waited ", found.duration(alike.ticks), " for ",
               found.object("mutex", all.object[row]), ", held by ", found.name(owner));
    if (wait != no_place) {
        append(text, slept_text(found, owner, index(wait), unused->ticks));
        shares.erase(unused);
    }
    found.leave_idle_out(shares);
    const std::string others = meanwhile_text(found.trace, shares, waiter);
    append(text, others.empty() ? others : concat("; meanwhile ", others));
    if (alike.count > 1) {
        append(text, concat("; the longest of ", grouped(static_cast<Tick>(alike.count))));
    }
    append(text, concat(".", remedy_of(found, all.object[row], is_unbounded, wait != no_place)));
    found.list.push_back({is_unbounded ? Severity::error : severity_of(harm),
                          is_unbounded ? "unbounded_inversion" : "inversion", text, all.at[row],
                          begin, end, waiter, alike.ticks, harm});
}

// The rows of a lane in Jobs with the longest response and the latest start; no_place: it has none.
struct WorstJobs {
    Place response = no_place, start = no_place;
};

void add_response(Findings &found, const WorstJobs &own)
{
    const Jobs &jobs = found.analysis.jobs;
    if (own.response == no_place || jobs.response[index(own.response)] <= 0) {
        return;
    }
    const std::size_t worst = index(own.response), latest = index(own.start);
    const Lane lane = jobs.lane[worst];
    const Tick period = found.bearing.period(lane);
    std::string text = concat(found.name(lane), " has a response time of at most ",
                              found.duration(jobs.response[worst]));
    if (period > 0 && jobs.is_job[worst] != 0) {
        append(text, concat(", with a period of ", found.duration(period)));
    }
    const std::string parts = found.parts(jobs.release[worst], jobs.end_at[worst], lane);
    append(text, concat(parts.empty() ? "" : ": ", parts, "."));
    if (jobs.start_latency[latest] > 0) {
        append(text, concat(" Its latest start was ", found.duration(jobs.start_latency[latest]),
                            " after it could."));
    }
    const Harm harm = found.bearing.of(lane, jobs.response[worst] -
                                                 execution_of(found.trace, found.analysis, worst));
    found.list.push_back({Severity::note, "response", text, jobs.end_at[worst], jobs.release[worst],
                          jobs.end[worst], lane, jobs.response[worst], harm});
}

void add_missed(Findings &found, Lane lane, const Late &missed)
{
    const Jobs &jobs = found.analysis.jobs;
    const Place job = job_before(jobs, lane, missed.worst);
    std::string text = concat(found.name(lane), " missed its deadline ", times(missed.count),
                              ", at worst by ", found.duration(missed.ticks));
    Tick begin = found.time(missed.worst);
    if (job != no_place) {
        const std::size_t row = index(job);
        begin = jobs.release[row];
        append(text, concat(": that job took ", found.duration(jobs.response[row])));
        const std::string parts = found.parts(begin, jobs.end_at[row], lane);
        append(text, parts.empty() ? parts : concat(", of which ", parts));
    }
    append(text, '.');
    found.list.push_back({Severity::error, "deadline", text, missed.worst, begin,
                          found.time(missed.worst), lane, Tick{missed.ticks},
                          found.bearing.of(lane, Tick{missed.ticks})});
}

void add_overrun(Findings &found, Lane lane, const Late &overrun)
{
    const Tick end = found.time(overrun.worst);
    found.list.push_back({Severity::warning, "overrun",
                          concat(found.name(lane), " began a job late ", times(overrun.count),
                                 ", at worst ", found.duration(overrun.ticks),
                                 " after its release, because the job before it still ran."),
                          overrun.worst, std::max(end - Tick{overrun.ticks}, found.trace.time[0]),
                          end, lane, Tick{overrun.ticks},
                          found.bearing.of(lane, Tick{overrun.ticks})});
}

} // namespace

void add_deadlines(Findings &found)
{
    const std::vector<Late> missed = lateness(found, event::DEADLINE_MISS);
    const std::vector<Late> overrun = lateness(found, event::OVERRUN);
    for (std::size_t at = 1; at < found.trace.lanes.size(); at++) {
        const auto lane = static_cast<Lane>(at);
        if (missed[at].count > 0) {
            add_missed(found, lane, missed[at]);
        }
        if (overrun[at].count > 0) {
            add_overrun(found, lane, overrun[at]);
        }
    }
}

void add_inversions(Findings &found)
{
    const Inversions &all = found.analysis.inversions;
    std::map<std::tuple<std::uint64_t, Lane, Lane>, InversionGroup> groups;
    for (std::size_t row = 0; row < all.at.size(); row++) {
        InversionGroup &alike = groups[{all.object[row], all.waiter[row], all.owner[row]}];
        const bool is_unbounded = all.unbounded_at[row] != no_place;
        const Tick ticks = found.time(all.end[row]) - found.time(all.at[row]);
        alike.count++;
        alike.unbounded += is_unbounded ? 1 : 0;
        if (std::tie(is_unbounded, ticks) > std::tie(alike.is_worst_unbounded, alike.ticks)) {
            alike.worst = row;
            alike.ticks = ticks;
            alike.is_worst_unbounded = is_unbounded;
        }
    }
    for (const auto &[key, alike] : groups) {
        add_inversion(found, alike);
    }
}

namespace
{

// A sentence with the period of a thread, with which the reader can compare a delay.
std::string period_text(const Findings &found, Lane lane)
{
    const Tick period = found.bearing.period(lane);
    return period == 0 ? std::string()
                       : concat(" It becomes ready every ", found.duration(period), ".");
}

void add_end_of_held_off(Findings &found)
{
    const Place end = found.analysis.held_off.end_of_list;
    if (end != no_place) {
        found.list.push_back(
            {Severity::warning, "held_off_incomplete",
             concat("Times held off are listed up to event #", grouped(static_cast<Tick>(end)),
                    " only, because there are too many; those behind it are "
                    "missing in all lists and sums."),
             end, found.time(end), found.time(end), nobody, 0});
    }
}

// The intervals in which a lane was held off: their number, and the longest one.
struct LongestHeld {
    std::size_t count = 0, row = 0;
    Tick ticks = -1;
};

} // namespace

void add_held_off(Findings &found)
{
    const HeldOff &held = found.analysis.held_off;
    const Trace &trace = found.trace;
    add_end_of_held_off(found);
    std::vector<LongestHeld> all(trace.lanes.size());
    for_each_row(held.lane.size(), [&](std::size_t row) {
        LongestHeld &own = all[index(held.lane[row])];
        const Tick ticks = trace.time[index(held.end[row])] - trace.time[index(held.begin[row])];
        own.count++;
        if (ticks > own.ticks) {
            own.ticks = ticks;
            own.row = row;
        }
    });
    for (std::size_t at = 0; at < all.size(); at++) {
        const auto [count, longest, ticks] = all[at];
        const auto lane = static_cast<Lane>(at);
        if (ticks <= 0) {
            continue;
        }
        const Harm harm = found.bearing.of(lane, ticks);
        found.list.push_back(
            {severity_of(harm), "held_off",
             concat(found.name(lane), " was held off ", times(count),
                    count == 1 ? ", for " : ", the longest time for ", found.duration(ticks),
                    " by ", held_by_text(trace, held, longest), ".",
                    harm < harm_warning ? std::string() : period_text(found, lane)),
             held.begin[longest], found.time(held.begin[longest]), found.time(held.end[longest]),
             lane, ticks, harm});
    }
}

void add_responses(Findings &found)
{
    const Jobs &jobs = found.analysis.jobs;
    std::vector<WorstJobs> worst(found.trace.lanes.size());
    for_each_row(jobs.lane.size(), [&](std::size_t row) {
        WorstJobs &own = worst[index(jobs.lane[row])];
        const auto keep = [row](const Narrow<Tick> &column, Place &place) {
            if (place == no_place || column[row] > column[index(place)]) {
                place = static_cast<Place>(row);
            }
        };
        keep(jobs.response, own.response);
        keep(jobs.start_latency, own.start);
    });
    for (const WorstJobs &own : worst) {
        add_response(found, own);
    }
}

// Threads that are ready at the end of the trace, for a large part of it.
void add_starved(Findings &found)
{
    const States &states = found.analysis.states;
    const Tick whole = found.trace.time.back() - found.trace.time.front();
    // A state that continues is the last one of its lane.
    for (std::size_t next = 1; next < states.first.size(); next++) {
        if (states.first[next - 1] == states.first[next]) {
            continue;
        }
        const std::size_t row = index(states.first[next]) - 1;
        const Tick ticks = found.time(no_place) - found.time(states.begin[row]);
        const bool is_open = states.end[row] == no_place && states.state[row] == State::ready;
        if (!is_open || ticks < whole / starved_share || ticks == 0) {
            continue;
        }
        const Lane lane = states.lane[row];
        found.list.push_back(
            {Severity::warning, "starvation",
             concat(found.name(lane), " has been ready for ", found.duration(ticks),
                    " at the end of the trace and does not run",
                    found.meanwhile(found.time(states.begin[row]), no_place, lane), "."),
             states.begin[row], found.time(states.begin[row]), found.time(no_place), lane, ticks,
             found.bearing.of(lane, ticks)});
    }
}

} // namespace limen::trace
