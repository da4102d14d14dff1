// SPDX-License-Identifier: Apache-2.0
// The words of other kernels.
#include "trace/kernel.hpp"

#include "trace/concat.hpp"
#include "trace/numbers.hpp"

#include <iterator>

namespace limen::trace
{

namespace
{

constexpr WaitWords foreign_waits[] = {
    {"something", "something that is not recorded"},
    {"interruptible", ""},
    {"uninterruptible", ""},
    {"stopped", ""},
    {"idle worker", ""},
    {"notification", "a notification"},
    {"condition variable", "a condition variable"},
    {"stream buffer", "a stream buffer"},
    {"pipe", "a pipe"},
    {"mailbox", "a mailbox"},
    {"stack object", "a stack object"},
    {"event object", "events"},
    {"end of a thread", "the end of a thread"},
    {"heap", "memory"},
    {"work item", "work"},
    {"poll events", "several objects"},
};

// The same for Limen's numbers, where a file does not tell the object.
constexpr std::string_view without_object(std::uint32_t what)
{
    switch (what) {
    case wait::QUEUE:
        return "a queue";
    case wait::SEMAPHORE:
        return "a semaphore";
    case wait::FLAGS:
        return "event flags";
    case wait::BLOCK:
        return "a block of memory";
    case wait::MUTEX:
        return "a mutex";
    default:
        return "";
    }
}

} // namespace

std::uint16_t fact_named(std::string_view name)
{
    static constexpr std::string_view names[] = {"ready", "waker",    "wait",    "object",
                                                 "owner", "priority", "base",    "interrupts",
                                                 "tick",  "jobs",     "sections"};
    for (std::size_t bit = 0; bit < std::size(names); bit++) {
        if (names[bit] == name) {
            return static_cast<std::uint16_t>(1U << bit);
        }
    }
    return 0;
}

WaitWords foreign_wait_words(std::uint32_t what)
{
    const std::uint32_t place = what - foreign_wait::SOMETHING;
    return place < std::size(foreign_waits) ? foreign_waits[place]
                                            : WaitWords{"", without_object(what)};
}

std::string Kernel::priority_text(std::int32_t number) const
{
    if (!records(Fact::priority)) {
        return "";
    }
    if (number == unknown_priority) {
        return "not recorded";
    }
    switch (urgency) {
    case Urgency::downward:
        return concat(zero - number);
    case Urgency::centred:
        return concat(number - zero);
    case Urgency::linux:
        return number == 0                ? "deadline"
               : number >= linux_ordinary ? "ordinary"
                                          : concat("RT ", linux_ordinary - number);
    default:
        return concat(number);
    }
}

} // namespace limen::trace
