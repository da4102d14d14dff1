// SPDX-License-Identifier: Apache-2.0
// The data of a trace besides its columns, as JSON for the page: threads, objects, facts about the
// file, and limits of its reliability that the reader must know.
#include "view/about.hpp"

#include "trace/json.hpp"
#include "trace/numbers.hpp"
#include "trace/threadx.hpp"

#include <algorithm>
#include <set>

namespace limen::trace
{

namespace
{

constexpr std::uint64_t levels_step = 32;

// Addresses in the upper half of 64 bits count down from zero: so they are exact in a double.
std::int64_t number_of(std::uint64_t id)
{
    return static_cast<std::int64_t>(id);
}

// "00000C40": at least eight digits.
std::string address(std::uint64_t number)
{
    return address_text(number);
}

std::string yes_or_no(bool is_true)
{
    return is_true ? "True" : "False";
}

std::optional<std::int32_t> if_known(std::int32_t number)
{
    return number < 0 ? std::nullopt : std::optional(number);
}

void add_lanes(const Trace &trace, Json &json)
{
    json.key("lanes").open('[');
    for (const LaneInfo &lane : trace.lanes) {
        json.open('{').put("id", number_of(lane.id)).put("name", lane.name);
        const std::int32_t threshold = trace.kernel.is_foreign() ? -1 : lane.threshold;
        json.put("priority", if_known(lane.priority)).put("threshold", if_known(threshold));
        json.put("stackSize", lane.stack_size).close('}');
    }
    json.close(']');
}

// Adds another kernel's texts of the priorities and levels that occur, by number.
void add_priorities(const Trace &trace, const Moves &moves, Json &json)
{
    std::set<std::int32_t> numbers;
    for (const LaneInfo &lane : trace.lanes) {
        numbers.insert(lane.priority);
    }
    for (const Steps *const changes : {&moves.priority, &moves.level}) {
        numbers.insert(changes->value.begin(), changes->value.end());
    }
    json.key("priorities").open('{');
    for (const std::int32_t number : numbers) {
        if (number >= 0 && trace.kernel.is_foreign()) {
            json.put(concat(number), trace.kernel.priority_text(number));
        }
    }
    json.close('}');
}

void add_object(Json &json, std::uint64_t id, std::string_view kind, std::string_view name,
                std::uint64_t size)
{
    json.open('{').put("id", number_of(id)).put("kind", kind);
    json.put("name", name).put("size", size).close('}');
}

// In a trace of Limen, the entry of an object of middleware has its address in place of a size.
std::uint64_t size_of(const Trace &trace, const Object &object)
{
    const bool is_middleware =
        trace.origin == Origin::limen && object.kind >= first_kind_of_middleware;
    return is_middleware ? 0 : object.size;
}

void add_objects(const Trace &trace, const View &view, Json &json)
{
    const bool is_limen = trace.origin == Origin::limen;
    json.key("objects").open('[');
    for (const Object &object : trace.objects) {
        const std::string number = is_limen ? concat('#', object.id) : hex(object.id);
        std::string kind = kind_name(trace, object.kind);
        std::replace(kind.begin(), kind.end(), '_', ' ');
        add_object(json, object.id, kind, object.name.empty() ? number : object.name,
                   size_of(trace, object));
    }
    for (const Implied &object : view.implied) {
        add_object(json, object.id, object.kind, object.name, 0);
    }
    json.close(']');
}

// Names and values of facts, in the words of `limen trace info`.
class Facts
{
  public:
    explicit Facts(Json &json) : json_{json}
    {
        json_.key("facts").open('[');
    }

    template <class Value> Facts &add(const char *name, const Value &value)
    {
        json_.open('[').add(name).add(concat(value)).close(']');
        return *this;
    }

    void end()
    {
        json_.close(']');
    }

