// SPDX-License-Identifier: Apache-2.0
// The Common Trace Format 1.8. Times are the ticks themselves; the description contains the clock
// rate. In addition to the events of the trace there is a `sched_switch` for each switch and a
// `sched_wakeup` for each thread that becomes ready, with the fields of Linux and the effective
// priorities.
//
// Source: Efficios, "Common Trace Format v1.8.3".
#include "convert/story.hpp"

#include "trace/concat.hpp"

#include <algorithm>

namespace limen::convert
{

namespace
{

using trace::append;

constexpr std::uint32_t magic = 0xC1FC1FC1;
constexpr std::uint32_t switch_id = 0, wake_id = 1, first_id = 2; // then the events by their names
constexpr std::size_t head_bytes = 2 * 4 + 4 * 8 + 1;             // of a packet
constexpr std::size_t packet_bytes = std::size_t{1} << 20;

constexpr std::string_view types = R"(/* CTF 1.8 */
typealias integer { size = 8; align = 8; signed = false; } := u8;
typealias integer { size = 32; align = 8; signed = false; } := u32;
typealias integer { size = 64; align = 8; signed = false; base = 16; } := u64;
trace {
    major = 1;
    minor = 8;
    byte_order = le;
    packet.header := struct { u32 magic; u32 stream_id; };
};
)";
constexpr std::string_view stream = R"(; offset = 0; };
typealias integer {
    size = 64; align = 8; signed = false; map = clock.ticks.value;
} := instant;
stream {
    id = 0;
    packet.context := struct {
        instant timestamp_begin; instant timestamp_end;
        u64 content_size; u64 packet_size; u8 cpu_id;
    };
    event.header := struct { u32 id; instant timestamp; };
};
)";
constexpr std::string_view switch_fields =
    "string prev_comm; u32 prev_tid; u32 prev_prio; u32 prev_state; "
    "string next_comm; u32 next_tid; u32 next_prio; string reason;";
constexpr std::string_view wake_fields =
    "string comm; u32 tid; u32 prio; u32 success; u32 target_cpu;";
constexpr std::string_view limen_fields = "u64 object; u64 a; u64 b; ";
constexpr std::string_view threadx_fields = "u64 info1; u64 info2; u64 info3; u64 info4; ";

// Little-endian.
void number(std::string &text, std::uint64_t value, unsigned bytes)
{
    for (unsigned byte = 0; byte < bytes; byte++) {
        text += static_cast<char>(value >> (8 * byte) & 0xFF);
    }
}

// A string ends with a zero, so it has none inside.
void string(std::string &text, std::string_view content)
{
    const std::size_t begin = text.size();
    text += content;
    text.erase(std::remove(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(), '\0'),
               text.end());
    text += '\0';
}

void add_class(std::string &text, std::string_view name, std::uint32_t id, std::string_view fields)
{
    text += "event {\n    name = \"";
    for (const char letter : name) {
        if (letter == '"' || letter == '\\') {
            text += '\\';
        }
        text += letter;
    }
    append(text, "\"; id = ");
    append(text, id);
    append(text, "; stream_id = 0;\n    fields := struct { ");
    append(text, fields);
    append(text, " };\n};\n");
}

// Writes the events of a core in packets, each followed by its `sched_` events.
class Core
{
  public:
    Core(const Subject &subject, unsigned core, Output &output)
        : subject_(subject), trace_(subject.trace), core_(core), output_(output), names_(subject)
    {
    }

    bool write();

  private:
    std::uint64_t time(std::size_t place) const
    {
        return static_cast<std::uint64_t>(trace_.time[place]);
    }
    void event(std::size_t place);
    void wakes(std::size_t place, bool is_mine);
    void switches(std::size_t place, bool is_mine);
    void head(std::uint32_t id, std::size_t place)
    {
        number(content_, id, 4);
        number(content_, time(place), 8);
    }
    void thread(Lane lane, std::int32_t priority);
    bool put(std::size_t first, std::size_t last);

    const Subject &subject_;
    const trace::Trace &trace_;
    unsigned core_;
    Output &output_;
    EventNames names_;
    std::string content_; // of the packet
    std::size_t next_wake_ = 0, next_switch_ = 0;
};

