// SPDX-License-Identifier: Apache-2.0
#include "analysis/in_order.hpp"
#include "analysis/recurrence.hpp"

#include <cmath>

namespace limen::analysis
{

namespace
{

// The jobs of a task among those of equal priority, which are served in the order in which they
// come. A job comes when it is released, or when the job before it ends, if that is later.
class Queue
{
  public:
    Queue(const TaskSet &tasks, const Query &asked, const Interference &interference,
          const Blocking &blocking)
        : set{tasks}, query{asked}, all{interference}, urgent{more_urgent(tasks, interference)},
          recurrence{tasks, urgent, blocking, asked}, whole{tasks, interference, blocking, asked},
          finish_count{finish_count_of(tasks, asked.task, urgent.count)}
    {
    }

    // Whether it can be computed; the response is then in `response`.
    bool respond(Response &response)
    {
        if (whole.convergence() != Status::bounded) {
            return false;
        }
        length = whole.whole_length();
        if (length < 0 || !find_phases()) {
            return false;
        }
        double worst = 0;
        for (const double phase : phases) {
            if (!run(phase, worst)) {
                return false;
            }
            if (query.bound > 0 && worst > query.bound) {
                response = {-1, Status::late};
                return true;
            }
        }
        response = {static_cast<Time>(worst), Status::bounded};
        return true;
    }

  private:
    static constexpr std::size_t phases_max = 1000;

    Interference more_urgent(const TaskSet &tasks, Interference others) const
    {
        others.utilisation = others.burst = others.once = 0;
        std::size_t count = 0;
        for (; tasks.priority[count] < tasks.priority[query.task]; ++count) {
            const double share = others.work[count] * tasks.inverse[count];
            others.utilisation += share;
            others.burst += share * tasks.jitter[count];
            others.once += others.work[count];
        }
        others.count = count;
        return others;
    }

    // The first releases of the task in an active period that can be the worst: with a release of
    // another one, or at the beginning.
    bool find_phases()
    {
        phases.assign(1, 0);
        for (std::size_t peer = urgent.count; peer < all.count; ++peer) {
            for (double job = 0; peer != query.task; ++job) {
                const double release = job * set.period[peer] - set.jitter[peer];
                if (release >= length) {
                    break;
                }
                if (release > 0) {
                    const double own = set.period[query.task];
                    phases.push_back(release - std::floor(release / own) * own);
                }
                if (phases.size() > phases_max) {
                    return false;
                }
            }
        }
        std::sort(phases.begin(), phases.end());
        phases.erase(std::unique(phases.begin(), phases.end()), phases.end());
        return true;
    }

    // The jobs of an active period with this phase.
    bool run(double phase, double &worst)
    {
        const double work = set.work[query.task];
        double finish = 0;
        double start = 0;
        for (double job = 0;; ++job) {
            const double release = phase + job * set.period[query.task];
            if (release >= length && job > 0) {
                return true;
            }
            recurrence.let_ahead(of_peers(std::max(release, finish)));
            start = recurrence.start(job, std::max(release, job > 0 ? start + work : 0));
            finish = start < 0 ? failed : recurrence.finish(start, finish_count);
            if (finish < 0 || job >= jobs_max) {
                return false;
            }
            const double response = finish + set.jitter[query.task] - release;
            worst = std::max(worst, response);
            if (query.jobs != nullptr && phase == 0) {
                query.jobs->push_back({static_cast<Time>(start), static_cast<Time>(finish),
                                       static_cast<Time>(response)});
            }
        }
    }

    double of_peers(double until) const
    {
        double sum = 0;
        for (std::size_t peer = urgent.count; peer < all.count; ++peer) {
            sum += peer != query.task ? jobs_in(set, peer, until) * all.work[peer] : 0;
        }
        return sum;
    }

    const TaskSet &set;
    const Query &query;
    const Interference &all;
    const Interference urgent;
    Recurrence recurrence; // with the more urgent tasks
    Recurrence whole;      // with all tasks, for the active period
    const std::size_t finish_count;
    double length = 0;
    std::vector<double> phases;
};

} // namespace

// Whether the jobs are served in the order in which they come. Interrupts are not, and a job that
// waits for a mutex comes a second time.
bool is_served_in_order(const TaskSet &set, const Interference &others, const Query &query)
{
    const std::size_t task = query.task;
    const bool has_peers =
        others.count > task || (task > 0 && set.priority[task - 1] == set.priority[task]);
    return has_peers && set.priority[task] >= 0 && set.locks[task] <= 0 && set.waits.empty() &&
           query.model != Model::ws1999;
}

bool respond_in_order(const TaskSet &set, const Interference &others, const Blocking &blocking,
                      const Query &query, Response &response)
{
    return Queue{set, query, others, blocking}.respond(response);
}

} // namespace limen::analysis
