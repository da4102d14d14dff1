// SPDX-License-Identifier: Apache-2.0
#include "analysis/task_set.hpp"
#include "analysis/locks.hpp"

#include <algorithm>
#include <numeric>

namespace limen::analysis
{

static void resize(TaskSet &set, std::size_t count)
{
    set.intervals.clear();
    set.first_interval.clear();
    set.cuts.clear();
    set.circle.clear();
    set.waits.clear();
    set.requests.clear();
    set.locks.assign(count, 0);
    set.let_in.assign(count, 0);
    if (set.count == count) {
        return;
    }
    set.count = count;
    set.deadline.resize(count);
    set.last.resize(count);
    for (auto *column : {&set.work, &set.period, &set.jitter, &set.inverse, &set.shift}) {
        column->resize(count + 1);
        column->back() = 0;
    }
    set.shift.back() = 1;
    set.period.back() = never;
    set.utilisation.resize(count + 1);
    set.burst.resize(count + 1);
    set.once.resize(count + 1);
    set.priority.resize(count);
    set.threshold.resize(count);
    set.exposure.resize(count);
    set.origin.resize(count);
    set.peers_end.resize(count);
}

static void order_by_priority(TaskSet &set, const std::int64_t *priority)
{
    constexpr std::size_t few = 32;
    if (set.count > few) {
        std::iota(set.origin.begin(), set.origin.end(), std::size_t{0});
        std::stable_sort(
            set.origin.begin(), set.origin.end(),
            [&](std::size_t one, std::size_t two) { return priority[one] < priority[two]; });
        return;
    }
    for (std::size_t index = 0; index < set.count; ++index) {
        std::size_t place = index;
        for (; place > 0 && priority[set.origin[place - 1]] > priority[index]; --place) {
            set.origin[place] = set.origin[place - 1];
        }
        set.origin[place] = index;
    }
}

static void add_up(TaskSet &set)
{
    double utilisation = 0;
    double burst = 0;
    double once = 0;
    for (std::size_t index = 0; index < set.count; ++index) {
        set.utilisation[index] = utilisation;
        set.burst[index] = burst;
        set.once[index] = once;
        const double share = set.work[index] * set.inverse[index];
        utilisation += share;
        burst += share * set.jitter[index];
        once += set.work[index];
    }
    set.utilisation[set.count] = utilisation;
    set.burst[set.count] = burst;
    set.once[set.count] = once;
}

bool is_valid(const Columns &columns)
{
    for (std::size_t index = 0; index < columns.count; ++index) {
        for (const Time *column : {columns.work, columns.period, columns.deadline}) {
            if (column[index] < 1 || column[index] > time_max) {
                return false;
            }
        }
        if (columns.jitter[index] < 0 || columns.jitter[index] > time_max ||
            columns.priority[index] > priority_max || columns.threshold[index] < -priority_max ||
            columns.threshold[index] > columns.priority[index]) {
            return false;
        }
    }
    return true;
}

void load(TaskSet &set, const Columns &columns)
{
    resize(set, columns.count);
    order_by_priority(set, columns.priority);
    for (std::size_t index = 0; index < set.count; ++index) {
        const std::size_t from = set.origin[index];
        const auto period = static_cast<double>(columns.period[from]);
        const auto jitter = static_cast<double>(columns.jitter[from]);
        set.work[index] = set.last[index] = static_cast<double>(columns.work[from]);
        set.deadline[index] = static_cast<double>(columns.deadline[from]);
        set.period[index] = period;
        set.jitter[index] = jitter;
        set.inverse[index] = 1 / period;
        set.shift[index] = (jitter + 0.5) * set.inverse[index] + 0.5;
        set.priority[index] = columns.priority[from];
        set.threshold[index] = set.exposure[index] = columns.threshold[from];
    }
    for (std::size_t index = set.count; index-- > 0;) {
        const bool is_last =
            index + 1 == set.count || set.priority[index + 1] != set.priority[index];
        set.peers_end[index] = is_last ? index + 1 : set.peers_end[index + 1];
    }
    add_up(set);
}

void change_work(TaskSet &set, const Time *work)
{
    for (std::size_t index = 0; index < set.count; ++index) {
        set.work[index] = set.last[index] = static_cast<double>(work[set.origin[index]]);
    }
    add_up(set);
}

static void load_intervals_of(TaskSet &set, std::size_t index, const Part *parts, std::size_t count)
{
    std::size_t chunks = 0;
    std::int64_t most_exposed = -priority_max;
    for (std::size_t part = 0; part < count; ++part) {
        if (parts[part].task != set.origin[index]) {
            continue;
        }
        const auto begin = static_cast<double>(parts[part].begin);
        const double end = begin + static_cast<double>(parts[part].work);
        set.intervals.push_back(
            {begin, end, parts[part].level, parts[part].resource, parts[part].lock});
        if (parts[part].resource < 0) {
            ++chunks;
            most_exposed = std::max(most_exposed, parts[part].level);
            if (end >= set.work[index]) {
                set.last[index] = end - begin;
                set.threshold[index] = parts[part].level;
            }
        }
    }
    if (chunks == 0) {
        set.intervals.push_back({0, set.work[index], set.threshold[index], -1, Lock::ceiling});
    } else if (chunks == 1) {
        set.exposure[index] = most_exposed;
    } else {
        set.exposure[index] = std::max(most_exposed, set.priority[index]);
    }
}

void load_parts(TaskSet &set, const Part *parts, std::size_t count)
{
    if (count == 0) {
        return;
    }
    set.first_interval.push_back(0);
    for (std::size_t index = 0; index < set.count; ++index) {
        load_intervals_of(set, index, parts, count);
        const auto first = static_cast<std::ptrdiff_t>(set.first_interval[index]);
        std::stable_sort(set.intervals.begin() + first, set.intervals.end(),
                         [](const Interval &one, const Interval &two) {
                             return one.begin != two.begin ? one.begin < two.begin
                                                           : one.end > two.end;
                         });
        set.first_interval.push_back(set.intervals.size());
    }
    load_locks(set);
}

void load_waits(TaskSet &set, const Time *waits)
{
    if (std::all_of(waits, waits + set.count, [](Time wait) { return wait == 0; })) {
        return;
    }
    for (std::size_t index = 0; index < set.count; ++index) {
        const auto intervals = intervals_of(set, index);
        const Time wait = waits[set.origin[index]];
        set.waits.push_back(wait < 0 ? never : static_cast<double>(wait));
        const auto requests =
            std::count_if(intervals.begin(), intervals.end(), [](const Interval &interval) {
                return interval.resource >= 0 && interval.lock == Lock::shared;
            });
        set.requests.push_back(wait == 0 ? 0 : static_cast<double>(requests));
    }
}

} // namespace limen::analysis
