// SPDX-License-Identifier: Apache-2.0
// Chrome's JSON form, which many viewers open. A core is a process, and a thread is a thread in it.
// Slices are the times in which it ran, was ready or waited; instants are events; flows go from a
// wake-up to the point at which the thread runs.
//
// Source: Google, "Trace Event Format".
#include "convert/story.hpp"
#include "trace/json.hpp"

#include <algorithm>

namespace limen::convert
{

namespace
{

using trace::concat;
using trace::Json;

constexpr std::int64_t interrupt_thread = 0; // the others are 1 + their lane
constexpr std::size_t order_of_unknown = 1024;

class Chrome
{
  public:
    Chrome(const Subject &subject, Output &output)
        : subject_(subject), trace_(subject.trace), output_(output)
    {
    }

    bool write()
    {
        head();
        const bool goes_on = lanes() && spans() && events() && arrows() && counters();
        output_.text() += "\n]}\n";
        return goes_on && output_.flush();
    }

  private:
    std::int64_t time(Place place) const
    {
        return nanoseconds(trace_.time[static_cast<std::size_t>(place)], subject_.clock_hz);
    }
    unsigned core(Place place) const
    {
        return trace_.core_of(static_cast<std::size_t>(place));
    }
    std::int64_t thread(Lane lane) const
    {
        return lane < 0 ? interrupt_thread : lane + 1;
    }
    std::int64_t jobs_thread(std::size_t lane) const // a row of their own after all threads
    {
        return static_cast<std::int64_t>(1 + trace_.lanes.size() + lane);
    }
    void head();
    bool put(Json &event);
    Json begin(const char *phase, std::string_view name, std::int64_t core, std::int64_t thread);
    template <class Value>
    bool name(const char *what, std::int64_t core, std::int64_t thread, const char *key,
              const Value &value);
    bool lanes();
    bool jobs_lanes(const std::vector<Span> &spans);
    bool spans();
    bool span(const Span &span);
    bool events();
    bool arrows();
    bool counters();

