// SPDX-License-Identifier: Apache-2.0
#include "analysis/stack.hpp"

#include <algorithm>

namespace limen::analysis
{

static constexpr std::size_t nobody = SIZE_MAX;

struct Top {
    Time bytes = 0;
    std::size_t task = nobody;
};

// The largest of the tasks that can preempt at a level: those with a smaller priority.
static Top above(const TaskSet &set, const std::vector<Time> &bytes, std::size_t count,
                 std::int64_t level)
{
    Top top;
    for (std::size_t other = 0; other < count && set.priority[other] < level; ++other) {
        if (bytes[other] > top.bytes || top.task == nobody) {
            top = {bytes[other], other};
        }
    }
    return top;
}

std::vector<Time> interval_stacks(const TaskSet &set, const std::vector<Part> &parts,
                                  const Time *task_stack, const Time *part_stack)
{
    std::vector<Time> stacks(set.intervals.size());
    for (std::size_t task = 0; task < set.count && set.has_parts(); ++task) {
        const std::size_t from = set.origin[task];
        for (std::size_t at = set.first_interval[task]; at < set.first_interval[task + 1]; ++at) {
            stacks[at] = task_stack[from];
            for (std::size_t part = 0; part < parts.size(); ++part) {
                if (parts[part].task == from && parts[part].resource < 0 &&
                    static_cast<double>(parts[part].begin) == set.intervals[at].begin) {
                    stacks[at] = part_stack[part];
                }
            }
        }
    }
    return stacks;
}

StackBound stack_bound(const TaskSet &set, const StackUse &use)
{
    std::vector<Time> bytes(set.count);
    std::vector<std::size_t> next(set.count, nobody);
    const auto consider = [&](std::size_t task, Time own, std::int64_t level) {
        const Top top = above(set, bytes, task, level);
        if (own + top.bytes > bytes[task]) {
            bytes[task] = own + top.bytes;
            next[task] = top.task;
        }
    };
    for (std::size_t task = 0; task < set.count; ++task) {
        const std::size_t from = set.origin[task];
        if (!set.has_parts()) {
            consider(task, use.task[from], set.exposure[task]);
            continue;
        }
        std::size_t chunks = 0;
        for (std::size_t at = set.first_interval[task]; at < set.first_interval[task + 1]; ++at) {
            if (set.intervals[at].resource < 0) {
                ++chunks;
                consider(task, use.part != nullptr ? use.part[at] : use.task[from],
                         set.intervals[at].level);
            }
        }
        if (chunks > 1) {
            consider(task, use.boundary[from], set.priority[task]);
        }
    }
    StackBound bound;
    const auto largest = std::max_element(bytes.begin(), bytes.end());
    if (largest == bytes.end()) {
        return bound;
    }
    bound.bytes = *largest;
    for (auto task = static_cast<std::size_t>(largest - bytes.begin()); task != nobody;
         task = next[task]) {
        bound.chain.push_back(set.origin[task]);
    }
    return bound;
}

Time preempting_pairs(const TaskSet &set)
{
    Time pairs = 0;
    for (std::size_t task = 0; task < set.count; ++task) {
        for (std::size_t other = 0; other < task && set.priority[other] < set.exposure[task];
             ++other) {
            ++pairs;
        }
    }
    return pairs;
}

std::size_t nonpreemptive_groups(const TaskSet &set, std::vector<std::size_t> &group)
{
    std::vector<std::size_t> order(set.count);
    for (std::size_t task = 0; task < set.count; ++task) {
        order[task] = task;
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t two) {
        return set.exposure[one] != set.exposure[two] ? set.exposure[one] > set.exposure[two]
                                                      : set.origin[one] < set.origin[two];
    });
    group.assign(set.count, nobody);
    std::size_t count = 0;
    for (const std::size_t head : order) {
        if (group[set.origin[head]] != nobody) {
            continue;
        }
        for (const std::size_t task : order) {
            std::size_t &place = group[set.origin[task]];
            if (place == nobody && set.priority[task] >= set.exposure[head]) {
                place = count;
            }
        }
        ++count;
    }
    return count;
}

} // namespace limen::analysis
