// SPDX-License-Identifier: Apache-2.0
// The scheduler's events in a trace of Perfetto, plain and compact. Unknown fields are skipped.
// Messages are nested no deeper than these loops.
#include "trace/concat.hpp"
#include "trace/read/foreign/file_set.hpp"
#include "trace/read/foreign/linux.hpp"

#include <array>
#include <deque>

namespace limen::trace
{

namespace
{

constexpr std::size_t unpacked_max = std::size_t{1} << 30, unpacked_times_max = 100;

// A field of a message: a number, or a text or message of its own.
struct ProtoField {
    std::uint64_t number = 0, value = 0;
    std::string_view text;
};

// Calls visit(field) for each field. Returns: false at the first bytes that are not a field.
// takes_part: also visits the present part of a field that the end of a file cuts.
template <class Visit>
bool for_each_field(std::string_view message, Visit visit, bool takes_part = false)
{
    for (Reader reader(message); reader.left() > 0;) {
        const std::uint64_t tag = reader.varint();
        ProtoField field;
        field.number = tag >> 3;
        switch (tag & 7U) {
        case 0:
            field.value = reader.varint();
            break;
        case 1:
            field.value = reader.u64();
            break;
        case 2:
            field.value = reader.varint();
            if (takes_part && field.value > reader.left() && field.number != 0) {
                field.text = reader.text(reader.left());
                visit(field);
                return false;
            }
            field.text = reader.text(field.value);
            break;
        case 5:
            field.value = reader.u32();
            break;
        default:
            return false;
        }
        if (reader.is_over || field.number == 0) {
            return false;
        }
        visit(field);
    }
    return true;
}

std::vector<std::uint64_t> packed(std::string_view text)
{
    std::vector<std::uint64_t> values;
    for (Reader reader(text); reader.left() > 0 && !reader.is_over;) {
        values.push_back(reader.varint());
    }
    return values;
}

std::int64_t signed_number(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}

Tick tick_of(std::uint64_t time)
{
    return static_cast<Tick>(time & (~std::uint64_t{0} >> 2));
}

// An event of FtraceEvent: its number there, its name, and those of its fields from 1 on.
struct ProtoEvent {
    std::uint64_t number;
    std::string_view name;
    std::string_view fields[7];
};

constexpr ProtoEvent proto_events[] = {
    {4,
     "sched_switch",
     {"prev_comm", "prev_pid", "prev_prio", "prev_state", "next_comm", "next_pid", "next_prio"}},
    {17, "sched_wakeup", {"comm", "pid", "prio"}},
    {20, "sched_waking", {"comm", "pid", "prio"}},
    {114, "sched_wakeup_new", {"comm", "pid", "prio"}},
    {353, "sched_pi_setprio", {"comm", "newprio", "oldprio", "pid"}},
    {36, "irq_handler_entry", {"irq"}},
    {37, "irq_handler_exit", {"irq"}},
    {24, "softirq_entry", {"vec"}},
    {25, "softirq_exit", {"vec"}},
};

class ProtoFields final : public LinuxFields
{
  public:
    ProtoFields(const ProtoEvent &event, std::string_view message) : event_{event}
    {
        for_each_field(message, [this](const ProtoField &field) {
            const std::size_t number = at_most(field.number, fields_.size() + 1);
            if (number <= fields_.size()) {
                fields_[number - 1] = field;
            }
        });
    }

    std::string_view text(std::string_view name) override
    {
        return field(name).text;
    }
    std::int64_t number(std::string_view name, std::int64_t /*missing*/) override
    {
        return signed_number(field(name).value); // one that is 0 is not written
    }
    char state() override
    {
        return linux_state(number("prev_state", 0), false);
    }

  private:
    ProtoField field(std::string_view name) const
    {
        const auto found = std::find(std::begin(event_.fields), std::end(event_.fields), name);
        return found == std::end(event_.fields)
                   ? ProtoField{}
                   : fields_[static_cast<std::size_t>(found - std::begin(event_.fields))];
    }

    const ProtoEvent &event_;
    std::array<ProtoField, 7> fields_;
};

class PerfettoReader
{
  public:
    explicit PerfettoReader(Trace &trace) : steps_{trace, "Perfetto", false}
    {
    }

    std::optional<Error> run(std::string_view file)
    {
        unpacked_.room = std::min(unpacked_max, file.size() * unpacked_times_max);
        packets(file, false);
        if (events_.empty()) {
            return Error{
                "", "this Perfetto trace has no scheduling: no event of ftrace",
                "record with the data source linux.ftrace and the events of the group sched"};
        }
        return steps_.replay(events_);
    }

