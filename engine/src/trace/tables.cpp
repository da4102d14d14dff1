// SPDX-License-Identifier: Apache-2.0
#include "trace/tables.hpp"

namespace limen::trace
{

namespace
{

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
        .add("is_send", moves.calls.is_send)
        .add("bits", moves.calls.bits);
    Table(columns, "interrupts")
        .add("core", moves.interrupts.core)
        .add("begin", moves.interrupts.begin)
        .add("end", moves.interrupts.end)
        .add("number", moves.interrupts.number)
        .add("depth", moves.interrupts.depth);
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

void add_states(std::vector<Column> &columns, const Analysis &analysis)
{
    Table(columns, "slices")
        .add("core", analysis.slices.core)
        .add("lane", analysis.slices.lane)
        .add("begin", analysis.slices.begin)
        .add("end", analysis.slices.end)
        .add("is_open", analysis.slices.is_open)
        .add("level", analysis.slices.level);
    Table(columns, "states")
        .add("lane", analysis.states.lane)
        .add("state", analysis.states.state)
        .add("kind", analysis.states.kind)
        .add("begin", analysis.states.begin)
        .add("end", analysis.states.end);
    Table(columns, "states_of_lane").add("first", analysis.states.first);
    Table(columns, "waits")
        .add("lane", analysis.waits.lane)
        .add("what", analysis.waits.what)
        .add("object", analysis.waits.object)
        .add("owner", analysis.waits.owner)
        .add("call", analysis.waits.call)
        .add("begin", analysis.waits.begin)
        .add("end", analysis.waits.end)
        .add("outcome", analysis.waits.outcome)
        .add("waker", analysis.waits.waker);
}

void add_preemption(std::vector<Column> &columns, const Analysis &analysis)
{
    Table(columns, "pieces")
        .add("core", analysis.pieces.core)
        .add("lane", analysis.pieces.lane)
        .add("begin", analysis.pieces.begin)
        .add("end", analysis.pieces.end)
        .add("level", analysis.pieces.level)
        .add("base", analysis.pieces.base)
        .add("how", analysis.pieces.how);
    Table(columns, "held_off")
        .add("lane", analysis.held_off.lane)
        .add("begin", analysis.held_off.begin)
        .add("end", analysis.held_off.end)
        .add("by", analysis.held_off.by)
        .add("level", analysis.held_off.level)
        .add("how", analysis.held_off.how);
}

void add_switches(std::vector<Column> &columns, const Analysis &analysis)
{
    Table(columns, "switches")
        .add("at", analysis.switches.at)
        .add("core", analysis.switches.core)
        .add("leaves", analysis.switches.leaves)
        .add("comes", analysis.switches.comes)
        .add("reason", analysis.switches.reason)
        .add("cause", analysis.switches.cause)
        .add("wait", analysis.switches.wait)
        .add("since", analysis.switches.since)
        .add("kind", analysis.switches.kind)
        .add("held", analysis.switches.held)
        .add("held_first", analysis.switches.held_first)
        .add("held_last", analysis.switches.held_last)
        .add("priority", analysis.switches.priority)
        .add("level", analysis.switches.level);
    Table(columns, "wake_ups")
        .add("at", analysis.wake_ups.at)
        .add("by", analysis.wake_ups.by)
        .add("lane", analysis.wake_ups.lane)
        .add("runs", analysis.wake_ups.runs);
    Table(columns, "jobs")
        .add("lane", analysis.jobs.lane)
        .add("is_job", analysis.jobs.is_job)
        .add("end_at", analysis.jobs.end_at)
        .add("release", analysis.jobs.release)
        .add("end", analysis.jobs.end)
        .add("response", analysis.jobs.response)
        .add("start_latency", analysis.jobs.start_latency)
        .add("execution", analysis.jobs.execution)
        .add("ready", analysis.jobs.ready)
        .add("waiting", analysis.jobs.waiting)
        .add("interrupted", analysis.jobs.interrupted)
        .add("interval", analysis.jobs.interval)
        .add("missed", analysis.jobs.missed);
    Table(columns, "inversions")
        .add("at", analysis.inversions.at)
        .add("end", analysis.inversions.end)
        .add("waiter", analysis.inversions.waiter)
        .add("owner", analysis.inversions.owner)
        .add("object", analysis.inversions.object)
        .add("unbounded_at", analysis.inversions.unbounded_at);
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
    add_states(columns, analysis);
    add_preemption(columns, analysis);
    add_switches(columns, analysis);
    return columns;
}

std::vector<Column> columns_of(const Blocking &blocking)
{
    std::vector<Column> columns;
    Table(columns, "blocking")
        .add("lane", blocking.lane)
        .add("by", blocking.by)
        .add("level", blocking.level)
        .add("mutex", blocking.mutex);
    return columns;
}

} // namespace limen::trace
