// SPDX-License-Identifier: Apache-2.0
// Shares and weighted means as whole numbers, so that no language rounds them differently.
#pragma once

#include <cstdint>

namespace limen::trace
{

// A sum of products, which may need 128 bits.
class Sum
{
  public:
    void add(std::uint64_t factor, std::uint64_t other)
    {
        constexpr std::uint64_t half = 0xFFFFFFFF;
        const std::uint64_t low = (factor & half) * (other & half);
        const std::uint64_t across = (factor >> 32) * (other & half) + (low >> 32);
        const std::uint64_t middle = (factor & half) * (other >> 32) + (across & half);
        const std::uint64_t product = middle << 32 | (low & half);
        high_ += (factor >> 32) * (other >> 32) + (across >> 32) + (middle >> 32);
        low_ += product;
        high_ += low_ < product ? 1 : 0;
    }

    Sum times(std::uint64_t factor) const
    {
        Sum product;
        product.add(low_, factor);
        product.high_ += high_ * factor;
        return product;
    }

    // Rounded down; divisor: 1 to 2^63.
    std::uint64_t over(std::uint64_t divisor) const
    {
        std::uint64_t quotient = 0, rest = 0;
        for (int bit = 127; bit >= 0; bit--) {
            rest = rest << 1 | ((bit >= 64 ? high_ >> (bit - 64) : low_ >> bit) & 1);
            quotient <<= 1;
            if (rest >= divisor) {
                rest -= divisor;
                quotient |= 1;
            }
        }
        return quotient;
    }

  private:
    std::uint64_t high_ = 0, low_ = 0;
};

// scale * part / whole, rounded down; 0 of nothing.
inline std::uint64_t part_of(std::uint64_t part, std::uint64_t whole, std::uint64_t scale)
{
    Sum sum;
    sum.add(part, scale);
    return whole == 0 ? 0 : sum.over(whole);
}

} // namespace limen::trace
