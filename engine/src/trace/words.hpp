// SPDX-License-Identifier: Apache-2.0
// The texts about a trace: names and fields of events, and the sentence of each switch. All texts
// are here or in spec/; the command and the page only show them.
#pragma once

#include "trace/analysis.hpp"
#include "trace/numbers.hpp"

#include <array>
#include <map>
#include <unordered_map>

namespace limen::trace
{

// The own names of the events of a ThreadX program (.trxc), by number.
struct EventLabels {
    std::string component; // ThreadX, FileX, NetX, USBX, user
    std::string code;      // two letters or so
    std::string name;
    std::array<std::string, 4> labels; // empty: the word has no meaning
    std::array<Meaning, 4> meanings{};
};

// The place in a program at an address.
struct Location {
    std::string verb;  // of an instruction: "wrote to"; empty: not known, or no instruction
    std::string place; // "secret + 4", "parse.c:41"
};

// Definitions that a program adds to its trace.
struct Definitions {
    std::unordered_map<std::uint16_t, EventLabels> events;
    std::map<std::uint32_t, Location> locations; // by address

    // nullptr: not known.
    const Location *at(std::uint32_t address) const
    {
        const auto found = locations.find(address);
        return found == locations.end() ? nullptr : &found->second;
    }
};

// Lines of a .trxc file, and lines of locations: `at 0x412, wrote to, parse.c:41`.
std::optional<Error> parse_definitions(std::string_view text, Definitions &definitions);

// Name, and code, of an event, in the words of the interface for which the program was written, or
// of another one (interface::LIMEN ...) for the name of an event of Limen.
std::string event_name(const Trace &trace, Place place, const Definitions &definitions,
                       std::optional<std::uint32_t> interface = std::nullopt);
std::string event_code(const Trace &trace, Place place, const Definitions &definitions);

// Looks only at the number of an event. The texts are those of the format of the trace.
std::string number_name(const Trace &trace, std::uint16_t number, const Definitions &definitions);
std::string number_code(const Trace &trace, std::uint16_t number, const Definitions &definitions);

// The context of an event: a thread, "interrupt", "initialisation".
std::string context_name(const Trace &trace, Place place);

// The thread of an event: in an interrupt of Limen the interrupted one.
std::string thread_name(const Trace &trace, Place place);

// Priority of the thread at an event of ThreadX, with its preemption-threshold if that is another:
// "16", "16(8)"; empty outside of a thread.
std::string urgency_text(const Trace &trace, Place place);

// Its details in one line, besides name, time and context; may be empty.
std::string describe(const Trace &trace, Place place, const Definitions &definitions);

// Its fields one by one: label and value, and the thread or the object that it is. is_context: it is
// the context of the event, whose lane is nobody in an interrupt.
struct Field {
    std::string label, value;
    Lane lane = nobody;
    Place object = no_place;
    bool is_context = false;
};
std::vector<Field> fields_of(const Trace &trace, Place place, const Definitions &definitions);

std::string reason_name(Reason reason);
std::string how_name(How how);
// "level 3"; empty for other kernels, whose threads have no levels.
std::string level_text(const Trace &trace, std::int32_t level);
// Names the level that held a thread off: "level 3 of low (section)".
std::string held_by_text(const Trace &trace, const HeldOff &held, std::size_t row);
std::string wait_name(std::uint32_t what);      // "queue", "file", "state 99"
std::string outcome_name(std::uint32_t status); // "ok", "timeout", "status 9"
std::string kind_name(const Trace &trace, std::uint32_t kind);

// A length of time with at most four significant digits, "12.5 µs", rounded "12.50 µs"; ticks if
// the trace has no clock rate: "1,250 ticks", "1 tick".
std::string duration_text(const Trace &trace, Tick ticks);

// A piece of text that refers to at most one thing, so that a page can link to it.
struct Part {
    std::string text;
    Lane lane = nobody;
    Place object = no_place;
    Place event = no_place;
};

// The explanation of a switch, by its place in Switches.
std::string why(const Trace &trace, const Analysis &analysis, Place place);
std::vector<Part> why_parts(const Trace &trace, const Analysis &analysis, Place place);

} // namespace limen::trace
