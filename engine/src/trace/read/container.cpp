// SPDX-License-Identifier: Apache-2.0
// The forms in which debuggers save the trace buffer of ThreadX.
#include "trace/read/container.hpp"

#include "trace/trace.hpp"

#include <algorithm>
#include <string_view>

namespace limen::trace
{

namespace
{

using namespace std::string_view_literals;

constexpr std::string_view raw_starts[] = {"BTXT"sv, "TXTB"sv, "\0\0\0\0TXTB"sv};
constexpr std::string_view digit_starts[] = {"42545854"sv, "54585442"sv, "0000000054585442"sv};
constexpr std::size_t start_bytes = 32; // in which the format of a file must be recognisable
constexpr std::size_t shortest = 4;     // bytes: count, address of two bytes, kind or checksum
constexpr const char *again = "save the trace buffer again, as it is in memory";

bool is_ascii_space(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

// The value of a digit; -1.
int digit(char byte)
{
    if (byte >= '0' && byte <= '9') {
        return byte - '0';
    }
    const char small = static_cast<char>(byte | 0x20);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

// Reads pairs of digits with at most space between them. Returns: false at any other character.
bool append_digits(std::string_view text, std::vector<std::uint8_t> &octets)
{
    for (std::size_t at = 0; at < text.size();) {
        if (is_ascii_space(text[at])) {
            at++;
            continue;
        }
        const int high = digit(text[at]);
        const int low = at + 1 < text.size() ? digit(text[at + 1]) : -1;
        if (high < 0 || low < 0) {
            return false;
        }
        octets.push_back(static_cast<std::uint8_t>(high << 4 | low));
        at += 2;
    }
    return true;
}

// Whether a text begins with these pairs of digits, with any space before and between the pairs.
bool begins_with_pairs(std::string_view text, std::string_view pairs)
{
    std::size_t at = 0;
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        while (at < text.size() && is_ascii_space(text[at])) {
            at++;
        }
        if (text.substr(at, 2) != pairs.substr(i, 2)) {
            return false;
        }
        at += 2;
    }
    return true;
}

bool are_hex_digits(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char one) { return digit(one) >= 0; });
}

bool is_record(std::string_view start)
{
    const bool is_ihex = start.size() >= 9 && start[0] == ':' && are_hex_digits(start.substr(1, 8));
    const bool is_srec = start.size() >= 4 && start[0] == 'S' && start[1] >= '0' &&
                         start[1] <= '9' && are_hex_digits(start.substr(2, 2));
    return is_ihex || is_srec;
}

std::string_view ascii_trimmed(std::string_view line)
{
    while (!line.empty() && is_ascii_space(line.front())) {
        line.remove_prefix(1);
    }
    while (!line.empty() && is_ascii_space(line.back())) {
        line.remove_suffix(1);
    }
    return line;
}

// Takes a line away from a text, with its end: CR, LF or both.
std::string_view take_ascii_line(std::string_view &text)
{
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    text.remove_prefix(text.substr(0, 2) == "\r\n" ? 2 : !text.empty());
    return line;
}

// One record of a file: its kind, and all of its bytes.
struct Record {
    bool is_ihex;
    char kind; // of an S-record: its digit
    const std::vector<std::uint8_t> &octets;

    bool is_last() const
    {
        return is_ihex ? octets[3] == 1 : kind >= '7' && kind <= '9';
    }
    bool has_right_length() const
    {
        return octets.size() == octets[0] + std::size_t{is_ihex ? 5U : 1U};
    }
    // All bytes add up to 0 in Intel HEX, to 0xFF in S-records.
    bool has_right_checksum() const
    {
        unsigned sum = 0;
        for (const std::uint8_t octet : octets) {
            sum += octet;
        }
        return (sum & 0xFF) == (is_ihex ? 0U : 0xFFU);
    }
    // The bytes before the data; all of them: the record has none.
    std::size_t data_begin() const
    {
        if (is_ihex) {
            return octets[3] == 0 ? 4 : octets.size();
        }
        return kind >= '1' && kind <= '3' ? 2 + static_cast<std::size_t>(kind - '0')
                                          : octets.size();
    }
};

// The data of all records up to the last one.
std::optional<Error> join(bool is_ihex, std::string_view text, Container &container)
{
    std::vector<std::uint8_t> octets;
    for (std::size_t number = 1; !text.empty(); number++) {
        const std::string_view line = ascii_trimmed(take_ascii_line(text));
        if (line.empty()) {
            continue;
        }
        const auto wrong = [number](const char *problem) {
            return Error{"line " + std::to_string(number), problem, again};
        };
        octets.clear();
        const std::size_t mark = is_ihex ? 1 : 2;
        if (line[0] != (is_ihex ? ':' : 'S') || line.size() < mark ||
            !append_digits(line.substr(mark), octets) || octets.size() < shortest) {
            return wrong("this is not a record of digits");
        }
        const Record record{is_ihex, line[mark - 1], octets};
        if (record.is_last()) {
            break;
        }
        if (!record.has_right_length()) {
            return wrong("the length of the record is wrong");
        }
        container.bad_checksums += !record.has_right_checksum();
        if (record.data_begin() < octets.size()) {
            container.unpacked.insert(container.unpacked.end(),
                                      octets.begin() +
                                          static_cast<std::ptrdiff_t>(record.data_begin()),
                                      octets.end() - 1);
        }
    }
    return std::nullopt;
}

bool is_raw(std::string_view text)
{
    return std::any_of(std::begin(raw_starts), std::end(raw_starts),
                       [text](std::string_view start) { return text.starts_with(start); });
}

std::string_view characters_of(const std::uint8_t *bytes, std::size_t size)
{
    return {reinterpret_cast<const char *>(bytes), size};
}

} // namespace

bool looks_like_trx(const std::uint8_t *bytes, std::size_t size)
{
    const std::string_view start = characters_of(bytes, std::min(size, start_bytes));
    return is_raw(start) || is_record(start) ||
           std::any_of(std::begin(digit_starts), std::end(digit_starts),
                       [start](std::string_view pairs) { return begins_with_pairs(start, pairs); });
}

std::optional<Error> unpack(const std::uint8_t *bytes, std::size_t size, Container &container)
{
    const std::string_view text = characters_of(bytes, size);
    if (is_raw(text)) {
        container.image = bytes;
        container.size = size;
        return std::nullopt;
    }
    std::optional<Error> error;
    container.unpacked.reserve(size / 2);
    if (text.starts_with(':') || text.starts_with('S')) {
        container.form = text[0] == ':' ? "ihex" : "srec";
        error = join(text[0] == ':', text, container);
    } else {
        container.form = "asciihex";
        if (!append_digits(text, container.unpacked)) {
            error = Error{"byte 0",
                          "this is not a trace of ThreadX: it does not begin with a known mark",
                          give_threadx_image};
        }
    }
    container.image = container.unpacked.data();
    container.size = container.unpacked.size();
    return error;
}

} // namespace limen::trace
