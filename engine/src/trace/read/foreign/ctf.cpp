// SPDX-License-Identifier: Apache-2.0
#include "trace/read/foreign/ctf.hpp"

#include "trace/concat.hpp"
#include "trace/read/foreign/in_order.hpp"
#include "trace/read/text.hpp"

#include <algorithm>
#include <array>

namespace limen::trace
{

namespace
{

constexpr std::uint32_t packet_magic = 0xC1FC1FC1;
constexpr std::string_view packed_metadata = "\x57\x1D\xD1\x75";
constexpr Tick ctf_time_max = Tick{1} << 61;

std::size_t bytes_in(const CtfLayout &layout)
{
    std::size_t bytes = 0;
    for (const CtfField &field : layout) {
        bytes += field.bytes * field.count;
    }
    return bytes;
}

bool is_metadata(const InputFile &file)
{
    const std::string_view text = file.text();
    return text.starts_with(packed_metadata) ||
           text.substr(0, 4096).find("CTF 1.8") != std::string_view::npos;
}

// The metadata, or a text beside a trace, such as notes.
bool is_no_stream(const InputFile &file)
{
    const std::string_view start = file.text().substr(0, 64);
    return is_metadata(file) ||
           (!start.empty() && std::all_of(start.begin(), start.end(), [](char letter) {
               return letter < 0 || letter >= ' ' || (letter >= '\t' && letter <= '\r');
           }));
}

bool is_other_trace(const InputFile &file)
{
    const ForeignReader *const reader = foreign_reader({&file, 1});
    return is_own(file.bytes, file.size) || (reader != nullptr && reader->read != read_ctf);
}

// The clock of one core: of 32 bits, it begins again and again.
struct CtfClock {
    Tick newest = 0;
    Tick base = 0;

    Tick time(std::uint64_t stamp, std::size_t width)
    {
        if (width == 8) {
            stamp = std::min<std::uint64_t>(stamp, ctf_time_max);
        } else if (base + static_cast<Tick>(stamp) < newest - (Tick{1} << (8 * width - 1))) {
            base += Tick{1} << 8 * width;
        }
        newest = std::max(newest, base + static_cast<Tick>(stamp));
        return newest;
    }
};

struct CtfPacket {
    const std::uint8_t *begin = nullptr;
    std::size_t size = 0; // of its content behind the headers
    std::int64_t number = 0;
    std::uint32_t discarded = 0;
    std::uint8_t core = 0;
};

class CtfReader
{
  public:
    CtfReader(const CtfMetadata &metadata, CtfStreams &streams)
        : metadata_{metadata}, streams_{streams}
    {
        for (const auto &[id, event] : metadata.events) {
            bytes_[id] = bytes_in(event.fields);
        }
    }

    void file(const InputFile &file)
    {
        const bool has_packets =
            !metadata_.packet_header.empty() || !metadata_.packet_context.empty();
        return has_packets ? packets(file) : events({file.bytes, file.size}, file);
    }

  private:
    // The headers of a packet. `end`: behind it. Returns: there is one.
    bool packet(Reader &reader, CtfPacket &packet, std::size_t &end)
    {
        const std::size_t begin = reader.place;
        std::uint64_t content = 0, whole = 0;
        for (const CtfLayout *const layout :
             {&metadata_.packet_header, &metadata_.packet_context}) {
            for (const CtfField &field : *layout) {
                const std::uint64_t value = reader.wide(field.bytes * field.count);
                if (field.name == "magic" && value != packet_magic) {
                    return false;
                }
                content = field.name == "content_size" ? value / 8 : content;
                whole = field.name == "packet_size" ? value / 8 : whole;
                packet.number = field.name == "packet_seq_num" ? static_cast<std::int64_t>(value)
                                                               : packet.number;
                packet.discarded = field.name == "events_discarded"
                                       ? static_cast<std::uint32_t>(value)
                                       : packet.discarded;
                packet.core =
                    field.name == "cpu_id" ? static_cast<std::uint8_t>(value) : packet.core;
            }
        }
        const std::size_t headers = reader.place - begin;
        if (reader.is_over || whole < content || content < headers) {
            return false;
        }
        packet.size = at_most(content - headers, reader.left());
        end = begin + std::max<std::size_t>(at_most(whole, reader.left() + headers), 1);
        return true;
    }

