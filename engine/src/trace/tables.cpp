// SPDX-License-Identifier: Apache-2.0
#include "trace/tables.hpp"

namespace limen::trace
{

namespace
{

template <class Rows> void add_table(std::vector<Column> &columns, const Rows &rows)
{
    Table table(columns, Rows::table);
    Rows::each_column(rows,
                      [&table](const char *name, const auto &column) { table.add(name, column); });
}

void add_steps(std::vector<Column> &columns, const char *name, const Steps &steps)
{
    Table(columns, name)
        .add("initial", steps.initial)
        .add("first", steps.first)
        .add("at", steps.at)
        .add("value", steps.value);
}

void add_moves(std::vector<Column> &columns, const Moves &moves)
{
    Table(columns, "moves")
        .add("did", moves.did)
        .add("running", moves.running)
        .add("in_interrupt", moves.in_interrupt)
        .add("depth", moves.depth)
        .add("burst", moves.burst);
    Table(columns, "ready_moves")
        .add("at", moves.ready.at)
        .add("lane", moves.ready.lane)
        .add("outcome", moves.ready.outcome);
    Table(columns, "suspend_moves")
        .add("at", moves.suspend.at)
        .add("lane", moves.suspend.lane)
        .add("what", moves.suspend.what)
        .add("object", moves.suspend.object)
        .add("outcome", moves.suspend.outcome)
        .add("call", moves.suspend.call);
    Table(columns, "switch_moves")
        .add("at", moves.switches.at)
        .add("leaves", moves.switches.leaves)
        .add("comes", moves.switches.comes)
        .add("reason", moves.switches.reason)
        .add("own", moves.switches.own);
    Table(columns, "calls")
        .add("at", moves.calls.at)
        .add("lane", moves.calls.lane)
        .add("what", moves.calls.what)
        .add("object", moves.calls.object)
        .add("owner", moves.calls.owner)
        .add("is_send", moves.calls.is_send);
    add_table(columns, moves.interrupts);
    Table(columns, "completions")
        .add("at", moves.releases.at)
        .add("lane", moves.releases.lane)
        .add("response", moves.releases.response);
    Table(columns, "misses")
        .add("at", moves.releases.missed_at)
        .add("lane", moves.releases.missed_lane);
    Table(columns, "released").add("lane", moves.releases.released);
    Table(columns, "urgency").add("at", moves.urgency).add("lane", moves.urgency_of);
    Table(columns, "points").add("at", moves.points);
    add_steps(columns, "priority", moves.priority);
    add_steps(columns, "base", moves.base);
    add_steps(columns, "level", moves.level);
    add_steps(columns, "how", moves.how);
}

} // namespace

std::vector<Column> columns_of(const Trace &trace)
{
    std::vector<Column> columns;
    Table events(columns, "events");
    events.add("time", trace.time).add("event", trace.event);
    if (trace.origin == Origin::limen) {
        events.add("depth", trace.depth)
            .add("thread", trace.thread)
            .add("object", trace.object)
            .add("a", trace.a)
            .add("b", trace.b);
        if (!trace.core.empty()) {
            events.add("core", trace.core);
        }
        Table(columns, "values").add("at", trace.values_at).add("numbers", trace.values);
        return columns;
    }
    events.add("core", trace.core)
        .add("lane", trace.lane)
        .add("stamp", trace.stamp_low)
        .add("stamp_high", trace.stamp_high)
        .add("context", "context_high", "context_values", trace.context)
        .add("priority", "priority_high", "priority_values", trace.priority)
        .add("info1", "info1_high", "info1_values", trace.info[0])
        .add("info2", "info2_high", "info2_values", trace.info[1])
        .add("info3", "info3_high", "info3_values", trace.info[2])
        .add("info4", "info4_high", "info4_values", trace.info[3]);
    return columns;
}

std::vector<Column> columns_of(const Analysis &analysis)
{
    std::vector<Column> columns;
    add_moves(columns, analysis.moves);
    add_table(columns, analysis.slices);
    add_table(columns, analysis.states);
    Table(columns, "states_of_lane").add("first", analysis.states.first);
    add_table(columns, analysis.waits);
    add_table(columns, analysis.pieces);
    add_table(columns, analysis.held_off);
    add_table(columns, analysis.switches);
    add_table(columns, analysis.wake_ups);
    add_table(columns, analysis.jobs);
    add_table(columns, analysis.inversions);
    return columns;
}

std::vector<Column> columns_of(const Blocking &blocking)
{
    std::vector<Column> columns;
    add_table(columns, blocking);
    return columns;
}

} // namespace limen::trace
