// SPDX-License-Identifier: Apache-2.0
// A column of words as events record them: addresses, counters, states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace limen::trace
{

// Words of four or eight bytes: the upper halves are empty where all are 0. During the analysis of
// events, words are stored unchanged, which is fastest. A column for later queries can be packed:
// most words are equal to others, so that an index into a table suffices.
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
