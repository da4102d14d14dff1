// SPDX-License-Identifier: Apache-2.0
// trace.dat of trace-cmd, versions 6 and 7: the pages of the kernel's ring buffers, and the formats
// of its events as text.
#include "trace/concat.hpp"
#include "trace/read/foreign/file_set.hpp"
#include "trace/read/foreign/linux.hpp"
#include "trace/read/foreign/trace_dat_format.hpp"
#include "trace/read/text.hpp"

namespace limen::trace
{

namespace
{

constexpr std::string_view dat_magic("\x17\x08\x44tracing", 10);
constexpr std::uint8_t flag_wants_switch = 4 | 32, flag_hard = 8, flag_soft = 16;
constexpr std::uint8_t preempt_depth = 0x0F; // of common_preempt_count

class DatReader
{
  public:
    DatReader(const InputFile &file, Trace &trace)
        : file_{file}, reader_{file.bytes, file.size, file.size > 12 && file.bytes[12] != 0},
          is_big_{file.size > 12 && file.bytes[12] != 0}, steps_{trace, "trace.dat", false}
    {
    }

    std::optional<Error> run();

  private:
    struct Buffer {
        std::uint64_t offset = 0, size = 0;
        unsigned core = 0;
    };

    std::optional<Error> version_6();
    std::optional<Error> version_7();
    std::optional<Error> sections(std::uint64_t options);
    void section(std::uint16_t id, std::uint64_t offset);
    void buffer_option(Reader option);
    void page_format(std::string_view text);
    void format(Reader &reader);
    void systems(Reader &reader);
    void pages(const Buffer &buffer);
    void page(std::size_t begin, std::size_t size, unsigned core);
    void event(const std::uint8_t *data, std::size_t size, Tick ns, unsigned core);
    void of_thread(const DatFormat &format, Reader &data, LinuxEvent &event);
    std::int64_t value(const DatFormat &format, Reader &data, std::string_view name) const;
    std::string_view text(const DatFormat &format, Reader &data, std::string_view name) const;
    Error ends() const
    {
        return {concat("byte ", reader_.place), "this trace.dat ends in its headers",
                "copy it again"};
    }

