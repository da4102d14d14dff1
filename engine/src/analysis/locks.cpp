// SPDX-License-Identifier: Apache-2.0
#include "analysis/locks.hpp"

#include <algorithm>

namespace limen::analysis
{

namespace
{

// A mutex, by the number of its resource.
struct Mutex {
    std::int64_t level = no_level; // the most urgent priority that its owner can get through it
    std::size_t user = 0;          // one of the tasks that use it
    bool is_used = false;
    bool is_shared = false; // by two tasks or more
    bool inherits = false;
    bool contended = false; // a task can wait for it
};

constexpr std::int64_t most_urgent = 0; // of threads

bool serves_all_cores(const Interval &interval)
{
    return interval.lock == Lock::shared || interval.lock == Lock::spin;
}

std::vector<Mutex> mutexes_of(const TaskSet &set)
{
    std::vector<Mutex> mutexes;
    for (std::size_t task = 0; task < set.count; ++task) {
        for (const Interval &interval : intervals_of(set, task)) {
            if (interval.resource < 0) {
                continue;
            }
            const auto resource = static_cast<std::size_t>(interval.resource);
            mutexes.resize(std::max(mutexes.size(), resource + 1));
            Mutex &mutex = mutexes[resource];
            mutex.is_shared = mutex.is_shared || (mutex.is_used && mutex.user != task);
            mutex.is_used = true;
            mutex.user = task;
            mutex.inherits = interval.lock == Lock::inheritance;
            mutex.level = std::min(mutex.level, set.priority[task]);
        }
    }
    return mutexes;
}

std::vector<Nesting> nestings_of(const TaskSet &set)
{
    std::vector<Nesting> nestings;
    for (std::size_t task = 0; task < set.count; ++task) {
        const auto intervals = intervals_of(set, task);
        for (const Interval &outer : intervals) {
            for (const Interval &inner : intervals) {
                if (outer.resource >= 0 && inner.resource >= 0 && is_inside(inner, outer)) {
                    nestings.push_back({task, static_cast<std::size_t>(outer.resource),
                                        static_cast<std::size_t>(inner.resource)});
                }
            }
        }
    }
    return nestings;
}

void find_contention(std::vector<Mutex> &mutexes, const std::vector<Nesting> &nestings)
{
    for (Mutex &mutex : mutexes) {
        mutex.contended = mutex.is_shared && mutex.inherits;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (const Nesting &nesting : nestings) {
            Mutex &outer = mutexes[nesting.outer];
            if (mutexes[nesting.inner].contended && outer.is_shared && !outer.contended) {
                outer.contended = changed = true;
            }
        }
    }
}

// Lower the levels of nested mutexes, and record the places at which a chain of waits passes no
// priority on.
void pass_on(TaskSet &set, std::vector<Mutex> &mutexes, const std::vector<Nesting> &nestings)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (const Nesting &nesting : nestings) {
            const Mutex &outer = mutexes[nesting.outer];
            Mutex &inner = mutexes[nesting.inner];
            if (inner.contended && inner.inherits && inner.level > outer.level) {
                inner.level = outer.level;
                changed = true;
            }
        }
    }
    for (const Nesting &nesting : nestings) {
        const Mutex &outer = mutexes[nesting.outer];
        const Mutex &inner = mutexes[nesting.inner];
        if (inner.contended && !inner.inherits && inner.level > outer.level) {
            set.cuts.push_back({outer.level, inner.level});
        }
    }
}

// A circle of nested locks, by two tasks at least, of mutexes for which tasks can wait. `path` has
// the nestings so far; each further one locks inside of the last one.
bool close_circle(const std::vector<Mutex> &mutexes, const std::vector<Nesting> &nestings,
                  std::vector<bool> &visited, std::vector<Nesting> &path, bool by_several)
{
    for (const Nesting &next : nestings) {
        const bool several = by_several || next.task != path.front().task;
        const std::size_t state = 2 * next.inner + (several ? 1 : 0);
        if (next.outer != path.back().inner || !mutexes[next.inner].contended || visited[state]) {
            continue;
        }
        visited[state] = true;
        path.push_back(next);
        if ((several && next.inner == path.front().outer) ||
            close_circle(mutexes, nestings, visited, path, several)) {
            return true;
        }
        path.pop_back();
    }
    return false;
}

std::vector<Nesting> circle_of(const std::vector<Mutex> &mutexes,
                               const std::vector<Nesting> &nestings)
{
    for (const Nesting &nesting : nestings) {
        std::vector<bool> visited(2 * mutexes.size());
        std::vector<Nesting> path{nesting};
        if (mutexes[nesting.outer].contended && mutexes[nesting.inner].contended &&
            close_circle(mutexes, nestings, visited, path, false)) {
            return path;
        }
    }
    return {};
}

} // namespace

void load_locks(TaskSet &set)
{
    std::vector<Mutex> mutexes = mutexes_of(set);
    const std::vector<Nesting> nestings = nestings_of(set);

    find_contention(mutexes, nestings);
    pass_on(set, mutexes, nestings);
    set.circle = circle_of(mutexes, nestings);
    for (std::size_t task = 0; task < set.count; ++task) {
        for (Interval &interval : intervals_of(set, task)) {
            if (interval.resource < 0) {
                continue;
            }
            Mutex &mutex = mutexes[static_cast<std::size_t>(interval.resource)];
            if (serves_all_cores(interval)) {
                mutex.level = most_urgent;
                mutex.contended = interval.lock == Lock::shared;
            }
            interval.level = mutex.level;
            interval.contended = mutex.contended;
            if (mutex.contended) {
                set.locks[task] += 1;
                set.exposure[task] = std::max(set.exposure[task], set.priority[task]);
            }
            for (std::size_t other = 0; other < task; ++other) {
                if (mutex.level <= set.priority[other] &&
                    set.priority[other] < set.priority[task]) {
                    set.let_in[other] = 1;
                }
            }
        }
    }
}

bool is_cut_off(const TaskSet &set, std::size_t index)
{
    const std::int64_t priority = set.priority[index];
    return std::any_of(set.cuts.begin(), set.cuts.end(), [&](const Cut &cut) {
        return cut.wanted <= priority && priority < cut.passed_on;
    });
}

} // namespace limen::analysis
