// SPDX-License-Identifier: Apache-2.0
// Decoding of names. Wrong sequences are replaced as the Unicode standard recommends and as Python
// and browsers do: the longest beginning of a valid sequence becomes one U+FFFD.
#include "trace/read/text.hpp"

#include "trace/numbers.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

constexpr std::uint32_t unknown = 0xFFFD;

// Data by the first byte of a sequence: the number of further bytes, and the range of the second.
struct Lead {
    unsigned followers;
    unsigned least, greatest;
};

Lead lead_of(unsigned byte)
{
    if (byte >= 0xC2 && byte <= 0xDF) {
        return {1, 0x80, 0xBF};
    }
    if (byte >= 0xE0 && byte <= 0xEF) {
        return {2, byte == 0xE0 ? 0xA0U : 0x80U, byte == 0xED ? 0x9FU : 0xBFU};
    }
    if (byte >= 0xF0 && byte <= 0xF4) {
        return {3, byte == 0xF0 ? 0x90U : 0x80U, byte == 0xF4 ? 0x8FU : 0xBFU};
    }
    return {0, 0, 0};
}

void append_letter(std::string &text, std::uint32_t letter)
{
    const auto add = [&text](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    if (letter < 0x80) {
        add(letter);
        return;
    }
    if (letter < 0x800) {
        add(0xC0 | letter >> 6);
    } else {
        if (letter < 0x10000) {
            add(0xE0 | letter >> 12);
        } else {
            add(0xF0 | letter >> 18);
            add(0x80 | (letter >> 12 & 0x3F));
        }
        add(0x80 | (letter >> 6 & 0x3F));
    }
    add(0x80 | (letter & 0x3F));
}

} // namespace

bool is_printable(std::uint32_t letter)
{
    // The limits of each plane of 65,536 letters: printable ones begin at every second.
    const std::uint16_t *const first = printable_limits + printable_planes[letter >> 16];
    const std::uint16_t *const last = printable_limits + printable_planes[(letter >> 16) + 1];
    return (std::upper_bound(first, last, letter & 0xFFFF) - printable_limits) % 2 == 0;
}

std::uint32_t take_letter(std::string_view &text)
{
    const auto byte_at = [&text](std::size_t place) {
        return static_cast<unsigned>(static_cast<unsigned char>(text[place]));
    };
    const unsigned first = byte_at(0);
    if (first < 0x80) {
        text.remove_prefix(1);
        return first;
    }
    const Lead lead = lead_of(first);
    std::uint32_t letter = first & (0x3FU >> lead.followers);
    std::size_t place = 1;
    while (place <= lead.followers && place < text.size()) {
        const unsigned byte = byte_at(place);
        if (byte < (place == 1 ? lead.least : 0x80U) ||
            byte > (place == 1 ? lead.greatest : 0xBFU)) {
            break;
        }
        letter = letter << 6 | (byte & 0x3F);
        place++;
    }
    text.remove_prefix(place);
    return lead.followers > 0 && place > lead.followers ? letter : unknown;
}

std::string printable(std::string_view text)
{
    // Nearly all texts are ASCII.
    std::size_t plain = 0;
    while (plain < text.size() && text[plain] >= ' ' && text[plain] <= '~') {
        plain++;
    }
    std::string shown(text.substr(0, plain));
    text.remove_prefix(plain);
    while (!text.empty()) {
        const std::uint32_t letter = take_letter(text);
        append_letter(shown, is_printable(letter) ? letter : unknown);
    }
    return shown;
}

std::string printable_name(const std::uint8_t *bytes, std::size_t size)
{
    const std::string_view all(reinterpret_cast<const char *>(bytes), size);
    return printable(all.substr(0, all.find('\0')));
}

} // namespace limen::trace