  private:
    Json &json_;
};

void add_foreign_facts(const Trace &trace, const Moves &moves, Json &json)
{
    Facts(json)
        .add("kernel", trace.kernel.name)
        .add("format", trace.kernel.format)
        .add("clock_hz", trace.limen.clock_hz)
        .add("cores", moves.cores)
        .add("threads", trace.lanes.size() - 1)
        .add("events", trace.count())
        .add("lost", trace.limen.lost)
        .add("begin", trace.time.empty() ? "None" : concat(trace.time.front()))
        .add("end", trace.time.empty() ? "None" : concat(trace.time.back()))
        .add("objects", trace.objects.size())
        .end();
}

void add_limen_facts(const Trace &trace, Json &json)
{
    const LimenHeader &header = trace.limen;
    const bool is_empty = trace.time.empty();
    Facts(json)
        .add("clock_hz", header.clock_hz)
        .add("levels", header.levels)
        .add("byte_order", trace.is_big_endian ? "big" : "little")
        .add("is_recording", yes_or_no(header.is_recording))
        .add("record_capacity", header.record_capacity)
        .add("events", trace.count())
        .add("lost", header.lost)
        .add("begin", is_empty ? "None" : concat(trace.time.front()))
        .add("end", is_empty ? "None" : concat(trace.time.back()))
        .add("object_count", header.object_count)
        .add("objects", trace.objects.size())
        .end();
}

std::string stamp(const Trace &trace, std::size_t place)
{
    const std::uint64_t high = trace.stamp_high.empty() ? 0 : trace.stamp_high[place];
    return address(trace.stamp_low[place] | high << 32);
}

void add_threadx_facts(const Trace &trace, const Analysis &analysis, Json &json)
{
    const ThreadxHeader &header = trace.threadx;
    const std::size_t count = trace.count();
    Facts(json)
        .add("container", header.container)
        .add("bad_checksums", header.bad_checksums)
        .add("layout", concat(8 * header.word_bytes, "-bit"))
        .add("endian", trace.is_big_endian ? "big" : "little")
        .add("format", header.is_modern ? "modern" : "old")
        .add("timer_mask", address(header.timer_mask))
        .add("name_size", header.name_size)
        .add("base", address(header.base))
        .add("registry",
             concat(address(header.registry_begin), " to ", address(header.registry_end)))
        .add("buffer", concat(address(header.buffer_begin), " to ", address(header.buffer_end)))
        .add("oldest", address(header.oldest))
        .add("capacity", header.capacity)
        .add("raw_events", count)
        .add("wrapped", yes_or_no(header.has_wrapped))
        .add("counts_up", yes_or_no(header.counts_up))
        .add("cores", analysis.moves.cores)
        .add("ticks", count == 0 ? Tick{0} : trace.time.back())
        .add("first_raw_stamp", count == 0 ? "None" : stamp(trace, 0))
        .add("last_raw_stamp", count == 0 ? "None" : stamp(trace, trace.stamp_low.size() - 1))
        .add("objects", trace.objects.size())
        .end();
}

void add_limen_warnings(const Trace &trace, Json &json)
{
    const LimenHeader &header = trace.limen;
    if (header.is_recording) {
        json.add(
            "Recording was on when the image was taken: the newest records may be half written.");
    }
    if (header.object_count > header.object_capacity) {
        json.add(concat(header.object_count - trace.objects.size(),
                        " objects have no name: the object table was too small."));
    }
}

void add_threadx_warnings(const Trace &trace, Json &json)
{
    const ThreadxHeader &header = trace.threadx;
    if (header.bad_checksums > 0) {
        json.add(concat(header.bad_checksums, " records of the file have a wrong checksum."));
    }
    if (header.timer_mask < 0xFFFFFFFF) {
        json.add(concat("The clock wraps every ", header.timer_mask + 1,
                        " ticks: in a longer time without events, wraps are lost."));
    }
    if (header.has_wrapped) {
        json.add(
            "The ring was full: older events were overwritten, and their number is not known.");
    }
}

// Priorities are less than this.
std::uint64_t levels_of(const Trace &trace, const Moves &moves)
{
    if (trace.origin == Origin::limen) {
        return trace.limen.levels;
    }
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < trace.count(); i++) {
        if (moves.did[i] > 0) {
            most = std::max(most, trace.priority[i] & priority_bits);
        }
    }
    return (most / levels_step + 1) * levels_step;
}

// ThreadX does not count the events that a full ring overwrites.
std::optional<int> lost_of(const ThreadxHeader &header)
{
    return header.has_wrapped ? std::nullopt : std::optional(0);
}

} // namespace

std::string about(const Trace &trace, const Analysis &analysis, const View &view)
{
    const bool is_limen = trace.origin == Origin::limen;
    Json json;
    json.open('{').put("origin", is_limen ? "limen" : "threadx");
    if (is_limen) {
        json.put("clockHz", trace.limen.clock_hz).put("lost", trace.limen.lost);
    } else {
        const std::uint32_t hz = trace.limen.clock_hz;
        json.put("clockHz", hz == 0 ? std::nullopt : std::optional(hz));
        json.put("lost", lost_of(trace.threadx));
    }
    json.put("cores", analysis.moves.cores).put("levels", levels_of(trace, analysis.moves));
    // Beyond 2^53, a number would not be exact.
    const Tick zero = is_limen && !trace.time.empty() ? trace.time.front() : 0;
    json.put("zero", concat(zero));
    add_lanes(trace, json);
    add_priorities(trace, analysis.moves, json);
    add_objects(trace, view, json);
    if (trace.kernel.is_foreign()) {
        add_foreign_facts(trace, analysis.moves, json);
    } else if (is_limen) {
        add_limen_facts(trace, json);
    } else {
        add_threadx_facts(trace, analysis, json);
    }
    json.key("warnings").open('[');
    for (const std::string &warning : trace.kernel.warnings) {
        json.add(warning);
    }
    if (is_limen) {
        add_limen_warnings(trace, json);
    } else {
        add_threadx_warnings(trace, json);
    }
    return json.close(']').close('}').take();
}

} // namespace limen::trace
