// SPDX-License-Identifier: Apache-2.0
// Spans, counters and arrows, from the tables of the analysis.
#include "convert/story.hpp"

#include "trace/concat.hpp"

#include <algorithm>

namespace limen::convert
{

namespace
{

using trace::Analysis;
using trace::concat;
using trace::no_place;

constexpr std::uint64_t clock_hz_max = std::uint64_t{1} << 32;
constexpr Tick seconds_max = Tick{1} << 33;

std::size_t index(Place place)
{
    return static_cast<std::size_t>(place);
}

// Collects spans. A span whose end is not in the trace lasts until the newest event.
class Spans
{
  public:
    explicit Spans(const Subject &subject) : trace_(subject.trace), analysis_(subject.analysis)
    {
    }

    void running();
    void not_running();
    void held_off();
    void interrupts();
    void jobs();

    std::vector<Span> spans;

  private:
    Tick time(Place place) const
    {
        return place < 0 ? trace_.time.back() : trace_.time[index(place)];
    }
    Place row(std::size_t place) const
    {
        return static_cast<Place>(place);
    }
    std::uint8_t core(Place place) const
    {
        return static_cast<std::uint8_t>(trace_.core_of(index(place)));
    }
    void add(const Span &span)
    {
        if (span.begin < span.end) {
            spans.push_back(span);
        }
    }
    Place switch_from(Place at, Lane leaves) const;
    void wait(Span span, Place begin, std::size_t &next);

