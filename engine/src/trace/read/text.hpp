// SPDX-License-Identifier: Apache-2.0
// Text from untrusted files: characters that are not printable are replaced, so that a name cannot
// send commands to a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace limen::trace
{

// Whether a character is printable by the rules of Unicode. The space is.
bool is_printable(std::uint32_t letter);

// Replaces each invalid sequence of UTF-8 and each character that is not printable by U+FFFD.
std::string printable(std::string_view text);

// The printable text of the bytes before the first zero, at most `size`.
std::string printable_name(const std::uint8_t *bytes, std::size_t size);

// Returns the letter at the start of a text that is not empty; U+FFFD for an invalid sequence.
// `text` becomes the rest.
std::uint32_t take_letter(std::string_view &text);

} // namespace limen::trace
