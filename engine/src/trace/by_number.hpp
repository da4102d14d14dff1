// SPDX-License-Identifier: Apache-2.0
// Tables and counters by the number of an event, for traces with millions of events.
#pragma once

#include "trace/blocks.hpp"
#include "trace/trace.hpp"

#include <array>

namespace limen::trace
{

// Numbers of events that the kernels themselves have; others are of middleware and users.
inline constexpr std::size_t numbers_max = 256;

// A table of a function of the numbers below numbers_max; all others have the value of none.
template <auto function> class ByNumber
{
  public:
    using Value = decltype(function(std::uint16_t{}));

    constexpr ByNumber()
    {
        for (std::size_t number = 0; number < numbers_max; number++) {
            values_[number] = function(static_cast<std::uint16_t>(number));
        }
    }

    constexpr Value operator[](std::uint16_t number) const
    {
        return number < numbers_max ? values_[number] : Value{};
    }

  private:
    std::array<Value, numbers_max> values_{};
};

// Counts the events of each number.
class Counts
{
  public:
    Counts() = default;
    explicit Counts(const Trace &trace)
    {
        for_each_row(trace.count(), [&](std::size_t at) {
            const std::uint16_t number = trace.event[at];
            counts_[number < numbers_max ? number : numbers_max]++;
        });
    }

    std::size_t operator[](std::uint16_t number) const
    {
        return number < numbers_max ? counts_[number] : 0;
    }

    // The count of all events for whose numbers a table has a value.
    template <class Table> std::size_t of(const Table &table) const
    {
        std::size_t sum = 0;
        for (std::uint16_t number = 0; number < numbers_max; number++) {
            sum += table[number] != typename Table::Value{} ? counts_[number] : 0;
        }
        return sum;
    }

  private:
    std::array<std::size_t, numbers_max + 1> counts_{};
};

// Room for rows, so that no column moves while it grows.
template <class... Columns> void make_room(std::size_t rows, Columns &...columns)
{
    (columns.reserve(rows), ...);
}

} // namespace limen::trace
