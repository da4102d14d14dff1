// SPDX-License-Identifier: Apache-2.0
// Deflate (RFC 1951), within zlib's format (RFC 1950) or gzip's (RFC 1952), whose checksums are not
// checked: the valid part of a damaged trace is shown.
#include "trace/read/foreign/file_set.hpp"

#include <array>
#include <numeric>

namespace limen::trace
{

namespace
{

constexpr unsigned code_bits_max = 15;
constexpr unsigned length_codes = 29, distance_codes = 30;
constexpr std::uint8_t order_of_lengths[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                             11, 4,  12, 3, 13, 2, 14, 1, 15};

// A code by the lengths of its words.
struct Code {
    std::array<std::uint16_t, code_bits_max + 1> count{};
    std::array<std::uint16_t, 320> symbol{};

    void make(const std::uint8_t *lengths, std::size_t size)
    {
        count.fill(0);
        for (std::size_t i = 0; i < size; i++) {
            count[lengths[i]]++;
        }
        count[0] = 0;
        std::array<std::uint16_t, code_bits_max + 2> begin{};
        std::partial_sum(count.begin(), count.end(), begin.begin() + 1);
        for (std::size_t i = 0; i < size; i++) {
            if (lengths[i] != 0) {
                symbol[begin[lengths[i]]++] = static_cast<std::uint16_t>(i);
            }
        }
    }
};

class Inflater
{
  public:
    Inflater(std::string_view bytes, std::size_t most, std::vector<std::uint8_t> &out)
        : reader_{bytes}, most_{most}, out_{out}
    {
    }

    bool run()
    {
        for (bool is_last = false; !is_last && !reader_.is_over;) {
            is_last = bits(1) != 0;
            switch (bits(2)) {
            case 0:
                stored();
                break;
            case 1:
                fixed();
                break;
            case 2:
                dynamic();
                break;
            default:
                reader_.is_over = true;
            }
        }
        return !reader_.is_over;
    }

  private:
    unsigned bits(unsigned count)
    {
        for (; held_ < count; held_ += 8) {
            word_ |= static_cast<std::uint32_t>(reader_.u8()) << held_;
        }
        const unsigned value = word_ & ((1U << count) - 1);
        word_ >>= count;
        held_ -= count;
        return value;
    }

    unsigned symbol(const Code &code)
    {
        unsigned word = 0, first = 0, place = 0;
        for (const unsigned count : code.count) {
            if (word < first + count) {
                return code.symbol[place + word - first];
            }
            place += count;
            first = (first + count) << 1;
            word = word << 1 | bits(1);
        }
        reader_.is_over = true;
        return 0;
    }

    void put(std::uint8_t byte)
    {
        reader_.is_over = reader_.is_over || out_.size() >= most_;
        if (!reader_.is_over) {
            out_.push_back(byte);
        }
    }

    void stored()
    {
        word_ = held_ = 0;
        unsigned length = reader_.u16();
        reader_.skip(2);
        for (; length > 0 && !reader_.is_over; length--) {
            put(reader_.u8());
        }
    }

    void fixed()
    {
        std::array<std::uint8_t, 288> lengths;
        lengths.fill(8);
        std::fill(lengths.begin() + 144, lengths.begin() + 256, std::uint8_t{9});
        std::fill(lengths.begin() + 256, lengths.begin() + 280, std::uint8_t{7});
        literals_.make(lengths.data(), lengths.size());
        lengths.fill(5);
        distances_.make(lengths.data(), distance_codes);
        block();
    }

    void dynamic()
    {
        const unsigned literals = bits(5) + 257, distances = bits(5) + 1, count = bits(4) + 4;
        std::array<std::uint8_t, 320> lengths{};
        for (unsigned at = 0; at < count; at++) {
            lengths[order_of_lengths[at]] = static_cast<std::uint8_t>(bits(3));
        }
        literals_.make(lengths.data(), 19);
        lengths.fill(0);
        for (std::size_t at = 0; at < literals + distances && !reader_.is_over;) {
            const unsigned code = symbol(literals_);
            const unsigned times = code < 16    ? 1
                                   : code == 16 ? 3 + bits(2)
                                   : code == 17 ? 3 + bits(3)
                                                : 11 + bits(7);
            const unsigned value = code < 16 ? code : code == 16 && at > 0 ? lengths[at - 1] : 0U;
            const std::size_t end = std::min(at + times, lengths.size());
            std::fill(lengths.begin() + at, lengths.begin() + end, value);
            at = end;
        }
        literals_.make(lengths.data(), literals);
        distances_.make(lengths.data() + literals, distances);
        block();
    }

    void block()
    {
        while (!reader_.is_over) {
            const unsigned code = symbol(literals_);
            if (code == 256) {
                return;
            }
            if (code < 256) {
                put(static_cast<std::uint8_t>(code));
            } else {
                copy(code - 257);
            }
        }
    }

    // Lengths and distances are in classes: `times` codes for each number of further bits.
    unsigned in_class(unsigned code, unsigned times)
    {
        const unsigned more = code < 2 * times ? 0 : code / times - 1;
        const unsigned begin = code < 2 * times ? code : (times + code % times) << more;
        return begin + bits(more);
    }

    void copy(unsigned code)
    {
        constexpr unsigned longest = length_codes - 1; // has one length and no further bits
        const unsigned length = code == longest ? 258 : 3 + in_class(code, 4);
        const unsigned far = code < length_codes ? symbol(distances_) : distance_codes;
        const std::size_t distance = far < distance_codes ? 1 + in_class(far, 2) : SIZE_MAX;
        reader_.is_over = reader_.is_over || distance > out_.size();
        for (unsigned turn = 0; turn < length && !reader_.is_over; turn++) {
            put(out_[out_.size() - distance]);
        }
    }

    Reader reader_; // is_over: also set at an error, or if it is too long
    std::size_t most_;
    std::vector<std::uint8_t> &out_;
    std::uint32_t word_ = 0;
    unsigned held_ = 0;
    Code literals_, distances_;
};

// The number of bytes of gzip's header; the number of all bytes if the header is not valid.
std::size_t gzip_header(std::string_view bytes)
{
    Reader reader(bytes);
    reader.skip(3);
    const std::uint8_t flags = reader.u8();
    reader.skip(6);
    if ((flags & 4U) != 0) {
        reader.skip(reader.u16());
    }
    for (const unsigned text : {8U, 16U}) {
        if ((flags & text) != 0) {
            reader.skip_name();
        }
    }
    reader.skip((flags & 2U) != 0 ? 2 : 0);
    return reader.is_over ? bytes.size() : reader.place;
}

} // namespace

bool inflate(std::string_view bytes, Packing packing, std::size_t most,
             std::vector<std::uint8_t> &out)
{
    bytes.remove_prefix(packing == Packing::gzip   ? gzip_header(bytes)
                        : packing == Packing::zlib ? std::min<std::size_t>(2, bytes.size())
                                                   : 0);
    return Inflater(bytes, most, out).run();
}

} // namespace limen::trace
