// SPDX-License-Identifier: Apache-2.0
// Numbers in a file, in the byte order of the machine that wrote them. The caller has checked that
// they are inside of it.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace limen::trace
{

inline std::uint8_t swapped(std::uint8_t value)
{
    return value;
}

inline std::uint16_t swapped(std::uint16_t value)
{
    return __builtin_bswap16(value);
}

inline std::uint32_t swapped(std::uint32_t value)
{
    return __builtin_bswap32(value);
}

inline std::uint64_t swapped(std::uint64_t value)
{
    return __builtin_bswap64(value);
}

// A number at any address; unaligned ones are allowed.
template <class Number> Number load(const std::uint8_t *at, bool is_big)
{
    Number value;
    std::memcpy(&value, at, sizeof value);
    return is_big == (std::endian::native == std::endian::big) ? value : swapped(value);
}

} // namespace limen::trace
