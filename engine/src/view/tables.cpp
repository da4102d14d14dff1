// SPDX-License-Identifier: Apache-2.0
// The names of the page's columns.
#include "view/view.hpp"

namespace limen::trace
{

namespace
{

void add_track(std::vector<Column> &columns, const char *name, const Track &track)
{
    Table(columns, name)
        .add("start", track.start)
        .add("begin", track.begin)
        .add("end", track.end)
        .add("sum", track.sum)
        .add("first", track.first)
        .add("last", track.last)
        .add("kind", track.kind);
}

void add_values(std::vector<Column> &columns, const char *name, const Values &values)
{
    Table(columns, name).add("start", values.start).add("at", values.at).add("value", values.value);
}

void add_groups(std::vector<Column> &columns, const char *name, const Groups &groups)
{
    Table(columns, name).add("start", groups.start).add("at", groups.at);
}

void add_instants(std::vector<Column> &columns, const char *name, const Instants &instants)
{
    Table(columns, name).add("start", instants.start).add("time", instants.time);
}

} // namespace

std::vector<Column> columns_of(const Trace &trace, const View &view)
{
    std::vector<Column> columns;
    Table events(columns, "view");
    if (view.time.empty()) {
        events.add("time", trace.time.low());
    } else {
        events.add("time", view.time);
    }
    events.add("depth", view.depth).add("lane", view.lane);
    if (view.short_object.empty()) {
        events.add("object", view.object);
    } else {
        events.add("object", view.short_object);
    }
    add_groups(columns, "view_lane_events", view.lane_events);
    add_groups(columns, "view_object_events", view.object_events);
    add_track(columns, "view_running", view.running);
    add_track(columns, "view_ready", view.ready);
    add_track(columns, "view_waiting", view.waiting);
    add_track(columns, "view_held_off", view.held_off);
    add_track(columns, "view_interrupts_off", view.interrupts_off);
    add_track(columns, "view_preemption_off", view.preemption_off);
    add_track(columns, "view_interrupts", view.interrupts);
    Table(columns, "view_rows")
        .add("wait_of", view.wait_of)
        .add("interrupt_number", view.interrupt_number);
    // In place of the columns of the same names in the tables of the analysis.
    Table(columns, "view_waits").add("object", view.wait_object).add("call", view.wait_call);
    Table(columns, "view_inversions").add("object", view.inversion_object);
    add_values(columns, "view_priority", view.priority);
    add_values(columns, "view_level", view.level);
    add_values(columns, "view_fill", view.fill);
    add_values(columns, "view_owner", view.owner);
    add_instants(columns, "view_releases", view.releases);
    add_instants(columns, "view_misses", view.misses);
    add_instants(columns, "view_faults", view.faults);
    add_instants(columns, "view_restarts", view.restarts);
    return columns;
}

} // namespace limen::trace
