// SPDX-License-Identifier: Apache-2.0
// Makes texts from pieces. Streams and formats of C++ would be most of the WebAssembly.
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace limen::trace
{

inline void append(std::string &text, std::string_view piece)
{
    text += piece;
}

inline void append(std::string &text, char letter)
{
    text += letter;
}

template <std::integral Number> void append(std::string &text, Number number)
{
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number);
    text.append(digits, static_cast<std::size_t>(end.ptr - digits));
}

// concat("job ", 7) is "job 7".
template <class... Pieces> std::string concat(const Pieces &...pieces)
{
    std::string text;
    (append(text, pieces), ...);
    return text;
}

// "0x1f".
inline std::string hex(std::uint64_t number)
{
    char digits[20] = "0x";
    const auto end = std::to_chars(digits + 2, digits + sizeof digits, number, 16);
    return {digits, end.ptr};
}

// "00000C40": at least eight digits.
inline std::string address_text(std::uint64_t number)
{
    static constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (int shift = number >> 32 == 0 ? 28 : 60; shift >= 0; shift -= 4) {
        text += digits[number >> shift & 0xF];
    }
    const std::size_t more = text.size() > 8 ? text.find_first_not_of('0') : 0;
    return text.substr(more);
}

// 1,250: with commas between thousands.
inline std::string grouped(std::int64_t number)
{
    std::string text = concat(number);
    for (std::size_t place = text.size(); place > (number < 0 ? 4U : 3U);) {
        place -= 3;
        text.insert(place, 1, ',');
    }
    return text;
}

// Whether a name begins with its kind, in any case of letters, and so contains it: "Queue A".
inline bool begins_with(std::string_view name, std::string_view kind)
{
    return name.size() >= kind.size() &&
           std::equal(kind.begin(), kind.end(), name.begin(), [](char wanted, char letter) {
               return (letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter) == wanted;
           });
}

} // namespace limen::trace
