// SPDX-License-Identifier: Apache-2.0
// Perfetto: tracks with slices and events, counters, arrows, `sched_switch`.
//
// The track of a thread has a slice for each time in which it runs, is ready or waits, with the
// held-off intervals inside. Cores have tracks of interrupts, periodic threads tracks of jobs.
// Levels and fills of objects are counters. An arrow goes from the event that wakes a thread to the
// point at which it runs.
//
// Source: Perfetto's track_event.proto, track_descriptor.proto, ftrace_event_bundle.proto and
// sched.proto.
#include "convert/perfetto_packets.hpp"
#include "convert/story.hpp"

#include "trace/concat.hpp"

#include <algorithm>
#include <array>

namespace limen::convert
{

namespace
{

using trace::concat;
using trace::nobody;

constexpr std::uint64_t process = 1;
constexpr std::uint64_t process_track = 1;
constexpr unsigned track_descriptor = 60, ftrace_events = 1;     // of a packet
constexpr unsigned counter_value = 30, flow = 47, flow_end = 48; // of a track event
constexpr std::uint64_t runnable = 0, sleeping = 1;              // of the thread that leaves
constexpr std::size_t bundle_bytes = std::size_t{1} << 18;       // of switches

// A track event; at one instant ends come first, then begins, then counters, then instants.
enum class Order : std::int8_t { end, begin, counter, event, arrow };

struct Moment {
    std::int64_t time = 0; // ns
    std::int32_t place = 0;
    Order order = Order::event;
    std::int8_t depth = 0;
};

bool is_before(const Moment &one, const Moment &other)
{
    if (one.time != other.time) {
        return one.time < other.time;
    }
    if (one.order != other.order) {
        return one.order < other.order;
    }
    return one.depth != other.depth ? one.depth < other.depth : one.place < other.place;
}

class Perfetto
{
  public:
    Perfetto(const Subject &subject, Output &output)
        : subject_(subject), trace_(subject.trace), packets_(output), spans_(spans_of(subject)),
          counters_(counters_of(subject)), arrows_(arrows_of(subject)), names_(subject)
    {
    }

    bool write()
    {
        number_tracks();
        return describe_tracks() && write_moments() && write_switches();
    }

  private:
    std::int64_t time(Place place) const
    {
        return nanoseconds(trace_.time[static_cast<std::size_t>(place)], subject_.clock_hz);
    }
    std::uint64_t track_of_lane(Lane lane) const
    {
        return 2 + static_cast<std::uint64_t>(std::max<Lane>(lane, 0));
    }
    std::uint64_t track_of_span(const Span &span) const;
    void number_tracks();
    bool describe_tracks();
    bool describe_lane(std::size_t lane);
    bool describe(std::uint64_t track, std::string_view name, std::uint64_t parent,
                  bool is_counter = false);

    std::vector<Moment> moments();
    bool write_moments();
    bool write_moment(const Moment &moment);
    bool write_span(const Moment &moment);
    bool write_counter(const Moment &moment);
    bool write_event(const Moment &moment);
    bool write_arrow(const Moment &moment);

    bool write_switches();
    bool write_switches(unsigned core);
    void thread_of_switch(Lane lane, std::int32_t priority, unsigned field);

    const Subject &subject_;
    const trace::Trace &trace_;
    Packets packets_;
    std::vector<Span> spans_;
    std::vector<Counter> counters_;
    std::vector<Arrow> arrows_;
    EventNames names_;

