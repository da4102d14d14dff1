// SPDX-License-Identifier: Apache-2.0
// A scheduler that advances by one tick at a time, with which the analysis is compared. It uses no
// response-time analysis, and shares no code with the engine or the kernel.
//
// A job competes with the priority of its task until it runs; inside of a chunk or a section, from
// its first tick until its last one, it keeps that level, even while it is preempted. Between two
// chunks it has its priority, and is before jobs of the same priority that have not begun. Releases
// at an instant come before the choice of the thread that runs from it on.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

struct Interval {
    std::int64_t begin, end, level;
};

struct Task {
    std::int64_t work, period, offset, priority;
    std::vector<Interval> intervals;
    // The job at the head of the task's queue:
    std::int64_t head;   // its number
    std::int64_t done;   // ticks of work
    std::int64_t debt;   // ticks that preemptions cost it
    std::int64_t queued; // since when it waits at its priority
};

static std::int64_t level_of(const Task &task)
{
    std::int64_t level = task.priority;
    for (const Interval &interval : task.intervals) {
        if (interval.begin < task.done && task.done < interval.end) {
            level = std::min(level, interval.level);
        }
    }
    return level;
}

static bool is_before(const Task &one, const Task &two)
{
    const std::int64_t first = level_of(one);
    const std::int64_t second = level_of(two);
    if (first != second) {
        return first < second;
    }
    if ((one.done > 0) != (two.done > 0)) {
        return one.done > 0;
    }
    return one.queued < two.queued;
}

// Run until `end`; keep the longest response of each task.
static void run(std::vector<Task> &tasks, std::int64_t end, std::int64_t cost, std::int64_t *worst)
{
    Task *running = nullptr;
    for (std::int64_t now = 0; now < end; ++now) {
        Task *chosen = nullptr;
        for (Task &task : tasks) {
            const bool is_ready = task.offset + task.head * task.period <= now;
            if (is_ready && (chosen == nullptr || is_before(task, *chosen))) {
                chosen = &task;
            }
        }
        if (running != nullptr && running != chosen && running->done > 0) {
            running->debt += cost;
        }
        running = chosen;
        if (chosen == nullptr) {
            continue;
        }
        if (chosen->debt > 0) {
            --chosen->debt;
            continue;
        }
        if (++chosen->done == chosen->work) {
            const std::int64_t arrival = chosen->offset + chosen->head * chosen->period;
            std::int64_t &longest = worst[chosen - tasks.data()];
            longest = std::max(longest, now + 1 - arrival);
            ++chosen->head;
            chosen->done = 0;
            chosen->queued = std::max(now + 1, arrival + chosen->period);
            running = nullptr;
        }
    }
}

// The longest responses over all offsets below the periods.
//
// columns: work, period, priority of each task. intervals: rows of task, begin, end, level.
extern "C" void longest_responses(std::int64_t count, const std::int64_t *columns,
                                  std::int64_t interval_count, const std::int64_t *intervals,
                                  std::int64_t cost, std::int64_t *worst)
{
    std::vector<Task> tasks;
    std::int64_t hyperperiod = 1;
    std::int64_t vectors = 1;
    for (std::int64_t task = 0; task < count; ++task) {
        tasks.push_back(
            {columns[task], columns[count + task], 0, columns[2 * count + task], {}, 0, 0, 0, 0});
        worst[task] = 0;
        hyperperiod = std::lcm(hyperperiod, tasks.back().period);
        vectors *= tasks.back().period;
    }
    for (std::int64_t row = 0; row < interval_count; ++row) {
        const std::int64_t *at = intervals + 4 * row;
        tasks[static_cast<std::size_t>(at[0])].intervals.push_back({at[1], at[2], at[3]});
    }
    for (std::int64_t vector = 0; vector < vectors; ++vector) {
        std::int64_t rest = vector;
        std::int64_t last = 0;
        for (Task &task : tasks) {
            task.offset = rest % task.period;
            rest /= task.period;
            last = std::max(last, task.offset);
            task.head = task.done = task.debt = 0;
            task.queued = task.offset;
        }
        run(tasks, last + 2 * hyperperiod, cost, worst);
    }
}
