// SPDX-License-Identifier: Apache-2.0
#include "analysis/response.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace limen::analysis {

// No time of the analysis passes this one; see TaskSet::inverse.
static constexpr double horizon = 562949953421312.0; // 2^49
static constexpr int iterations_max = 1 << 22;       // for the response of one task
static constexpr Time jobs_max = 1 << 20;
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
        // floor(x / T) + 1 >= (x + 1) / T, and ceil(x / T) >= x / T, give a lower bound.
        const double slope = 1 - others.utilisation + 1e-9;
        if (slope <= 0) {
            return failed;
        }
        const double sum = base + others.burst + (1 - before_start) * others.utilisation;
        const double line = std::floor(sum / slope * (1 - 1e-12));
        return fixed_point(std::max({from, base, line}), [&](double time) {
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
        return fixed_point(base, [&](double time) {
            return rest + interfering(others.finish_count, time - 1);
        });
    }

    // End of the level-i active period, which is not before `from`.
    double length(double from)
    {
        return fixed_point(from, [&](double time) {
            return blocking + interfering(others.start_count, time - 1) +
                   work * own_jobs(time - 1);
        });
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

    template <class Step> double fixed_point(double time, Step step)
    {
        while (time < horizon && ++iterations < iterations_max) {
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
        const bool ends = above < below || (above == below && blocking <= 0);
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

// Whether no job of the task is pending when job `job` is over, known without the active period.
static bool ends_here(const TaskSet &set, const Interference &others, const Query &query, double job,
                      double finish)
{
    const std::size_t task = query.task;
    const double next = (job + 1) * set.period[task] - set.jitter[task];
    if (query.model == Model::ws1999) {
        return finish <= next;
    }
    // Everything that is as urgent counts until the finish: then nothing of it is left.
    return others.finish_count == others.start_count && finish <= next;
}

Response respond(const TaskSet &set, const Interference &others, double blocking,
                 const Query &query)
{
    const std::size_t task = query.task;
    Recurrence recurrence{set, others, blocking, query};
    if (query.model != Model::ws1999 && recurrence.convergence() == Status::overload) {
        return none(Status::overload);
    }
    double worst = 0;
    double count = query.model == Model::ws1999 ? static_cast<double>(jobs_max) : 0;
    double start = 0;
    double finish = 0;
    for (double job = 0;; ++job) {
        start = recurrence.start(job, start + (job > 0 ? set.work[task] : 0));
        finish = start < 0 ? failed : recurrence.finish(start);
        if (finish < 0) {
            return none(Status::limit);
        }
        const double response = finish + set.jitter[task] - job * set.period[task];
        worst = std::max(worst, response);
        if (query.bound > 0 && worst > query.bound) {
            return none(Status::late);
        }
        if (query.jobs != nullptr) {
            query.jobs->push_back({static_cast<Time>(start), static_cast<Time>(finish),
                                   static_cast<Time>(response)});
        }
        if (ends_here(set, others, query, job, finish)) {
            break;
        }
        if (count <= 0) {
            const double length = recurrence.length(finish);
            if (length < 0) {
                return none(Status::limit);
            }
            count = recurrence.own_jobs(length - 1);
        }
        if (job + 1 >= count) {
            break;
        }
        if (job + 1 >= static_cast<double>(jobs_max)) {
            return none(Status::limit);
        }
    }
    if (query.period != nullptr) {
        *query.period = static_cast<Time>(recurrence.length(finish));
    }
    return {static_cast<Time>(worst), Status::bounded};
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
