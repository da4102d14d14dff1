// SPDX-License-Identifier: Apache-2.0
// Deflate (RFC 1951), within zlib's format (RFC 1950) or gzip's (RFC 1952), whose sums are not
// checked: a damaged trace is shown as far as it goes.
#include "trace/read/foreign/file_set.hpp"

#include <array>

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
        std::array<std::uint16_t, code_bits_max + 2> begin{};
        for (unsigned bits = 1; bits <= code_bits_max; bits++) {
            begin[bits + 1] = static_cast<std::uint16_t>(begin[bits] + count[bits]);
        }
        for (std::size_t i = 0; i < size; i++) {
            if (lengths[i] != 0) {
                symbol[begin[lengths[i]]++] = static_cast<std::uint16_t>(i);
            }
        }
        count[0] = 0;
    }
};

class Inflater
{
  public:
    Inflater(const std::uint8_t *bytes, std::size_t size, std::size_t most,
             std::vector<std::uint8_t> &out)
        : bytes_{bytes}, size_{size}, most_{most}, out_{out}
    {
    }

    bool run()
    {
        for (bool is_last = false; !is_last && is_right_;) {
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
                is_right_ = false;
            }
        }
        return is_right_;
    }

  private:
    unsigned bits(unsigned count)
    {
        while (held_ < count) {
            if (at_ == size_) {
                is_right_ = false;
                return 0;
            }
            word_ |= static_cast<std::uint32_t>(bytes_[at_++]) << held_;
            held_ += 8;
        }
        const unsigned value = word_ & ((1U << count) - 1);
        word_ >>= count;
        held_ -= count;
        return value;
    }

    unsigned symbol(const Code &code)
    {
        unsigned word = 0, first = 0, place = 0;
        for (unsigned length = 1; length <= code_bits_max && is_right_; length++) {
            word |= bits(1);
            if (word < first + code.count[length]) {
                return code.symbol[place + word - first];
            }
            place += code.count[length];
            first = (first + code.count[length]) << 1;
            word <<= 1;
        }
        is_right_ = false;
        return 0;
    }

    void put(std::uint8_t byte)
    {
        is_right_ = is_right_ && out_.size() < most_;
        if (is_right_) {
            out_.push_back(byte);
        }
    }

    void stored()
    {
        word_ = held_ = 0;
        if (size_ - at_ < 4) {
            is_right_ = false;
            return;
        }
        std::size_t length = bytes_[at_] | static_cast<std::size_t>(bytes_[at_ + 1]) << 8;
        at_ += 4;
        for (; length > 0 && is_right_; length--) {
            is_right_ = at_ < size_;
            if (is_right_) {
                put(bytes_[at_++]);
            }
        }
    }

    void fixed()
    {
        std::uint8_t lengths[288];
        for (unsigned i = 0; i < 288; i++) {
            lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
        }
        literals_.make(lengths, 288);
        for (unsigned i = 0; i < 30; i++) {
            lengths[i] = 5;
        }
        distances_.make(lengths, 30);
        block();
    }

    void dynamic()
    {
        const unsigned literals = bits(5) + 257, distances = bits(5) + 1, count = bits(4) + 4;
        std::uint8_t lengths[320] = {};
        for (unsigned i = 0; i < count; i++) {
            lengths[order_of_lengths[i]] = static_cast<std::uint8_t>(bits(3));
        }
        literals_.make(lengths, 19);
        std::uint8_t all[320] = {};
        for (unsigned i = 0; i < literals + distances && is_right_;) {
            const unsigned code = symbol(literals_);
            const unsigned times = code < 16    ? 1
                                   : code == 16 ? 3 + bits(2)
                                   : code == 17 ? 3 + bits(3)
                                                : 11 + bits(7);
            const std::uint8_t value = code < 16             ? static_cast<std::uint8_t>(code)
                                       : code == 16 && i > 0 ? all[i - 1]
                                                             : std::uint8_t{0};
            for (unsigned turn = 0; turn < times && i < 320; turn++) {
                all[i++] = value;
            }
        }
        literals_.make(all, literals);
        distances_.make(all + literals, distances);
        block();
    }

    void block()
    {
        while (is_right_) {
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
        if (far >= distance_codes) {
            is_right_ = false;
            return;
        }
        const unsigned distance = 1 + in_class(far, 2);
        is_right_ = is_right_ && distance <= out_.size();
        for (unsigned i = 0; i < length && is_right_; i++) {
            put(out_[out_.size() - distance]);
        }
    }

    const std::uint8_t *bytes_;
    std::size_t size_, at_ = 0;
    std::size_t most_;
    std::vector<std::uint8_t> &out_;
    std::uint32_t word_ = 0;
    unsigned held_ = 0;
    bool is_right_ = true;
    Code literals_, distances_;
};

// The bytes of gzip's header; all if it is not one.
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
    return Inflater(bytes_of(bytes), bytes.size(), most, out).run();
}

} // namespace limen::trace
