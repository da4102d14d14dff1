// SPDX-License-Identifier: Apache-2.0
// Stacks. Limen records the bytes that were never written, ThreadX the stack pointer at some calls.
#include "trace/labels.hpp"
#include "trace/window.hpp"

namespace limen::trace
{

namespace
{

Work find_limen_uses(const Window &window, std::vector<StackUse> &uses)
{
    const Trace &trace = window.trace;
    co_await each_event(window, [&](std::size_t event) {
        const Lane lane =
            trace.event[event] == event::STACK ? trace.lane_of_number[trace.object[event]] : nobody;
        const std::uint64_t size = lane > 0 ? trace.lanes[index(lane)].stack_size : 0;
        if (size == 0) {
            return;
        }
        const std::uint64_t used = size - std::min<std::uint64_t>(size, trace.b[event]);
        StackUse &use = uses[index(lane)];
        if (use.lane == nobody || use.used < used) {
            use = {lane, used, static_cast<Place>(event)};
        }
    });
}

// Columns of stack pointers by the number of an event; few events have one.
std::vector<std::int8_t> stack_columns()
{
    std::vector<std::int8_t> columns(std::size_t{1} << 16, -1);
    for (const EventRow &row : threadx_events) {
        columns[row.number] = static_cast<std::int8_t>(stack_column(row.number));
    }
    return columns;
}

Work find_threadx_uses(const Window &window, std::vector<StackUse> &uses)
{
    const Trace &trace = window.trace;
    const std::vector<std::int8_t> columns = stack_columns();
    std::vector<std::uint64_t> least(trace.lanes.size());
    co_await each_event(window, [&](std::size_t event) {
        const int column = columns[trace.event[event]];
        const Lane lane = window.analysis.moves.did[event];
        if (column < 0 || lane < 0) {
            return;
        }
        const std::uint64_t pointer = trace.info[column][event]; // 0: the event does not contain it
        StackUse &use = uses[index(lane)];
        if (pointer != 0 && (use.lane == nobody || pointer < least[index(lane)])) {
            use = {lane, 0, static_cast<Place>(event)};
            least[index(lane)] = pointer;
        }
    });
    for (StackUse &use : uses) {
        if (use.lane != nobody) {
            const LaneInfo &lane = trace.lanes[index(use.lane)];
            const std::uint64_t pointer = least[index(use.lane)];
            const std::uint64_t left = pointer - std::min(pointer, lane.stack_start);
            use.used = lane.stack_size - std::min(left, lane.stack_size);
            use.lane = lane.stack_size == 0 ? nobody : use.lane;
        }
    }
}

} // namespace

Work find_stack_uses(const Window &window, std::vector<StackUse> &uses)
{
    uses.assign(window.trace.lanes.size(), {});
    return window.trace.origin == Origin::limen ? find_limen_uses(window, uses)
                                                : find_threadx_uses(window, uses);
}

Work stacks(const Window &window, Json &json)
{
    std::vector<StackUse> uses;
    co_await find_stack_uses(window, uses);
    json.key("stacks").open('[');
    for (const StackUse &use : uses) {
        if (use.lane == nobody) {
            continue;
        }
        const LaneInfo &lane = window.trace.lanes[index(use.lane)];
        json.open('{');
        json.put("thread", lane.name).put("stack_size", lane.stack_size);
        json.put("stack_used", use.used).put("percent", percent(use.used, lane.stack_size));
        json.put("stack_event", use.event).close('}');
    }
    json.close(']');
}

} // namespace limen::trace
