// SPDX-License-Identifier: Apache-2.0
// The name of an event and the meaning of its numbers, from the tables of spec/.
#pragma once

#include "trace/numbers.hpp"
#include "trace/words.hpp"

#include <algorithm>
#include <iterator>

namespace limen::trace
{

// The row of a number in a table that is sorted by number; nullptr. Cost: O(log count).
template <class Row, std::size_t count>
const Row *row_of(const Row (&table)[count], std::uint64_t number)
{
    const auto found =
        std::lower_bound(std::begin(table), std::end(table), number,
                         [](const Row &row, std::uint64_t wanted) { return row.number < wanted; });
    return found != std::end(table) && found->number == number ? found : nullptr;
}

// The texts that show an event. The views live as long as the definitions.
struct Labels {
    std::string_view component, code;
    std::string name;
    std::array<std::string_view, 4> words; // empty: no meaning
    std::array<Meaning, 4> meanings{};
    bool has_four = true; // otherwise the last one is not there
};

// Looks only at the number of the event. The texts are those of the format of the trace.
// Cost: O(log e) for e known events.
Labels labels_of(const Trace &trace, std::uint16_t number, const Definitions &definitions);

// Whether an event of Limen has this number.
bool is_limen_event(std::uint16_t number);

// An event of FileX, NetX Duo or USBX, whose number is in a SERVICE of Limen; nullptr: none.
const EventRow *middleware_event(std::uint16_t number);

// Whether a number of ThreadX is an address of any kind.
bool is_address(Meaning meaning);

// The index of the number of an event of ThreadX that is its stack pointer; -1: none.
int stack_column(std::uint16_t number);

// Name of a state of ThreadX: "queue", "state 99"; of a type of objects: "event flags", "type 77".
std::string state_name(std::uint64_t number);
std::string type_name(std::uint64_t number);

// The reason in a SWITCH of Limen: "preempted by call", "reason 9".
std::string switch_reason_text(std::uint32_t number);

// A word of a table, "number 9" beyond its end.
template <std::size_t count>
std::string word_of(const char *const (&table)[count], std::uint32_t number)
{
    return number < count ? table[number] : "number " + std::to_string(number);
}

} // namespace limen::trace
