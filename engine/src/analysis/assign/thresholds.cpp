// SPDX-License-Identifier: Apache-2.0
#include "analysis/assign/thresholds.hpp"

#include <algorithm>

namespace limen::analysis
{

static std::size_t first_peer(const TaskSet &set, std::size_t task)
{
    while (task > 0 && set.priority[task - 1] == set.priority[task]) {
        --task;
    }
    return task;
}

static bool is_interrupt(const TaskSet &set, std::size_t task)
{
    return set.priority[task] < 0;
}

// The places of the chunks of a task in `intervals`.
static std::vector<std::size_t> chunks_of(const TaskSet &set, std::size_t task)
{
    std::vector<std::size_t> chunks;
    for (std::size_t at = set.first_interval[task]; at < set.first_interval[task + 1]; ++at) {
        if (set.intervals[at].resource < 0) {
            chunks.push_back(at);
        }
    }
    return chunks;
}

// Set the threshold of a chunk of a task; all columns stay consistent.
static void set_chunk(TaskSet &set, std::size_t task, std::size_t at, std::int64_t level)
{
    set.intervals[at].level = level;
    const std::vector<std::size_t> chunks = chunks_of(set, task);
    set.threshold[task] = set.intervals[chunks.back()].level;
    std::int64_t exposure =
        chunks.size() > 1 || set.locks[task] > 0 ? set.priority[task] : -priority_max;
    for (const std::size_t chunk : chunks) {
        exposure = std::max(exposure, set.intervals[chunk].level);
    }
    set.exposure[task] = exposure;
}

static void set_whole(TaskSet &set, std::size_t task, std::int64_t level)
{
    if (!set.has_parts()) {
        set.threshold[task] = set.exposure[task] = level;
        return;
    }
    for (const std::size_t chunk : chunks_of(set, task)) {
        set_chunk(set, task, chunk, level);
    }
}

static void start_preemptive(TaskSet &set)
{
    for (std::size_t task = 0; task < set.count; ++task) {
        set_whole(set, task, set.priority[task]);
    }
}

// Whether `task` meets its deadline when `blocker`, less urgent, has the threshold it has now.
static bool tolerates(Analysis &analysis, std::size_t task, std::size_t blocker, Tolerance &memory)
{
    const TaskSet &set = analysis.set;
    if (set.has_parts()) {
        return is_met(analysis, task);
    }
    const double blocking = set.work[blocker];
    const bool is_constant = analysis.rules.preemption_cost <= 0;
    if (is_constant && blocking <= memory.met[task]) {
        return true;
    }
    if (is_constant && blocking >= memory.missed[task]) {
        return false;
    }
    const Query query{task, analysis.rules.model, set.deadline[task], nullptr};
    const bool met = respond_blocked_by(analysis, query, blocker).status == Status::bounded;
    (met ? memory.met : memory.missed)[task] = blocking;
    return met;
}

// The most protective level of a task, or of its chunk `at`, if preemptions cost nothing: a level
// that is not tolerated makes all more protective ones impossible too.
template <class Set>
static void protect(Analysis &analysis, std::size_t task, Tolerance &memory, Set set_level)
{
    TaskSet &set = analysis.set;
    for (std::size_t end = first_peer(set, task); end > 0;) {
        const std::size_t first = first_peer(set, end - 1);
        if (is_interrupt(set, first)) {
            return;
        }
        const std::int64_t before = set.priority[end];
        set_level(set.priority[first]);
        for (std::size_t other = first; other < end; ++other) {
            if (!tolerates(analysis, other, task, memory)) {
                set_level(before);
                return;
            }
        }
        end = first;
    }
}

// With costs, each level is tried: a more protective one can be better for the tasks it covers.
template <class Set>
static void protect_with_costs(Analysis &analysis, std::size_t task, Tolerance &memory,
                               Set set_level)
{
    TaskSet &set = analysis.set;
    const std::size_t end = first_peer(set, task);
    for (std::size_t first = 0; first < end; first = set.peers_end[first]) {
        if (is_interrupt(set, first)) {
            continue;
        }
        set_level(set.priority[first]);
        std::size_t other = first;
        while (other < end && tolerates(analysis, other, task, memory)) {
            ++other;
        }
        if (other == end) {
            return;
        }
    }
    set_level(set.priority[task]);
}

static void protect_most(Analysis &analysis, std::size_t task, Tolerance &memory)
{
    TaskSet &set = analysis.set;
    const auto level_of = [&](auto set_level) {
        if (analysis.rules.preemption_cost > 0) {
            protect_with_costs(analysis, task, memory, set_level);
        } else {
            protect(analysis, task, memory, set_level);
        }
    };
    if (!set.has_parts()) {
        level_of([&](std::int64_t level) { set_whole(set, task, level); });
        return;
    }
    for (const std::size_t chunk : chunks_of(set, task)) {
        level_of([&](std::int64_t level) { set_chunk(set, task, chunk, level); });
    }
}

// The response without blocking, which is tested when the tasks below it are assigned.
static Response respond_unblocked(Analysis &analysis, std::size_t task, double bound)
{
    const Query query{task, analysis.rules.model, bound, nullptr};
    return analysis.set.has_parts() ? respond_to(analysis, query)
                                    : respond_blocked_by(analysis, query, analysis.set.count);
}

static void forget(const TaskSet &set, Tolerance &memory)
{
    memory.met.assign(set.count, 0);
    memory.missed.assign(set.count, static_cast<double>(time_max) + 1);
}

static bool assign_maximal(Analysis &analysis, Tolerance &memory)
{
    TaskSet &set = analysis.set;
    for (std::size_t task = 0; task < set.count; ++task) {
        protect_most(analysis, task, memory);
        if (respond_unblocked(analysis, task, set.deadline[task]).status != Status::bounded) {
            return false;
        }
    }
    return !set.has_parts() || is_schedulable(analysis);
}

// Lower the threshold of a task, or of its last chunk, until it meets its deadline.
static bool protect_least(Analysis &analysis, std::size_t task)
{
    TaskSet &set = analysis.set;
    for (std::size_t end = first_peer(set, task);;) {
        if (is_met(analysis, task)) {
            return true;
        }
        if (end == 0 || is_interrupt(set, end - 1)) {
            return false;
        }
        end = first_peer(set, end - 1);
        if (set.has_parts()) {
            set_chunk(set, task, chunks_of(set, task).back(), set.priority[end]);
        } else {
            set_whole(set, task, set.priority[end]);
        }
    }
}

// With costs, the response of a task depends on thresholds of more urgent ones, so that there is no
// order from below: relax the maximal thresholds, least urgent task first, as long as all deadlines
// are met.
static bool relax(Analysis &analysis, Tolerance &memory)
{
    TaskSet &set = analysis.set;
    if (!assign_maximal(analysis, memory)) {
        return false;
    }
    for (std::size_t task = set.count; task-- > 0;) {
        const std::size_t end = first_peer(set, task);
        const std::vector<Interval> intervals = set.intervals;
        const std::int64_t found = set.threshold[task];
        for (std::size_t peer = task;;) {
            set_whole(set, task, set.priority[peer]);
            if (set.priority[peer] <= found || is_schedulable(analysis)) {
                break;
            }
            peer = first_peer(set, peer == task ? end - 1 : peer - 1);
        }
        if (set.has_parts() && set.threshold[task] <= found) {
            set.intervals = intervals;
            for (const std::size_t chunk : chunks_of(set, task)) {
                set_chunk(set, task, chunk, intervals[chunk].level);
            }
        }
    }
    return is_schedulable(analysis);
}

static bool assign_minimal(Analysis &analysis, Tolerance &memory)
{
    if (analysis.rules.preemption_cost > 0) {
        return relax(analysis, memory);
    }
    TaskSet &set = analysis.set;
    for (std::size_t task = set.count; task-- > 0;) {
        if (!protect_least(analysis, task)) {
            return false;
        }
    }
    return true;
}

bool assign_thresholds(Analysis &analysis, Rule rule, Tolerance &memory)
{
    start_preemptive(analysis.set);
    forget(analysis.set, memory);
    return rule == Rule::maximal ? assign_maximal(analysis, memory)
                                 : assign_minimal(analysis, memory);
}

// The lateness of a task, relative to its deadline: mostly its lateness without any preemption,
// which only another order can change; the part that the chosen thresholds add has a small weight.
static double lateness_of(Analysis &analysis, std::size_t task)
{
    TaskSet &set = analysis.set;
    constexpr double overloaded = 100;
    constexpr double little = 1e-3;
    const double deadline = set.deadline[task];
    const Response response = respond_unblocked(analysis, task, 0);
    if (response.status != Status::bounded) {
        return overloaded;
    }
    if (static_cast<double>(response.time) <= deadline) {
        return 0;
    }
    if (set.has_parts()) {
        return static_cast<double>(response.time) / deadline - 1;
    }
    const std::int64_t threshold = set.threshold[task];
    set_whole(set, task, std::min(threshold, std::int64_t{0}));
    const Response least = respond_unblocked(analysis, task, 0);
    set_whole(set, task, threshold);
    return little * (static_cast<double>(response.time) / deadline - 1) +
           std::max(0.0, static_cast<double>(least.time) / deadline - 1);
}

double lateness_with_maximal(Analysis &analysis, Tolerance &memory)
{
    TaskSet &set = analysis.set;
    start_preemptive(set);
    forget(set, memory);
    double sum = 0;
    for (std::size_t task = 0; task < set.count; ++task) {
        protect_most(analysis, task, memory);
        const double lateness = lateness_of(analysis, task);
        if (lateness > 0) {
            memory.missed[task] = 0; // it is late without blocking too
        }
        sum += lateness;
    }
    return sum;
}

} // namespace limen::analysis
