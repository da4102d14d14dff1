// SPDX-License-Identifier: Apache-2.0
// Text out of a file that nobody vouches for: no name may be a command to a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace limen::trace
{

// Can it be seen, by the rules of Unicode? The space can.
bool is_printable(std::uint32_t letter);

// UTF-8 of which each wrong sequence and each letter that cannot be seen is U+FFFD.
std::string printable(std::string_view text);

// The same, of the bytes before the first zero, at most `size`.
std::string printable_name(const std::uint8_t *bytes, std::size_t size);

// The letter at the start of a text that is not empty; U+FFFD of a wrong sequence, which is then
// removed like a letter. `text` becomes what is behind it.
std::uint32_t take_letter(std::string_view &text);

} // namespace limen::trace
