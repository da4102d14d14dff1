// SPDX-License-Identifier: Apache-2.0
// The recurrences of one task, solved step by step; response.hpp has the equations. Internal to the
// files that build jobs.
#pragma once

#include "analysis/response.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace limen::analysis
{

// No time of the analysis passes this one; see TaskSet::inverse.
inline constexpr double horizon = 562949953421312.0; // 2^49
inline constexpr int iterations_max = 1 << 22;       // for the response of one task
inline constexpr double jobs_max = 1 << 20;
inline constexpr double failed = -1;
inline constexpr double rounding = 1e-9; // more than the relative error of any sum of doubles here
// Adding this number rounds to a whole number, as one is the weight of its last digit.
inline constexpr double magic = 6755399441055744.0; // 1.5 * 2^52

using Pair = double __attribute__((vector_size(16)));
using Bits = std::int64_t __attribute__((vector_size(16)));

// The releases of some tasks in an interval that begins at 0.
struct Releases {
    double work;
    double next; // not after the first release behind the interval
};

inline Pair pair_at(const double *column)
{
    Pair pair;
    __builtin_memcpy(&pair, column, sizeof pair);
    return pair;
}

inline double jobs_in(const TaskSet &set, std::size_t task, double time)
{
    return (time * set.inverse[task] + set.shift[task] + magic) - magic;
}

// The releases of the first `count` tasks in [0, time].
inline Releases released(const TaskSet &set, const double *work, std::size_t count, double time)
{
    // The second task of the last pair is behind the prefix if `count` is odd: its work does not
    // count then. Its release may count, because an early `next` is allowed. This needs no branch,
    // and the loop ends at the same place for two counts.
    static constexpr Bits counted[] = {{-1, -1}, {-1, 0}};
    if (count == 0) {
        return {0, never};
    }
    Pair sum = {0, 0};
    Pair next = {never, never};
    const auto add = [&](std::size_t index, Bits mask) {
        const Pair jobs =
            (time * pair_at(&set.inverse[index]) + pair_at(&set.shift[index]) + magic) - magic;
        const Pair release = jobs * pair_at(&set.period[index]) - pair_at(&set.jitter[index]);
        sum += jobs * std::bit_cast<Pair>(std::bit_cast<Bits>(pair_at(work + index)) & mask);
        next = release < next ? release : next;
    };
    std::size_t index = 0;
    for (; index + 2 < count; index += 2) {
        add(index, counted[0]);
    }
    add(index, counted[count % 2]);
    return {sum[0] + sum[1], std::min(next[0], next[1])};
}

// The recurrences of one task.
class Recurrence
{
  public:
    Recurrence(const TaskSet &tasks, const Interference &interference, const Blocking &blocked,
               const Query &query)
        : set{tasks}, others{interference}, task{query.task},
          work{tasks.work[task] + interference.own}, last{tasks.last[task]}, blocking{blocked.one +
                                                                                      blocked.sum},
          // Releases at the start instant come too late in continuous time: the blocking task was
          // dispatched a moment before the others were released, unless it began at that instant.
          before_start{query.model == Model::continuous && blocking > 0 && !blocked.at_once ? 1.0
                                                                                            : 0.0},
          before_finish{interference.at_finish ? 0.0 : 1.0}
    {
    }

    // Sets the work of jobs of equal priority that run first, if `others` are more urgent.
    void let_ahead(double of_peers)
    {
        ahead = of_peers;
    }

    // Start of the last chunk of a job, at least `from`.
    double start(double job, double from)
    {
        const double base = blocking + ahead + job * work + (work - last);
        return fixed_point(std::max(from, earliest(base)), [&](double time) {
            return step(base, others.count, time, before_start);
        });
    }

    // Finish of a job that the first `count` tasks delay after its start.
    double finish(double start, std::size_t count)
    {
        const double base = start + last;
        if (count == 0) {
            return base;
        }
        // A later finish releases at least as many jobs as the start did: no term is negative.
        const auto [counted, next] = interfering(count, start - before_start);
        if (base < next + before_finish) {
            return base;
        }
        const double rest = base - counted;
        return fixed_point(base,
                           [&](double time) { return step(rest, count, time, before_finish); });
    }

    // Finish of a job that all tasks of hp(i) can delay until then: the start does not matter.
    double preemptive_finish(double job, double from)
    {
        const double base = blocking + (job + 1) * work;
        return fixed_point(std::max(from, earliest(base)), [&](double time) {
            return step(base, others.count, time, before_finish);
        });
    }

    // End of the level-i active period, which is not before `from`. If it is later than `next`, the
    // result can be any time beyond `next`.
    double length(double from, double next)
    {
        // If all released work is done at some instant, the period has ended.
        if (from <= next && (surely_done_by(next) || step_of_all(next).value <= next)) {
            return next;
        }
        return fixed_point(
            from, [&](double time) { return step_of_all(time); }, next);
    }

    // End of the level-i active period itself.
    double whole_length()
    {
        return fixed_point(blocking + work, [&](double time) { return step_of_all(time); });
    }

    // Whether releases at the instant of the finish can delay it.
    bool is_closed() const
    {
        return before_finish <= 0;
    }

    // Whether the active period ends early enough for one job, with its jitter, to meet a bound.
    bool ends_by(double time) const
    {
        return time >= 1 && !is_closed() &&
               (surely_done_by(time) || step(blocking + work, others.count, time, 1).value <= time);
    }

    // Whether the active period ends at all. `limit`: the iteration will show it.
    Status convergence() const
    {
        const double load = others.utilisation + work * set.inverse[task];
        if (load < 1 - 1e-9) {
            return Status::bounded;
        }
        return load > 1 + 1e-9 ? Status::overload : exact_convergence();
    }

  private:
    // A step of a recurrence: its right-hand side, and the time of its first change.
    struct Step {
        double value;
        double end;
    };

    // The next release of the task itself may stay in the result: it only makes a step shorter.
    Releases interfering(std::size_t count, double time) const
    {
        Releases all = released(set, others.work, count, time);
        if (count > task) {
            all.work -= others.work[task] * jobs_in(set, task, time);
        }
        return all;
    }

    // base + interference in [0, time - delay]
    Step step(double base, std::size_t count, double time, double delay) const
    {
        const auto [counted, next] = interfering(count, time - delay);
        return {base + counted, next + delay};
    }

    // Blocking and all work that the task and the others release in [0, time).
    Step step_of_all(double time) const
    {
        const double own = jobs_in(set, task, time - 1);
        const Step of_others = step(blocking, others.count, time, 1);
        const double end = own * set.period[task] - set.jitter[task] + 1;
        return {of_others.value + own * work, std::min(of_others.end, end)};
    }

    // A lower bound of the fixed points of base + interference: a task releases one job at least,
    // floor(x / T) + 1 > x / T, and ceil(x / T) >= x / T.
    double earliest(double base) const
    {
        const double slope = 1 - others.utilisation + rounding;
        const double line = (base + others.burst) / slope * (1 - 1e-12);
        return std::max(base + others.once, slope > 0 ? (line - 0.5 + magic) - magic : horizon);
    }

    // Whether all work that is released before `time` is done by then, even if each task released a
    // job more than its share of the interval: true is certain, and needs no step.
    bool surely_done_by(double time) const
    {
        const double most = others.utilisation * time + others.burst + others.once +
                            work * ((time + set.jitter[task]) * set.inverse[task] + 1);
        return blocking + most * (1 + rounding) <= time;
    }

    // The least fixed point, from a time that is not above it; or any time beyond `enough`. A step
    // whose value is before its end has the same value there.
    template <class Function>
    double fixed_point(double time, Function function, double enough = horizon)
    {
        while (time < horizon && ++iterations < iterations_max) {
            if (time > enough) {
                return time;
            }
            const Step now = function(time);
            if (now.value < now.end) {
                const double fixed = std::max(time, now.value);
                return fixed < horizon ? fixed : failed;
            }
            time = now.value;
        }
        return failed;
    }

    // The sum of work / period as a fraction, as long as its denominator fits.
    Status exact_convergence() const
    {
        std::int64_t above = 0;
        std::int64_t below = 1;
        for (std::size_t index = 0; index < std::max(others.count, task + 1); ++index) {
            if (index >= others.count && index != task) {
                continue;
            }
            const auto period = static_cast<std::int64_t>(set.period[index]);
            const double cost = index == task ? work : others.work[index];
            const std::int64_t common = std::gcd(below, period);
            std::int64_t grown = 0;
            std::int64_t added = 0;
            if (__builtin_mul_overflow(above, period / common, &grown) ||
                __builtin_mul_overflow(static_cast<std::int64_t>(cost), below / common, &added) ||
                __builtin_add_overflow(grown, added, &above) ||
                __builtin_mul_overflow(below, period / common, &below)) {
                return Status::limit;
            }
        }
        // A full processor never makes up for a delay.
        const double delay = blocking + others.burst + set.jitter[task];
        const bool ends = above < below || (above == below && delay <= 0);
        return ends ? Status::bounded : Status::overload;
    }

    const TaskSet &set;
    const Interference &others;
    const std::size_t task;
    const double work;
    const double last;
    const double blocking;
    const double before_start;
    const double before_finish;
    double ahead = 0;
    int iterations = 0;
};

} // namespace limen::analysis
