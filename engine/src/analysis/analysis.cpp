// SPDX-License-Identifier: Apache-2.0
#include "analysis/analysis.hpp"

#include <algorithm>

namespace limen::analysis
{

// Charge a task j for its preemptions while i is pending: some k of hp(i), i and the blockers can
// be preempted by it, and is less urgent (Bril, Altmeyer, van den Heuvel, Davis, Behnam 2014). The
// interrupts, whose priorities are negative, come with all their costs.
template <class IsBlocker>
static Interference charge(Analysis &analysis, std::size_t task, IsBlocker is_blocker)
{
    const TaskSet &set = analysis.set;
    Interference others = interference_of(set, task);
    if (analysis.preemption_cost <= 0) {
        return others;
    }
    std::int64_t exposure = set.exposure[task];
    for (std::size_t other = set.peers_end[task]; other < set.count; ++other) {
        if (is_blocker(other)) {
            exposure = std::max(exposure, set.exposure[other]);
        }
    }
    analysis.charged = set.work;
    others.work = analysis.charged.data();
    others.utilisation = others.burst = others.once = 0;
    std::size_t group = set.peers_end[task];
    while (group > 0) {
        // From the least urgent group on: `exposure` is that of all tasks that are less urgent.
        std::size_t first = group - 1;
        while (first > 0 && set.priority[first - 1] == set.priority[group - 1]) {
            --first;
        }
        const std::int64_t priority = set.priority[first];
        std::int64_t next = exposure;
        for (std::size_t other = first; other < group; ++other) {
            next = std::max(next, set.exposure[other]);
            if (priority >= 0 && priority < exposure && other != task) {
                analysis.charged[other] += analysis.preemption_cost;
            }
            if (other != task && other < others.count) {
                const double share = analysis.charged[other] * set.inverse[other];
                others.utilisation += share;
                others.burst += share * set.jitter[other];
                others.once += analysis.charged[other];
            }
        }
        exposure = next;
        group = first;
    }
    return others;
}

Response respond_blocked_by(Analysis &analysis, const Query &query, std::size_t blocker)
{
    const TaskSet &set = analysis.set;
    const Interference others =
        charge(analysis, query.task, [&](std::size_t other) { return other == blocker; });
    Blocking blocking;
    if (blocker < set.count) {
        blocking.one = longest_stretch(set, blocker, set.priority[query.task]);
    }
    return respond(set, others, counted(blocking, analysis.model), query);
}

// Each blocker has its own exposure, so that the worst one is not always the longest one.
static Response respond_with_costs(Analysis &analysis, const Query &query, const Blocking &blocking)
{
    const TaskSet &set = analysis.set;
    const std::int64_t priority = set.priority[query.task];
    if (blocking.inherited > 0) {
        const Interference others = charge(analysis, query.task, [&](std::size_t other) {
            return longest_stretch(set, other, priority) > 0;
        });
        return respond(set, others, counted(blocking, analysis.model), query);
    }
    Response worst{-1, Status::bounded};
    std::vector<Job> jobs;
    Query each = query;
    each.jobs = query.jobs != nullptr ? &jobs : nullptr;
    for (std::size_t blocker = set.peers_end[query.task]; blocker <= set.count; ++blocker) {
        if (blocker < set.count ? longest_stretch(set, blocker, priority) <= 0 : worst.time >= 0) {
            continue;
        }
        jobs.clear();
        const Response response = respond_blocked_by(analysis, each, blocker);
        if (response.status != Status::bounded) {
            return response;
        }
        if (response.time > worst.time) {
            worst = response;
            if (query.jobs != nullptr) {
                *query.jobs = jobs;
            }
        }
    }
    return worst;
}

Response respond_to(Analysis &analysis, const Query &query)
{
    const TaskSet &set = analysis.set;
    const Blocking blocking = blocking_of(set, query.task);
    if (analysis.preemption_cost > 0) {
        return respond_with_costs(analysis, query, blocking);
    }
    const Interference others = interference_of(set, query.task);
    return respond(set, others, counted(blocking, analysis.model), query);
}

bool is_met(Analysis &analysis, std::size_t task)
{
    const Query query{task, analysis.model, analysis.set.deadline[task], nullptr};
    return respond_to(analysis, query).status == Status::bounded;
}

bool is_schedulable(Analysis &analysis)
{
    for (std::size_t task = 0; task < analysis.set.count; ++task) {
        if (!is_met(analysis, task)) {
            return false;
        }
    }
    return true;
}

} // namespace limen::analysis
