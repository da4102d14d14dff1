// SPDX-License-Identifier: Apache-2.0
// The details of an event of Limen besides its name, time and thread, in one line.
#include "trace/concat.hpp"
#include "trace/describe.hpp"
#include "trace/errors.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

// An event, with names for its objects.
class Line
{
  public:
    Line(const Trace &trace, std::size_t place, const Definitions &definitions)
        : trace_{trace}, definitions_{definitions}, place_{place}, number_{trace.object[place]},
          a{trace.a[place]}, b{trace.b[place]}, low{trace.low(place)}, high{trace.high(place)}
    {
    }

    // The whole line.
    std::string text(std::uint16_t event) const;

  private:
    std::string object() const
    {
        return trace_.name_of(number_);
    }
    std::string plain() const
    {
        return number_ == 0 ? "" : object();
    }
    std::string thread(std::uint32_t number) const
    {
        return limen_thread_name(trace_, number);
    }
    template <class... Pieces> std::string about(const Pieces &...pieces) const
    {
        return concat(object(), pieces...);
    }

    // A priority as the kernel writes it; nothing if it records none.
    std::string urgency(const char *before) const
    {
        const std::string text = trace_.kernel.priority_text(static_cast<std::int32_t>(a));
        return text.empty() ? "" : before + text;
    }
    std::string threshold() const
    {
        return trace_.kernel.is_foreign() ? "" : concat(", threshold ", low);
    }

    std::string raw() const;
    std::string switched() const;
    std::string ready() const;
    std::string suspended() const;
    std::string called(const char *other) const;
    std::string served() const;
    std::string stack() const;
    std::string error() const;
    std::string fault() const;
    std::string of_thread(std::uint16_t event) const;
    std::string of_object(std::uint16_t event) const;
    std::string of_memory(std::uint16_t event) const;
    std::string of_system(std::uint16_t event) const;

    const Trace &trace_;
    const Definitions &definitions_;
    const std::size_t place_;
    const std::uint32_t number_, a, b, low, high;
};

std::string Line::raw() const
{
    return concat("object ", number_, ", a ", a, ", b ", b);
}

std::string Line::switched() const
{
    const std::string level = number_ == 0 ? "" : urgency(" at level ");
    return concat("to ", thread(number_), level, ", ", switch_reason_text(b));
}

std::string Line::ready() const
{
    const std::string why = low == 0 ? "" : concat(", ", word_of(statuses_names, low));
    return about(urgency(" at priority "), why);
}

std::string Line::suspended() const
{
    if (a == wait::END) {
        return concat(thread(low), " has ended");
    }
    const std::string_view known = waits_for(a);
    const std::string what = known.empty() ? concat("number ", a) : std::string(known);
    const std::string object_name = number_ == 0 ? "" : concat(' ', object());
    return concat(thread(low), " waits for ", what, object_name);
}

// A call on an object; `other` is the meaning of the upper half of b.
std::string Line::called(const char *other) const
{
    const std::string partner = high == 0 ? "" : concat(", ", other, ' ', thread(high));
    const bool is_known = !trace_.kernel.is_foreign() || a != unknown_count;
    const std::string count = is_known ? concat(a, " after, ") : "";
    return about(": ", count, word_of(outcomes_names, low), partner);
}

std::string Line::served() const
{
    return concat(number_ == 0 ? "" : concat(object(), ' '), "service ", a, ", value ", b);
}

std::string Line::stack() const
{
    const Object *const entry = trace_.find(number_);
    if (entry == nullptr || entry->size < b) {
        return about(' ', b, " bytes unused");
    }
    return about(' ', entry->size - b, " of ", entry->size, " bytes used");
}

// A call, the kind and name of its object, and its answer.
std::string Line::error() const
{
    const Object *const entry = trace_.find(number_);
    std::string kind = entry == nullptr ? "" : concat(kind_name(trace_, entry->kind), ' ');
    std::replace(kind.begin(), kind.end(), '_', ' ');
    const std::string about = number_ == 0 ? "" : concat(kind, object(), ": ");
    const ErrorWords words = error_words(trace_, place_);
    return concat(about, words.call, " answers ", words.answer);
}

// Names an instruction: its place in the source if that is known, else its address.
std::string instruction_text(std::uint32_t pc, const Location *location)
{
    if (location != nullptr) {
        return concat(", at ", location->place);
    }
    return pc == 0 ? "" : concat(", by the instruction at ", hex(pc));
}

// "parser wrote to 0x20000004 (secret), outside of its regions, at parse.c:41". The next record has
// the instruction.
std::string Line::fault() const
{
    const bool has_pc =
        place_ + 1 < trace_.event.size() && trace_.event[place_ + 1] == event::FAULT_AT;
    const std::uint32_t pc = has_pc ? trace_.b[place_ + 1] : 0;
    const Location *const code = definitions_.at(pc);
    const bool is_access = a == fault::BAD_ACCESS || a == fault::BUS_ERROR;
    const bool has_verb = is_access && code != nullptr && !code->verb.empty();
    const std::string verb = has_verb ? code->verb : word_of(fault_verbs_names, a);
    const std::string reason = word_of(fault_reasons_names, a);
    const std::string where =
        b == 0 ? "address 0, or one that is not known" : location_text(b, definitions_);
    return about(' ', verb, reason.empty() ? "" : concat(' ', where, ", ", reason),
                 instruction_text(pc, code));
}