    // All packets of a file, by number. Bytes between them are skipped.
    void packets(const InputFile &file)
    {
        std::vector<CtfPacket> found;
        Reader reader(file.bytes, file.size, metadata_.is_big);
        while (reader.left() > 0) {
            const std::size_t begin = reader.place;
            std::size_t end = begin + 1;
            CtfPacket one;
            if (packet(reader, one, end)) {
                one.begin = file.bytes + reader.place;
                found.push_back(one);
            }
            reader.place = end;
            reader.is_over = false;
        }
        if (found.empty() && streams_.warning.empty()) {
            streams_.warning = concat(printable(file.name), " has none of the packets that the "
                                                            "metadata describes.");
        }
        put_in_order(found, [](const CtfPacket &packet) { return packet.number; });
        for (const CtfPacket &one : found) {
            if (one.discarded != discarded_[one.core]) {
                lose(one.core, one.discarded - discarded_[one.core]);
                discarded_[one.core] = one.discarded;
            }
            events(one, file);
        }
    }

    void events(const CtfPacket &packet, const InputFile &file)
    {
        Reader reader(packet.begin, packet.size, metadata_.is_big);
        while (reader.left() > 0) {
            const std::size_t begin = reader.place;
            std::uint64_t stamp = 0;
            std::size_t width = 0;
            const std::uint64_t id = header(reader, stamp, width);
            const auto event = metadata_.events.find(id);
            if (reader.is_over) {
                return;
            }
            if (event == metadata_.events.end()) {
                stop(file, static_cast<std::size_t>(packet.begin - file.bytes) + begin, id);
                return lose(packet.core, 0);
            }
            const std::uint8_t *const fields = packet.begin + reader.place;
            reader.skip(bytes_[id]);
            if (reader.is_over) {
                return;
            }
            CtfRecord record{0, &event->second, fields, 0, packet.core};
            if (!event->second.fields.empty() && event->second.fields.back().name == "core_id") {
                record.core =
                    static_cast<std::uint8_t>(CtfNumbers(record, metadata_.is_big)["core_id"]);
            }
            CtfClock &clock = clocks_[width == 0 ? 0 : record.core];
            streams_.has_time = streams_.has_time && width != 0;
            record.time = width == 0 ? ++clock.newest : clock.time(stamp, width);
            streams_.records.push_back(record);
        }
    }

    std::uint64_t header(Reader &reader, std::uint64_t &stamp, std::size_t &width) const
    {
        std::uint64_t id = 0;
        for (const CtfField &field : metadata_.event_header) {
            const std::uint64_t value = reader.wide(field.bytes * field.count);
            if (field.name == "id") {
                id = value;
            } else if (field.name == "timestamp") {
                stamp = value;
                width = field.bytes;
            }
        }
        reader.skip(bytes_in(metadata_.event_context));
        return id;
    }

    void lose(std::uint8_t core, std::uint32_t count)
    {
        streams_.records.push_back({clocks_[core].newest, nullptr, nullptr, count, core});
    }

    // The metadata does not have the id: bytes are missing, or it is of another program.
    void stop(const InputFile &file, std::size_t at, std::uint64_t id)
    {
        if (streams_.warning.empty()) {
            streams_.warning =
                concat("Byte ", at, " of ", printable(file.name), ": the metadata has no event ",
                       id, ". Bytes were lost there, or the metadata is not that of this program.");
        }
    }

