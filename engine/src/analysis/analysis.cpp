// SPDX-License-Identifier: Apache-2.0
#include "analysis/analysis.hpp"
#include "analysis/locks.hpp"

#include <algorithm>

namespace limen::analysis
{

// The number of mutexes that a job of `winner` can get from less urgent tasks that are at least as
// urgent as `task`: each of these is then preempted.
static double takeovers(const TaskSet &set, std::size_t winner, std::size_t task)
{
    double count = 0;
    for (const Interval &wanted : intervals_of(set, winner)) {
        if (wanted.resource >= 0 && wanted.lock == Lock::shared) {
            count += 1; // of any core
            continue;
        }
        for (std::size_t other = set.peers_end[winner];
             wanted.contended && other < set.peers_end[task]; ++other) {
            const auto theirs = intervals_of(set, other);
            if (std::any_of(theirs.begin(), theirs.end(), [&](const Interval &owned) {
                    return owned.resource == wanted.resource;
                })) {
                count += 1;
                break;
            }
        }
    }
    return count;
}

// Charge a task j for its preemptions while i is pending: some k of hp(i), i and the blockers can
// be preempted by it, and is less urgent (Bril, Altmeyer, van den Heuvel, Davis, Behnam 2014). A
// job preempts when it becomes ready: by its release, and each time that it gets a mutex for which
// it waited. The cost of this for a blocking task is a part of its stretch. The work of interrupts,
// whose priorities are negative, includes all their costs.
template <class IsBlocker>
static Interference charge(Analysis &analysis, std::size_t task, IsBlocker is_blocker)
{
    const TaskSet &set = analysis.set;
    Interference others = interference_of(set, task);
    const auto cost = static_cast<double>(analysis.rules.preemption_cost);
    if (cost <= 0) {
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
        // Goes from the least urgent group on: `exposure` is that of all less urgent tasks.
        std::size_t first = group - 1;
        while (first > 0 && set.priority[first - 1] == set.priority[group - 1]) {
            --first;
        }
        const std::int64_t priority = set.priority[first];
        std::int64_t next = exposure;
        for (std::size_t other = first; other < group; ++other) {
            next = std::max(next, set.exposure[other]);
            if (priority >= 0 && other != task) {
                const double by_release = priority < exposure ? 1 : 0;
                analysis.charged[other] += cost * (by_release + takeovers(set, other, task));
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

// Charge the jobs for their waits for shared mutexes as for work (Brandenburg and Anderson 2010).
// While they wait, less urgent tasks run, and any of them may have begun to block the task at the
// end of each wait: so each wait is charged the blocking, too. A task that gets a mutex preempts
// another one.
template <class IsBlocker>
static Interference delays(Analysis &analysis, std::size_t task, IsBlocker is_blocker)
{
    const TaskSet &set = analysis.set;
    Interference others = charge(analysis, task, is_blocker);
    if (set.waits.empty()) {
        return others;
    }
    const Blocking blocking = blocking_of(set, task, analysis.rules);
    const double each = blocking.one + blocking.sum;
    if (others.work == set.work.data()) {
        analysis.charged = set.work;
        others.work = analysis.charged.data();
    }
    for (std::size_t other = 0; other < others.count; ++other) {
        if (other != task) {
            const double more = set.waits[other] + set.requests[other] * each;
            analysis.charged[other] += more;
            others.utilisation += more * set.inverse[other];
            others.burst += more * set.inverse[other] * set.jitter[other];
            others.once += more;
        }
    }
    const auto cost = static_cast<double>(analysis.rules.preemption_cost);
    others.own = set.waits[task] + set.requests[task] * (each + cost);
    return others;
}

// Whether it, or a task that is at least as urgent, waits without a bound.
static bool waits_without_bound(const TaskSet &set, std::size_t task)
{
    return !set.waits.empty() &&
           std::any_of(set.waits.begin(),
                       set.waits.begin() + static_cast<std::ptrdiff_t>(set.peers_end[task]),
                       [](double wait) { return wait >= never; });
}

// Whether a job of a task can end at the instant of the next release of the task.
static bool can_end_at_release(Analysis &analysis, std::size_t task)
{
    const TaskSet &set = analysis.set;
    if (waits_without_bound(set, task)) {
        return true;
    }
    const Interference others = delays(analysis, task, [&](std::size_t other) {
        return longest_stretch(set, other, set.priority[task], analysis.rules).length > 0;
    });
    const double length =
        length_of_period(set, others, blocking_of(set, task, analysis.rules), {task});
    return length < 0 || length >= set.period[task] - set.jitter[task];
}

// A job that ends with an unlock dispatches a task that it held off, and makes its final call after
// that task. If the job of that task ends at the instant of its next release, the first job
// continues before this release.
static bool counts_at_finish(Analysis &analysis, std::size_t task)
{
    const TaskSet &set = analysis.set;
    const auto intervals = intervals_of(set, task);
    if (std::none_of(intervals.begin(), intervals.end(), [&](const Interval &interval) {
            return interval.resource >= 0 && interval.end >= set.work[task];
        })) {
        return false;
    }
    const std::size_t count = finish_count_of(set, task, interference_of(set, task).count);
    for (std::size_t other = 0; other < count; ++other) {
        if (other != task && set.priority[other] >= 0 && can_end_at_release(analysis, other)) {
            return true;
        }
    }
    return false;
}

// The tasks that delay a task, with all their charges.
template <class IsBlocker>
static Interference interference(Analysis &analysis, std::size_t task, IsBlocker is_blocker)
{
    const bool at_finish = counts_at_finish(analysis, task);
    Interference others = delays(analysis, task, is_blocker);
    others.at_finish = at_finish;
    return others;
}

Response respond_blocked_by(Analysis &analysis, const Query &query, std::size_t blocker)
{
    const TaskSet &set = analysis.set;
    const Interference others =
        interference(analysis, query.task, [&](std::size_t other) { return other == blocker; });
    Blocking blocking;
    if (blocker < set.count) {
        const Stretch stretch =
            longest_stretch(set, blocker, set.priority[query.task], analysis.rules);
        blocking = {std::max(0.0, stretch.blocks), 0, stretch.at_once};
    }
    return respond(set, others, blocking, query);
}

// The blocking of a task in an active period, whose length limits how often its jobs lock mutexes.
// Each length is a bound, and so is each blocking that follows from it.
static Blocking shorten(const Analysis &analysis, const Query &query, const Interference &others,
                        Blocking blocking)
{
    static constexpr int rounds_max = 8;
    const TaskSet &set = analysis.set;
    std::vector<double> jobs;
    for (int round = 0; round < rounds_max && blocking.sum > 0; ++round) {
        if (!jobs_of_period(set, others, blocking, query, jobs)) {
            break;
        }
        const Blocking shorter = blocking_of(set, query.task, analysis.rules, &jobs);
        if (shorter.sum >= blocking.sum) {
            break;
        }
        blocking = shorter;
    }
    if (query.blocking != nullptr) {
        *query.blocking = blocking;
    }
    return blocking;
}

// Each blocker has its own exposure, so that the worst one is not always the longest one.
static Response respond_with_costs(Analysis &analysis, const Query &query, const Blocking &blocking)
{
    const TaskSet &set = analysis.set;
    const std::int64_t priority = set.priority[query.task];
    const auto is_blocker = [&](std::size_t other) {
        return longest_stretch(set, other, priority, analysis.rules).length > 0;
    };
    if (blocking.sum > 0) {
        const Interference others = interference(analysis, query.task, is_blocker);
        return respond(set, others, shorten(analysis, query, others, blocking), query);
    }
    Response worst{-1, Status::bounded};
    std::vector<Job> jobs;
    Query each = query;
    each.jobs = query.jobs != nullptr ? &jobs : nullptr;
    for (std::size_t blocker = set.peers_end[query.task]; blocker <= set.count; ++blocker) {
        if (blocker < set.count ? !is_blocker(blocker) : worst.time >= 0) {
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
    if (!set.circle.empty() || is_cut_off(set, query.task)) {
        return {-1, set.circle.empty() ? Status::cut_off : Status::deadlock};
    }
    if (waits_without_bound(set, query.task)) {
        return {-1, Status::remote};
    }
    const Blocking blocking = blocking_of(set, query.task, analysis.rules);
    if (analysis.rules.preemption_cost > 0) {
        return respond_with_costs(analysis, query, blocking);
    }
    const Interference others =
        interference(analysis, query.task, [](std::size_t) { return false; });
    return respond(set, others, shorten(analysis, query, others, blocking), query);
}

bool is_met(Analysis &analysis, std::size_t task)
{
    const Query query{task, analysis.rules.model, analysis.set.deadline[task], nullptr};
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
