// SPDX-License-Identifier: Apache-2.0
// The scheduler's events in a trace of Perfetto, plain and compact. Fields that are not known are
// passed over; nothing is nested deeper than the loops here.
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

// Calls visit(field) for each field. Returns: false at the first thing that is none.
template <class Visit> bool for_each_field(std::string_view message, Visit visit)
{
    Reader reader(reinterpret_cast<const std::uint8_t *>(message.data()), message.size());
    while (reader.left() > 0) {
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
            field.text = reader.text(reader.varint());
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
    Reader reader(reinterpret_cast<const std::uint8_t *>(text.data()), text.size());
    while (reader.left() > 0 && !reader.is_over) {
        values.push_back(reader.varint());
    }
    return values;
}

std::int64_t signed_number(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}

// Priorities are int32: as varints they have ten bytes if negative.
std::int64_t signed_32(std::uint64_t value)
{
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

class PerfettoReader
{
  public:
    explicit PerfettoReader(Trace &trace) : steps_{trace, "Perfetto", false}
    {
    }

    std::optional<Error> run(std::string_view file);

  private:
    // The columns of a bundle.
    struct Compact {
        std::vector<std::string_view> names;
        std::array<std::vector<std::uint64_t>, 13> column;

        LinuxThread thread(std::uint64_t name, std::uint64_t pid, std::uint64_t priority) const
        {
            return {name < names.size() ? names[name] : std::string_view{}, signed_number(pid),
                    signed_32(priority)};
        }
    };

    void trace(std::string_view text, bool is_unpacked);
    void packet(std::string_view text, bool is_unpacked);
    void bundle(std::string_view text);
    void event(std::string_view text, std::uint8_t core);
    void fill(LinuxEvent &event, std::uint64_t number, std::string_view text);
    void compact(std::string_view text, std::uint8_t core);
    template <class Fill>
    void compact(const std::vector<std::uint64_t> &times, std::uint8_t core, LinuxKind kind,
                 Fill fill);
    void compact_switches(const Compact &columns, std::uint8_t core);
    void compact_wakings(const Compact &columns, std::uint8_t core);

    LinuxSteps steps_;
    std::vector<LinuxEvent> events_;
    std::array<LinuxThread, cores_max> running_;     // by core, in compact bundles
    std::deque<std::vector<std::uint8_t>> unpacked_; // which events point into
    std::deque<std::string> names_;
    std::size_t room_ = 0; // for them
};

// The fields of an event by its number in FtraceEvent.
void PerfettoReader::fill(LinuxEvent &event, std::uint64_t number, std::string_view text)
{
    std::array<ProtoField, 8> fields;
    for_each_field(text, [&fields](const ProtoField &field) {
        if (field.number < fields.size()) {
            fields[field.number] = field;
        }
    });
    const auto value = [&fields](std::size_t which) { return signed_number(fields[which].value); };
    const auto prio = [&fields](std::size_t which) { return signed_32(fields[which].value); };
    switch (number) {
    case 4:
        event.kind = LinuxKind::switched;
        event.one = {fields[1].text, value(2), prio(3)};
        event.state = linux_state(value(4), false);
        event.next = {fields[5].text, value(6), prio(7)};
        return;
    case 17:
    case 20:
    case 114:
        event.kind = number == 20 ? LinuxKind::waking : LinuxKind::wakeup;
        event.one = {fields[1].text, value(2), prio(3)};
        return;
    case 353:
        event.kind = LinuxKind::inherits;
        event.one = {fields[1].text, value(4), prio(2)};
        return;
    case 36:
    case 37:
        event.kind = number == 36 ? LinuxKind::interrupt_begins : LinuxKind::interrupt_ends;
        event.number = static_cast<std::uint32_t>(fields[1].value);
        return;
    case 24:
    case 25:
        event.kind = number == 24 ? LinuxKind::interrupt_begins : LinuxKind::interrupt_ends;
        event.number = no_interrupt;
        return;
    default:
        names_.push_back(concat("event ", number));
        event.name = names_.back();
    }
}

void PerfettoReader::event(std::string_view text, std::uint8_t core)
{
    LinuxEvent event;
    event.core = core;
    bool is_known = false;
    for_each_field(text, [&](const ProtoField &field) {
        if (field.number == 1) {
            event.ns = static_cast<Tick>(field.value & (~std::uint64_t{0} >> 2));
        } else if (!field.text.empty() && !is_known) {
            is_known = true;
            fill(event, field.number, field.text);
        }
    });
    if (is_known) {
        events_.push_back(event);
    }
}

std::uint64_t at_or(const std::vector<std::uint64_t> &column, std::size_t row)
{
    return row < column.size() ? column[row] : 0;
}

// Times are differences from row to row.
template <class Fill>
void PerfettoReader::compact(const std::vector<std::uint64_t> &times, std::uint8_t core,
                             LinuxKind kind, Fill fill)
{
    std::uint64_t time = 0;
    for (std::size_t row = 0; row < times.size(); row++) {
        time += times[row];
        LinuxEvent event;
        event.ns = static_cast<Tick>(time & (~std::uint64_t{0} >> 2));
        event.core = core;
        event.kind = kind;
        fill(event, row);
        events_.push_back(event);
    }
}

void PerfettoReader::compact_switches(const Compact &columns, std::uint8_t core)
{
    const auto &column = columns.column;
    compact(column[1], core, LinuxKind::switched, [&](LinuxEvent &event, std::size_t row) {
        event.one = running_[core];
        event.state = linux_state(signed_number(at_or(column[2], row)), false);
        event.next =
            columns.thread(at_or(column[6], row), at_or(column[3], row), at_or(column[4], row));
        running_[core] = event.next;
    });
}

void PerfettoReader::compact_wakings(const Compact &columns, std::uint8_t core)
{
    const auto &column = columns.column;
    compact(column[7], core, LinuxKind::waking, [&](LinuxEvent &event, std::size_t row) {
        event.one =
            columns.thread(at_or(column[11], row), at_or(column[8], row), at_or(column[10], row));
        // Bit 0 of the flags: the waker was in no interrupt, or it is not known.
        event.context.is_in_interrupt = (at_or(column[12], row) & 4U) != 0;
    });
}

void PerfettoReader::compact(std::string_view text, std::uint8_t core)
{
    Compact columns;
    for_each_field(text, [&columns](const ProtoField &field) {
        if (field.number == 5) {
            columns.names.push_back(field.text);
        } else if (field.number < columns.column.size()) {
            columns.column[field.number] = packed(field.text);
        }
    });
    compact_switches(columns, core);
    compact_wakings(columns, core);
}

void PerfettoReader::bundle(std::string_view text)
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
        LinuxEvent lost;
        lost.ns = events_[first].ns;
        lost.core = core;
        lost.kind = LinuxKind::lost;
        events_.insert(events_.begin() + static_cast<std::ptrdiff_t>(first), lost);
    }
}

