// SPDX-License-Identifier: Apache-2.0
#include "analysis/response.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace limen::analysis
{

// No time of the analysis passes this one; see TaskSet::inverse.
static constexpr double horizon = 562949953421312.0; // 2^49
static constexpr int iterations_max = 1 << 22;       // for the response of one task
static constexpr double jobs_max = 1 << 20;
static constexpr double jobs_of_overload = 1000; // of the test of 1999, which may end nevertheless
static constexpr double failed = -1;

using Pair = double __attribute__((vector_size(16)));

static inline Pair pair_at(const double *column)
{
    Pair pair;
    __builtin_memcpy(&pair, column, sizeof pair);
    return pair;
}

// Work that the first `count` tasks release in [0, time].
static inline double released(const TaskSet &set, const double *work, std::size_t count,
                              double time)
{
    // Adding this number rounds to a whole number, as one is the weight of its last digit.
    constexpr double magic = 6755399441055744.0; // 1.5 * 2^52
    const double *inverse = set.inverse.data();
    const double *shift = set.shift.data();
    Pair sum = {0, 0};
    std::size_t index = 0;
    for (; index + 2 <= count; index += 2) {
        const Pair jobs =
            (time * pair_at(inverse + index) + pair_at(shift + index) + magic) - magic;
        sum += jobs * pair_at(work + index);
    }
    double total = sum[0] + sum[1];
    if (index < count) {
        total += ((time * inverse[index] + shift[index] + magic) - magic) * work[index];
    }
    return total;
}

// The recurrences of one task.
class Recurrence
{
  public:
    Recurrence(const TaskSet &tasks, const Interference &interference, double blocked,
               const Query &query)
        : set{tasks}, others{interference}, task{query.task}, work{tasks.work[task]},
          last{tasks.last[task]}, blocking{blocked},
          // Releases at the start instant come too late in continuous time: the blocking task
          // began a moment before the others were released.
          before_start{query.model == Model::continuous && blocked > 0 ? 1.0 : 0.0}
    {
    }

    // Start of the last chunk of a job, at least `from`.
    double start(double job, double from)
    {
        const double base = blocking + job * work + (work - last);
        return fixed_point(std::max({from, base, line(base)}), [&](double time) {
            return base + interfering(others.start_count, time - before_start);
        });
    }

    double finish(double start)
    {
        const double base = start + last;
        if (others.finish_count == 0) {
            return base;
        }
        // A later finish releases at least as many jobs as the start did: no term is negative.
        const double rest = base - interfering(others.finish_count, start - before_start);
        return fixed_point(
            base, [&](double time) { return rest + interfering(others.finish_count, time - 1); });
    }

    // Finish of a job that all tasks of hp(i) can delay until then: the start does not matter.
    double preemptive_finish(double job, double from)
    {
        const double base = blocking + (job + 1) * work;
        return fixed_point(std::max({from, base, line(base)}), [&](double time) {
            return base + interfering(others.start_count, time - 1);
        });
    }

    // End of the level-i active period, which is not before `from`. What counts is whether it is
    // later than `next`: the result can be any time beyond it.
    double length(double from, double next)
    {
        const auto step = [&](double time) {
            return blocking + interfering(others.start_count, time - 1) + work * own_jobs(time - 1);
        };
        // If all that was released is done at some instant, the period has ended.
        if (from <= next && step(next) <= next) {
            return next;
        }
        return fixed_point(from, step, next);
    }

    // Whether the active period ends early enough for one job, with its jitter, to meet a bound.
    bool ends_by(double time) const
    {
        return time >= 1 && blocking + work + interfering(others.start_count, time - 1) <= time;
    }

    // Jobs of the task itself that arrive before an instant.
    double own_jobs(double time) const
    {
        constexpr double magic = 6755399441055744.0;
        return (time * set.inverse[task] + set.shift[task] + magic) - magic;
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
    double interfering(std::size_t count, double time) const
    {
        const double sum = released(set, others.work, count, time);
        return count <= task ? sum : sum - others.work[task] * own_jobs(time);
    }

    // A lower bound of the fixed points of base + interference: floor(x / T) + 1 > x / T, and
    // ceil(x / T) >= x / T.
    double line(double base) const
    {
        const double slope = 1 - others.utilisation + 1e-9;
        return slope > 0 ? std::floor((base + others.burst) / slope * (1 - 1e-12)) : horizon;
    }

    // The least fixed point, from a time that is not above it; or any time beyond `enough`.
    template <class Step> double fixed_point(double time, Step step, double enough = horizon)
    {
        while (time < horizon && ++iterations < iterations_max) {
            if (time > enough) {
                return time;
            }
            const double next = step(time);
            if (next <= time) {
                return time;
            }
            time = next;
        }
        return failed;
    }

    // The sum of work / period as a fraction, as long as its denominator fits.
    Status exact_convergence() const
    {
        std::int64_t above = 0;
        std::int64_t below = 1;
        for (std::size_t index = 0; index < std::max(others.start_count, task + 1); ++index) {
            if (index >= others.start_count && index != task) {
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
    int iterations = 0;
};

static Response none(Status status)
{
    return {-1, status};
}

// The jobs of an active period, one after the other.
class Period
{
  public:
    Period(const TaskSet &tasks, const Interference &interference, double blocking,
           const Query &asked)
        : set{tasks}, query{asked}, recurrence{tasks, interference, blocking, asked},
          period{tasks.period[asked.task]}, jitter{tasks.jitter[asked.task]},
          is_preemptive{interference.finish_count == interference.start_count}
    {
    }

    Response respond()
    {
        const bool is_published = query.model == Model::ws1999;
        if (query.bound > 0 && !is_published && query.bound <= period &&
            recurrence.ends_by(query.bound - jitter)) {
            return {static_cast<Time>(query.bound), Status::bounded};
        }
        const bool ends = recurrence.convergence() != Status::overload;
        if (!ends && !is_published) {
            return none(Status::overload);
        }
        double worst = 0;
        for (double job = 0; job < (ends ? jobs_max : jobs_of_overload); ++job) {
            if (!run(job)) {
                return none(Status::limit);
            }
            const double response = finish + jitter - job * period;
            worst = std::max(worst, response);
            if (query.bound > 0 && worst > query.bound) {
                return none(Status::late);
            }
            if (query.jobs != nullptr) {
                query.jobs->push_back({static_cast<Time>(start), static_cast<Time>(finish),
                                       static_cast<Time>(response)});
            }
            const double next = (job + 1) * period - jitter;
            length = is_published || is_preemptive
                         ? std::max(length, finish)
                         : recurrence.length(std::max(length, finish), next);
            if (length < 0) {
                return none(Status::limit);
            }
            if ((is_published ? finish : length) <= next) {
                return {static_cast<Time>(worst), Status::bounded};
            }
        }
        return none(Status::limit);
    }

  private:
    // Start and finish of a job, from those of the job before it.
    bool run(double job)
    {
        const double work = job > 0 ? set.work[query.task] : 0;
        if (is_preemptive && query.jobs == nullptr) {
            finish = recurrence.preemptive_finish(job, finish + work);
            return finish >= 0;
        }
        start = recurrence.start(job, start + work);
        finish = start < 0 ? failed : recurrence.finish(start);
        return finish >= 0;
    }

    const TaskSet &set;
    const Query &query;
    Recurrence recurrence;
    const double period;
    const double jitter;
    // Everything that is as urgent counts until the finish: there, the active period can end.
    const bool is_preemptive;
    double start = 0;
    double finish = 0;
    double length = 0;
};

Response respond(const TaskSet &set, const Interference &others, double blocking,
                 const Query &query)
{
    return Period{set, others, blocking, query}.respond();
}

Interference interference_of(const TaskSet &set, std::size_t index)
{
    const std::size_t end = set.peers_end[index];
    std::size_t finish = 0;
    if (set.can_wait[index] != 0) {
        finish = end; // what it lost its level to while it waited
    } else {
        // Ordered by priority, so that those above the threshold are a prefix.
        while (finish < index && set.priority[finish] < set.threshold[index]) {
            ++finish;
        }
    }
    const bool has_peers_behind = end > index + 1;
    const double own = has_peers_behind ? set.utilisation[index + 1] - set.utilisation[index] : 0;
    const double own_burst = has_peers_behind ? own * set.jitter[index] : 0;
    const std::size_t count = has_peers_behind ? end : index;
    if (finish > count) {
        finish = count;
    }
    return {set.work.data(), count, finish, set.utilisation[count] - own,
            set.burst[count] - own_burst};
}

double counted(const Blocking &blocking, Model model)
{
    const double one = model == Model::tight ? std::max(0.0, blocking.one - 1) : blocking.one;
    return one + blocking.inherited;
}

} // namespace limen::analysis
