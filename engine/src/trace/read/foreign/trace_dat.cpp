// SPDX-License-Identifier: Apache-2.0
// trace.dat of trace-cmd, versions 6 and 7: the pages of the kernel's ring buffers, and the formats
// of its events as text.
#include "trace/concat.hpp"
#include "trace/read/foreign/file_set.hpp"
#include "trace/read/foreign/linux.hpp"
#include "trace/read/text.hpp"

namespace limen::trace
{

namespace
{

constexpr std::string_view dat_magic("\x17\x08\x44tracing", 10);
constexpr std::uint8_t flag_wants_switch = 4 | 32, flag_hard = 8, flag_soft = 16;
constexpr std::uint64_t time_max = std::uint64_t{1} << 61;
constexpr std::uint8_t preempt_depth = 0x0F; // of common_preempt_count

struct DatField {
    std::size_t offset = 0, size = 0;
    bool is_signed = false;
};

struct DatFormat {
    std::string name;
    std::map<std::string, DatField, std::less<>> fields;
    bool has_old_states = false;
};

// The number after a word; 0: the text does not have the word.
std::size_t dat_number(std::string_view text, std::string_view word)
{
    const std::size_t at = text.find(word);
    return at == std::string_view::npos
               ? 0
               : static_cast<std::size_t>(number_of(text.substr(at + word.size())));
}

// "field:TYPE name[16]; offset:8; size:16; signed:1;"
void add_field(std::string_view line, DatFormat &format)
{
    const std::size_t end = line.find(';');
    std::string_view name = line.substr(0, end);
    name = name.substr(0, name.find('['));
    name = name.substr(name.find_last_of(" *") + 1);
    format.fields[std::string(name)] = {dat_number(line, "offset:"), dat_number(line, "size:"),
                                        dat_number(line, "signed:") == 1};
}

DatFormat dat_format(std::string_view text)
{
    DatFormat format;
    format.has_old_states = text.find("\"I\"") == std::string_view::npos;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (const std::size_t at = line.find("field:"); at != std::string_view::npos) {
            add_field(line.substr(at + 6), format);
        } else if (line.starts_with("name: ")) {
            format.name = line.substr(6);
        }
    }
    return format;
}

class DatFields final : public LinuxFields
{
  public:
    DatFields(const DatFormat &format, Reader data) : format_{format}, data_{data}
    {
    }

    std::string_view text(std::string_view name) override
    {
        const DatField *const field = at(name);
        return field == nullptr ? std::string_view{}
                                : data_.name(std::min(field->size, data_.left()));
    }
    std::int64_t number(std::string_view name, std::int64_t missing) override
    {
        const DatField *const field = at(name);
        return field == nullptr ? missing : data_.wide(field->size, field->is_signed);
    }
    char state() override
    {
        return linux_state(number("prev_state", 0), format_.has_old_states);
    }

  private:
    // A field, at which the data is then.
    const DatField *at(std::string_view name)
    {
        const auto found = format_.fields.find(name);
        if (found == format_.fields.end()) {
            return nullptr;
        }
        data_.place = 0;
        data_.is_over = false;
        data_.skip(found->second.offset);
        return &found->second;
    }

    const DatFormat &format_;
    Reader data_;
};

class DatReader
{
  public:
    DatReader(const InputFile &file, Trace &trace)
        : file_{file.bytes, file.size, file.size > 12 && file.bytes[12] != 0}, reader_{file_},
          steps_{trace, "trace.dat", false}
    {
    }

    std::optional<Error> run()
    {
        reader_.skip(10);
        const std::string_view version = reader_.text(2);
        reader_.skip(2); // byte order, size of a long
        page_bytes_ = reader_.u32();
        std::optional<Error> error;
        if (version.starts_with('6')) {
            error = version_6();
        } else if (version.starts_with('7')) {
            reader_.skip_name(); // of the compression
            reader_.skip_name(); // its version
            error = sections(reader_.u64());
        } else {
            error = Error{"byte 10",
                          concat("this trace.dat has version ", printable(version.substr(0, 1))),
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
            const std::size_t size = buffer.pages.left();
            whole += size;
            const bool is_again = whole > 2 * std::uint64_t{file_.left()};
            for (std::size_t at = 0; at < size && !is_again; at += page_bytes_) {
                page(buffer.pages.part(at, page_bytes_), buffer.core);
            }
        }
        return steps_.replay(events_);
    }

  private:
    struct Buffer {
        Reader pages;
        std::uint8_t core;
    };

    std::optional<Error> version_6()
    {
        reader_.skip(12); // "header_page"
        page_format(reader_.text(reader_.u64()));
        reader_.skip(13); // "header_event"
        reader_.skip(reader_.u64());
        formats(reader_);
        systems(reader_);
        reader_.skip(reader_.u32()); // kallsyms
        reader_.skip(reader_.u32()); // printk
        reader_.skip(reader_.u64()); // names of processes
        const std::uint32_t cores = reader_.u32();
        std::string_view part = reader_.text(10);
        if (part.starts_with("options")) {
            for (std::uint16_t id = reader_.u16(); id != 0 && !reader_.is_over;
                 id = reader_.u16()) {
                reader_.skip(reader_.u32());
            }
            part = reader_.text(10);
        }
        if (!reader_.is_over && !part.starts_with("flyrecord")) {
            return Error{concat("byte ", reader_.place),
                         "this trace.dat is not of the form flyrecord",
                         "convert it with `trace-cmd convert`"};
        }
        for (std::uint32_t core = 0; core < cores && !reader_.is_over; core++) {
            add_buffer(reader_, core);
        }
        return reader_.is_over ? std::optional(ends()) : std::nullopt;
    }

    // The chain of options; each of them is read once.
    std::optional<Error> sections(std::uint64_t options)
    {
        for (int chain = 0; options != 0 && options < file_.left() && chain < 64; chain++) {
            reader_ = section_at(options);
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
                    Reader section = section_at(option.u64());
                    if (id == 16) {
                        section.skip(12);
                        page_format(section.text(section.u64()));
                    } else if (id == 18) {
                        systems(section);
                    }
                }
            }
        }
        if (is_packed_) {
            return Error{"", "this trace.dat is compressed",
                         "unpack it with `trace-cmd convert --compression none`"};
        }
        return reader_.is_over ? std::optional(ends()) : std::nullopt;
    }

