// SPDX-License-Identifier: Apache-2.0
// The list of findings, in the order of their weight. Each kind has a function that appends what it
// finds; of many alike, it has the worst one, and their number.
#include "trace/findings.hpp"

#include "trace/findings_parts.hpp"

#include "trace/meanwhile.hpp"

namespace limen::trace
{

namespace
{

const char *severity_name(Severity severity)
{
    switch (severity) {
    case Severity::error:
        return "error";
    case Severity::warning:
        return "warning";
    case Severity::note:
        break;
    }
    return "note";
}

} // namespace

std::string Findings::object(const char *kind, std::uint64_t id) const
{
    const std::string name = trace.name_of(id);
    return begins_with(name, kind) ? name : concat(kind, " ", name);
}

std::string Findings::meanwhile(Tick begin, Place end, Lane without) const
{
    const std::string text =
        meanwhile_text(trace, ran_meanwhile(trace, analysis.moves, begin, end), without);
    return text.empty() ? text : concat("; meanwhile ", text);
}

std::vector<Finding> find_findings(const Trace &trace, const Analysis &analysis,
                                   const Definitions &definitions)
{
    using Add = void (*)(Findings &);
    static constexpr Add kinds[] = {
        add_errors, add_circles, add_stacks, add_deadlines, add_inversions,     add_starved,
        add_lost,   add_missed,  add_queues, add_held_off,  add_interrupts_off, add_responses};
    Findings found{trace, analysis, definitions, {}};
    for (const Add add : kinds) {
        const auto before = static_cast<std::ptrdiff_t>(found.list.size());
        if (trace.count() > 0) {
            add(found);
        }
        std::stable_sort(found.list.begin() + before, found.list.end(),
                         [](const Finding &a, const Finding &b) { return a.ticks > b.ticks; });
    }
    std::stable_sort(found.list.begin(), found.list.end(),
                     [](const Finding &a, const Finding &b) { return a.severity < b.severity; });
    return std::move(found.list);
}

std::string findings_json(const Trace &trace, const Analysis &analysis,
                          const Definitions &definitions)
{
    Json json;
    json.open('[');
    for (const Finding &finding : find_findings(trace, analysis, definitions)) {
        json.open('{').put("severity", severity_name(finding.severity));
        json.put("kind", finding.kind).put("sentence", finding.sentence);
        json.put("event", finding.event).put("begin", finding.begin).put("end", finding.end);
        json.key("thread");
        if (finding.lane >= 0) {
            json.add(trace.lanes[index(finding.lane)].name);
        } else {
            json.add(nullptr);
        }
        json.put("ticks", finding.ticks).close('}');
    }
    return json.close(']').take();
}

} // namespace limen::trace
