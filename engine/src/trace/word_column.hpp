// SPDX-License-Identifier: Apache-2.0
// A column of words as events record them: addresses, counters, states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace limen::trace
{

// Words of four or eight bytes: the upper halves are empty where all are 0. While events are
// analysed, words are kept as they are, which is the quickest. One that is kept for questions can
// be packed: few words are different from each other, so that a place in a table of them is enough.
struct Words {
    std::vector<std::uint32_t> low;
    std::vector<std::uint32_t> high;

    // A packed column instead has indices into `values`, in one of these two columns.
    std::vector<std::uint8_t> byte_code;
    std::vector<std::uint16_t> code;
    std::vector<std::uint64_t> values;

    std::uint64_t operator[](std::size_t place) const
    {
        if (!values.empty()) {
            return values[byte_code.empty() ? code[place] : byte_code[place]];
        }
        return low[place] | (high.empty() ? 0 : std::uint64_t{high[place]} << 32);
    }

    // Packs the words; does nothing if too many of them are different. Cost: O(n), for any words.
    void pack();
};

} // namespace limen::trace
