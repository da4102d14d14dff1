// SPDX-License-Identifier: Apache-2.0
#include "analysis/blocking.hpp"

#include <algorithm>

namespace limen::analysis
{

struct Stretch {
    double begin;
    double length;
};

// Intervals that overlap are one stretch. Two chunks that only touch are not: between them the task
// has its priority, unless a section spans the boundary.
static Stretch longest(const TaskSet &set, std::size_t index, std::int64_t priority)
{
    Stretch best{0, 0};
    Stretch open{0, 0};
    for (std::size_t at = set.first_interval[index]; at < set.first_interval[index + 1]; ++at) {
        const Interval &interval = set.intervals[at];
        if (interval.level > priority) {
            continue;
        }
        if (interval.begin < open.begin + open.length) {
            open.length = std::max(open.length, interval.end - open.begin);
        } else {
            open = {interval.begin, interval.end - interval.begin};
        }
        if (open.length > best.length) {
            best = open;
        }
    }
    return best;
}

double longest_stretch(const TaskSet &set, std::size_t index, std::int64_t priority)
{
    if (!set.has_parts()) {
        return set.threshold[index] <= priority ? set.work[index] : 0;
    }
    return longest(set, index, priority).length;
}

double begin_of_longest_stretch(const TaskSet &set, std::size_t index, std::int64_t priority)
{
    return set.has_parts() ? longest(set, index, priority).begin : 0;
}

bool blocks_by_inheritance(const TaskSet &set, std::size_t index, std::int64_t priority)
{
    if (!set.has_parts()) {
        return false;
    }
    for (std::size_t at = set.first_interval[index]; at < set.first_interval[index + 1]; ++at) {
        if (set.intervals[at].inherits && set.intervals[at].level <= priority) {
            return true;
        }
    }
    return false;
}

// Sum over the mutexes, each with its longest section, or `none` if that is no bound: sections of a
// task overlap, or an owner keeps a level of its own when it continues with an inherited priority.
static double sum_over_mutexes(const TaskSet &set, std::size_t from, std::int64_t priority,
                               double none)
{
    double sum = 0;
    for (std::size_t task = from; task < set.count; ++task) {
        if (!blocks_by_inheritance(set, task, priority)) {
            continue;
        }
        double end = 0;
        for (std::size_t at = set.first_interval[task]; at < set.first_interval[task + 1]; ++at) {
            const Interval &interval = set.intervals[at];
            if (!interval.inherits) {
                if (interval.level <= priority || interval.resource >= 0) {
                    return none;
                }
                continue;
            }
            if (interval.begin < end) {
                return none;
            }
            end = interval.end;
        }
    }
    std::vector<std::int64_t> seen;
    for (std::size_t at = set.first_interval[from]; at < set.intervals.size(); ++at) {
        const Interval &interval = set.intervals[at];
        if (!interval.inherits || interval.level > priority ||
            std::find(seen.begin(), seen.end(), interval.resource) != seen.end()) {
            continue;
        }
        seen.push_back(interval.resource);
        double length = 0;
        for (std::size_t other = at; other < set.intervals.size(); ++other) {
            if (set.intervals[other].resource == interval.resource) {
                length = std::max(length, set.intervals[other].end - set.intervals[other].begin);
            }
        }
        sum += length;
    }
    return sum;
}

Blocking blocking_of(const TaskSet &set, std::size_t index)
{
    Blocking result;
    const std::int64_t priority = set.priority[index];
    const std::size_t from = set.peers_end[index];
    if (!set.has_parts()) {
        for (std::size_t other = from; other < set.count; ++other) {
            if (set.threshold[other] <= priority) {
                result.one = std::max(result.one, set.work[other]);
            }
        }
        return result;
    }
    for (std::size_t other = from; other < set.count; ++other) {
        const double length = longest_stretch(set, other, priority);
        if (blocks_by_inheritance(set, other, priority)) {
            result.inherited += length;
        } else {
            result.one = std::max(result.one, length);
        }
    }
    if (result.inherited > 0) {
        const double other_sum = sum_over_mutexes(set, from, priority, result.inherited);
        result.inherited = std::min(result.inherited, other_sum);
    }
    return result;
}

} // namespace limen::analysis
