// SPDX-License-Identifier: Apache-2.0
// The events of a program, as a .trxc file of TraceX defines them: lines
//     number, name, code, (r,g,b), (r,g,b), label, label, label, label
// between a line Start and a line End, and its places at addresses, in lines at address, verb of an
// instruction or nothing, place before them. All other lines are comments.
#include "trace/concat.hpp"
#include "trace/read/text.hpp"
#include "trace/words.hpp"

#include <algorithm>
#include <charconv>

namespace limen::trace
{

namespace
{

constexpr std::uint32_t numbers_end = 1U << 16;

bool is_space(std::uint32_t letter)
{
    static constexpr std::uint32_t others[] = {0x20,   0x85,   0xA0,   0x1680, 0x2028,
                                               0x2029, 0x202F, 0x205F, 0x3000};
    return (letter >= 0x09 && letter <= 0x0D) || (letter >= 0x1C && letter <= 0x1F) ||
           (letter >= 0x2000 && letter <= 0x200A) ||
           std::find(std::begin(others), std::end(others), letter) != std::end(others);
}

bool ends_line(std::uint32_t letter)
{
    return (letter >= 0x0A && letter <= 0x0D) || (letter >= 0x1C && letter <= 0x1E) ||
           letter == 0x85 || letter == 0x2028 || letter == 0x2029;
}

// Removes the spaces at the beginning.
void skip(std::string_view &text)
{
    while (!text.empty()) {
        std::string_view rest = text;
        if (!is_space(take_letter(rest))) {
            return;
        }
        text = rest;
    }
}

// Removes the spaces at both ends.
std::string_view trimmed(std::string_view text)
{
    skip(text);
    std::size_t end = 0;
    for (std::string_view rest = text; !rest.empty();) {
        if (!is_space(take_letter(rest))) {
            end = text.size() - rest.size();
        }
    }
    return text.substr(0, end);
}

// Removes the spaces at both ends and the characters that are not printable.
std::string clean(std::string_view text)
{
    std::string shown;
    text = trimmed(text);
    while (!text.empty()) {
        const std::string_view all = text;
        if (is_printable(take_letter(text))) {
            shown += all.substr(0, all.size() - text.size());
        }
    }
    return shown;
}

// Removes the text up to and including the first `letter`. Returns: the text before that letter.
std::optional<std::string_view> before(std::string_view &text, char letter)
{
    const std::size_t place = text.find(letter);
    if (place == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view found = text.substr(0, place);
    text.remove_prefix(place + 1);
    return found;
}

std::string_view take_unicode_line(std::string_view &text)
{
    const std::string_view all = text;
    while (!text.empty()) {
        const std::size_t end = all.size() - text.size();
        const std::uint32_t letter = take_letter(text);
        if (ends_line(letter)) {
            if (letter == '\r' && text.starts_with('\n')) {
                text.remove_prefix(1);
            }
            return all.substr(0, end);
        }
    }
    return all;
}

std::optional<std::uint16_t> number_in(std::string_view text)
{
    text = trimmed(text);
    std::uint32_t number = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9') {
            return std::nullopt;
        }
        number = std::min(10 * number + static_cast<std::uint32_t>(digit - '0'), numbers_end);
    }
    return text.empty() || number == numbers_end
               ? std::nullopt
               : std::optional(static_cast<std::uint16_t>(number));
}

// A colour and the comma behind it.
bool skip_colour(std::string_view &text)
{
    skip(text);
    if (!text.starts_with('(')) {
        return false;
    }
    text.remove_prefix(1);
    const auto inside = before(text, ')');
    if (!inside || inside->find('(') != std::string_view::npos) {
        return false;
    }
    skip(text);
    if (!text.starts_with(',')) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

// The file has only labels, which are those of TraceX or similar.
Meaning meaning_of(std::string_view label)
{
    if (label.ends_with("state") && label != "system state") {
        return Meaning::state;
    }
    if (label == "wait option") {
        return Meaning::wait_option;
    }
    if (label == "get option") {
        return Meaning::get_option;
    }
    if (label.find("ptr") != std::string_view::npos) {
        return Meaning::address;
    }
    return label.find("thread") != std::string_view::npos ? Meaning::thread_or_none
                                                          : Meaning::number;
}

// The four labels; a comma may be behind them.
bool take_labels(std::string_view text, EventLabels &labels)
{
    for (std::size_t label = 0; label < 3; label++) {
        const auto found = before(text, ',');
        if (!found) {
            return false;
        }
        labels.labels[label] = clean(*found);
    }
    std::string_view last = text;
    if (const auto found = before(text, ',')) {
        last = *found;
        if (!trimmed(text).empty()) {
            return false;
        }
    }
    labels.labels[3] = clean(last);
    std::transform(labels.labels.begin(), labels.labels.end(), labels.meanings.begin(), meaning_of);
    return true;
}

bool add_definition(std::string_view line, Definitions &definitions)
{
    const auto head = before(line, ',');
    const auto name = head ? before(line, ',') : std::nullopt;
    const auto code = name ? before(line, ',') : std::nullopt;
    const auto number = code ? number_in(*head) : std::nullopt;
    if (!number) {
        return false;
    }
    EventLabels labels{"user", clean(*code), clean(*name), {}, {}};
    if (!skip_colour(line) || !skip_colour(line) || !take_labels(line, labels)) {
        return false;
    }
    definitions.events[*number] = std::move(labels);
    return true;
}

std::optional<std::uint32_t> address_in(std::string_view text)
{
    text = trimmed(text);
    std::uint32_t address = 0;
    const bool is_hex = text.starts_with("0x");
    text.remove_prefix(is_hex ? 2 : 0);
    const char *const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, address, is_hex ? 16 : 10);
    return problem == std::errc{} && stop == end ? std::optional(address) : std::nullopt;
}

// A line that is not a location is a comment.
void add_location(std::string_view line, Definitions &definitions)
{
    skip(line);
    if (!line.starts_with("at ")) {
        return;
    }
    line.remove_prefix(3);
    const auto head = before(line, ',');
    const auto address = head ? address_in(*head) : std::nullopt;
    const auto verb = address ? before(line, ',') : std::nullopt;
    if (verb) {
        definitions.locations[*address] = {clean(*verb), clean(line)};
    }
}

bool is_word(std::string_view line, std::string_view word)
{
    const std::string_view text = trimmed(line);
    return std::equal(text.begin(), text.end(), word.begin(), word.end(),
                      [](char one, char wanted) {
                          return (one >= 'A' && one <= 'Z' ? one - 'A' + 'a' : one) == wanted;
                      });
}

} // namespace

std::optional<Error> parse_definitions(std::string_view text, Definitions &definitions)
{
    definitions = {};
    bool is_inside = false;
    for (unsigned number = 1; !text.empty(); number++) {
        const std::string_view line = take_unicode_line(text);
        if (is_word(line, "start")) {
            is_inside = true;
        } else if (is_inside && is_word(line, "end")) {
            return std::nullopt;
        } else if (!is_inside) {
            add_location(line, definitions);
        } else if (!trimmed(line).empty() && !add_definition(line, definitions)) {
            return Error{concat("line ", number), "this is not a definition of an event",
                         "write number, name, code, (r,g,b), (r,g,b) and four labels"};
        }
    }
    if (!is_inside && definitions.locations.empty()) {
        return Error{"", "it lacks the line Start",
                     "write the definitions between a line Start and a line End"};
    }
    return std::nullopt;
}

} // namespace limen::trace
