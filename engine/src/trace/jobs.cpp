// SPDX-License-Identifier: Apache-2.0
// Jobs: the times that threads took from a release, or a wake-up, to their end. Findings need the
// beginning of each job, and the other numbers only of a few jobs: the rest is measured after them.
#include "trace/blocks.hpp"
#include "trace/meter.hpp"

#include <numeric>

namespace limen::trace
{

namespace
{

// The jobs first <= row < last of a lane.
struct JobsOfLane {
    Lane lane;
    std::size_t first, last;
};

template <class Use> void for_each_lane(const Jobs &jobs, Use use)
{
    for (std::size_t first = 0; first < jobs.lane.size();) {
        const std::size_t last = end_of_lane(jobs.lane, first);
        use(JobsOfLane{jobs.lane[first], first, last});
        first = last;
    }
}

// Calls use(row) in the order of releases, in which times only rise. Jobs may end in another one.
template <class Use> void for_each_release(const Jobs &jobs, const JobsOfLane &own, Use use)
{
    bool is_sorted = true;
    Tick newest = own.first < own.last ? jobs.release[own.first] : 0;
    for_each_row(own.last - own.first, [&](std::size_t at) {
        const Tick release = jobs.release[own.first + at];
        is_sorted = is_sorted && newest <= release;
        newest = release;
    });
    if (is_sorted) {
        for_each_row(own.last - own.first, [&](std::size_t at) { use(own.first + at); });
        return;
    }
    std::vector<std::size_t> order(own.last - own.first);
    std::iota(order.begin(), order.end(), own.first);
    std::sort(order.begin(), order.end(), [&jobs](std::size_t one, std::size_t other) {
        return jobs.release[one] < jobs.release[other];
    });
    for_each_row(order.size(), [&](std::size_t at) { use(order[at]); });
}

void measure(const Spent &before, const Spent &behind, std::size_t row, Jobs &jobs)
{
    const Tick interrupted = behind.interrupted - before.interrupted;
    const Tick running = behind.running - before.running;
    const Tick ready = behind.ready - before.ready;
    jobs.execution.set(row, running - interrupted);
    jobs.ready.set(row, ready);
    jobs.interrupted.set(row, interrupted);
    // A thread that neither runs nor is ready waits, also for a first release that comes late.
    jobs.waiting.set(row, jobs.response[row] - running - ready);
}

} // namespace

void find_starts(const Trace &trace, Analysis &analysis)
{
    Jobs &jobs = analysis.jobs;
    jobs.start_latency.assign(jobs.lane.size(), 0);
    jobs.interval.assign(jobs.lane.size(), -1);
    for_each_lane(jobs, [&](const JobsOfLane &own) {
        RunFinder runs(LaneStates(trace, analysis.states, own.lane));
        for_each_release(jobs, own, [&](std::size_t row) {
            const Tick release = jobs.release[row], end = jobs.end[row];
            jobs.start_latency.set(row, std::min(runs.from(release, end), end) - release);
            if (row > own.first) {
                jobs.interval.set(row, release - jobs.release[row - 1]);
            }
        });
    });
}

void measure_jobs(const Trace &trace, Analysis &analysis)
{
    Jobs &jobs = analysis.jobs;
    for (Narrow<Tick> *column : {&jobs.execution, &jobs.ready, &jobs.waiting, &jobs.interrupted}) {
        column->assign(jobs.lane.size(), 0);
    }
    std::vector<Spent> before;
    for_each_lane(jobs, [&](const JobsOfLane &own) {
        before.resize(own.last - own.first);
        Meter at_release(trace, analysis, own.lane);
        for_each_release(jobs, own, [&](std::size_t row) {
            before[row - own.first] = at_release.until(jobs.release[row]);
        });
        Meter at_end(trace, analysis, own.lane);
        for_each_row(own.last - own.first, [&](std::size_t at) {
            const std::size_t row = own.first + at;
            measure(before[at], at_end.until(jobs.end[row]), row, jobs);
        });
    });
}

Tick execution_of(const Trace &trace, const Analysis &analysis, std::size_t row)
{
    const Jobs &jobs = analysis.jobs;
    Meter meter(trace, analysis, jobs.lane[row]);
    meter.skip(jobs.release[row]);
    const Spent before = meter.until(jobs.release[row]);
    const Spent behind = meter.until(jobs.end[row]);
    return behind.running - before.running - (behind.interrupted - before.interrupted);
}

} // namespace limen::trace