    const CtfMetadata &metadata_;
    CtfStreams &streams_;
    std::map<std::uint64_t, std::size_t> bytes_; // of the fields of an event, by id
    std::array<CtfClock, cores_max> clocks_;
    std::array<std::uint32_t, cores_max> discarded_{};
};

} // namespace

std::pair<const CtfField *, Reader> CtfNumbers::field(std::string_view name) const
{
    const std::uint8_t *at = record_.fields;
    for (const CtfField &field : record_.event->fields) {
        const std::size_t bytes = field.bytes * field.count;
        if (field.name == name) {
            return {&field, Reader(at, bytes, is_big_)};
        }
        at += bytes;
    }
    return {nullptr, Reader({})};
}

std::int64_t CtfNumbers::operator[](std::string_view name) const
{
    auto [found, reader] = field(name);
    return found == nullptr ? 0 : reader.wide(found->bytes, found->is_signed);
}

std::string_view CtfNumbers::text(std::string_view name) const
{
    auto [found, reader] = field(name);
    return found == nullptr || !found->is_text ? std::string_view{} : reader.name(reader.left());
}

std::string CtfNumbers::all() const
{
    std::string said;
    const std::uint8_t *at = record_.fields;
    for (const CtfField &field : record_.event->fields) {
        const bool is_address = field.name == "id" || field.name.ends_with("_id");
        Reader reader(at, field.bytes * field.count, is_big_);
        at += reader.left();
        append(said, concat(said.empty() ? "" : " ", field.name, '='));
        if (field.is_text) {
            append(said, reader.name(reader.left()));
            continue;
        }
        const std::int64_t number = reader.wide(field.bytes, field.is_signed);
        append(said, is_address ? hex(static_cast<std::uint64_t>(number)) : concat(number));
    }
    return said;
}

void read_ctf_streams(InputFiles files, const CtfMetadata &metadata, CtfStreams &streams)
{
    CtfReader reader(metadata, streams);
    for (const InputFile &file : files) {
        if (!is_no_stream(file)) {
            reader.file(file);
        }
    }
    put_in_order(streams.records, [](const CtfRecord &record) { return record.time; });
}

// Streams without metadata are a trace whose metadata is missing.
bool looks_like_ctf(InputFiles files)
{
    return std::any_of(files.begin(), files.end(), is_metadata) ||
           std::all_of(files.begin(), files.end(), [](const InputFile &file) {
               return file.size >= 4 && load<std::uint32_t>(file.bytes, false) == packet_magic;
           });
}

std::optional<Error> read_ctf(InputFiles files, Trace &trace)
{
    const auto metadata_file = std::find_if(files.begin(), files.end(), is_metadata);
    if (metadata_file == files.end()) {
        return Error{"", "this is a stream of a CTF trace, and its metadata is missing",
                     "give the file metadata too, or the folder with both"};
    }
    const auto stranger = std::find_if(files.begin(), files.end(), [&](const InputFile &file) {
        return is_metadata(file) ? file.text() != metadata_file->text() : is_other_trace(file);
    });
    if (stranger != files.end()) {
        return Error{"",
                     concat(printable(metadata_file->name), " and ", printable(stranger->name),
                            " are not of one trace"),
                     "name the metadata and the streams of one trace, or their folder"};
    }
    if (std::all_of(files.begin(), files.end(), is_no_stream)) {
        return Error{"", "this is the metadata of a CTF trace, and its streams are missing",
                     "give the stream too (channel0_0), or the folder with both"};
    }
    if (metadata_file->text().starts_with(packed_metadata)) {
        return Error{"", "this metadata is in packets, as LTTng writes it",
                     "only traces of Zephyr can be read, whose metadata is text"};
    }
    CtfMetadata metadata;
    if (auto error = read_ctf_metadata(metadata_file->text(), metadata)) {
        return error;
    }
    CtfStreams streams;
    read_ctf_streams(files, metadata, streams);
    if (streams.records.empty() || streams.records.front().event == nullptr) {
        std::string_view reason = streams.warning;
        reason.remove_suffix(reason.empty() ? 0 : 1); // a full stop
        return Error{"",
                     reason.empty() ? "the streams have no events"
                                    : concat("no event can be read: ", reason),
                     "give the streams and the metadata of the same program"};
    }
    return read_zephyr(metadata, streams, trace);
}

} // namespace limen::trace
