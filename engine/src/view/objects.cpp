// SPDX-License-Identifier: Apache-2.0
// The objects of events, as places: objects of the file, and objects that only events name.
#include "view/view.hpp"

#include "trace/numbers.hpp"

#include <string_view>

namespace limen::trace
{

namespace
{

// The kind of the object of an event. nullptr: no object; empty: only objects of the file are
// shown.
using KindName = const char *;

constexpr KindName object_of_unknown_kind = "object";
constexpr KindName of_the_file_only = "";

KindName kind_of_wait(std::uint32_t what)
{
    switch (what) {
    case wait::QUEUE:
        return "queue";
    case wait::SEMAPHORE:
        return "semaphore";
    case wait::FLAGS:
        return "event flags";
    case wait::BLOCK:
        return "block pool";
    case wait::BYTES:
        return "byte pool";
    case wait::STREAM:
        return "stream";
    case wait::MUTEX:
        return "mutex";
    default:
        return object_of_unknown_kind;
    }
}

// The meaning of the first number determines the kind.
KindName kind_of_event(const EventRow &row)
{
    switch (row.meanings[0]) {
    case Meaning::thread:
    case Meaning::thread_or_idle:
        return "thread";
    case Meaning::object:
        return object_of_unknown_kind;
    case Meaning::semaphore:
        return "semaphore";
    case Meaning::mutex:
        return "mutex";
    case Meaning::queue:
        return "queue";
    case Meaning::timer:
        return "timer";
    case Meaning::event_flags:
        return "event flags";
    case Meaning::block_pool:
        return "block pool";
    case Meaning::byte_pool:
        return "byte pool";
    case Meaning::pool:
        return std::string_view(row.name).starts_with("tx_block") ? "block pool" : "byte pool";
    case Meaning::stream:
        return "stream";
    case Meaning::spinlock:
        return "spinlock";
    case Meaning::middleware:
    case Meaning::middleware_instance:
        return of_the_file_only;
    default:
        return nullptr;
    }
}

KindName kind_of_threadx(const EventRow &row)
{
    const KindName kind = kind_of_event(row);
    const bool is_kernel = std::string_view(row.component) == "ThreadX";
    return kind == nullptr || is_kernel ? kind : of_the_file_only;
}

// Indexed by the number of an event.
std::vector<KindName> kinds_of(Origin origin)
{
    std::vector<KindName> kinds;
    const auto add = [&](const EventRow &row, KindName kind) {
        kinds.resize(std::max<std::size_t>(kinds.size(), row.number + 1U), nullptr);
        kinds[row.number] = kind;
    };
    if (origin == Origin::limen) {
        for (const EventRow &row : limen_events) {
            add(row, kind_of_event(row));
        }
    } else {
        for (const EventRow &row : threadx_events) {
            add(row, kind_of_threadx(row));
        }
    }
    return kinds;
}

Place find_or_add(const Trace &trace, View &view, std::uint64_t id, KindName kind)
{
    const Place place = place_of(trace, view, id);
    if (place != no_place || id == 0 || *kind == '\0') {
        return place;
    }
    const auto next = static_cast<Place>(trace.objects.size() + view.implied.size());
    view.implied.push_back({id, kind, trace.name_of(id)});
    view.implied_at.emplace(id, next);
    return next;
}

KindName kind_at(const Trace &trace, const std::vector<KindName> &kinds, std::size_t i)
{
    const std::uint16_t number = trace.event[i];
    if (trace.origin == Origin::limen && number == event::SUSPEND) {
        return kind_of_wait(trace.a[i]);
    }
    return number < kinds.size() ? kinds[number] : nullptr;
}

// An object of Limen in the table keeps its place also in events that name no kind.
Place place_at(const Trace &trace, const std::vector<KindName> &kinds, View &view, std::size_t i)
{
    const KindName kind = kind_at(trace, kinds, i);
    if (trace.origin == Origin::limen) {
        const KindName wanted = kind == nullptr ? of_the_file_only : kind;
        return find_or_add(trace, view, trace.object[i], wanted);
    }
    return kind == nullptr ? no_place : find_or_add(trace, view, trace.info[0][i], kind);
}

template <class Ids>
std::vector<Place> find_all(const Trace &trace, const View &view, const Ids &ids)
{
    std::vector<Place> found;
    found.reserve(ids.size());
    for (const std::uint64_t id : ids) {
        found.push_back(place_of(trace, view, id));
    }
    return found;
}

} // namespace

Place place_of(const Trace &trace, const View &view, std::uint64_t id)
{
    if (id == 0) {
        return no_place;
    }
    if (const auto known = trace.object_at.find(id); known != trace.object_at.end()) {
        return known->second;
    }
    const auto found = view.implied_at.find(id);
    return found == view.implied_at.end() ? no_place : found->second;
}

void find_objects(const Trace &trace, const Analysis &analysis, View &view)
{
    const std::vector<KindName> kinds = kinds_of(trace.origin);
    view.object.resize(trace.count());
    for (std::size_t i = 0; i < trace.count(); i++) {
        view.object[i] = place_at(trace, kinds, view, i);
    }
    view.object_events = group(view.object, trace.objects.size() + view.implied.size());
    view.wait_object = find_all(trace, view, analysis.waits.object);
    view.inversion_object = find_all(trace, view, analysis.inversions.object);
}

} // namespace limen::trace
