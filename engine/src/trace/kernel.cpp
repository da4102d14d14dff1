// SPDX-License-Identifier: Apache-2.0
// The words of other kernels.
#include "trace/kernel.hpp"

#include "trace/concat.hpp"
#include "trace/numbers.hpp"
#include "trace/read/text.hpp"

#include <algorithm>
#include <iterator>

namespace limen::trace
{

namespace
{

struct UnknownWait {
    std::uint32_t what;
    std::string_view words;
};

constexpr UnknownWait unknown_waits[] = {
    {wait::QUEUE, "a queue"},
    {wait::SEMAPHORE, "a semaphore"},
    {wait::FLAGS, "event flags"},
    {wait::BLOCK, "a block of memory"},
    {wait::MUTEX, "a mutex"},
    {other_wait::SOMETHING, "something that is not recorded"},
    {other_wait::NOTIFICATION, "a notification"},
    {other_wait::CONDITION_VARIABLE, "a condition variable"},
    {other_wait::STREAM_BUFFER, "a stream buffer"},
    {other_wait::PIPE, "a pipe"},
    {other_wait::MAILBOX, "a mailbox"},
    {other_wait::STACK_OBJECT, "a stack object"},
    {other_wait::EVENT_OBJECT, "events"},
    {other_wait::END_OF_THREAD, "the end of a thread"},
    {other_wait::HEAP, "memory"},
    {other_wait::WORK_ITEM, "work"},
    {other_wait::POLL_EVENTS, "several objects"},
};

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

RawEvent raw_event(const std::string &name)
{
    std::string_view rest = name;
    for (int letters = 0; letters < 2 && !rest.empty(); letters++) {
        take_letter(rest);
    }
    return {name, name.substr(0, name.size() - rest.size())};
}

std::string_view unknown_wait(std::uint32_t what)
{
    const auto found = std::find_if(std::begin(unknown_waits), std::end(unknown_waits),
                                    [what](const UnknownWait &one) { return one.what == what; });
    return found == std::end(unknown_waits) ? std::string_view{} : found->words;
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