  private:
    // A Trace is one packet after another; some of them are packed in one.
    void packets(std::string_view text, bool are_unpacked)
    {
        const auto in_packet = [&](const ProtoField &field) {
            if (field.number == 1) {
                bundle(field.text);
            } else if (field.number == 50 && !are_unpacked) {
                bool is_whole = false; // its present part is shown
                packets(unpacked_.add(field.text, Packing::zlib, is_whole), true);
            }
        };
        const auto visit = [&](const ProtoField &packet) {
            if (packet.number == 1) {
                for_each_field(packet.text, in_packet, true);
            }
        };
        for_each_field(text, visit, true);
    }

    void bundle(std::string_view text)
    {
        std::uint8_t core = 0;
        bool has_lost = false;
        for_each_field(text, [&](const ProtoField &field) {
            core = field.number == 1 ? static_cast<std::uint8_t>(field.value) : core;
            has_lost = has_lost || (field.number == 3 && field.value != 0);
        });
        const std::size_t first = events_.size();
        for_each_field(text, [&](const ProtoField &field) {
            if (field.number == 2) {
                event(field.text, core);
            } else if (field.number == 4) {
                compact(field.text, core);
            }
        });
        if (has_lost && first < events_.size()) {
            events_.insert(events_.begin() + static_cast<std::ptrdiff_t>(first),
                           {.ns = events_[first].ns, .core = core, .kind = LinuxKind::lost});
        }
    }

    void event(std::string_view text, std::uint8_t core)
    {
        LinuxEvent event{.core = core};
        for_each_field(text, [&](const ProtoField &field) {
            if (field.number == 1) {
                event.ns = tick_of(field.value);
            } else if (!field.text.empty() && event.name.empty()) {
                const ProtoEvent *const known =
                    row_with(proto_events, &ProtoEvent::number, field.number);
                if (known == nullptr) {
                    event.name = names_.emplace_back(concat("event ", field.number));
                } else {
                    event.name = known->name;
                    ProtoFields(*known, field.text).fill(event);
                }
            }
        });
        if (!event.name.empty()) {
            events_.push_back(event);
        }
    }

    // Columns of a bundle, by the numbers of their fields. Times are differences from row to row.
    void compact(std::string_view text, std::uint8_t core)
    {
        std::vector<std::string_view> names;
        std::array<std::vector<std::uint64_t>, 13> columns;
        for_each_field(text, [&](const ProtoField &field) {
            if (field.number == 5) {
                names.push_back(field.text);
            } else if (const auto at = at_most(field.number, columns.size()); at < columns.size()) {
                columns[at] = packed(field.text);
            }
        });
        std::uint64_t time = 0;
        std::size_t row = 0;
        const auto value = [&](std::size_t column) {
            return row < columns[column].size() ? columns[column][row] : 0;
        };
        const auto thread = [&](std::size_t name, std::size_t pid, std::size_t prio) {
            const std::size_t at = at_most(value(name), names.size());
            return LinuxThread{at < names.size() ? names[at] : std::string_view{},
                               signed_number(value(pid)), signed_number(value(prio))};
        };
        for (; row < columns[1].size(); row++) {
            time += value(1);
            LinuxEvent event{.ns = tick_of(time), .core = core, .kind = LinuxKind::switched};
            event.one = running_[core];
            event.state = linux_state(signed_number(value(2)), false);
            event.next = running_[core] = thread(6, 3, 4);
            events_.push_back(event);
        }
        time = 0;
        for (row = 0; row < columns[7].size(); row++) {
            time += value(7);
            LinuxEvent event{.ns = tick_of(time), .core = core, .kind = LinuxKind::waking};
            event.one = thread(11, 8, 10);
            // Bit 0 of the flags: the waker was in no interrupt, or it is not known.
            event.context.is_in_interrupt = (value(12) & 4U) != 0;
            events_.push_back(event);
        }
    }

    LinuxSteps steps_;
    std::vector<LinuxEvent> events_;
    std::array<LinuxThread, cores_max> running_; // by core, in compact bundles
    Contents unpacked_;                          // which events point into
    std::deque<std::string> names_;
};

} // namespace

// A Trace is one packet after another: all records have tag 1 and a length. A cut recording may
// have only the first packet, which then has a bundle of ftrace.
bool looks_like_perfetto(InputFiles files)
{
    const std::string_view text = files.front().text();
    if (!text.starts_with('\n')) {
        return false;
    }
    std::size_t packets = 0;
    bool has_bundle = false;
    const auto in_packet = [&has_bundle](const ProtoField &field) {
        has_bundle = has_bundle || (field.number == 1 && field.text.starts_with('\x08'));
    };
    const auto visit = [&](const ProtoField &field) {
        if (packets == 0) {
            for_each_field(field.text, in_packet, true);
        }
        packets += field.number == 1 && field.text.data() != nullptr ? 1U : 0U;
    };
    const bool is_right = for_each_field(text, visit, true);
    return packets > 0 && (is_right || packets > 3 || has_bundle);
}

std::optional<Error> read_perfetto(InputFiles files, Trace &trace)
{
    return PerfettoReader(trace).run(files.front().text());
}

} // namespace limen::trace
