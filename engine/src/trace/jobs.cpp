// SPDX-License-Identifier: Apache-2.0
// Jobs: how long threads took from a release, or a wake-up, to their end.
#include "trace/blocks.hpp"
#include "trace/meter.hpp"

#include <numeric>

namespace limen::trace
{

namespace
{

// A job before it is measured.
struct End {
    Tick release;
    Place at;
    Lane lane;
    bool is_job;
    bool is_missed;
};

// Finds the jobs and activations that have a start and an end in the trace.
class Ends
{
  public:
    Ends(const Trace &trace, const Moves &moves)
        : trace_{trace}, moves_{moves}, threads_(trace.lanes.size())
    {
        ends_.reserve(std::min(moves.ready.at.size(), moves.suspend.at.size()) +
                      moves.releases.at.size());
        for (const Lane lane : moves.releases.released) {
            thread(lane).is_periodic = true;
        }
    }

    // The moves about jobs, in the order of time; all are at events of their own.
    std::vector<End> find()
    {
        const Releases &releases = moves_.releases;
        std::size_t ready = 0, suspend = 0, done = 0, missed = 0, lost = 0;
        const auto place = [](const std::vector<Place> &at, std::size_t row) {
            return row < at.size() ? at[row] : no_more;
        };
        const std::size_t count = moves_.ready.at.size() + moves_.suspend.at.size() +
                                  releases.at.size() + releases.missed_at.size() +
                                  moves_.lost.size();
        for_each_row(count, [&](std::size_t) {
            const Place at[] = {place(moves_.ready.at, ready), place(moves_.suspend.at, suspend),
                                place(releases.at, done), place(releases.missed_at, missed),
                                place(moves_.lost, lost)};
            const Place first = *std::min_element(std::begin(at), std::end(at));
            if (at[0] == first) {
                becomes_ready(first, moves_.ready.lane[ready++]);
            } else if (at[1] == first) {
                stops(first, moves_.suspend.lane[suspend++]);
            } else if (at[2] == first) {
                completes(first, releases.lane[done], releases.response[done]);
                done++;
            } else if (at[3] == first) {
                misses(releases.missed_lane[missed++]);
            } else {
                lose(moves_.lost[lost++]);
            }
        });
        return std::move(ends_);
    }

  private:
    struct Thread {
        bool is_periodic = false;
        bool is_late = false;       // in its activation
        Place active = no_place;    // begin of its activation
        Place completed = no_place; // row of its newest job
    };

    Thread &thread(Lane lane)
    {
        return threads_[index_of(lane)];
    }

    void becomes_ready(Place at, Lane lane)
    {
        if (lane > idle && !thread(lane).is_periodic && thread(lane).active == no_place) {
            thread(lane).active = at;
            thread(lane).is_late = false;
        }
    }

    void stops(Place at, Lane lane)
    {
        if (lane > idle && thread(lane).active != no_place) {
            const Place begin = std::max(thread(lane).active, std::min(moves_.started, at));
            const Tick release = trace_.time[index_of(begin)];
            ends_.push_back({release, at, lane, false, thread(lane).is_late});
            thread(lane).active = no_place;
        }
    }

    // A job that was released before the trace does not count.
    void completes(Place at, Lane lane, Tick response)
    {
        if (lane <= idle || !thread(lane).is_periodic) {
            return;
        }
        thread(lane).completed = no_place;
        const Tick release = trace_.time[index_of(at)] - response;
        if (release >= trace_.time[index_of(begin_)]) {
            thread(lane).completed = static_cast<Place>(ends_.size());
            ends_.push_back({release, at, lane, true, false});
        }
    }

    // The kernel records it right after the completion.
    void misses(Lane lane)
    {
        if (lane > idle) {
            thread(lane).is_late = true;
            if (thread(lane).completed != no_place) {
                ends_[index_of(thread(lane).completed)].is_missed = true;
            }
        }
    }

    // Open jobs do not get an end.
    void lose(Place at)
    {
        begin_ = std::min(at + 1, static_cast<Place>(trace_.count()) - 1);
        for (Thread &one : threads_) {
            one.active = one.completed = no_place;
        }
    }

    const Trace &trace_;
    const Moves &moves_;
    std::vector<Thread> threads_; // by lane
    std::vector<End> ends_;       // at rises
    Place begin_ = 0;             // the first event behind the newest loss
};

class JobRows
{
  public:
    JobRows(const Trace &trace, Analysis &analysis)
        : trace_{trace}, states_{analysis.states}, jobs_{analysis.jobs}
    {
    }