bool Core::write()
{
    std::size_t first = 0, last = 0;
    for (std::size_t place = 0; place < trace_.count(); place++) {
        const bool is_mine = trace_.core_of(place) == core_;
        if (is_mine) {
            first = content_.empty() ? place : first;
            last = place;
            event(place);
        }
        wakes(place, is_mine);
        switches(place, is_mine);
        if (content_.size() >= packet_bytes && !put(first, last)) {
            return false;
        }
    }
    return (content_.empty() || put(first, last)) && output_.flush();
}

void Core::event(std::size_t place)
{
    head(first_id + names_.of_event[place], place);
    number(content_, place, 8);
    const Lane lane = context_of(trace_, place);
    string(content_, lane < 0 ? "" : trace_.lanes[static_cast<std::size_t>(lane)].name);
    if (trace_.origin == trace::Origin::limen) {
        number(content_, trace_.object[place], 8);
        number(content_, trace_.a[place], 8);
        number(content_, trace_.b[place], 8);
    } else {
        for (const trace::Words &words : trace_.info) {
            number(content_, words[place], 8);
        }
    }
    string(content_, trace::describe(trace_, static_cast<Place>(place), subject_.definitions));
}

// The threads that an event makes ready; those of the events of other cores are passed over.
void Core::wakes(std::size_t place, bool is_mine)
{
    const trace::Ready &ready = subject_.analysis.moves.ready;
    const trace::Steps &priority = subject_.analysis.moves.priority;
    for (; next_wake_ < ready.at.size() && ready.at[next_wake_] <= static_cast<Place>(place);
         next_wake_++) {
        if (is_mine) {
            const Lane lane = ready.lane[next_wake_];
            head(wake_id, place);
            thread(lane, priority.before(ready.at[next_wake_] + 1, lane));
            number(content_, 1, 4);
            number(content_, core_, 4);
        }
    }
}

void Core::switches(std::size_t place, bool is_mine)
{
    const trace::Switches &all = subject_.analysis.switches;
    const trace::Steps &priority = subject_.analysis.moves.priority;
    for (; next_switch_ < all.at.size() && all.at[next_switch_] <= static_cast<Place>(place);
         next_switch_++) {
        if (is_mine) {
            const Lane leaves = all.leaves[next_switch_];
            const trace::Reason reason = all.reason[next_switch_];
            head(switch_id, place);
            thread(leaves, priority.before(all.at[next_switch_], leaves));
            number(content_,
                   reason == trace::Reason::blocked || reason == trace::Reason::terminated ? 1 : 0,
                   4);
            thread(all.comes[next_switch_], all.priority[next_switch_]);
            string(content_, why(trace_, subject_.analysis, static_cast<Place>(next_switch_)));
        }
    }
}

// Name, number and priority.
void Core::thread(Lane lane, std::int32_t priority)
{
    const auto place = static_cast<std::size_t>(std::max<Lane>(lane, 0));
    string(content_, trace_.lanes[place].name);
    number(content_, place, 4);
    number(content_, static_cast<std::uint64_t>(std::max(priority, 0)), 4);
}

bool Core::put(std::size_t first, std::size_t last)
{
    std::string &text = output_.text();
    const std::uint64_t bits = 8 * (std::uint64_t{head_bytes} + content_.size());
    number(text, magic, 4);
    number(text, 0, 4);
    number(text, time(first), 8);
    number(text, time(last), 8);
    number(text, bits, 8);
    number(text, bits, 8);
    number(text, core_, 1);
    text += content_;
    content_.clear();
    return output_.pause();
}

} // namespace

bool ctf_metadata(const Subject &subject, Output &output)
{
    const bool is_limen = subject.trace.origin == trace::Origin::limen;
    std::string &text = output.text();
    text += types;
    append(text, is_limen ? "env { origin = \"limen\"; };\n" : "env { origin = \"threadx\"; };\n");
    append(text, "clock { name = ticks; freq = ");
    append(text, subject.clock_hz);
    text += stream;
    add_class(text, "sched_switch", switch_id, switch_fields);
    add_class(text, "sched_wakeup", wake_id, wake_fields);
    const std::string fields = trace::concat(
        "u64 number; string thread; ", is_limen ? limen_fields : threadx_fields, "string details;");
    std::uint32_t id = first_id;
    for (const std::string &name : EventNames(subject).names) {
        add_class(text, name, id++, fields);
    }
    return output.flush();
}

bool ctf_core(const Subject &subject, unsigned core, Output &output)
{
    return Core(subject, core, output).write();
}

} // namespace limen::convert
