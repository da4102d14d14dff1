// SPDX-License-Identifier: Apache-2.0
// The list of findings, in the order of their harm. Each kind has a function that appends its
// findings. Of many similar ones, it appends the worst one with their number.
#include "trace/findings.hpp"

#include "trace/findings_parts.hpp"
#include "trace/meanwhile.hpp"

#include <tuple>

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

// On several cores, the idle time of one core is not that of a thread on another core.
void Findings::leave_idle_out(std::vector<Share> &shares) const
{
    if (analysis.moves.cores > 1) {
        const auto is_idle = [](const Share &share) { return share.lane == idle; };
        shares.erase(std::remove_if(shares.begin(), shares.end(), is_idle), shares.end());
    }
}

// The cores whose threads can run instead of the thread of an event.
CoreRange Findings::cores_until(Place event) const
{
    return cores_beside(trace, analysis.moves, event);
}

std::vector<Share> Findings::ran(Tick begin, Place end) const
{
    std::vector<Share> shares = ran_meanwhile(trace, analysis.moves, cores_until(end), begin, end);
    leave_idle_out(shares);
    return shares;
}

std::string Findings::meanwhile(Tick begin, Place end, Lane without) const
{
    const std::string text = meanwhile_text(trace, ran(begin, end), without);
    return text.empty() ? text : concat("; meanwhile ", text);
}

std::string Findings::parts(Tick begin, Place end, Lane it) const
{
    if (begin < trace.time.front()) {
        return {};
    }
    return parts_text(trace, ran(begin, end), it);
}

Severity severity_of(Harm harm)
{
    return harm >= harm_error     ? Severity::error
           : harm >= harm_warning ? Severity::warning
                                  : Severity::note;
}

std::vector<Finding> find_findings(const Trace &trace, const Analysis &analysis,
                                   const Definitions &definitions)
{
    using Add = void (*)(Findings &);
    static constexpr Add kinds[] = {
        add_errors,    add_circles,    add_faults,         add_budgets,   add_stacks,
        add_deadlines, add_inversions, add_starved,        add_lost,      add_missed,
        add_queues,    add_held_off,   add_interrupts_off, add_responses, add_delayed_wakers};
    Findings found{trace, analysis, definitions, Bearing(trace, analysis.jobs), {}};
    for (const Add add : kinds) {
        if (trace.count() > 0) {
            add(found);
        }
    }
    drop_unrecorded(found);
    const auto key = [](const Finding &one) {
        return std::make_tuple(one.severity, one.kind == "response", harm_max - one.harm,
                               -one.ticks);
    };
    std::stable_sort(found.list.begin(), found.list.end(),
                     [&](const Finding &a, const Finding &b) { return key(a) < key(b); });
    if (found.list.empty() || found.list.front().severity == Severity::note) {
        add_summary(found);
        std::rotate(found.list.begin(), found.list.end() - 1, found.list.end());
    }
    if (trace.count() > 0) {
        add_not_recorded(found);
    }
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
        json.put("ticks", finding.ticks);
        json.put("harm", finding.harm == harm_max ? std::nullopt : std::optional(finding.harm));
        json.put("no_remedy",
                 finding.no_remedy.empty() ? std::nullopt : std::optional(finding.no_remedy));
        json.close('}');
    }
    return json.close(']').take();
}

} // namespace limen::trace
