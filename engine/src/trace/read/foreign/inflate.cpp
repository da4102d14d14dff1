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
constexpr std::uint16_t length_base[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                         15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                         67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::uint8_t length_more[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::uint16_t distance_base[] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
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

    void copy(unsigned code)
    {
        if (code >= std::size(length_base)) {
            is_right_ = false;
            return;
        }
        const unsigned length = length_base[code] + bits(length_more[code]);
        const unsigned far = symbol(distances_);
        if (far >= std::size(distance_base)) {
            is_right_ = false;
            return;
        }
        const unsigned distance = distance_base[far] + bits(far < 2 ? 0 : far / 2 - 1);
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

// The bytes of gzip's header; the size if it is not one.
std::size_t gzip_header(const std::uint8_t *bytes, std::size_t size)
{
    Reader reader(bytes, size);
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
    return reader.is_over ? size : reader.place;
}

} // namespace

bool inflate(const std::uint8_t *bytes, std::size_t size, Packing packing, std::size_t most,
             std::vector<std::uint8_t> &out)
{
    const std::size_t header = packing == Packing::gzip   ? gzip_header(bytes, size)
                               : packing == Packing::zlib ? std::min<std::size_t>(2, size)
                                                          : 0;
    return Inflater(bytes + header, size - header, most, out).run();
}

} // namespace limen::trace