// Threads, levels and interrupts.
std::string Line::of_thread(std::uint16_t event) const
{
    switch (event) {
    case event::SWITCH:
        return switched();
    case event::READY:
        return ready();
    case event::SUSPEND:
        return suspended();
    case event::SLICE:
        return about(a == 0 ? ", continues" : ", behind its peers");
    case event::LEVEL:
        return about(" from ", low, " to ", a, ", ", word_of(changes_names, high));
    case event::PRIORITY:
        return about(urgency(" to "), threshold(), ", ", word_of(changes_names, high));
    case event::IRQ_ENTER:
    case event::IRQ_EXIT:
        return trace_.kernel.is_foreign() && a == no_interrupt ? "" : concat(a);
    case event::THREAD_CREATE:
    case event::THREAD_PRIORITY:
        return about(urgency(" priority "), threshold());
    case event::THREAD_SLEEP:
        return about(" for ", duration_text(trace_, b));
    case event::THREAD_SLICE:
        return about(' ', duration_text(trace_, b));
    case event::RELEASE: {
        const std::string by = word_of(releases_names, a);
        return about(" job ", b, a == 0 ? "" : ", ", by);
    }
    case event::CALLED:
        return about(" by ", call_name(high), low == 0 ? "" : concat(" of ", trace_.name_of(low)),
                     " on core ", a);
    case event::FAULT:
        return fault();
    case event::FAULT_AT:
        return about(" at instruction ", location_text(b, definitions_));
    case event::BUDGET:
        return about(" has used up ", duration_text(trace_, b), ", and ",
                     word_of(budgets_names, a));
    case event::THREAD_MOVE:
        return about(" to core ", a);
    case event::COMPLETE:
        return about(" after ", duration_text(trace_, b));
    case event::DEADLINE_MISS:
    case event::OVERRUN:
        return about(" by ", duration_text(trace_, b));
    default:
        return of_object(event);
    }
}

// Semaphores, mutexes, queues, timers and flags.
std::string Line::of_object(std::uint16_t event) const
{
    switch (event) {
    case event::SEMAPHORE_CREATE:
        return about(" count ", a);
    case event::SEMAPHORE_POST:
    case event::SEMAPHORE_POST_BELOW:
    case event::QUEUE_SEND:
    case event::QUEUE_SEND_FRONT:
    case event::BLOCK_RELEASE:
        return called("to");
    case event::SEMAPHORE_WAIT:
    case event::BLOCK_ALLOCATE:
        return called("of");
    case event::MUTEX_CREATE:
        return about(' ', word_of(protocols_names, a), ", ceiling ", b);
    case event::MUTEX_LOCK:
        return called("owner");
    case event::MUTEX_UNLOCK:
        return called("next owner");
    case event::QUEUE_CREATE:
        return about(' ', a, " messages of ", b, " bytes");
    case event::QUEUE_FLUSH:
        return about(' ', a, " messages discarded");
    case event::QUEUE_RECEIVE:
        return called("refilled by");
    case event::TIMER_START:
        return about(" in ", duration_text(trace_, b));
    case event::FLAGS_SET:
    case event::FLAGS_CLEAR:
        return about(" bits ", hex(b));
    case event::FLAGS_WAIT:
        return about(" bits ", hex(b), ": ", word_of(outcomes_names, a));
    default:
        return of_memory(event);
    }
}

// Streams; pools, of which a record has amounts in units of eight bytes.
std::string Line::of_memory(std::uint16_t event) const
{
    switch (event) {
    case event::BLOCK_POOL_CREATE:
        return about(' ', a, " blocks of ", b, " bytes");
    case event::BYTE_POOL_CREATE:
        return about(' ', b, " bytes");
    case event::STREAM_CREATE:
        return about(" of ", b, " bytes");
    case event::STREAM_PUT:
    case event::STREAM_TAKE:
        return about(": ", b, " bytes, ", a, " after");
    case event::STREAM_WAIT:
        return about(b == 0 ? concat(" for bytes: ") : concat(" for space of ", b, " bytes: "),
                     word_of(outcomes_names, a));
    case event::BYTE_ALLOCATE:
        return about(' ', a * byte_unit, " bytes: ", word_of(outcomes_names, low));
    case event::BYTE_RELEASE:
        return about(' ', a * byte_unit, " bytes free");
    case event::BYTE_SERVE:
        return about(' ', a * byte_unit, " bytes to ", thread(low));
    default:
        return of_system(event);
    }
}

std::string Line::of_system(std::uint16_t event) const
{
    switch (event) {
    case event::USER:
        return concat("number ", a, ", value ", b);
    case event::PRIORITIZE:
        return about(": ", low == 0 ? "nobody" : thread(low), " first");
    case event::NOTIFY:
        return about(a == 0 ? ": off" : ": on");
    case event::TIME_SET:
    case event::TIME_GET:
        return concat(b);
    case event::SERVICE:
        return served();
    case event::LOST:
        return concat(grouped(b), " records were lost here");
    case event::TICK_BEGIN:
        return about(" number ", b);
    case event::TICK_END:
        return about(' ', b, " lost");
    case event::TICK_ATTACH:
        return concat("to ", trace_.name_of(b));
    case event::STACK:
        return stack();
    case event::ERROR:
        return error();
    default:
        return plain();
    }
}

std::string Line::text(std::uint16_t event) const
{
    if (trace_.kernel.is_raw(event)) {
        return std::string(trace_.kernel.text(b));
    }
    return is_limen_event(event) ? of_thread(event) : raw();
}

} // namespace

std::string describe_limen(const Trace &trace, std::size_t place, const Definitions &definitions)
{
    return Line(trace, place, definitions).text(trace.event[place]);
}

} // namespace limen::trace
