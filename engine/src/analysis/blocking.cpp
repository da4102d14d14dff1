// SPDX-License-Identifier: Apache-2.0
#include "analysis/blocking.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace limen::analysis
{

// Preemptions for which a task has not yet paid, at most (engine/src/simulate/interpreter.c).
static constexpr double owed_max = 2;

// The number of sections that end at a position of a job. Each unlock there can let in a more
// urgent task, and the cost of that preemption is paid when the job works again.
static double unlocks_at(std::span<const Interval> intervals, double position)
{
    return static_cast<double>(
        std::count_if(intervals.begin(), intervals.end(), [&](const Interval &interval) {
            return interval.resource >= 0 && interval.end == position;
        }));
}

// The most preemptions of a task for which it pays in a stretch in which it can wait, without those
// by jobs that are released in the stretch. It continues in the stretch at any position, where it
// owes two preemptions at most. The task to which it gives a mutex preempts it. When it gets a
// mutex for which it waited in another section, it preempts the former owner.
static double preemptions_by_waiting(std::span<const Interval> intervals, const Stretch &stretch)
{
    const double end = stretch.begin + stretch.length;
    double preemptions = owed_max;
    for (const Interval &interval : intervals) {
        if (interval.contended && interval.begin >= stretch.begin && interval.begin < end) {
            preemptions += interval.end < end ? 1 : 0;
            preemptions += interval.begin > stretch.begin ? 1 : 0;
            preemptions += interval.lock == Lock::shared ? 1 : 0; // it preempts when it gets it
        }
    }
    return preemptions;
}

// The cost of preemptions of the blocking task while it blocks, without preemptions by jobs that
// are released in this time. A stretch can begin with the costs of preemptions at that position.
static double costs_of(std::span<const Interval> intervals, const Stretch &stretch, bool can_wait,
                       Time cost)
{
    if (cost <= 0) {
        return 0;
    }
    const double before = stretch.begin > 0 ? unlocks_at(intervals, stretch.begin) : 0;
    const double waiting = can_wait ? preemptions_by_waiting(intervals, stretch) : 0;
    return std::max(std::min(before, owed_max), waiting) * static_cast<double>(cost);
}

bool blocks_by_waiting(const TaskSet &set, std::size_t index, std::int64_t priority)
{
    const auto intervals = intervals_of(set, index);
    return std::any_of(intervals.begin(), intervals.end(), [&](const Interval &interval) {
        return interval.contended && interval.level <= priority;
    });
}

// Intervals that overlap are one stretch. Two chunks that only touch are not: between them the task
// has its priority, unless a section spans the boundary.
static Stretch longest(const TaskSet &set, std::size_t index, std::int64_t priority,
                       const Rules &rules)
{
    const auto intervals = intervals_of(set, index);
    const bool can_wait = blocks_by_waiting(set, index, priority);
    Stretch best;
    Stretch open;
    for (const Interval &interval : intervals) {
        if (interval.level > priority) {
            continue;
        }
        const double end = open.begin + open.length;
        if (interval.begin < end) {
            open.length = std::max(end, interval.end) - open.begin;
        } else {
            const bool is_dispatched =
                std::any_of(intervals.begin(), intervals.end(), [&](const Interval &chunk) {
                    return chunk.resource < 0 && chunk.begin == interval.begin;
                });
            open = {interval.begin, interval.end - interval.begin, 0,
                    !is_dispatched || set.let_in[index] != 0};
        }
        open.blocks = open.length + costs_of(intervals, open, can_wait, rules.preemption_cost);
        // At one instant the calls of the running task come first: it locks, or an unlock
        // dispatches another task. Then others are released. All other dispatches come after that.
        if (rules.model == Model::tight && !open.at_once && !can_wait) {
            open.blocks -= 1;
        }
        if (best.length == 0 || open.blocks > best.blocks) {
            best = open;
        }
    }
    return best;
}

Stretch longest_stretch(const TaskSet &set, std::size_t index, std::int64_t priority,
                        const Rules &rules)
{
    if (set.has_parts()) {
        return longest(set, index, priority, rules);
    }
    if (set.threshold[index] > priority) {
        return {};
    }
    const double work = set.work[index];
    return {0, work, rules.model == Model::tight ? work - 1 : work, false};
}

// The usual case, which each step of an assignment needs.
static Blocking blocking_of_plain(const TaskSet &set, std::size_t index, Model model)
{
    double longest = 0;
    for (std::size_t other = set.peers_end[index]; other < set.count; ++other) {
        if (set.threshold[other] <= set.priority[index]) {
            longest = std::max(longest, set.work[other]);
        }
    }
    return {model == Model::tight ? std::max(0.0, longest - 1) : longest, 0, false};
}

// Whether only sections of mutexes with inheritance that are not nested block this priority.
static bool has_single_sections(std::span<const Interval> intervals, std::int64_t priority)
{
    double end = 0;
    for (const Interval &interval : intervals) {
        if (interval.level > priority) {
            continue;
        }
        if (!interval.contended || interval.lock != Lock::inheritance || interval.begin < end) {
            return false;
        }
        end = interval.end;
    }
    return true;
}

static double sections_of(std::span<const Interval> intervals, std::int64_t resource)
{
    return static_cast<double>(
        std::count_if(intervals.begin(), intervals.end(),
                      [&](const Interval &interval) { return interval.resource == resource; }));
}

// The number of locks by tasks that block `index` until the unlock, or for which it waits.
static double locks_of(const TaskSet &set, std::size_t index, std::int64_t resource,
                       const std::vector<double> &jobs)
{
    const std::int64_t priority = set.priority[index];
    double locks = 0;
    for (std::size_t task = 0; task < set.count; ++task) {
        const auto intervals = intervals_of(set, task);
        if (task < set.peers_end[index]) {
            locks += jobs[task] * sections_of(intervals, resource);
        } else if (!has_single_sections(intervals, priority)) {
            locks += sections_of(intervals, resource);
        }
    }
    return locks;
}

// The longest sections of a mutex, one of each task of `tasks`, as many as there are locks.
static double longest_sections(const TaskSet &set, const std::vector<std::size_t> &tasks,
                               std::int64_t resource, double locks, const Rules &rules)
{
    std::vector<double> lengths;
    for (const std::size_t task : tasks) {
        double length = 0;
        const auto intervals = intervals_of(set, task);
        for (const Interval &interval : intervals) {
            if (interval.resource == resource) {
                const Stretch section{interval.begin, interval.end - interval.begin, 0, false};
                length = std::max(length, section.length + costs_of(intervals, section, true,
                                                                    rules.preemption_cost));
            }
        }
        lengths.push_back(length);
    }
    std::sort(lengths.begin(), lengths.end(), std::greater<>());
    const auto count =
        static_cast<std::size_t>(std::min(locks, static_cast<double>(lengths.size())));
    return std::accumulate(lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(count),
                           0.0);
}

// The blocking by all tasks with single sections: the sum over their mutexes.
static double sum_over_mutexes(const TaskSet &set, std::size_t index,
                               const std::vector<std::size_t> &tasks, const Rules &rules,
                               const std::vector<double> &jobs)
{
    std::vector<std::int64_t> seen;
    double sum = 0;
    for (const std::size_t task : tasks) {
        for (const Interval &interval : intervals_of(set, task)) {
            if (interval.resource < 0 || interval.level > set.priority[index] ||
                std::find(seen.begin(), seen.end(), interval.resource) != seen.end()) {
                continue;
            }
            seen.push_back(interval.resource);
            sum += longest_sections(set, tasks, interval.resource,
                                    locks_of(set, index, interval.resource, jobs), rules);
        }
    }
    return sum;
}

Blocking blocking_of(const TaskSet &set, std::size_t index, const Rules &rules,
                     const std::vector<double> *jobs)
{
    if (!set.has_parts()) {
        return blocking_of_plain(set, index, rules.model);
    }
    Blocking result;
    double of_single = 0;
    std::vector<std::size_t> single;
    const std::int64_t priority = set.priority[index];
    for (std::size_t other = set.peers_end[index]; other < set.count; ++other) {
        const Stretch stretch = longest(set, other, priority, rules);
        if (stretch.length <= 0) {
            continue;
        }
        result.at_once = result.at_once || stretch.at_once;
        if (!blocks_by_waiting(set, other, priority)) {
            result.one = std::max(result.one, stretch.blocks);
        } else if (has_single_sections(intervals_of(set, other), priority)) {
            of_single += stretch.blocks;
            single.push_back(other);
        } else {
            result.sum += stretch.blocks;
        }
    }
    if (jobs != nullptr && !single.empty()) {
        of_single = std::min(of_single, sum_over_mutexes(set, index, single, rules, *jobs));
    }
    result.sum += of_single;
    return result;
}

} // namespace limen::analysis
