// SPDX-License-Identifier: Apache-2.0
#include "trace/word_column.hpp"

#include <utility>

namespace limen::trace
{

namespace
{

constexpr std::size_t codes_max = std::size_t{1} << 16;
constexpr std::size_t byte_codes_max = std::size_t{1} << 8;

// Numbers the different words in the order of their first occurrence.
class ValueTable
{
  public:
    explicit ValueTable(std::vector<std::uint64_t> &values) : values_{values}, slots_(slot_count)
    {
    }

    // Whether there is room for the word; code: its place in the values.
    bool find(std::uint64_t word, std::size_t &code)
    {
        std::size_t slot = static_cast<std::size_t>(word * factor >> (64 - slot_bits));
        for (std::size_t tries = 0; tries < tries_max; tries++) {
            if (slots_[slot] == 0) {
                if (values_.size() == codes_max) {
                    return false;
                }
                values_.push_back(word);
                slots_[slot] = static_cast<std::uint32_t>(values_.size());
            }
            code = slots_[slot] - 1;
            if (values_[code] == word) {
                return true;
            }
            slot = (slot + 1) % slot_count;
        }
        return false;
    }

  private:
    static constexpr unsigned slot_bits = 18;
    static constexpr std::size_t slot_count = std::size_t{1} << slot_bits;
    static constexpr std::uint64_t factor = 0x9E3779B97F4A7C15; // spreads neighbours
    // A file could choose words that all collide; with a quarter of the slots used, others do not.
    static constexpr std::size_t tries_max = 64;

    std::vector<std::uint64_t> &values_;
    std::vector<std::uint32_t> slots_; // a code and one; 0: empty
};

} // namespace

void Words::pack()
{
    if (low.empty()) {
        return;
    }
    std::vector<std::uint64_t> found;
    std::vector<std::uint16_t> places(low.size());
    ValueTable table(found);
    for (std::size_t place = 0; place < low.size(); place++) {
        std::size_t at = 0;
        if (!table.find((*this)[place], at)) {
            return;
        }
        places[place] = static_cast<std::uint16_t>(at);
    }
    if (found.size() <= byte_codes_max) {
        byte_code.reserve(places.size());
        for (const std::uint16_t at : places) {
            byte_code.push_back(static_cast<std::uint8_t>(at));
        }
    } else {
        code = std::move(places);
    }
    values = std::move(found);
    low = std::vector<std::uint32_t>(); // {} would keep the memory
    high = std::vector<std::uint32_t>();
}

} // namespace limen::trace