    // The content of a section, after its id, its flags, its name and its size.
    Reader section_at(std::uint64_t offset)
    {
        Reader reader = file_.part(offset);
        reader.u16();
        is_packed_ = is_packed_ || (reader.u16() & 1U) != 0;
        reader.skip(12);
        return reader;
    }

    // An option that names a buffer and the pages of its cores.
    void buffer_option(Reader option)
    {
        option.skip(8);
        option.skip_name();
        option.skip_name(); // of the clock
        page_bytes_ = option.u32();
        const std::uint32_t cores = option.u32();
        for (std::uint32_t core = 0; core < cores && !option.is_over; core++) {
            const std::uint32_t number = option.u32();
            add_buffer(option, number);
        }
    }

    // Reads the place and the length of a buffer.
    void add_buffer(Reader &reader, std::uint32_t core)
    {
        const std::uint64_t offset = reader.u64();
        buffers_.push_back(
            {file_.part(offset, reader.u64()), static_cast<std::uint8_t>(core % cores_max)});
    }

    void page_format(std::string_view text)
    {
        const std::size_t commit = text.find(" commit;");
        const std::size_t data = text.find(" data;");
        if (commit != std::string_view::npos && data != std::string_view::npos) {
            commit_bytes_ = dat_number(text.substr(commit), "size:") == 4 ? 4 : 8;
            data_offset_ = dat_number(text.substr(data), "offset:");
        }
    }

    // Reads the formats: a length and a text each.
    void formats(Reader &reader)
    {
        const std::uint32_t count = reader.u32();
        for (std::uint32_t one = 0; one < count && !reader.is_over; one++) {
            const std::string_view text = reader.text(reader.u64());
            formats_[static_cast<std::uint16_t>(dat_number(text, "ID: "))] = dat_format(text);
        }
    }

    void systems(Reader &reader)
    {
        const std::uint32_t count = reader.u32();
        for (std::uint32_t system = 0; system < count && !reader.is_over; system++) {
            reader.skip_name();
            formats(reader);
        }
    }

    void page(Reader page, std::uint8_t core)
    {
        const std::size_t size = page.left();
        std::uint64_t time = page.u64();
        const auto now = [&time] { return static_cast<Tick>(std::min(time, time_max)); };
        const std::uint64_t commit = page.wide(commit_bytes_);
        if ((commit >> 31 & 1) != 0) {
            events_.push_back({.ns = now(), .core = core, .kind = LinuxKind::lost});
        }
        const std::size_t end = std::min<std::size_t>(data_offset_ + (commit & 0xFFFFF), size);
        page.place = std::min(data_offset_, size);
        while (page.place + 4 <= end && !page.is_over) {
            const std::uint32_t word = page.u32();
            const std::uint32_t type = word & 31U, delta = word >> 5;
            if (type >= 30) {
                const std::uint64_t value = (std::uint64_t{page.u32()} << 27) + delta;
                time = type == 30 ? time + value : value;
                continue;
            }
            const bool is_padding = type == 29;
            if (is_padding && delta == 0) { // up to the end of the page
                return;
            }
            // A length that is written counts itself.
            const std::uint32_t whole = type == 0 || is_padding ? page.u32() : 4 * type + 4;
            const std::size_t length = whole < 4 ? 0 : whole - 4;
            const std::size_t at = page.place;
            time += delta;
            page.skip(length);
            if (!is_padding && !page.is_over && length >= 8) {
                event(page.part(at, length), now(), core);
            }
        }
    }

    void event(Reader data, Tick ns, std::uint8_t core)
    {
        const auto format = formats_.find(data.u16()); // common_type has two bytes in each kernel
        if (format == formats_.end()) {
            return;
        }
        DatFields fields(format->second, data);
        LinuxEvent event{.ns = ns, .core = core, .name = format->second.name};
        const auto flags = static_cast<std::uint8_t>(fields.number("common_flags", 0));
        const std::int64_t depth = fields.number("common_preempt_count", 0);
        event.context = {(flags & (flag_hard | flag_soft)) != 0, (flags & flag_soft) != 0,
                         (flags & flag_wants_switch) != 0, (depth & preempt_depth) != 0};
        fields.fill(event);
        events_.push_back(event);
    }

    Error ends() const
    {
        return {concat("byte ", reader_.place), "this trace.dat ends in its headers",
                "copy it again"};
    }

    const Reader file_; // from its beginning
    Reader reader_;
    LinuxSteps steps_;
    std::size_t page_bytes_ = 4096, commit_bytes_ = 8, data_offset_ = 16;
    std::map<std::uint16_t, DatFormat> formats_; // by id
    std::vector<Buffer> buffers_;
    std::vector<LinuxEvent> events_;
    bool is_packed_ = false; // a part is compressed
};

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