void PerfettoReader::packet(std::string_view text, bool is_unpacked)
{
    for_each_field(text, [&](const ProtoField &field) {
        if (field.number == 1) {
            bundle(field.text);
        } else if (field.number == 50 && !is_unpacked) {
            std::vector<std::uint8_t> out;
            inflate(reinterpret_cast<const std::uint8_t *>(field.text.data()), field.text.size(),
                    Packing::zlib, room_, out);
            room_ -= std::min(room_, out.size());
            unpacked_.push_back(std::move(out));
            const std::vector<std::uint8_t> &kept = unpacked_.back();
            trace({reinterpret_cast<const char *>(kept.data()), kept.size()}, true);
        }
    });
}

void PerfettoReader::trace(std::string_view text, bool is_unpacked)
{
    for_each_field(text, [&](const ProtoField &field) {
        if (field.number == 1) {
            packet(field.text, is_unpacked);
        }
    });
}

std::optional<Error> PerfettoReader::run(std::string_view file)
{
    room_ = std::min(unpacked_max, file.size() * unpacked_times_max);
    trace(file, false);
    if (events_.empty()) {
        return Error{"", "this Perfetto trace has no scheduling: no event of ftrace",
                     "record with the data source linux.ftrace and the events of the group sched"};
    }
    steps_.replay(events_);
    return steps_.finish();
}

} // namespace

// A Trace is one packet after another: all records have tag 1 and a length.
bool looks_like_perfetto(InputFiles files)
{
    const std::string_view text = files.front().text();
    if (!text.starts_with('\n')) {
        return false;
    }
    std::size_t packets = 0;
    const bool is_right = for_each_field(text, [&packets](const ProtoField &field) {
        packets += field.number == 1 && field.text.data() != nullptr ? 1U : 0U;
    });
    return packets > 0 && (is_right || packets > 2);
}

std::optional<Error> read_perfetto(InputFiles files, Trace &trace)
{
    return PerfettoReader(trace).run(files.front().text());
}

} // namespace limen::trace
