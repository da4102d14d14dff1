// SPDX-License-Identifier: Apache-2.0
// The files that a user gave, and functions for readers of untrusted bytes.
#pragma once

#include "trace/read/bytes.hpp"
#include "trace/trace.hpp"

#include <algorithm>
#include <charconv>
#include <deque>
#include <string_view>

namespace limen::trace
{

// Returns the first line of a text, without its end. `text` becomes the rest.
inline std::string_view take_line(std::string_view &text)
{
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

// The number at the start of a text; 0: there is none.
inline std::int64_t number_of(std::string_view text, int base = 10)
{
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, base);
    return value;
}

// The bytes of a file that may not be text.
inline const std::uint8_t *bytes_of(std::string_view text)
{
    return reinterpret_cast<const std::uint8_t *>(text.data());
}

// The smaller one of a number in a file and a limit.
inline std::size_t at_most(std::uint64_t number, std::size_t limit)
{
    return number < limit ? static_cast<std::size_t>(number) : limit;
}

// Bytes of a file from a place on. Reading beyond the end gives zeros and sets `is_over`.
class Reader
{
  public:
    Reader(const std::uint8_t *bytes, std::size_t size, bool is_big = false)
        : bytes_{bytes}, size_{size}, is_big_{is_big}
    {
    }

    explicit Reader(std::string_view bytes) : Reader(bytes_of(bytes), bytes.size())
    {
    }

    std::size_t left() const
    {
        return size_ - place;
    }
    // The part from `begin` on, cut at the end of the bytes.
    Reader part(std::uint64_t begin, std::uint64_t size = UINT64_MAX) const
    {
        const std::size_t first = at_most(begin, size_);
        return {bytes_ + first, at_most(size, size_ - first), is_big_};
    }
    template <class Number> Number number()
    {
        if (!has(sizeof(Number))) {
            return 0;
        }
        const auto value = load<Number>(bytes_ + place, is_big_);
        place += sizeof(Number);
        return value;
    }
    std::uint8_t u8()
    {
        return number<std::uint8_t>();
    }
    std::uint16_t u16()
    {
        return number<std::uint16_t>();
    }
    std::uint32_t u32()
    {
        return number<std::uint32_t>();
    }
    std::uint64_t u64()
    {
        return number<std::uint64_t>();
    }
    // A number of 1, 2, 4 or 8 bytes; of any other width 0.
    std::uint64_t wide(std::size_t width)
    {
        switch (width) {
        case 1:
            return u8();
        case 2:
            return u16();
        case 4:
            return u32();
        case 8:
            return u64();
        default:
            skip(width);
            return 0;
        }
    }
    std::int64_t wide(std::size_t width, bool is_signed)
    {
        const std::uint64_t value = wide(width);
        const std::size_t shift = is_signed && width > 0 && width < 8 ? 64 - 8 * width : 0;
        return static_cast<std::int64_t>(value << shift) >> shift;
    }
    std::string_view text(std::uint64_t length)
    {
        if (!has(length)) {
            return {};
        }
        const char *const begin = reinterpret_cast<const char *>(bytes_ + place);
        place += static_cast<std::size_t>(length);
        return {begin, static_cast<std::size_t>(length)};
    }
    // A text that ends with a zero, of at most this length.
    std::string_view name(std::uint64_t length)
    {
        const std::string_view all = text(length);
        return all.substr(0, all.find('\0'));
    }
    // Skips a text that ends with a zero.
    void skip_name()
    {
        while (!is_over && u8() != 0) {
        }
    }
    void skip(std::uint64_t count)
    {
        place += has(count) ? static_cast<std::size_t>(count) : 0;
    }
    // 7 bits a byte, low ones first.
    std::uint64_t varint()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint8_t byte = u8();
            value |= std::uint64_t{byte & 0x7FU} << shift;
            if ((byte & 0x80U) == 0) {
                return value;
            }
        }
        is_over = true;
        return value;
    }

    std::size_t place = 0;
    bool is_over = false;

  private:
    bool has(std::uint64_t count)
    {
        if (count > size_ - place) {
            is_over = true;
            place = size_;
            return false;
        }
        return true;
    }

    const std::uint8_t *bytes_;
    std::size_t size_;
    bool is_big_;
};

// The files of one trace.
enum class Takes : std::uint8_t { one_file, a_file_per_core, all_files };

// A format of another kernel.
struct ForeignReader {
    Takes takes;
    bool (*looks_like)(InputFiles files); // by content
    std::optional<Error> (*read)(InputFiles files, Trace &trace);
};

// The reader of files; nullptr: none of them.
const ForeignReader *foreign_reader(InputFiles files);

bool looks_like_ctf(InputFiles files);
std::optional<Error> read_ctf(InputFiles files, Trace &trace);
bool looks_like_psf(InputFiles files);
std::optional<Error> read_psf(InputFiles files, Trace &trace);
bool looks_like_sv(InputFiles files);
std::optional<Error> read_sv(InputFiles files, Trace &trace);
bool looks_like_linux_text(InputFiles files);
std::optional<Error> read_linux_text(InputFiles files, Trace &trace);

bool looks_like_trace_dat(InputFiles files);
std::optional<Error> read_trace_dat(InputFiles files, Trace &trace);
bool looks_like_perfetto(InputFiles files);
std::optional<Error> read_perfetto(InputFiles files, Trace &trace);
bool looks_like_btf(InputFiles files);
std::optional<Error> read_btf(InputFiles files, Trace &trace);

// The content of a gzip file, of zlib's format, or of bare deflate. Returns: false if it is damaged
// or longer than `most`.
enum class Packing : std::uint8_t { deflate, zlib, gzip };
bool inflate(std::string_view bytes, Packing packing, std::size_t most,
             std::vector<std::uint8_t> &out);

// Unpacked contents, and the number of bytes that may still be unpacked.
struct Contents {
    // Unpacks bytes. is_whole: all of them could be unpacked.
    std::string_view add(std::string_view bytes, Packing packing, bool &is_whole)
    {
        std::vector<std::uint8_t> &content = kept.emplace_back();
        is_whole = inflate(bytes, packing, room, content);
        room -= std::min(room, content.size());
        return {reinterpret_cast<const char *>(content.data()), content.size()};
    }

    std::size_t room = 0;
    std::deque<std::vector<std::uint8_t>> kept = {};
};

// The files in archives, and the other ones.
struct Unpacked {
    std::vector<InputFile> files;
    Contents contents;                // which files point into
    std::vector<std::string> missing; // what could not be unpacked
};
void unpack_archives(InputFiles files, Unpacked &out);

} // namespace limen::trace
