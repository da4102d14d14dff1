// SPDX-License-Identifier: Apache-2.0
// The files that a user gave, and what readers need of untrusted bytes.
#pragma once

#include "trace/read/bytes.hpp"
#include "trace/trace.hpp"

#include <deque>
#include <string_view>

namespace limen::trace
{

// Bytes of a file from a place on. Reading beyond the end gives zeros and sets `is_over`.
class Reader
{
  public:
    Reader(const std::uint8_t *bytes, std::size_t size, bool is_big = false)
        : bytes_{bytes}, size_{size}, is_big_{is_big}
    {
    }

    std::size_t left() const
    {
        return size_ - place;
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
    // A number of up to eight bytes.
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

// The files in archives, and the other ones.
struct Unpacked {
    std::vector<InputFile> files;
    std::deque<std::vector<std::uint8_t>> contents; // which files point into
    std::vector<std::string> missing;               // what could not be unpacked
};
void unpack_archives(InputFiles files, Unpacked &out);

// The content of a gzip file, of zlib's format, or of bare deflate. Returns: false if it is damaged
// or longer than `most`.
enum class Packing : std::uint8_t { deflate, zlib, gzip };
bool inflate(const std::uint8_t *bytes, std::size_t size, Packing packing, std::size_t most,
             std::vector<std::uint8_t> &out);

} // namespace limen::trace
