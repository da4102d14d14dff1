// SPDX-License-Identifier: Apache-2.0
// SystemView's streams. A recorder may overwrite its own packets: each one is checked, and after an
// invalid one the reader searches for the next place with valid packets.
#include "trace/read/foreign/systemview.hpp"

#include "trace/concat.hpp"
#include "trace/read/foreign/in_order.hpp"
#include "trace/read/text.hpp"

namespace limen::trace
{

namespace
{

constexpr std::string_view sv_sync("\0\0\0\0\0\0\0\0\0\0", 10);
constexpr std::uint64_t sv_delta_max = std::uint64_t{1} << 31;
constexpr std::size_t sv_length_max = 256;
constexpr unsigned sv_sure_packets = 8;                   // that must be valid after damage
constexpr std::uint64_t sv_near = std::uint64_t{1} << 20; // of an unnamed task to the others

// By id below 24: u a number, s a text.
constexpr const char *sv_layouts[] = {"",  "u",   "u", "",  "u", "",     "u",   "uu",
                                      "u", "uus", "",  "",  "u", "uu",   "s",   "u",
                                      "u", "",    "",  "u", "",  "uuuu", "uus", "uu"};

// At most five bytes, as all numbers of 32 bits have.
std::uint32_t sv_number(Reader &reader)
{
    const std::size_t begin = reader.place;
    const std::uint64_t value = reader.varint();
    reader.is_over = reader.is_over || reader.place - begin > 5 || value > UINT32_MAX;
    return static_cast<std::uint32_t>(value);
}

std::string_view sv_text(Reader &reader)
{
    std::size_t length = reader.u8();
    if (length == 0xFF) {
        length = reader.u8();
        length = length << 8 | reader.u8();
    }
    return reader.text(length);
}

// Reads the payload of a packet that has its length.
void sv_long_payload(Reader &reader, std::size_t end, SvPacket &packet)
{
    if (packet.id == sv::PRINT) {
        packet.text = sv_text(reader);
    } else if (packet.id < sv::FIRST_OF_MODULES && packet.id != sv::EX) {
        const std::size_t numbers = packet.id == sv::NAME ? 1 : SIZE_MAX;
        for (std::size_t which = 0; which < numbers && reader.place < end; which++) {
            const std::uint32_t value = sv_number(reader);
            if (which < 4) {
                packet.words[which] = value;
                packet.count = static_cast<std::uint8_t>(which + 1);
            }
        }
        if (packet.id == sv::NAME) {
            packet.text = sv_text(reader);
        }
        reader.is_over = reader.is_over || reader.place != end;
    }
    reader.place = end;
}

void sv_payload(Reader &reader, SvPacket &packet)
{
    if (packet.id >= sv::INIT) {
        const std::size_t length = at_most(sv_number(reader), sv_length_max + 1);
        reader.is_over = reader.is_over || length > sv_length_max || length > reader.left();
        if (!reader.is_over) {
            sv_long_payload(reader, reader.place + length, packet);
        }
        return;
    }
    for (const char *kind = sv_layouts[packet.id]; *kind != '\0'; kind++) {
        if (*kind == 's') {
            packet.text = sv_text(reader);
        } else {
            packet.words[packet.count++] = sv_number(reader);
        }
    }
}

class SvStream
{
  public:
    SvStream(std::string_view bytes, std::uint8_t core, SvStreams &streams)
        : bytes_{bytes}, core_{core}, streams_{streams}
    {
    }

    void run()
    {
        for (std::size_t at = 0; at < bytes_.size();) {
            if (is_sync(at)) {
                at += sv_sync.size();
                continue;
            }
            SvPacket one;
            std::uint64_t delta = 0;
            std::size_t behind = at;
            if (packet(behind, one, delta, false)) {
                take(one, delta);
                at = behind;
            } else {
                at = behind_damage(at);
            }
        }
    }

  private:
    bool is_sync(std::size_t at) const
    {
        return bytes_[at] == '\0' && bytes_.substr(at).starts_with(sv_sync);
    }

    // Only known tasks, and addresses near a known one, are valid. After damage, near ones are not.
    bool makes_sense(const SvPacket &packet, bool is_strict) const
    {
        if (packet.id == 0) {
            return !is_strict;
        }
        if (packet.id != sv::START_EXEC && packet.id != sv::START_READY &&
            packet.id != sv::STOP_READY) {
            return true;
        }
        const std::uint64_t task = packet.words[0];
        if (tasks_.empty() || tasks_.contains(task)) {
            return true;
        }
        return !is_strict && task + sv_near >= *tasks_.begin() &&
               task <= *tasks_.rbegin() + sv_near;
    }

    bool packet(std::size_t &at, SvPacket &packet, std::uint64_t &delta, bool is_strict) const
    {
        Reader reader(bytes_);
        reader.place = at;
        const std::uint64_t id = sv_number(reader);
        if (reader.is_over || id >= 2 * sv::FIRST_OF_MODULES || id == 30) {
            return false;
        }
        packet.id = static_cast<std::uint16_t>(id);
        sv_payload(reader, packet);
        delta = sv_number(reader);
        at = reader.place;
        return !reader.is_over && makes_sense(packet, is_strict) && delta < sv_delta_max;
    }