    // Jobs by lane and then by time.
    void write(const std::vector<End> &ends, const Interruptions &inside)
    {
        const std::size_t lanes = trace_.lanes.size();
        const std::vector<Place> first = starts_of(ends, lanes);
        std::vector<Place> next = first;
        resize(ends.size());
        for_each_row(ends.size(), [&](std::size_t from) {
            const End &end = ends[from];
            const auto to = index_of(next[index_of(end.lane)]++);
            jobs_.lane[to] = end.lane;
            jobs_.is_job[to] = end.is_job ? 1 : 0;
            jobs_.end_at[to] = end.at;
            jobs_.release.set(to, end.release);
            jobs_.end.set(to, trace_.time[index_of(end.at)]);
            jobs_.response.set(to, jobs_.end[to] - end.release);
            jobs_.missed[to] = end.is_missed ? 1 : 0;
        });
        for (std::size_t lane = 0; lane < lanes; lane++) {
            if (first[lane] < first[lane + 1]) {
                measure(static_cast<Lane>(lane), inside, index_of(first[lane]),
                        index_of(first[lane + 1]));
            }
        }
    }

  private:
    void resize(std::size_t count)
    {
        jobs_.lane.resize(count);
        jobs_.is_job.resize(count);
        jobs_.end_at.resize(count);
        const Tick zero = trace_.time.empty() ? 0 : trace_.time.front();
        jobs_.release.assign(count, zero);
        jobs_.end.assign(count, zero);
        Jobs::each_measure(jobs_,
                           [count](const char *, Narrow<Tick> &ticks) { ticks.assign(count, 0); });
        jobs_.interval.assign(count, -1);
        jobs_.missed.resize(count);
    }

    // The data of a job at its start.
    struct Start {
        Spent spent;
        Tick runs; // for the first time; its end, if it never does
    };

    // The jobs of a lane: what it has spent until the end of each, less that until its release.
    void measure(Lane lane, const Interruptions &inside, std::size_t first, std::size_t last)
    {
        Meter at_release(trace_, states_, inside, lane);
        Meter at_end(trace_, states_, inside, lane);
        const std::vector<Start> starts = starts_apart(at_release, first, last);
        for_each_row(last - first, [&](std::size_t from) {
            const std::size_t row = first + from;
            const Start start = starts.empty() ? start_of(at_release, row) : starts[from];
            const Spent spent = at_end.until(jobs_.end[row]);
            const Tick interrupted = spent.interrupted - start.spent.interrupted;
            const Tick running = spent.running - start.spent.running;
            const Tick ready = spent.ready - start.spent.ready;
            jobs_.start_latency.set(row, start.runs - jobs_.release[row]);
            jobs_.execution.set(row, running - interrupted);
            jobs_.ready.set(row, ready);
            jobs_.interrupted.set(row, interrupted);
            // One that neither runs nor is ready waits, also for a first release that comes late.
            jobs_.waiting.set(row, jobs_.response[row] - running - ready);
            jobs_.interval.set(row,
                               row == first ? -1 : jobs_.release[row] - jobs_.release[row - 1]);
        });
    }

    Start start_of(Meter &meter, std::size_t row) const
    {
        const Spent spent = meter.until(jobs_.release[row]);
        const Tick end = jobs_.end[row];
        return {spent, std::min(meter.first_run(jobs_.release[row], end), end)};
    }

    // The beginnings of jobs that were released in another order than they end, since times only
    // rise for a meter; otherwise none.
    std::vector<Start> starts_apart(Meter &meter, std::size_t first, std::size_t last) const
    {
        std::vector<Start> starts;
        const auto begin = jobs_.release.begin();
        if (std::is_sorted(begin + static_cast<std::ptrdiff_t>(first),
                           begin + static_cast<std::ptrdiff_t>(last))) {
            return starts;
        }
        std::vector<std::size_t> order(last - first);
        std::iota(order.begin(), order.end(), first);
        std::sort(order.begin(), order.end(), [this](std::size_t one, std::size_t other) {
            return jobs_.release[one] < jobs_.release[other];
        });
        starts.resize(last - first);
        for (const std::size_t row : order) {
            starts[row - first] = start_of(meter, row);
        }
        return starts;
    }

    const Trace &trace_;
    const States &states_;
    Jobs &jobs_;
};

} // namespace

void find_jobs(const Trace &trace, Analysis &analysis)
{
    const std::vector<End> ends = Ends(trace, analysis.moves).find();
    const Interruptions inside = InterruptionRows(trace.lanes.size()).find(trace, analysis.moves);
    JobRows(trace, analysis).write(ends, inside);
}

} // namespace limen::trace
