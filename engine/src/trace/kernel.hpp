// SPDX-License-Identifier: Apache-2.0
// The kernel of a trace: its name, its form of priorities, and the facts that its recorder writes.
// Findings query facts, never the kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace limen::trace
{

// The facts that a trace may record, or that follow from its records.
enum class Fact : std::uint16_t {
    ready = 1U << 0,      // when a thread becomes ready
    waker = 1U << 1,      // who made it ready
    wait = 1U << 2,       // whether a thread that leaves waits
    object = 1U << 3,     // what it waits for
    owner = 1U << 4,      // who has a mutex
    priority = 1U << 5,   // effective priorities
    base = 1U << 6,       // priorities that the program set
    interrupts = 1U << 7, // entries and exits of interrupts
    tick = 1U << 8,       // the interrupt of the clock, which wakes threads that sleep
    jobs = 1U << 9,       // releases and deadlines
    sections = 1U << 10,  // times without preemption or interrupts, stacks, errors
};

inline constexpr std::uint16_t all_facts = 0x7FF;

// The bit of a fact by its name: "ready", "waker" ...; 0: no fact has this name.
std::uint16_t fact_named(std::string_view name);

template <class... Facts> constexpr std::uint16_t facts(Facts... all)
{
    return static_cast<std::uint16_t>((0U | ... | static_cast<unsigned>(all)));
}

// The form in which a kernel writes a priority. In the engine, a smaller number is more urgent, and
// none is negative.
enum class Urgency : std::uint8_t {
    number,   // as it is
    downward, // zero - number: a higher number is more urgent
    centred,  // number - zero: may be negative
    linux,    // 0 deadline, 1 to 99 real-time, then all ordinary threads
};

inline constexpr std::int32_t linux_ordinary = 100;
inline constexpr std::int32_t unknown_priority = 0x7FFF; // less urgent than any

// Events from here on are raw: a row of Kernel::raw.
inline constexpr std::uint16_t first_raw_event = 0x8000;

// An event that the analysis does not use: its name, as the file has it.
struct RawEvent {
    std::string name, code;
};

// name: printable.
RawEvent raw_event(const std::string &name);

struct Kernel {
    std::string name = "Limen"; // FreeRTOS, Zephyr, Linux ...
    std::string format;         // of the file; empty: the kernel's own
    std::uint16_t facts = all_facts;
    Urgency urgency = Urgency::number;
    std::int32_t zero = 0; // of the urgency
    std::vector<RawEvent> raw = {};
    std::string texts = {};                  // of raw events, one behind the other
    std::vector<std::uint32_t> text_at = {}; // by b of a raw event, and one more: in texts
    std::vector<std::string> warnings = {};  // about the file

    bool records(Fact fact) const
    {
        return (facts & static_cast<std::uint16_t>(fact)) != 0;
    }
    bool is_foreign() const
    {
        return !format.empty();
    }
    bool is_raw(std::uint16_t event) const
    {
        return event >= first_raw_event && raw.size() > event - std::size_t{first_raw_event};
    }
    std::string_view text(std::uint32_t row) const
    {
        return row + 1 < text_at.size()
                   ? std::string_view(texts).substr(text_at[row], text_at[row + 1] - text_at[row])
                   : std::string_view{};
    }
    // The kernel's own text of a priority: "5", "RT 50". Empty: priorities are not recorded.
    std::string priority_text(std::int32_t number) const;
};

// The phrase for a wait whose object is not known: "a condition variable". Empty: there is none.
std::string_view unknown_wait(std::uint32_t what);

} // namespace limen::trace