    const trace::Trace &trace_;
    const Analysis &analysis_;
    std::vector<Place> waits_; // in Waits: by lane, and then in their order
};

// The switch at an event at which a thread leaves; no_place.
Place Spans::switch_from(Place at, Lane leaves) const
{
    const trace::Switches &switches = analysis_.switches;
    const auto [first, last] = std::equal_range(switches.at.begin(), switches.at.end(), at);
    for (auto place = last; place != first; place--) {
        const auto found = place - 1 - switches.at.begin();
        if (switches.leaves[static_cast<std::size_t>(found)] == leaves) {
            return static_cast<Place>(found);
        }
    }
    return no_place;
}

void Spans::running()
{
    const trace::Slices &slices = analysis_.slices;
    for (std::size_t place = 0; place < slices.lane.size(); place++) {
        const Place end = slices.end[place];
        const Lane lane = slices.lane[place];
        add({time(slices.begin[place]), time(end), row(place),
             slices.is_open[place] != 0 ? no_place : switch_from(end, lane), lane,
             slices.core[place], 0, SpanKind::running});
    }
}

// The span of a waiting state, with the newest wait of its lane that had begun by then.
void Spans::wait(Span span, Place begin, std::size_t &next)
{
    const trace::Waits &waits = analysis_.waits;
    const auto is_of = [&](std::size_t place) {
        return place < waits_.size() && waits.lane[index(waits_[place])] == span.number;
    };
    while (next < waits_.size() && waits.lane[index(waits_[next])] < span.number) {
        next++;
    }
    if (!is_of(next)) {
        return;
    }
    while (is_of(next + 1) && waits.begin[index(waits_[next + 1])] <= begin) {
        next++;
    }
    span.kind = SpanKind::wait;
    span.about = waits_[next];
    add(span);
}

void Spans::not_running()
{
    const trace::States &states = analysis_.states;
    const std::vector<Lane> &lane = analysis_.waits.lane;
    for (std::size_t place = 0; place < lane.size(); place++) {
        waits_.push_back(row(place));
    }
    std::stable_sort(waits_.begin(), waits_.end(),
                     [&](Place one, Place other) { return lane[index(one)] < lane[index(other)]; });
    std::size_t next = 0;
    for (std::size_t place = 0; place < states.lane.size(); place++) {
        const Place begin = states.begin[place];
        const Span span{time(begin), time(states.end[place]), row(place),
                        no_place,    states.lane[place],      core(begin),
                        0,           SpanKind::ready};
        if (states.state[place] == trace::State::ready) {
            add(span);
        } else if (states.state[place] == trace::State::waiting) {
            wait(span, begin, next);
        }
    }
}

void Spans::held_off()
{
    const trace::HeldOff &held = analysis_.held_off;
    for (std::size_t place = 0; place < held.lane.size(); place++) {
        const Place begin = held.begin[place];
        add({time(begin), time(held.end[place]), row(place), no_place, held.lane[place],
             core(begin), 1, SpanKind::held_off});
    }
}

void Spans::interrupts()
{
    const trace::Interrupts &all = analysis_.moves.interrupts;
    for (std::size_t place = 0; place < all.begin.size(); place++) {
        const auto depth = std::clamp(all.depth[place], 1, 100);
        add({time(all.begin[place]), time(all.end[place]), row(place), no_place, all.core[place],
             all.core[place], static_cast<std::int8_t>(depth - 1), SpanKind::interrupt});
    }
}

// Jobs of periodic threads; one that overlaps the previous one begins at its end.
void Spans::jobs()
{
    const trace::Jobs &jobs = analysis_.jobs;
    std::vector<std::optional<Tick>> ended(trace_.lanes.size());
    for (std::size_t place = 0; place < jobs.lane.size(); place++) {
        const Lane lane = jobs.lane[place];
        if (jobs.is_job[place] == 0 || lane < 0) {
            continue;
        }
        std::optional<Tick> &before = ended[static_cast<std::size_t>(lane)];
        const Tick begin = std::max(jobs.release[place], before.value_or(jobs.release[place]));
        before = jobs.end[place];
        add({begin, jobs.end[place], row(place), no_place, lane, 0, 0, SpanKind::job});
    }
}

std::string_view ready_name(trace::ReadyKind kind)
{
    static constexpr const char *names[] = {"woken", "preempted", "yielded", "slice ended"};
    return names[std::min<std::size_t>(static_cast<std::size_t>(kind), std::size(names) - 1)];
}

std::string wait_words(const Subject &subject, std::size_t place)
{
    const trace::Waits &waits = subject.analysis.waits;
    const std::string what = trace::wait_name(waits.what[place]);
    const std::uint64_t about = waits.object[place];
    return about == 0 ? concat("waits for ", what)
                      : concat("waits for ", what, " ", subject.trace.name_of(about));
}

std::string held_words(const Subject &subject, std::size_t place)
{
    return concat("held off by ",
                  trace::held_by_text(subject.trace, subject.analysis.held_off, place));
}

void wait_notes(const Subject &subject, std::size_t place, std::vector<Note> &notes)
{
    const trace::Waits &waits = subject.analysis.waits;
    notes.push_back({"from event", std::nullopt, waits.begin[place]});
    if (waits.owner[place] >= 0) {
        const auto owner = static_cast<std::size_t>(waits.owner[place]);
        notes.push_back({"held by", subject.trace.lanes[owner].name});
    }
    if (waits.end[place] != no_place) {
        notes.push_back({"to event", std::nullopt, waits.end[place]});
    }
}

// The level of a lane at each change; nothing for a lane without levels.
void add_level(const Subject &subject, std::size_t lane, std::vector<Counter> &counters)
{
    const trace::Steps &level = subject.analysis.moves.level;
    Counter counter{concat("level of ", subject.trace.lanes[lane].name), {}, {}};
    for (auto row = index(level.first[lane]); row < index(level.first[lane + 1]); row++) {
        if (counter.value.empty() || counter.value.back() != level.value[row]) {
            counter.at.push_back(level.at[row]);
            counter.value.push_back(level.value[row]);
        }
    }
    if (!counter.at.empty()) {
        counters.push_back(std::move(counter));
    }
}

} // namespace

std::optional<trace::Error> check_clock(const trace::Trace &trace, std::uint64_t clock_hz)
{
    if (clock_hz < 1 || clock_hz > clock_hz_max) {
        return trace::Error{"", concat("a clock of ", clock_hz, " Hz does not tick"),
                            "give it in Hz"};
    }
    const Tick newest = trace.time.empty() ? 0 : trace.time.back();
    if (newest / static_cast<Tick>(clock_hz) >= seconds_max) {
        return trace::Error{
            "", concat("at ", clock_hz, " Hz, its ", newest, " ticks take more than 270 years"),
            "give the true frequency with --hz"};
    }
    return std::nullopt;
}

Track track_of(SpanKind kind)
{
    return kind == SpanKind::interrupt ? Track::interrupts
           : kind == SpanKind::job     ? Track::jobs
                                       : Track::thread;
}

const char *kind_name(SpanKind kind)
{
    static constexpr const char *names[] = {"running",  "ready",     "wait",
                                            "held off", "interrupt", "job"};
    return names[static_cast<std::size_t>(kind)];
}

std::vector<Span> spans_of(const Subject &subject)
{
    Spans made(subject);
    made.running();
    made.not_running();
    made.held_off();
    made.interrupts();
    made.jobs();
    return std::move(made.spans);
}

std::string name_of(const Subject &subject, const Span &span)
{
    const std::size_t row = index(span.row);
    const Analysis &analysis = subject.analysis;
    switch (span.kind) {
    case SpanKind::running:
        break;
    case SpanKind::ready:
        return concat("ready (", ready_name(analysis.states.kind[row]), ")");
    case SpanKind::wait:
        return wait_words(subject, index(span.about));
    case SpanKind::held_off:
        return held_words(subject, row);
    case SpanKind::interrupt: {
        const std::int64_t number = analysis.moves.interrupts.number[row];
        return number < 0 ? "interrupt" : concat("interrupt ", number);
    }
    case SpanKind::job:
        return analysis.jobs.missed[row] != 0 ? "job, deadline missed" : "job";
    }
    return "running";
}

std::vector<Note> notes_of(const Subject &subject, const Span &span)
{
    std::vector<Note> notes;
    if (span.kind == SpanKind::running && span.about != no_place) {
        notes.push_back({"ended because", why(subject.trace, subject.analysis, span.about)});
        notes.push_back(
            {"switch at event", std::nullopt, subject.analysis.switches.at[index(span.about)]});
    } else if (span.kind == SpanKind::wait) {
        wait_notes(subject, index(span.about), notes);
    } else if (span.kind == SpanKind::job) {
        const trace::Jobs &jobs = subject.analysis.jobs;
        const std::size_t row = index(span.row);
        notes.push_back({"response", std::nullopt, jobs.end[row] - jobs.release[row]});
        notes.push_back({"execution", std::nullopt, jobs.execution[row]});
    }
    return notes;
}

std::vector<Counter> counters_of(const Subject &subject)
{
    std::vector<Counter> counters;
    for (std::size_t lane = 1; lane < subject.trace.lanes.size(); lane++) {
        add_level(subject, lane, counters);
    }
    for (const trace::Fill &fill : subject.analysis.moves.fills) {
        counters.push_back({concat(fill.kind, " ", fill.name), fill.at, fill.value});
    }
    return counters;
}

std::vector<Arrow> arrows_of(const Subject &subject)
{
    const trace::WakeUps &wakes = subject.analysis.wake_ups;
    std::vector<Arrow> arrows;
    for (std::size_t place = 0; place < wakes.at.size(); place++) {
        if (wakes.runs[place] != no_place) {
            arrows.push_back({wakes.at[place], wakes.runs[place], wakes.lane[place]});
        }
    }
    return arrows;
}

Lane context_of(const trace::Trace &trace, std::size_t place)
{
    if (trace.origin == trace::Origin::threadx) {
        return std::max(trace.lane[place], trace::nobody);
    }
    return trace.depth[place] > 0 ? trace::nobody : trace.lane_of_number[trace.thread[place]];
}

EventNames::EventNames(const Subject &subject)
{
    std::unordered_map<std::string, std::uint32_t> known;
    of_event.reserve(subject.trace.count());
    for (std::size_t place = 0; place < subject.trace.count(); place++) {
        std::string name =
            event_name(subject.trace, static_cast<Place>(place), subject.definitions);
        const auto [found, is_new] =
            known.try_emplace(name, static_cast<std::uint32_t>(names.size()));
        if (is_new) {
            names.push_back(std::move(name));
        }
        of_event.push_back(found->second);
    }
}

} // namespace limen::convert
