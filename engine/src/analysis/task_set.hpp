// SPDX-License-Identifier: Apache-2.0
// The tasks of a system in the form in which the analysis counts them: columns, most urgent first.
//
// All numbers are whole, and doubles hold them exactly: inputs are at most `time_max`, and the
// analysis ends with Status::limit before a sum could pass 2^53. A double needs no conversion in
// the innermost loop, and SSE2 and WebAssembly have vectors of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace limen::analysis
{

using Time = std::int64_t;

// The longest time, and the largest distance of a priority from 0, that a caller may give.
inline constexpr Time time_max = (Time{1} << 47) - 1;
inline constexpr std::int64_t priority_max = std::int64_t{1} << 30;

// Later than any time of the analysis.
inline constexpr double never = 1125899906842624.0; // 2^50

// A level of protection that no priority reaches.
inline constexpr std::int64_t no_level = INT64_MAX;

// Columns of a set of tasks, each of `count` elements, in any order.
struct Columns {
    std::size_t count;
    const Time *work;
    const Time *period;
    const Time *deadline;
    const Time *jitter;
    const std::int64_t *priority;
    const std::int64_t *threshold;
};

// How a mutex, or another lock, serves its users. The last two serve several cores: nothing preempts
// the owner on its core, and a task waits for one, or spins for the other.
enum class Lock : std::uint8_t { ceiling, inheritance, shared, spin };

// A part of a job in which the task holds a level: a chunk, or a critical section.
struct Part {
    std::size_t task;          // in the order of the columns
    Time begin;                // execution time of the job before it
    Time work;                 // execution time of it
    std::int64_t level;        // threshold of a chunk; that of a section is found by load_parts
    std::int64_t resource;     // -1: a chunk
    Lock lock = Lock::ceiling; // of a section
};

// A part in the analysis. The level of a section is the most urgent priority that its owner
// can get through the mutex.
struct Interval {
    double begin;
    double end;
    std::int64_t level;
    std::int64_t resource;
    Lock lock;
    bool contended = false; // a section of a mutex for which a task can wait
};

// A task locks the mutex `inner` while it owns `outer`.
struct Nesting {
    std::size_t task;
    std::size_t outer, inner;
};

// A place in a chain of waiting tasks at which a priority is not passed on: the owner of a mutex
// gets the ceiling `passed_on`, although a task with the priority `wanted` depends on it.
struct Cut {
    std::int64_t wanted, passed_on;
};

struct TaskSet {
    std::size_t count = 0;

    // Columns, ordered by priority; equal priorities in the order of the input. Those which a step
    // of a recurrence reads have one more element, so that it can always read pairs: a task without
    // work, whose second job never comes.
    std::vector<double> work, period, deadline, jitter;
    std::vector<double> last; // work of the last chunk
    std::vector<std::int64_t> priority;
    std::vector<std::int64_t> threshold; // of the last chunk
    std::vector<std::int64_t> exposure;  // tasks with a smaller priority can preempt it somewhere
    std::vector<std::size_t> origin;     // place in the input
    std::vector<std::size_t> peers_end;  // index behind the tasks of the same priority
    std::vector<double> locks;           // sections of a job in which it can have to wait first
    std::vector<std::uint8_t> let_in;    // an unlock of a less urgent task can dispatch it

    // The time that a job waits for owners of shared mutexes, `never` if it has no bound, and the
    // number of waits; empty if no task waits. Effects on its own core are not included.
    std::vector<double> waits, requests;

    // For each task, floor((t + jitter) / period) + 1 is the whole number next to
    // t * inverse + shift. Half a unit is between it and the next one that could be taken, so the
    // sum of all errors of rounding, (t + jitter) / period / 2^51, does no harm below 2^49.
    std::vector<double> inverse, shift;

    // Sums over the tasks before an index: utilisation, utilisation times jitter, and work.
    // Each has count + 1 elements.
    std::vector<double> utilisation, burst, once;

    // Chunks and sections of each task, by their start, outer ones first; empty if no task has any.
    std::vector<Interval> intervals;
    std::vector<std::size_t> first_interval;
    std::vector<Cut> cuts;
    std::vector<Nesting> circle; // of locks, in which tasks can wait for each other for ever

    bool has_parts() const
    {
        return !intervals.empty();
    }
};

// The chunks and sections of a task; none in a set without parts.
inline std::span<const Interval> intervals_of(const TaskSet &set, std::size_t task)
{
    if (!set.has_parts()) {
        return {};
    }
    const std::size_t first = set.first_interval[task];
    return {set.intervals.data() + first, set.first_interval[task + 1] - first};
}

inline std::span<Interval> intervals_of(TaskSet &set, std::size_t task)
{
    const auto all = intervals_of(static_cast<const TaskSet &>(set), task);
    return {const_cast<Interval *>(all.data()), all.size()};
}

// Whether a section of a task begins inside of another part of it. Parts are nested, so of two that
// begin together the longer one is the outer one.
inline bool is_inside(const Interval &inner, const Interval &outer)
{
    return inner.begin >= outer.begin && inner.begin < outer.end &&
           (inner.begin > outer.begin || inner.end < outer.end || &inner > &outer);
}

// Whether all numbers of a set can be analysed: works, periods and deadlines of at least 1, no
// negative jitter, nothing above the limits, no threshold above its priority.
bool is_valid(const Columns &columns);

// Fill a set from columns that are valid. Keeps the memory of an earlier use.
void load(TaskSet &set, const Columns &columns);

// Add chunks and sections. `parts` of a task that has chunks cover its work.
void load_parts(TaskSet &set, const Part *parts, std::size_t count);

// Add the waits for shared mutexes, in the order of the input; negative: without bound. If all are 0,
// no job waits, and nothing is added. After the parts.
void load_waits(TaskSet &set, const Time *waits);

// Change the work of all tasks; plain sets only. The columns are in the order of the input.
void change_work(TaskSet &set, const Time *work);

} // namespace limen::analysis
