// SPDX-License-Identifier: Apache-2.0
#include "trace/read/foreign/in_order.hpp"

#include <numeric>

namespace limen::trace
{

std::vector<std::uint32_t> places_in_order(const std::vector<std::int64_t> &numbers)
{
    std::vector<std::uint32_t> places(numbers.size());
    std::iota(places.begin(), places.end(), std::uint32_t{0});
    std::stable_sort(places.begin(), places.end(), [&](std::uint32_t one, std::uint32_t other) {
        return numbers[one] < numbers[other];
    });
    return places;
}

} // namespace limen::trace