    const Subject &subject_;
    const trace::Trace &trace_;
    Output &output_;
    bool is_first_ = true;
};

// Nanoseconds as microseconds, exactly.
void micros(Json &json, const char *key, std::int64_t nanos)
{
    json.put(key, trace::Decimal{static_cast<std::uint64_t>(std::max<std::int64_t>(nanos, 0)), 3});
}

void Chrome::head()
{
    Json json;
    json.open('{').put("displayTimeUnit", "ns").key("otherData").open('{');
    json.put("origin", trace_.origin == trace::Origin::limen ? "limen" : "threadx")
        .put("clock_hz", subject_.clock_hz)
        .close('}');
    output_.text() += json.take();
    trace::append(output_.text(), ",\"traceEvents\":[\n");
}

bool Chrome::put(Json &event)
{
    event.close('}');
    trace::append(output_.text(), is_first_ ? "" : ",\n");
    output_.text() += event.take();
    is_first_ = false;
    return output_.pause();
}

Json Chrome::begin(const char *phase, std::string_view name, std::int64_t core, std::int64_t thread)
{
    Json json;
    json.open('{').put("ph", phase).put("name", name).put("pid", core).put("tid", thread);
    return json;
}

template <class Value>
bool Chrome::name(const char *what, std::int64_t core, std::int64_t thread, const char *key,
                  const Value &value)
{
    Json json = begin("M", what, core, thread);
    json.key("args").open('{').put(key, value).close('}');
    return put(json);
}

bool Chrome::lanes()
{
    bool goes_on = true;
    for (const unsigned core : cores_of(trace_)) {
        goes_on = goes_on && name("process_name", core, 0, "name", concat("core ", core)) &&
                  name("thread_name", core, interrupt_thread, "name", "interrupt");
        for (std::size_t lane = 0; lane < trace_.lanes.size(); lane++) {
            const trace::LaneInfo &info = trace_.lanes[lane];
            const std::size_t order = info.priority < 0
                                          ? trace_.lanes.size() + order_of_unknown
                                          : static_cast<std::size_t>(info.priority) + 1;
            const std::int64_t number = thread(static_cast<Lane>(lane));
            goes_on = goes_on && name("thread_name", core, number, "name", info.name) &&
                      name("thread_sort_index", core, number, "sort_index", order);
        }
    }
    return goes_on;
}

bool Chrome::jobs_lanes(const std::vector<Span> &spans)
{
    std::vector<bool> has_jobs(trace_.lanes.size());
    for (const Span &one : spans) {
        if (one.kind == SpanKind::job) {
            has_jobs[static_cast<std::size_t>(one.number)] = true;
        }
    }
    bool goes_on = true;
    for (std::size_t lane = 0; lane < has_jobs.size(); lane++) {
        if (has_jobs[lane]) {
            goes_on = goes_on && name("thread_name", 0, jobs_thread(lane), "name",
                                      concat("jobs of ", trace_.lanes[lane].name));
        }
    }
    return goes_on;
}

bool Chrome::spans()
{
    const std::vector<Span> all = spans_of(subject_);
    return jobs_lanes(all) &&
           std::all_of(all.begin(), all.end(), [this](const Span &one) { return span(one); });
}

bool Chrome::span(const Span &span)
{
    const std::int64_t starts = nanoseconds(span.begin, subject_.clock_hz);
    const std::int64_t stops = nanoseconds(span.end, subject_.clock_hz);
    if (starts == stops) {
        return true;
    }
    const auto number = static_cast<std::size_t>(span.number);
    const Track track = track_of(span.kind);
    const std::int64_t row = track == Track::thread       ? thread(span.number)
                             : track == Track::interrupts ? interrupt_thread
                                                          : jobs_thread(number);
    Json json = begin(
        "X", span.kind == SpanKind::running ? trace_.lanes[number].name : name_of(subject_, span),
        span.core, row);
    json.put("cat", kind_name(span.kind));
    micros(json, "ts", starts);
    micros(json, "dur", stops - starts);
    json.key("args").open('{');
    for (const Note &note : notes_of(subject_, span)) {
        json.key(note.name);
        if (note.text) {
            json.add(*note.text);
        } else {
            json.add(note.number);
        }
    }
    json.close('}');
    return put(json);
}

bool Chrome::events()
{
    const EventNames names(subject_);
    bool goes_on = true;
    for (std::size_t place = 0; place < trace_.count() && goes_on; place++) {
        const auto row = static_cast<Place>(place);
        Json json = begin("i", names.names[names.of_event[place]], core(row),
                          thread(context_of(trace_, place)));
        json.put("s", "t").put("cat", "event");
        micros(json, "ts", time(row));
        json.key("args").open('{').put("number", place);
        json.put("details", trace::describe(trace_, row, subject_.definitions)).close('}');
        goes_on = put(json);
    }
    return goes_on;
}

bool Chrome::arrows()
{
    std::size_t number = 0;
    bool goes_on = true;
    for (const Arrow &arrow : arrows_of(subject_)) {
        const auto at = static_cast<std::size_t>(arrow.at);
        Json starts = begin("s", "wake-up", core(arrow.at), thread(context_of(trace_, at)));
        starts.put("cat", "wake-up").put("id", number);
        micros(starts, "ts", time(arrow.at));
        Json ends = begin("f", "wake-up", core(arrow.at), thread(arrow.lane));
        ends.put("bp", "e").put("cat", "wake-up").put("id", number);
        micros(ends, "ts", time(arrow.runs));
        goes_on = goes_on && put(starts) && put(ends);
        number++;
    }
    return goes_on;
}

bool Chrome::counters()
{
    bool goes_on = true;
    for (const Counter &counter : counters_of(subject_)) {
        for (std::size_t place = 0; place < counter.at.size() && goes_on; place++) {
            Json json;
            json.open('{').put("ph", "C").put("name", counter.name).put("pid", 0);
            micros(json, "ts", time(counter.at[place]));
            json.key("args").open('{').put("value", counter.value[place]).close('}');
            goes_on = put(json);
        }
    }
    return goes_on;
}

} // namespace

bool chrome(const Subject &subject, Output &output)
{
    return Chrome(subject, output).write();
}

} // namespace limen::convert
