// SPDX-License-Identifier: Apache-2.0
// The facts that findings need, and the sentence about a kernel whose trace does not have them.
#include "trace/findings_parts.hpp"

namespace limen::trace
{

namespace
{

struct FactsOfKind {
    std::string_view kind;
    std::uint16_t facts;
    std::string_view checked = {}; // its name in the summary
};

// A kind that is not listed needs only the running thread, which every trace has.
constexpr FactsOfKind facts_of_kinds[] = {
    {"inversion", facts(Fact::wait, Fact::object, Fact::owner, Fact::priority),
     "priority inversions"},
    {"unbounded_inversion", facts(Fact::wait, Fact::object, Fact::owner, Fact::priority)},
    {"held_off", facts(Fact::ready, Fact::priority, Fact::base)},
    {"response", facts(Fact::ready, Fact::wait)},
    {"starvation", facts(Fact::ready), "starvation"},
    {"queue_full", facts(Fact::wait, Fact::object), "full queues"},
    {"delayed_waker", facts(Fact::ready, Fact::waker, Fact::wait, Fact::priority),
     "delayed wakers"},
    {"deadline", facts(Fact::jobs), "missed deadlines"},
    {"overrun", facts(Fact::jobs)},
    {"stack", facts(Fact::sections)},
    {"error", facts(Fact::sections)},
    {"deadlock", facts(Fact::sections)},
    {"interrupts_off", facts(Fact::sections)},
};

struct FactWords {
    Fact fact;
    std::string_view words, consequence;
};

constexpr FactWords fact_words[] = {
    {Fact::ready, "when a thread becomes ready",
     "response times, starvation, threads held off and delayed wakers cannot be seen"},
    {Fact::waker, "which thread makes another one ready", "delayed wakers cannot be seen"},
    {Fact::wait, "whether a thread that leaves waits", "waits and response times cannot be seen"},
    {Fact::object, "what a thread waits for", "inversions through mutexes cannot be seen"},
    {Fact::owner, "which thread has a mutex", "inversions through mutexes cannot be seen"},
    {Fact::priority, "priorities",
     "inversions, threads held off and delayed wakers cannot be seen"},
    {Fact::base, "the priorities that the program set", "threads held off cannot be seen"},
    {Fact::interrupts, "interrupts", "their time counts as that of threads"},
    {Fact::tick, "the interrupt of its clock", "nothing is said to wake a thread that sleeps"},
    {Fact::jobs, "releases and deadlines", "missed deadlines cannot be seen"},
    {Fact::sections, "stacks, refused calls and times without interrupts",
     "mistakes with them cannot be seen"},
};

} // namespace

bool can_be_seen(std::string_view kind, const Kernel &kernel)
{
    const auto known = std::find_if(std::begin(facts_of_kinds), std::end(facts_of_kinds),
                                    [kind](const FactsOfKind &one) { return one.kind == kind; });
    return known == std::end(facts_of_kinds) || (known->facts & ~kernel.facts) == 0;
}

void drop_unrecorded(Findings &found)
{
    std::erase_if(found.list, [&found](const Finding &one) {
        return !can_be_seen(one.kind, found.trace.kernel);
    });
}

std::string checked_text(const Kernel &kernel)
{
    std::string text;
    for (const FactsOfKind &one : facts_of_kinds) {
        if (!one.checked.empty() && can_be_seen(one.kind, kernel)) {
            append(text, concat(one.checked, ", "));
        }
    }
    return text + "lost records.";
}

void add_not_recorded(Findings &found)
{
    const Trace &trace = found.trace;
    const Kernel &kernel = trace.kernel;
    const bool has_wakers = can_be_seen("delayed_waker", kernel);
    for (const FactWords &one : fact_words) {
        if (!kernel.records(one.fact)) {
            const bool is_object = one.fact == Fact::object && has_wakers;
            found.list.push_back(
                {Severity::note, "not_recorded",
                 concat(kernel.name, " does not record ", one.words, ": ", one.consequence,
                        is_object ? "; delayed wakers can." : "."),
                 0, trace.time[0], trace.time[0], nobody, 0});
        }
    }
    for (const std::string &warning : kernel.warnings) {
        found.list.push_back(
            {Severity::note, "file", warning, 0, trace.time[0], trace.time[0], nobody, 0});
    }
}

} // namespace limen::trace
