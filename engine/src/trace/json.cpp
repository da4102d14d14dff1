// SPDX-License-Identifier: Apache-2.0
// Names come from a file, so every character with a meaning in JSON is escaped.
#include "trace/json.hpp"

namespace limen::trace
{

namespace
{

constexpr unsigned char space = 0x20;

void append_escaped(std::string &text, char letter)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') {
        text += '\\';
        text += letter;
    } else if (code < space) {
        text += "\\u00";
        text += digits[code >> 4];
        text += digits[code & 0xF];
    } else {
        text += letter;
    }
}

} // namespace

void Json::separate()
{
    if (is_due_) {
        text_ += ',';
    }
    is_due_ = true;
}

Json &Json::open(char bracket)
{
    separate();
    text_ += bracket;
    is_due_ = false;
    return *this;
}

Json &Json::close(char bracket)
{
    text_ += bracket;
    is_due_ = true;
    return *this;
}

Json &Json::key(std::string_view name)
{
    add(name);
    text_ += ':';
    is_due_ = false;
    return *this;
}

Json &Json::add(std::string_view text)
{
    separate();
    text_ += '"';
    for (const char letter : text) {
        append_escaped(text_, letter);
    }
    text_ += '"';
    return *this;
}

// Writes at least one decimal, so that readers see that the number can have decimals.
Json &Json::add(Decimal number)
{
    std::string digits = concat(number.number);
    if (digits.size() <= number.places) {
        digits.insert(0, number.places + 1 - digits.size(), '0');
    }
    digits.insert(digits.size() - number.places, 1, '.');
    while (digits.ends_with('0') && digits[digits.size() - 2] != '.') {
        digits.pop_back();
    }
    separate();
    text_ += digits;
    return *this;
}

Json &Json::add(bool is_so)
{
    separate();
    text_ += is_so ? "true" : "false";
    return *this;
}

Json &Json::add(std::nullptr_t)
{
    separate();
    text_ += "null";
    return *this;
}

} // namespace limen::trace
