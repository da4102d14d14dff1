// SPDX-License-Identifier: Apache-2.0
// The kinds of findings: each function appends its findings. Private to findings*.cpp.
#pragma once

#include "trace/concat.hpp"
#include "trace/findings.hpp"
#include "trace/meanwhile.hpp"
#include "trace/window.hpp"

namespace limen::trace
{

struct Findings {
    const Trace &trace;
    const Analysis &analysis;
    const Definitions &definitions;
    const Bearing bearing;
    std::vector<Finding> list;

    // The events among which an event of Limen with a number is searched. It is empty if the trace
    // has
    // no such event.
    std::size_t rows_with(std::uint16_t number) const
    {
        return trace.origin == Origin::limen && analysis.moves.counts[number] > 0 ? trace.count()
                                                                                  : 0;
    }

    Tick time(Place event) const // of the newest event for one that is open
    {
        const std::size_t newest = trace.count() - 1;
        const auto at = static_cast<std::size_t>(event);
        return trace.time[event < 0 || at > newest ? newest : at];
    }
    std::string name(Lane lane) const
    {
        return lane >= 0 ? trace.lanes[static_cast<std::size_t>(lane)].name : "an unknown thread";
    }
    // "mutex m": an object by its kind and name.
    std::string object(const char *kind, std::uint64_t id) const;
    std::string duration(Tick ticks) const
    {
        return duration_text(trace, ticks);
    }
    void leave_idle_out(std::vector<Share> &shares) const; // of several cores
    CoreRange cores_until(Place event) const;
    std::vector<Share> ran(Tick begin, Place end) const;
    // "; meanwhile A ran for 70 µs", or nothing.
    std::string meanwhile(Tick begin, Place end, Lane without) const;
    // "it ran for 3 ms and B for 1 ms": all that ran, on one core in parts that add up to the time.
    // Empty if it began before the trace.
    std::string parts(Tick begin, Place end, Lane it) const;
};

// The severity of a delay.
Severity severity_of(Harm harm);

void add_errors(Findings &found);         // findings_errors.cpp
void add_circles(Findings &found);        // findings_errors.cpp
void add_faults(Findings &found);         // findings_errors.cpp
void add_budgets(Findings &found);        // findings_errors.cpp
void add_stacks(Findings &found);         // findings_objects.cpp
void add_lost(Findings &found);           // findings_objects.cpp
void add_missed(Findings &found);         // findings_objects.cpp
void add_queues(Findings &found);         // findings_objects.cpp
void add_interrupts_off(Findings &found); // findings_objects.cpp
void add_deadlines(Findings &found);      // findings_time.cpp
void add_inversions(Findings &found);     // findings_time.cpp
void add_held_off(Findings &found);       // findings_time.cpp
void add_starved(Findings &found);        // findings_time.cpp
void add_responses(Findings &found);      // findings_time.cpp
void add_summary(Findings &found);        // findings_summary.cpp
void add_delayed_wakers(Findings &found); // delayed_wakers.cpp
void add_not_recorded(Findings &found);   // findings_facts.cpp
void drop_unrecorded(Findings &found);    // findings_facts.cpp

// Names the problems that the facts of another kernel's trace can show: "priority inversions, ...".
std::string checked_text(const Kernel &kernel); // findings_facts.cpp

// Whether the kernel records the facts for a finding of this kind. In findings_facts.cpp.
bool can_be_seen(std::string_view kind, const Kernel &kernel);

} // namespace limen::trace
