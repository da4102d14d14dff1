// SPDX-License-Identifier: Apache-2.0
// Rows of readers in the order of a number, such as their time. Equal ones stay as they are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace limen::trace
{

// The places of numbers, rising.
inline std::vector<std::uint32_t> places_in_order(const std::vector<std::int64_t> &numbers)
{
    std::vector<std::uint32_t> places(numbers.size());
    std::iota(places.begin(), places.end(), std::uint32_t{0});
    std::stable_sort(places.begin(), places.end(), [&](std::uint32_t one, std::uint32_t other) {
        return numbers[one] < numbers[other];
    });
    return places;
}

// Only the code that moves rows is instantiated for each kind, so that the page stays small.
template <class Row, class NumberOf> void put_in_order(std::vector<Row> &rows, NumberOf number_of)
{
    if (std::is_sorted(rows.begin(), rows.end(), [&](const Row &one, const Row &other) {
            return number_of(one) < number_of(other);
        })) {
        return;
    }
    std::vector<std::int64_t> numbers;
    numbers.reserve(rows.size());
    for (const Row &row : rows) {
        numbers.push_back(number_of(row));
    }
    std::vector<Row> sorted;
    sorted.reserve(rows.size());
    for (const std::uint32_t place : places_in_order(numbers)) {
        sorted.push_back(std::move(rows[place]));
    }
    rows = std::move(sorted);
}

} // namespace limen::trace
