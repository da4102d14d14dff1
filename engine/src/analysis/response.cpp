// SPDX-License-Identifier: Apache-2.0
#include "analysis/response.hpp"
#include "analysis/in_order.hpp"
#include "analysis/recurrence.hpp"

namespace limen::analysis
{

static constexpr double jobs_of_overload = 1000; // of the test of 1999, which may end nevertheless

std::size_t finish_count_of(const TaskSet &set, std::size_t task, std::size_t count)
{
    if (set.locks[task] > 0) {
        return count; // the time for which it had lost its level while it waited
    }
    // Ordered by priority, so that those above the threshold are a prefix.
    std::size_t finish = 0;
    while (finish < task && set.priority[finish] < set.threshold[task]) {
        ++finish;
    }
    return finish;
}

static Response none(Status status)
{
    return {-1, status};
}

// The jobs of an active period, one after the other.
class Period
{
  public:
    Period(const TaskSet &tasks, const Query &asked, const Recurrence &equations,
           std::size_t start_count)
        : set{tasks}, query{asked}, recurrence{equations}, period{tasks.period[asked.task]},
          jitter{tasks.jitter[asked.task]}, finish_count{finish_count_of(tasks, asked.task,
                                                                         start_count)},
          is_preemptive{finish_count == start_count && !equations.is_closed()}
    {
    }

    Response respond()
    {
        const bool is_published = query.model == Model::ws1999;
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
                         : recurrence.length(std::max(length, least_length(job)), next);
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
    // The active period is not over before the job has finished. One that ends with an unlock can
    // finish after it.
    double least_length(double job) const
    {
        return recurrence.is_closed() ? (job + 1) * set.work[query.task] : finish;
    }

    // Start and finish of a job, from those of the job before it.
    bool run(double job)
    {
        const double work = job > 0 ? set.work[query.task] : 0;
        if (is_preemptive && query.jobs == nullptr) {
            finish = recurrence.preemptive_finish(job, finish + work);
            return finish >= 0;
        }
        start = recurrence.start(job, start + work);
        finish = start < 0 ? failed : recurrence.finish(start, finish_count);
        return finish >= 0;
    }

    const TaskSet &set;
    const Query &query;
    Recurrence recurrence;
    const double period;
    const double jitter;
    const std::size_t finish_count;
    // All tasks that are as urgent count until the finish, at which the active period can end.
    const bool is_preemptive;
    double start = 0;
    double finish = 0;
    double length = 0;
};

Response respond(const TaskSet &set, const Interference &others, const Blocking &blocking,
                 const Query &query)
{
    Response in_order{};
    if (is_served_in_order(set, others, query) &&
        respond_in_order(set, others, blocking, query, in_order)) {
        return in_order;
    }
    if (query.jobs != nullptr) {
        query.jobs->clear();
    }
    const Recurrence recurrence{set, others, blocking, query};
    if (query.bound > 0 && query.model != Model::ws1999 && query.bound <= set.period[query.task] &&
        recurrence.ends_by(query.bound - set.jitter[query.task])) {
        return {static_cast<Time>(query.bound), Status::bounded};
    }
    return Period{set, query, recurrence, others.count}.respond();
}

Interference interference_of(const TaskSet &set, std::size_t index)
{
    const std::size_t end = set.peers_end[index];
    const bool has_peers_behind = end > index + 1;
    const std::size_t count = has_peers_behind ? end : index;
    const double own = has_peers_behind ? set.utilisation[index + 1] - set.utilisation[index] : 0;
    return {set.work.data(), count, set.utilisation[count] - own,
            set.burst[count] - own * set.jitter[index],
            set.once[count] - (has_peers_behind ? set.work[index] : 0)};
}

double length_of_period(const TaskSet &set, const Interference &others, const Blocking &blocking,
                        const Query &query)
{
    Recurrence recurrence{set, others, blocking, query};
    return recurrence.convergence() == Status::bounded ? recurrence.whole_length() : failed;
}

bool jobs_of_period(const TaskSet &set, const Interference &others, const Blocking &blocking,
                    const Query &query, std::vector<double> &jobs)
{
    const double length = length_of_period(set, others, blocking, query);
    if (length < 0) {
        return false;
    }
    jobs.resize(set.peers_end[query.task]);
    for (std::size_t task = 0; task < jobs.size(); ++task) {
        jobs[task] = jobs_in(set, task, length);
    }
    return true;
}

} // namespace limen::analysis
