// SPDX-License-Identifier: Apache-2.0
// Names of events: those of Limen, ThreadX and its middleware, or the program's own. The events of
// a ThreadX program that runs on Limen have the names of ThreadX.
#include "trace/labels.hpp"

#include "trace/concat.hpp"

#include <algorithm>
#include <iterator>

namespace limen::trace
{

namespace
{

constexpr std::uint32_t threshold_alone = 1; // upper half of b of THREAD_PRIORITY

std::string named(const Named *row)
{
    return row == nullptr ? "" : row->name;
}

// "numbers 1 to 4" of an unknown event.
constexpr std::array<std::string_view, 4> limen_words{"object", "a", "b", ""};
constexpr std::array<std::string_view, 4> threadx_labels{"info 1", "info 2", "info 3", "info 4"};

Labels labels_in(const EventRow &row)
{
    return {row.component,
            row.code,
            row.name,
            {row.labels[0], row.labels[1], row.labels[2], row.labels[3]},
            std::to_array(row.meanings),
            row.has_four};
}

Labels labels_in(const EventLabels &own)
{
    return {own.component,
            own.code,
            own.name,
            {own.labels[0], own.labels[1], own.labels[2], own.labels[3]},
            own.meanings};
}

Labels unknown_threadx(const Trace &trace, std::uint16_t number)
{
    const unsigned first =
        trace.threadx.is_modern ? first_event_of_users : first_event_of_users_threadx_5;
    const bool is_user = number >= first;
    return {"user", "", concat(is_user ? "user event " : "event ", number), threadx_labels, {}};
}

// A table of texts by kind of object; empty: it has none.
template <std::size_t count>
std::string of_kind(const char *const (&table)[count], const Object *object)
{
    return object != nullptr && object->kind < count ? table[object->kind] : "";
}

std::string around(const char *before, const std::string &name, const char *behind)
{
    return name.empty() ? "" : before + name + behind;
}

// ThreadX's name of an event of Limen; empty: it has none.
std::string threadx_name(const Trace &trace, std::size_t place)
{
    const std::uint16_t number = trace.event[place];
    const Object *const object = trace.find(trace.object[place]);
    switch (number) {
    case event::SERVICE: {
        const EventRow *const row = middleware_event(trace.a[place]);
        return row == nullptr ? named(row_of(threadx_service_names, trace.a[place])) : row->name;
    }
    case event::THREAD_PRIORITY:
        return trace.high(place) == threshold_alone ? "tx_thread_preemption_change"
                                                    : "tx_thread_priority_change";
    case event::PRIORITIZE:
        return around("tx_", of_kind(threadx_kind_names, object), "_prioritize");
    case event::INFO:
        return around("tx_", of_kind(threadx_kind_names, object), "_info_get");
    case event::NOTIFY:
        return of_kind(threadx_notify_names, object);
    default:
        return named(row_of(threadx_event_names, number));
    }
}

bool is_for_threadx(const Trace &trace, std::optional<std::uint32_t> interface)
{
    return trace.origin == Origin::limen &&
           interface.value_or(trace.limen.api) == interface::THREADX;
}

} // namespace

Labels labels_of(const Trace &trace, std::uint16_t number, const Definitions &definitions)
{
    if (trace.kernel.is_raw(number)) {
        const RawEvent &raw = trace.kernel.raw[number - first_raw_event];
        return {trace.kernel.name, raw.code, raw.name, {}, {}, false};
    }
    if (trace.origin == Origin::limen) {
        const EventRow *const row = row_of(limen_events, number);
        return row == nullptr ? Labels{"", "", concat("EVENT_", number), limen_words, {}, false}
                              : labels_in(*row);
    }
    const auto own = definitions.events.find(number);
    if (own != definitions.events.end()) {
        return labels_in(own->second);
    }
    const EventRow *const row = row_of(threadx_events, number);
    return row == nullptr ? unknown_threadx(trace, number) : labels_in(*row);
}

bool is_limen_event(std::uint16_t number)
{
    return row_of(limen_events, number) != nullptr;
}

const EventRow *middleware_event(std::uint16_t number)
{
    return number < first_event_of_middleware ? nullptr : row_of(threadx_events, number);
}

bool is_address(Meaning meaning)
{
    switch (meaning) {
    case Meaning::thread:
    case Meaning::semaphore:
    case Meaning::mutex:
    case Meaning::queue:
    case Meaning::timer:
    case Meaning::event_flags:
    case Meaning::pool:
    case Meaning::middleware:
    case Meaning::stack_pointer:
    case Meaning::address:
        return true;
    default:
        return false;
    }
}

int stack_column(std::uint16_t number)
{
    const EventRow *const row = row_of(threadx_events, number);
    for (int column = 0; row != nullptr && column < 4; column++) {
        if (row->meanings[column] == Meaning::stack_pointer) {
            return column;
        }
    }
    return -1;
}

std::string state_name(std::uint64_t number)
{
    return number < std::size(threadx_states_names) ? threadx_states_names[number]
                                                    : concat("state ", number);
}

std::string type_name(std::uint64_t number)
{
    const Named *const row = row_of(threadx_type_names, number);
    return row == nullptr ? concat("type ", number) : row->name;
}

std::string number_name(const Trace &trace, std::uint16_t number, const Definitions &definitions)
{
    return labels_of(trace, number, definitions).name;
}

std::string number_code(const Trace &trace, std::uint16_t number, const Definitions &definitions)
{
    return std::string(labels_of(trace, number, definitions).code);
}

std::string event_name(const Trace &trace, Place place, const Definitions &definitions,
                       std::optional<std::uint32_t> interface)
{
    const auto at = static_cast<std::size_t>(place);
    const std::string name = is_for_threadx(trace, interface) ? threadx_name(trace, at) : "";
    return name.empty() ? number_name(trace, trace.event[at], definitions) : name;
}

std::string event_code(const Trace &trace, Place place, const Definitions &definitions)
{
    const auto at = static_cast<std::size_t>(place);
    const std::uint16_t number = trace.event[at];
    if (is_for_threadx(trace, std::nullopt) && number == event::SERVICE) {
        const EventRow *const row = middleware_event(trace.a[at]);
        if (row != nullptr) {
            return row->code;
        }
    }
    return number_code(trace, number, definitions);
}

std::string kind_name(const Trace &trace, std::uint32_t kind)
{
    if (trace.origin == Origin::threadx) {
        return type_name(kind);
    }
    if (kind > 0 && kind < std::size(kind_names)) {
        return kind_names[kind];
    }
    const bool is_middleware = kind >= first_kind_of_middleware + threadx_type::FILEX_MEDIA;
    const Named *const row =
        is_middleware ? row_of(threadx_type_names, kind - first_kind_of_middleware) : nullptr;
    return row == nullptr ? concat("kind ", kind) : row->name;
}

std::string switch_reason_text(std::uint32_t number)
{
    std::string text = number > 0 && number <= std::size(switch_reason_names)
                           ? switch_reason_names[number - 1]
                           : concat("reason ", number);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

std::string reason_name(Reason reason)
{
    return word_of(switch_reason_names, static_cast<std::uint32_t>(reason));
}

std::string level_text(const Trace &trace, std::int32_t level)
{
    return trace.kernel.format.empty() ? concat("level ", trace.kernel.priority_text(level)) : "";
}

std::string held_by_text(const Trace &trace, const HeldOff &held, std::size_t row)
{
    const std::string level = level_text(trace, held.level[row]);
    const auto by = static_cast<std::size_t>(std::max<Lane>(held.by[row], 0));
    return concat(level, level.empty() ? "" : " of ", trace.lanes[by].name, " (",
                  how_name(held.how[row]), ")");
}

std::string how_name(How how)
{
    return word_of(held_names, static_cast<std::uint32_t>(how));
}

std::string wait_name(std::uint32_t what)
{
    const Named *const row = row_of(wait_names, what);
    return row == nullptr ? state_name(what) : row->name;
}

std::string outcome_name(std::uint32_t status)
{
    const std::string_view name =
        status < std::size(statuses_names) ? statuses_names[status] : std::string_view();
    return name.empty() ? concat("status ", status) : std::string(name);
}

} // namespace limen::trace
