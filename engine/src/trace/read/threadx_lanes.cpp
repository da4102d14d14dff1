// SPDX-License-Identifier: Apache-2.0
// A thread is known from the registry or because it ran. Its events show the rest.
#include "trace/read/threadx_lanes.hpp"

#include "trace/blocks.hpp"
#include "trace/concat.hpp"
#include "trace/lookup.hpp"
#include "trace/numbers.hpp"
#include "trace/read/text.hpp"
#include "trace/threadx.hpp"

#include <algorithm>
#include <map>

namespace limen::trace
{

namespace
{

// Idle, and the threads that are registered or ran, by address.
void list_threads(std::vector<std::uint64_t> &contexts, Trace &trace)
{
    for (const Object &object : trace.objects) {
        if (object.kind == threadx_type::THREAD && object.id != 0) {
            contexts.push_back(object.id);
        }
    }
    std::sort(contexts.begin(), contexts.end());
    contexts.erase(std::unique(contexts.begin(), contexts.end()), contexts.end());
    std::map<std::string_view, std::size_t> bearers; // by name
    static constexpr std::string_view nameless = "Un-named Thread";
    const auto name_of = [&trace](std::uint64_t id) {
        const Object *const object = trace.find(id);
        return object != nullptr && object->kind == threadx_type::THREAD
                   ? std::string_view(object->name)
                   : nameless;
    };
    for (const std::uint64_t id : contexts) {
        bearers[name_of(id)]++;
    }
    trace.lanes.push_back({0, "idle"});
    for (const std::uint64_t id : contexts) {
        const std::string_view name = name_of(id);
        LaneInfo lane{id, std::string(name)};
        if (bearers[name] > 1) {
            lane.name += ' ' + hex(id);
        }
        trace.lanes.push_back(std::move(lane));
    }
}

// Data from the events about a lane that the registry may not contain.
struct Shown {
    std::int32_t created = -1; // priority of the first event that creates it
    Place first = no_place;    // its first event
};

std::vector<Shown> find_lanes(Trace &trace)
{
    std::vector<Shown> shown(std::min(trace.lanes.size(), std::size_t{lane_max} + 1));
    trace.lane.resize(trace.count());
    LaneFinder lane_of(trace);
    for_each_row(trace.count(), [&](std::size_t i) {
        const std::uint64_t context = trace.context[i];
        const Lane own = is_thread_context(context) ? lane_of(context) : nobody;
        trace.lane[i] = own;
        if (own > 0 && shown[static_cast<std::size_t>(own)].first == no_place) {
            shown[static_cast<std::size_t>(own)].first = static_cast<Place>(i);
        }
        if (trace.event[i] == threadx_event::THREAD_CREATE) {
            const Lane lane = lane_of(trace.info[0][i]);
            if (lane > 0 && shown[static_cast<std::size_t>(lane)].created < 0) {
                shown[static_cast<std::size_t>(lane)].created =
                    static_cast<std::int32_t>(trace.info[1].low[i] & priority_bits);
            }
        }
    });
    return shown;
}

// Priority and stack of the registry; otherwise the priority at the creation or the first event.
void describe_lanes(const std::vector<Shown> &shown, Trace &trace)
{
    for (std::size_t place = 1; place < shown.size(); place++) {
        LaneInfo &lane = trace.lanes[place];
        if (shown[place].first != no_place) {
            const std::uint32_t word =
                trace.priority.low[static_cast<std::size_t>(shown[place].first)];
            lane.priority = static_cast<std::int32_t>(word & priority_bits);
            if (trace.threadx.is_modern) {
                lane.threshold = static_cast<std::int32_t>(word >> threshold_shift & priority_bits);
            }
        }
        if (shown[place].created >= 0) {
            lane.priority = shown[place].created;
        }
        const Object *const object = trace.find(lane.id);
        if (object != nullptr && object->kind == threadx_type::THREAD) {
            lane.priority = object->priority >= 0 ? object->priority : lane.priority;
            lane.stack_start = object->p1;
            lane.stack_size = object->p2;
        }
    }
}

} // namespace

void find_threads(std::vector<std::uint64_t> &contexts, Trace &trace)
{
    list_threads(contexts, trace);
    describe_lanes(find_lanes(trace), trace);
}

} // namespace limen::trace