    std::array<std::uint64_t, 256> core_tracks_{};
    std::vector<std::uint64_t> job_tracks_;    // by lane
    std::uint64_t counter_tracks_ = 0;         // of the first one
    std::vector<std::int32_t> counter_begins_; // rows of each in one numbering
    std::size_t next_arrow_ = 0;               // of the events
    Message message_, part_, switch_;
};

// 1 is the process, then come the lanes, then the others in their order.
void Perfetto::number_tracks()
{
    std::uint64_t next = 2 + trace_.lanes.size();
    for (const unsigned core : cores_of(trace_)) {
        core_tracks_[core & 0xFF] = next++;
    }
    job_tracks_.assign(trace_.lanes.size(), 0);
    for (const Span &span : spans_) {
        if (span.kind == SpanKind::job) {
            job_tracks_[static_cast<std::size_t>(span.number)] = 1;
        }
    }
    for (std::uint64_t &track : job_tracks_) {
        track = track != 0 ? next++ : 0;
    }
    counter_tracks_ = next;
    std::int32_t row = 0;
    for (const Counter &counter : counters_) {
        counter_begins_.push_back(row);
        row += static_cast<std::int32_t>(counter.at.size());
    }
}

std::uint64_t Perfetto::track_of_span(const Span &span) const
{
    switch (track_of(span.kind)) {
    case Track::interrupts:
        return core_tracks_[static_cast<std::size_t>(span.number) & 0xFF];
    case Track::jobs:
        return job_tracks_[static_cast<std::size_t>(span.number)];
    case Track::thread:
        break;
    }
    return track_of_lane(span.number);
}

bool Perfetto::describe_tracks()
{
    part_.clear();
    part_.number(1, process).block(6, trace_.origin == trace::Origin::limen ? "limen" : "threadx");
    message_.clear();
    message_.number(1, process_track).block(3, part_);
    bool goes_on = packets_.put(track_descriptor, message_);
    for (std::size_t lane = 0; lane < trace_.lanes.size(); lane++) {
        goes_on = goes_on && describe_lane(lane);
    }
    for (const unsigned core : cores_of(trace_)) {
        goes_on = goes_on && describe(core_tracks_[core & 0xFF],
                                      concat("interrupts of core ", core), process_track);
    }
    for (std::size_t lane = 0; lane < job_tracks_.size(); lane++) {
        goes_on =
            goes_on && (job_tracks_[lane] == 0 ||
                        describe(job_tracks_[lane], concat("jobs of ", trace_.lanes[lane].name),
                                 track_of_lane(static_cast<Lane>(lane))));
    }
    for (std::size_t place = 0; place < counters_.size(); place++) {
        goes_on = goes_on &&
                  describe(counter_tracks_ + place, counters_[place].name, process_track, true);
    }
    return goes_on;
}

bool Perfetto::describe_lane(std::size_t lane)
{
    const std::uint64_t track = track_of_lane(static_cast<Lane>(lane));
    const std::string &name = trace_.lanes[lane].name;
    if (lane == 0) { // thread 0 is the idle thread of Perfetto
        return describe(track, name, process_track);
    }
    part_.clear();
    part_.number(1, process).number(2, process + lane).block(5, name);
    message_.clear();
    message_.number(1, track).block(4, part_);
    return packets_.put(track_descriptor, message_);
}

bool Perfetto::describe(std::uint64_t track, std::string_view name, std::uint64_t parent,
                        bool is_counter)
{
    message_.clear();
    message_.number(1, track).block(2, name).number(5, parent);
    if (is_counter) {
        message_.block(8, std::string_view());
    }
    return packets_.put(track_descriptor, message_);
}

// All track events except those of the trace itself, in the order in which they are written.
std::vector<Moment> Perfetto::moments()
{
    std::vector<Moment> all;
    std::size_t count = 2 * spans_.size() + arrows_.size();
    for (const Counter &counter : counters_) {
        count += counter.at.size();
    }
    all.reserve(count);
    for (std::size_t place = 0; place < spans_.size(); place++) {
        const Span &span = spans_[place];
        const std::int64_t begin = nanoseconds(span.begin, subject_.clock_hz);
        const std::int64_t end = nanoseconds(span.end, subject_.clock_hz);
        if (begin != end) {
            const auto row = static_cast<std::int32_t>(place);
            all.push_back({begin, row, Order::begin, span.depth});
            all.push_back({end, row, Order::end, static_cast<std::int8_t>(-span.depth)});
        }
    }
    for (std::size_t place = 0; place < counters_.size(); place++) {
        std::int32_t row = counter_begins_[place];
        for (const Place at : counters_[place].at) {
            all.push_back({time(at), row++, Order::counter, 0});
        }
    }
    for (std::size_t place = 0; place < arrows_.size(); place++) {
        all.push_back(
            {time(arrows_[place].runs), static_cast<std::int32_t>(place), Order::arrow, 0});
    }
    std::sort(all.begin(), all.end(), is_before);
    return all;
}

bool Perfetto::write_moments()
{
    const std::vector<Moment> others = moments();
    std::size_t next = 0;
    for (std::size_t place = 0; place < trace_.count(); place++) {
        const auto row = static_cast<Place>(place);
        const Moment event{time(row), row, Order::event, 0};
        for (; next < others.size() && is_before(others[next], event); next++) {
            if (!write_moment(others[next])) {
                return false;
            }
        }
        if (!write_event(event)) {
            return false;
        }
    }
    return std::all_of(others.begin() + static_cast<std::ptrdiff_t>(next), others.end(),
                       [this](const Moment &moment) { return write_moment(moment); });
}

bool Perfetto::write_moment(const Moment &moment)
{
    return moment.order == Order::counter ? write_counter(moment)
           : moment.order == Order::arrow ? write_arrow(moment)
                                          : write_span(moment);
}

bool Perfetto::write_span(const Moment &moment)
{
    const Span &span = spans_[static_cast<std::size_t>(moment.place)];
    if (moment.order == Order::end) {
        packets_.event(Kind::end, track_of_span(span));
        return packets_.put_event(moment.time);
    }
    packets_.event(Kind::begin, track_of_span(span));
    packets_.name(kind_name(span.kind), name_of(subject_, span));
    for (const Note &note : notes_of(subject_, span)) {
        if (note.text) {
            packets_.note(note.name, *note.text);
        } else {
            packets_.note(note.name, note.number);
        }
    }
    return packets_.put_event(moment.time);
}

bool Perfetto::write_counter(const Moment &moment)
{
    const auto begin =
        std::upper_bound(counter_begins_.begin(), counter_begins_.end(), moment.place) - 1;
    const auto which = static_cast<std::size_t>(begin - counter_begins_.begin());
    const auto value = counters_[which].value[static_cast<std::size_t>(moment.place - *begin)];
    packets_.event(Kind::counter, counter_tracks_ + which)
        .number(counter_value, static_cast<std::uint64_t>(value));
    return packets_.put_event(moment.time);
}

bool Perfetto::write_event(const Moment &moment)
{
    const auto place = static_cast<std::size_t>(moment.place);
    const Lane lane = context_of(trace_, place);
    Message &event =
        packets_.event(Kind::instant, lane == nobody ? core_tracks_[trace_.core_of(place) & 0xFF]
                                                     : track_of_lane(lane));
    packets_.name("event", names_.names[names_.of_event[place]]);
    packets_.note("number", moment.place);
    packets_.note("details", trace::describe(trace_, moment.place, subject_.definitions));
    // Events are written in their order, and so are the arrows that begin at them.
    for (; next_arrow_ < arrows_.size() && arrows_[next_arrow_].at <= moment.place; next_arrow_++) {
        event.eight_bytes(flow, next_arrow_ + 1);
    }
    return packets_.put_event(moment.time);
}

// The end of an arrow: an instant on the track of the running thread.
bool Perfetto::write_arrow(const Moment &moment)
{
    const auto place = static_cast<std::size_t>(moment.place);
    Message &event = packets_.event(Kind::instant, track_of_lane(arrows_[place].lane));
    packets_.name("wake-up", "runs");
    event.eight_bytes(flow_end, place + 1);
    return packets_.put_event(moment.time);
}

bool Perfetto::write_switches()
{
    for (const unsigned core : cores_of(trace_)) {
        if (!write_switches(core)) {
            return false;
        }
    }
    return true;
}

// Bundles of a core, with the priorities in force.
bool Perfetto::write_switches(unsigned core)
{
    const trace::Switches &switches = subject_.analysis.switches;
    const trace::Steps &priority = subject_.analysis.moves.priority;
    message_.clear();
    for (std::size_t place = 0; place < switches.at.size(); place++) {
        if (switches.core[place] != core) {
            continue;
        }
        const Place at = switches.at[place];
        const Lane leaves = switches.leaves[place];
        const trace::Reason reason = switches.reason[place];
        const bool sleeps = reason == trace::Reason::blocked || reason == trace::Reason::terminated;
        switch_.clear();
        thread_of_switch(leaves, priority.before(at, leaves), 1);
        thread_of_switch(switches.comes[place], switches.priority[place], 5);
        switch_.number(4, sleeps ? sleeping : runnable);
        part_.clear();
        part_.number(1, static_cast<std::uint64_t>(time(at)))
            .number(2, leaves > 0 ? process + static_cast<std::uint64_t>(leaves) : 0)
            .block(4, switch_);
        if (message_.is_empty()) {
            message_.number(1, core);
        }
        message_.block(2, part_);
        if (message_.size() >= bundle_bytes) {
            if (!packets_.put(ftrace_events, message_)) {
                return false;
            }
            message_.clear();
        }
    }
    return message_.is_empty() || packets_.put(ftrace_events, message_);
}

// Name, number and priority of a thread, in three fields from this one on. Thread numbers begin
// after that of the process; idle has 0.
void Perfetto::thread_of_switch(Lane lane, std::int32_t priority, unsigned field)
{
    const auto place = static_cast<std::size_t>(std::max<Lane>(lane, 0));
    switch_.block(field, trace_.lanes[place].name)
        .number(field + 1, place > 0 ? process + place : 0)
        .number(field == 1 ? 3 : 7, static_cast<std::uint64_t>(std::max(priority, 0)));
}

} // namespace

std::vector<unsigned> cores_of(const trace::Trace &trace)
{
    if (trace.core.empty()) {
        return trace.count() == 0 ? std::vector<unsigned>() : std::vector<unsigned>{0};
    }
    std::array<bool, 256> is_there{};
    for (const std::uint8_t core : trace.core) {
        is_there[core] = true;
    }
    std::vector<unsigned> cores;
    for (unsigned core = 0; core < is_there.size(); core++) {
        if (is_there[core]) {
            cores.push_back(core);
        }
    }
    return cores;
}

bool perfetto(const Subject &subject, Output &output)
{
    return Perfetto(subject, output).write() && output.flush();
}

} // namespace limen::convert
