// SPDX-License-Identifier: Apache-2.0
// Columns of the engine (trace/narrow.hpp) against plain vectors, at the limits of their numbers.
// test_narrow.py builds it with the sanitizers and runs it. The status is 0, or the line of the
// failure.
#include "trace/narrow.hpp"
#include "trace/word_column.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

using limen::trace::Narrow;
using limen::trace::Words;

namespace
{

using Signed = std::int64_t;
using Unsigned = std::uint64_t;

constexpr Signed two_32 = Signed{1} << 32;
constexpr Signed signed_max = std::numeric_limits<Signed>::max();
constexpr Signed signed_min = std::numeric_limits<Signed>::min();
constexpr Unsigned unsigned_max = std::numeric_limits<Unsigned>::max();
constexpr unsigned block_bits = 3;

void require(bool holds, int line)
{
    if (!holds) {
        std::printf("line %d\n", line);
        std::exit(1);
    }
}
#define REQUIRE(holds) require(holds, __LINE__)

template <class Number, unsigned bits>
bool is_equal(const Narrow<Number, bits> &column, const std::vector<Number> &plain)
{
    bool equal = column.size() == plain.size() && column.empty() == plain.empty();
    equal = equal && std::equal(column.begin(), column.end(), plain.begin(), plain.end());
    for (std::size_t place = 0; equal && place < plain.size(); place++) {
        equal = column[place] == plain[place];
    }
    return equal &&
           (plain.empty() || (column.front() == plain.front() && column.back() == plain.back()));
}

// All numbers of a column that is pushed, and whether four bytes are enough.
template <unsigned bits, class Number> bool pushed(const std::vector<Number> &plain, bool is_narrow)
{
    Narrow<Number, bits> column;
    for (const Number number : plain) {
        column.push_back(number);
    }
    return is_equal(column, plain) && column.wide().empty() == is_narrow;
}

template <class Number> bool set(Number base, const std::vector<Number> &plain, bool is_narrow)
{
    Narrow<Number> column;
    column.assign(plain.size(), base);
    for (std::size_t place = plain.size(); place-- > 0;) {
        column.set(place, plain[place]);
    }
    return is_equal(column, plain) && column.wide().empty() == is_narrow;
}

void test_spans()
{
    for (const Signed base : {Signed{0}, Signed{-5}, signed_min, signed_max - two_32}) {
        REQUIRE(set<Signed>(base, {base, base + two_32 - 1}, true));
        REQUIRE(set<Signed>(base, {base, base + two_32}, false));
    }
    REQUIRE(set<Signed>(0, {0, two_32 + 1}, false));
    REQUIRE(set<Signed>(0, {0, -1}, false));
    REQUIRE(set<Signed>(7, {signed_min, signed_max, 6, 7}, false));
    REQUIRE(set<Signed>(signed_min, {signed_max}, false));
    REQUIRE(set<Unsigned>(unsigned_max - 9, {unsigned_max, unsigned_max - 9}, true));
    REQUIRE(set<Unsigned>(unsigned_max, {unsigned_max - 1}, false));
    REQUIRE(pushed<0>(std::vector<Unsigned>{0, two_32 - 1}, true));
    REQUIRE(pushed<0>(std::vector<Unsigned>{0, two_32, unsigned_max, 1}, false));
    REQUIRE(pushed<0>(std::vector<double>{0, 4294967295.0}, true));
    REQUIRE(pushed<0>(std::vector<double>{3, 4294967296.0, 9007199254740991.0, 5}, false));
    REQUIRE(pushed<0>(std::vector<double>{1, -1}, false));
}

void test_empty()
{
    REQUIRE(pushed<0>(std::vector<Signed>{}, true));
    REQUIRE(pushed<block_bits>(std::vector<Signed>{}, true));
    REQUIRE(set<Signed>(5, {}, true));
    REQUIRE((Narrow<Signed, block_bits>{}.bases() == nullptr));
}

void test_blocks()
{
    std::vector<Signed> plain;
    for (Signed time = signed_max - 90 * (two_32 / 12); plain.size() < 90; time += two_32 / 12) {
        plain.push_back(time);
    }
    REQUIRE(pushed<block_bits>(plain, false)); // the second one keeps the base, and exceeds it
    for (std::size_t row = 0; row < plain.size(); row++) {
        plain[row] = signed_max - two_32 * 4 + static_cast<Signed>(row) * (two_32 / 32);
    }
    REQUIRE(pushed<block_bits>(plain, true));
    Narrow<Signed, block_bits> column;
    for (const Signed number : plain) {
        column.push_back(number);
    }
    REQUIRE(column.bases() != nullptr && column.base(0) < column.base(89));
    REQUIRE(pushed<block_bits>(std::vector<Signed>{5, two_32 + 4}, true));
    REQUIRE(pushed<block_bits>(std::vector<Signed>{5, two_32 + 5}, false));
    REQUIRE(pushed<block_bits>(std::vector<Signed>{5, 4}, false));
    REQUIRE(pushed<block_bits>(std::vector<Signed>{signed_min, signed_max, 0}, false));
}

// Any numbers in any order: only the number of bytes may differ.
void test_random()
{
    std::mt19937_64 chance(1);
    for (int round = 0; round < 2000; round++) {
        std::vector<Signed> plain(chance() % 40);
        const unsigned shift = static_cast<unsigned>(chance() % 64);
        for (Signed &number : plain) {
            number = static_cast<Signed>(chance()) >> shift;
        }
        if (round % 2 == 0) {
            std::sort(plain.begin(), plain.end());
        }
        const auto [least, most] = std::minmax_element(plain.begin(), plain.end());
        const bool is_narrow =
            plain.empty() || static_cast<Unsigned>(*most) - static_cast<Unsigned>(*least) <
                                 static_cast<Unsigned>(two_32);
        REQUIRE(set<Signed>(plain.empty() ? 0 : *least, plain, is_narrow));
        Narrow<Signed, block_bits> column;
        for (const Signed number : plain) {
            column.push_back(number);
        }
        REQUIRE(is_equal(column, plain));
    }
}

// A packed column has the same values as before, in one byte, two bytes, or the same number as
// before.
void pack(const std::vector<Unsigned> &plain, std::size_t bytes)
{
    Words words;
    const bool is_long = std::any_of(plain.begin(), plain.end(),
                                     [](Unsigned word) { return word >= Unsigned{1} << 32; });
    for (const Unsigned word : plain) {
        words.low.push_back(static_cast<std::uint32_t>(word));
        if (is_long) {
            words.high.push_back(static_cast<std::uint32_t>(word >> 32));
        }
    }
    words.pack();
    REQUIRE(words.byte_code.size() == (bytes == 1 ? plain.size() : 0));
    REQUIRE(words.code.size() == (bytes == 2 ? plain.size() : 0));
    REQUIRE(words.low.size() == (bytes == 4 ? plain.size() : 0));
    REQUIRE(words.high.size() == (bytes == 4 && is_long ? plain.size() : 0));
    for (std::size_t row = 0; row < plain.size(); row++) {
        REQUIRE(words[row] == plain[row]);
    }
}

void test_words()
{
    pack({}, 4);
    pack({0}, 1);
    pack({unsigned_max, 0, unsigned_max, Unsigned{1} << 32, 1}, 1);
    std::mt19937_64 chance(2);
    const auto with = [&chance](std::size_t different, unsigned shift) {
        std::vector<Unsigned> all;
        for (std::size_t row = 0; row < different; row++) {
            all.push_back((row << shift) + (Unsigned{row % 2} << 63));
        }
        for (std::size_t row = 0; row < 1000; row++) {
            all.push_back(all[chance() % different]);
        }
        std::shuffle(all.begin(), all.end(), chance);
        return all;
    };
    for (const unsigned shift : {0U, 4U, 30U}) {
        pack(with(256, shift), 1);
        pack(with(257, shift), 2);
        pack(with(65'536, shift), 2);
        pack(with(65'537, shift), 4);
    }
}

} // namespace

int main()
{
    test_words();
    test_spans();
    test_empty();
    test_blocks();
    test_random();
    return 0;
}