    const InputFile &file_;
    Reader reader_;
    const bool is_big_;
    LinuxSteps steps_;
    std::size_t page_bytes_ = 4096, commit_bytes_ = 8, data_offset_ = 16;
    std::map<std::uint16_t, DatFormat> formats_; // by id
    std::vector<Buffer> buffers_;
    std::vector<LinuxEvent> events_;
    bool is_packed_ = false; // a part is compressed
};

void DatReader::page_format(std::string_view text)
{
    const std::size_t commit = text.find(" commit;");
    const std::size_t data = text.find(" data;");
    if (commit != std::string_view::npos && data != std::string_view::npos) {
        commit_bytes_ = dat_number(text.substr(commit), "size:") == 4 ? 4 : 8;
        data_offset_ = dat_number(text.substr(data), "offset:");
    }
}

// A format: its length and its text.
void DatReader::format(Reader &reader)
{
    const std::string_view text = reader.text(reader.u64());
    formats_[static_cast<std::uint16_t>(dat_number(text, "ID: "))] = dat_format(text);
}

void DatReader::systems(Reader &reader)
{
    const std::uint32_t count = reader.u32();
    for (std::uint32_t system = 0; system < count && !reader.is_over; system++) {
        while (!reader.is_over && reader.u8() != 0) { // its name
        }
        const std::uint32_t events = reader.u32();
        for (std::uint32_t event = 0; event < events && !reader.is_over; event++) {
            format(reader);
        }
    }
}

std::optional<Error> DatReader::version_6()
{
    reader_.skip(12); // "header_page"
    page_format(reader_.text(reader_.u64()));
    reader_.skip(13); // "header_event"
    reader_.skip(reader_.u64());
    const std::uint32_t count = reader_.u32();
    for (std::uint32_t one = 0; one < count && !reader_.is_over; one++) {
        format(reader_);
    }
    systems(reader_);
    reader_.skip(reader_.u32()); // kallsyms
    reader_.skip(reader_.u32()); // printk
    reader_.skip(reader_.u64()); // names of processes
    const std::uint32_t cores = reader_.u32();
    std::string_view part = reader_.text(10);
    if (part.starts_with("options")) {
        for (std::uint16_t id = reader_.u16(); id != 0 && !reader_.is_over; id = reader_.u16()) {
            reader_.skip(reader_.u32());
        }
        part = reader_.text(10);
    }
    if (!part.starts_with("flyrecord")) {
        return Error{concat("byte ", reader_.place), "this trace.dat is not of the form flyrecord",
                     "convert it with `trace-cmd convert`"};
    }
    for (std::uint32_t core = 0; core < cores && !reader_.is_over; core++) {
        const std::uint64_t offset = reader_.u64();
        buffers_.push_back({offset, reader_.u64(), core});
    }
    return reader_.is_over ? std::optional(ends()) : std::nullopt;
}

// An option that names a buffer and the pages of its cores.
void DatReader::buffer_option(Reader option)
{
    option.skip(8);
    for (int text = 0; text < 2; text++) { // name and clock
        while (!option.is_over && option.u8() != 0) {
        }
    }
    page_bytes_ = option.u32();
    const std::uint32_t cores = option.u32();
    for (std::uint32_t core = 0; core < cores && !option.is_over; core++) {
        const std::uint32_t number = option.u32();
        const std::uint64_t offset = option.u64();
        buffers_.push_back({offset, option.u64(), number});
    }
}

void DatReader::section(std::uint16_t id, std::uint64_t offset)
{
    Reader reader = reader_;
    reader.place = std::min<std::uint64_t>(offset, file_.size);
    reader.u16();
    is_packed_ = is_packed_ || (reader.u16() & 1U) != 0;
    reader.u32();
    reader.u64();
    if (id == 16) {
        reader.skip(12);
        page_format(reader.text(reader.u64()));
    } else if (id == 18) {
        systems(reader);
    }
}

// The chain of options; each of them is read once.
std::optional<Error> DatReader::sections(std::uint64_t options)
{
    for (int chain = 0; options != 0 && options < file_.size && chain < 64; chain++) {
        reader_.place = options;
        reader_.u16();
        is_packed_ = is_packed_ || (reader_.u16() & 1U) != 0;
        reader_.u32();
        reader_.u64();
        options = 0;
        while (!reader_.is_over && !is_packed_) {
            const std::uint16_t id = reader_.u16();
            const std::uint32_t size = reader_.u32();
            Reader option = reader_;
            reader_.skip(size);
            if (id == 0) {
                options = option.u64();
                break;
            }
            if (id == 3) {
                buffer_option(option);
            } else if (id >= 16 && id <= 21) {
                section(id, option.u64());
            }
        }
    }
    if (is_packed_) {
        return Error{"", "this trace.dat is compressed",
                     "unpack it with `trace-cmd convert --compression none`"};
    }
    return reader_.is_over ? std::optional(ends()) : std::nullopt;
}

std::optional<Error> DatReader::version_7()
{
    for (int text = 0; text < 2; text++) { // the name of the compression and its version
        while (!reader_.is_over && reader_.u8() != 0) {
        }
    }
    return sections(reader_.u64());
}

std::int64_t DatReader::value(const DatFormat &format, Reader &data, std::string_view name) const
{
    const auto found = format.fields.find(name);
    if (found == format.fields.end()) {
        return 0;
    }
    const DatField &field = found->second;
    data.place = 0;
    data.is_over = false;
    data.skip(field.offset);
    const std::uint64_t number = data.wide(field.size);
    if (!field.is_signed || field.size >= 8 || field.size == 0) {
        return static_cast<std::int64_t>(number);
    }
    const auto shift = static_cast<unsigned>(64 - 8 * field.size);
    return static_cast<std::int64_t>(number << shift) >> shift;
}

std::string_view DatReader::text(const DatFormat &format, Reader &data, std::string_view name) const
{
    const auto found = format.fields.find(name);
    if (found == format.fields.end()) {
        return {};
    }
    data.place = 0;
    data.is_over = false;
    data.skip(found->second.offset);
    return data.name(std::min(found->second.size, data.left()));
}

void DatReader::of_thread(const DatFormat &format, Reader &data, LinuxEvent &event)
{
    const auto number = [&](std::string_view name) { return value(format, data, name); };
    if (format.name == "sched_switch") {
        event.kind = LinuxKind::switched;
        event.one = {text(format, data, "prev_comm"), number("prev_pid"), number("prev_prio")};
        event.next = {text(format, data, "next_comm"), number("next_pid"), number("next_prio")};
        event.state = linux_state(number("prev_state"), format.has_old_states);
    } else if (format.name.starts_with("sched_wak")) {
        event.kind = format.name == "sched_waking" ? LinuxKind::waking : LinuxKind::wakeup;
        event.one = {text(format, data, "comm"), number("pid"), number("prio")};
    } else if (format.name == "sched_pi_setprio") {
        event.kind = LinuxKind::inherits;
        event.one = {{}, number("pid"), number("newprio")};
    } else if (format.name == "irq_handler_entry" || format.name == "irq_handler_exit") {
        event.kind = format.name.ends_with("entry") ? LinuxKind::interrupt_begins
                                                    : LinuxKind::interrupt_ends;
        event.number = static_cast<std::uint32_t>(number("irq"));
    } else if (format.name.starts_with("local_timer_")) {
        event.kind = format.name.ends_with("entry") ? LinuxKind::interrupt_begins
                                                    : LinuxKind::interrupt_ends;
        event.number = static_cast<std::uint32_t>(number("vector"));
    } else if (format.name == "softirq_entry" || format.name == "softirq_exit") {
        event.kind = format.name.ends_with("entry") ? LinuxKind::interrupt_begins
                                                    : LinuxKind::interrupt_ends;
        event.number = no_interrupt;
    }
}

void DatReader::event(const std::uint8_t *bytes, std::size_t size, Tick ns, unsigned core)
{
    Reader data(bytes, size, is_big_);
    const auto found = formats_.find(data.u16());
    if (found == formats_.end()) {
        return;
    }
    data.u8(); // of common_type, which has two bytes in each kernel
    LinuxEvent event;
    event.ns = ns;
    event.core = static_cast<std::uint8_t>(core);
    event.name = found->second.name;
    const auto flags = static_cast<std::uint8_t>(value(found->second, data, "common_flags"));
    event.context.is_in_interrupt = (flags & (flag_hard | flag_soft)) != 0;
    event.context.is_in_softirq = (flags & flag_soft) != 0;
    event.context.wants_switch = (flags & flag_wants_switch) != 0;
    event.context.is_unpreemptible =
        (value(found->second, data, "common_preempt_count") & preempt_depth) != 0;
    of_thread(found->second, data, event);
    events_.push_back(event);
}

void DatReader::page(std::size_t begin, std::size_t size, unsigned core)
{
    Reader page(file_.bytes + begin, size, is_big_);
    constexpr std::uint64_t time_max = std::uint64_t{1} << 61;
    std::uint64_t time = page.u64();
    const std::uint64_t commit = commit_bytes_ == 4 ? page.u32() : page.u64();
    if ((commit >> 31 & 1) != 0) {
        LinuxEvent lost;
        lost.ns = static_cast<Tick>(std::min(time, time_max));
        lost.core = static_cast<std::uint8_t>(core);
        lost.kind = LinuxKind::lost;
        events_.push_back(lost);
    }
    const std::size_t end = std::min<std::size_t>(data_offset_ + (commit & 0xFFFFF), size);
    page.place = std::min(data_offset_, size);
    while (page.place + 4 <= end && !page.is_over) {
        const std::uint32_t word = page.u32();
        const std::uint32_t type = word & 31U, delta = word >> 5;
        if (type == 29) {
            const std::uint32_t length = delta == 0 ? 0 : page.u32();
            if (length < 4) {
                return;
            }
            page.skip(length - 4);
            time += delta;
        } else if (type >= 30) {
            const std::uint64_t value = (std::uint64_t{page.u32()} << 27) + delta;
            time = type == 30 ? time + value : value;
        } else {
            const std::uint32_t whole = type == 0 ? page.u32() : 4 * type + (type == 0 ? 0 : 4);
            const std::size_t length = whole < 4 ? 0 : whole - 4;
            time += delta;
            const std::size_t at = page.place;
            page.skip(length);
            if (!page.is_over && length >= 8) {
                event(file_.bytes + begin + at, length, static_cast<Tick>(std::min(time, time_max)),
                      core);
            }
        }
    }
}

void DatReader::pages(const Buffer &buffer)
{
    const std::uint64_t end = buffer.offset + std::min<std::uint64_t>(buffer.size, file_.size);
    const std::uint64_t last = std::min<std::uint64_t>(end, file_.size);
    for (std::uint64_t at = buffer.offset; at < last; at += page_bytes_) {
        page(at, std::min<std::uint64_t>(page_bytes_, last - at),
             buffer.core % static_cast<unsigned>(cores_max));
    }
}

std::optional<Error> DatReader::run()
{
    reader_.skip(10);
    const std::string_view version = reader_.text(2);
    reader_.skip(2); // byte order, size of a long
    page_bytes_ = reader_.u32();
    std::optional<Error> error;
    if (version.starts_with('6')) {
        error = version_6();
    } else if (version.starts_with('7')) {
        error = version_7();
    } else {
        error =
            Error{"byte 10", concat("this trace.dat has version ", printable(version.substr(0, 1))),
                  "convert it with `trace-cmd convert`"};
    }
    if (error) {
        return error;
    }
    if (page_bytes_ < 64 || buffers_.size() > cores_max) {
        return ends();
    }
    std::uint64_t whole = 0; // a file may name its pages again and again
    for (const Buffer &buffer : buffers_) {
        whole += std::min<std::uint64_t>(buffer.size, file_.size);
        if (whole <= 2 * std::uint64_t{file_.size}) {
            pages(buffer);
        }
    }
    steps_.replay(events_);
    return steps_.finish();
}

} // namespace

bool looks_like_trace_dat(InputFiles files)
{
    return files.front().text().starts_with(dat_magic);
}

std::optional<Error> read_trace_dat(InputFiles files, Trace &trace)
{
    return DatReader(files.front(), trace).run();
}

} // namespace limen::trace