    bool is_sure(std::size_t at) const
    {
        unsigned count = 0;
        for (; count < sv_sure_packets && at < bytes_.size(); count++) {
            if (is_sync(at)) {
                return true;
            }
            SvPacket one;
            std::uint64_t delta = 0;
            if (!packet(at, one, delta, true)) {
                return false;
            }
        }
        return count > 0;
    }

    void take(SvPacket &packet, std::uint64_t delta)
    {
        time_ += static_cast<Tick>(delta);
        packet.time = time_;
        packet.core = core_;
        if (packet.id == sv::CREATE || packet.id == sv::INFO) {
            tasks_.insert(packet.words[0]);
        } else if (packet.id == sv::INIT && packet.count == 4) {
            streams_.hz = packet.words[0];
            streams_.base = packet.words[2];
            streams_.shift = static_cast<unsigned>(packet.words[3] & 31);
        } else if (packet.id == sv::SYSDESC) {
            append(streams_.system, concat(packet.text, ','));
        }
        streams_.packets.push_back(packet);
    }

    // The next place with valid packets, or the end.
    std::size_t behind_damage(std::size_t at)
    {
        SvPacket damage;
        damage.id = sv::DAMAGE;
        take(damage, 0);
        for (at++; at < bytes_.size(); at++) {
            if (is_sync(at) || is_sure(at)) {
                return at;
            }
        }
        return bytes_.size();
    }

    const std::string_view bytes_;
    std::uint8_t core_;
    SvStreams &streams_;
    std::set<std::uint64_t> tasks_; // that have been named or created
    Tick time_ = 0;
};

// Lines that begin with ';'. Returns: the bytes behind them; `starts`: where streams begin there.
std::string_view sv_header(std::string_view text, std::string &header,
                           std::vector<std::size_t> &starts)
{
    while (text.starts_with(';')) {
        const std::string_view line = take_line(text);
        header += line;
        if (line.find("Offset Core") != std::string_view::npos) {
            const std::int64_t start = number_of(line.substr(line.find_last_of(" \t") + 1));
            starts.push_back(static_cast<std::size_t>(std::max<std::int64_t>(start, 0)));
        }
    }
    return text;
}

// The counts before a file was read, or those of the first file.
struct SvFile {
    std::size_t packets = 0, system = 0;
    std::uint64_t hz = 0;
};

// Whether the file that was read last is a core of the first one's recording. Those of ESP-IDF have
// the same clock, and each has the description of the system.
bool is_of_one_recording(const SvStreams &streams, const SvFile &first, const SvFile &before)
{
    const std::vector<SvPacket> &packets = streams.packets;
    if (before.packets == packets.size() || first.packets == 0 || streams.hz != first.hz) {
        return false;
    }
    const bool is_of_esp = streams.system.find("D=esp", before.system) != std::string::npos &&
                           streams.system.find("D=esp") < before.system;
    return is_of_esp && packets[before.packets].time <= packets[first.packets - 1].time &&
           packets.front().time <= packets.back().time;
}

} // namespace

bool looks_like_sv(InputFiles files)
{
    const std::string_view text = files.front().text();
    if (text.starts_with(sv_sync)) { // followed by a packet that is not a call
        const std::size_t first = text.find_first_not_of('\0');
        return first != std::string_view::npos && text[first] > 0 && text[first] < sv::FIRST_CALL;
    }
    const std::size_t at = text.substr(0, 8192).find(sv_sync);
    return text.starts_with(';') &&
           (at != std::string_view::npos ||
            text.substr(0, 512).find("SystemView") != std::string_view::npos);
}

std::optional<Error> read_sv_streams(InputFiles files, SvStreams &streams)
{
    SvFile first;
    for (const InputFile &file : files) {
        const SvFile before{streams.packets.size(), streams.system.size(), streams.hz};
        std::vector<std::size_t> starts;
        const std::string_view all = sv_header(file.text(), streams.header, starts);
        if (starts.empty()) {
            starts.push_back(0);
        }
        for (std::size_t which = 0; which < starts.size() && streams.cores < cores_max; which++) {
            const std::size_t begin = std::min(starts[which], all.size());
            const std::size_t end = which + 1 < starts.size()
                                        ? std::clamp(starts[which + 1], begin, all.size())
                                        : all.size();
            SvStream(all.substr(begin, end - begin), static_cast<std::uint8_t>(streams.cores++),
                     streams)
                .run();
        }
        if (&file == &files.front()) {
            first.packets = streams.packets.size();
            first.hz = streams.hz;
        } else if (starts.size() > 1 || file.text() == files.front().text() ||
                   streams.cores > files.size() || !is_of_one_recording(streams, first, before)) {
            return Error{"",
                         concat(printable(files.front().name), " and ", printable(file.name),
                                " are not the cores of one recording"),
                         "name one of them, or the files that ESP-IDF wrote together"};
        }
    }
    put_in_order(streams.packets, [](const SvPacket &packet) { return packet.time; });
    return std::nullopt;
}

} // namespace limen::trace
