// SPDX-License-Identifier: Apache-2.0
// The finding of a trace without problems: it names the checked problems and the longest response
// time.
#include "trace/findings_parts.hpp"

namespace limen::trace
{

namespace
{

// Row of Jobs; no_place: no job takes time.
Place longest_response(const Jobs &jobs)
{
    const auto longest = std::max_element(jobs.response.begin(), jobs.response.end());
    return longest == jobs.response.end() || *longest == 0
               ? no_place
               : static_cast<Place>(longest - jobs.response.begin());
}

} // namespace

void add_summary(Findings &found)
{
    const Trace &trace = found.trace;
    if (trace.count() == 0) {
        found.list.push_back({Severity::note, "summary", "The trace has no events."});
        return;
    }
    std::string text = concat(
        "No error found. Checked: ",
        trace.kernel.is_foreign() ? checked_text(trace.kernel)
        : trace.origin == Origin::limen
            ? "missed deadlines, refused calls, deadlocks, stacks, priority inversions, "
              "starvation, full queues, interrupts off, lost records."
            : "deadlocks, stacks, priority inversions, starvation, full queues, lost events.");
    Finding summary{Severity::note,     "summary",         "",     0,
                    trace.time.front(), trace.time.back(), nobody, 0};
    const Jobs &jobs = found.analysis.jobs;
    const Place place = longest_response(jobs);
    if (place != no_place && can_be_seen("response", trace.kernel)) {
        const std::size_t row = index(place);
        append(text, concat(" Longest response: ", found.name(jobs.lane[row]), ", ",
                            found.duration(jobs.response[row]), "."));
        summary.event = jobs.end_at[row];
        summary.begin = jobs.release[row];
        summary.end = jobs.end[row];
        summary.lane = jobs.lane[row];
        summary.ticks = jobs.response[row];
    }
    summary.sentence = text;
    found.list.push_back(summary);
}

} // namespace limen::trace
