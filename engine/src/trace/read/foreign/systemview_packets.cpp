// SPDX-License-Identifier: Apache-2.0
// SystemView's streams. A recorder may overwrite its own packets: each one is checked, and behind a
// wrong one the reader looks for a place from which packets make sense again.
#include "trace/read/foreign/systemview.hpp"

#include "trace/concat.hpp"
#include "trace/read/foreign/in_order.hpp"
#include "trace/read/text.hpp"

#include <algorithm>
#include <charconv>
#include <set>

namespace limen::trace
{

namespace
{

constexpr std::size_t sv_sync_bytes = 10;
constexpr std::uint64_t sv_delta_max = std::uint64_t{1} << 31;
constexpr std::uint64_t sv_length_max = 256;
constexpr unsigned sv_sure_packets = 8;                   // that must make sense behind damage
constexpr std::uint64_t sv_near = std::uint64_t{1} << 20; // of an unnamed task to the others

// By id below 24: u a number, s a text.
constexpr const char *sv_layouts[] = {"",  "u",   "u", "",  "u", "",     "u",   "uu",
                                      "u", "uus", "",  "",  "u", "uu",   "s",   "u",
                                      "u", "",    "",  "u", "",  "uuuu", "uus", "uu"};

class SvStream
{
  public:
    SvStream(std::string_view bytes, std::uint8_t core, SvStreams &streams)
        : bytes_{reinterpret_cast<const std::uint8_t *>(bytes.data())}, size_{bytes.size()},
          core_{core}, streams_{streams}
    {
    }

    void run();

  private:
    bool is_sync(std::size_t at) const;
    bool number(std::size_t &at, std::uint64_t &value) const;
    bool text(std::size_t &at, std::string_view &value) const;
    bool payload(std::size_t &at, SvPacket &packet) const;
    bool long_payload(std::size_t &at, std::size_t end, SvPacket &packet) const;
    bool makes_sense(const SvPacket &packet, bool is_strict) const;
    bool packet(std::size_t &at, SvPacket &packet, std::uint64_t &delta, bool is_strict) const;
    bool is_sure(std::size_t at) const;
    void take(SvPacket &packet, std::uint64_t delta);
    std::size_t behind_damage(std::size_t at);

    const std::uint8_t *bytes_;
    std::size_t size_;
    std::uint8_t core_;
    SvStreams &streams_;
    std::set<std::uint64_t> tasks_; // that have been named or created
    Tick time_ = 0;
};

bool SvStream::is_sync(std::size_t at) const
{
    return size_ - at >= sv_sync_bytes && std::all_of(bytes_ + at, bytes_ + at + sv_sync_bytes,
                                                      [](std::uint8_t byte) { return byte == 0; });
}

// At most five bytes, as all numbers of 32 bits have.
bool SvStream::number(std::size_t &at, std::uint64_t &value) const
{
    value = 0;
    for (unsigned shift = 0; shift < 35 && at < size_; shift += 7) {
        const std::uint8_t byte = bytes_[at++];
        value |= std::uint64_t{byte & 0x7FU} << shift;
        if ((byte & 0x80U) == 0) {
            return value <= UINT32_MAX;
        }
    }
    return false;
}

bool SvStream::text(std::size_t &at, std::string_view &value) const
{
    if (at >= size_) {
        return false;
    }
    std::size_t length = bytes_[at++];
    if (length == 0xFF) {
        if (size_ - at < 2) {
            return false;
        }
        length = static_cast<std::size_t>(bytes_[at] << 8 | bytes_[at + 1]);
        at += 2;
    }
    if (length > size_ - at) {
        return false;
    }
    value = {reinterpret_cast<const char *>(bytes_ + at), length};
    at += length;
    return true;
}

// Of a packet that has its length.
bool SvStream::long_payload(std::size_t &at, std::size_t end, SvPacket &packet) const
{
    bool is_right = true;
    if (packet.id == sv::PRINT) {
        is_right = text(at, packet.text);
    } else if (packet.id < sv::FIRST_OF_MODULES && packet.id != sv::EX) {
        const std::size_t numbers = packet.id == sv::NAME ? 1 : SIZE_MAX;
        for (std::size_t which = 0; which < numbers && at < end && is_right; which++) {
            std::uint64_t value = 0;
            is_right = number(at, value);
            if (which < 4) {
                packet.words[which] = value;
                packet.count = static_cast<std::uint8_t>(which + 1);
            }
        }
        is_right = is_right && (packet.id != sv::NAME || text(at, packet.text));
        is_right = is_right && at == end;
    }
    at = end;
    return is_right;
}

bool SvStream::payload(std::size_t &at, SvPacket &packet) const
{
    if (packet.id >= sv::INIT) {
        std::uint64_t length = 0;
        if (!number(at, length) || length > sv_length_max || length > size_ - at) {
            return false;
        }
        return long_payload(at, at + length, packet);
    }
    for (const char *kind = sv_layouts[packet.id]; *kind != '\0'; kind++) {
        const bool is_right =
            *kind == 's' ? text(at, packet.text) : number(at, packet.words[packet.count++]);
        if (!is_right) {
            return false;
        }
    }
    return true;
}

// Only tasks that are known or near to one that is; near ones do not count behind damage.
bool SvStream::makes_sense(const SvPacket &packet, bool is_strict) const
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
    return !is_strict && task + sv_near >= *tasks_.begin() && task <= *tasks_.rbegin() + sv_near;
}

bool SvStream::packet(std::size_t &at, SvPacket &packet, std::uint64_t &delta, bool is_strict) const
{
    std::uint64_t id = 0;
    if (!number(at, id) || id >= 2 * sv::FIRST_OF_MODULES || id == 30) {
        return false;
    }
    packet.id = static_cast<std::uint16_t>(id);
    return payload(at, packet) && makes_sense(packet, is_strict) && number(at, delta) &&
           delta < sv_delta_max;
}

bool SvStream::is_sure(std::size_t at) const
{
    unsigned count = 0;
    for (; count < sv_sure_packets && at < size_; count++) {
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

void SvStream::take(SvPacket &packet, std::uint64_t delta)
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

// The next place from which packets make sense; the end if there is none.
std::size_t SvStream::behind_damage(std::size_t at)
{
    SvPacket damage;
    damage.id = sv::DAMAGE;
    take(damage, 0);
    for (at++; at < size_; at++) {
        if (is_sync(at) || is_sure(at)) {
            return at;
        }
    }
    return size_;
}

void SvStream::run()
{
    for (std::size_t at = 0; at < size_;) {
        if (is_sync(at)) {
            at += sv_sync_bytes;
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

// Lines that begin with ';'. Returns: the bytes behind them; `starts`: where streams begin there.
std::string_view sv_header(std::string_view text, std::string &header,
                           std::vector<std::size_t> &starts)
{
    while (text.starts_with(';')) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        const std::string_view line = text.substr(0, end);
        header += line;
        if (line.find("Offset Core") != std::string_view::npos) {
            std::size_t start = 0;
            const std::size_t space = line.find_last_of(" \t") + 1;
            std::from_chars(line.data() + space, line.data() + line.size(), start);
            starts.push_back(start);
        }
        text.remove_prefix(end + 1);
    }
    return text;
}

// What there was before a file was read, or of the first one.
struct SvFile {
    std::size_t packets = 0, system = 0;
    std::uint64_t hz = 0;
};

// Is the file that was read last a core of the first one's recording? Those of ESP-IDF have the
// same clock, and each has the description of the system.
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
    const std::string_view sync("\0\0\0\0\0\0\0\0\0\0", 10);
    if (text.starts_with(sync)) { // and a packet that is no call
        const std::size_t first = text.find_first_not_of('\0');
        return first != std::string_view::npos && text[first] > 0 && text[first] < sv::FIRST_CALL;
    }
    const std::size_t at = text.substr(0, 8192).find(sync);
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
        } else if (!is_of_one_recording(streams, first, before)) {
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
