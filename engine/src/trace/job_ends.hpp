// SPDX-License-Identifier: Apache-2.0
// Finds the jobs and activations that have a start and an end in the trace.
#pragma once

#include "trace/analysis.hpp"
#include "trace/blocks.hpp"
#include "trace/cursors.hpp"

#include <algorithm>

namespace limen::trace
{

// Jobs that are not measured yet, in the order in which they end.
class JobEnds
{
  public:
    JobEnds(const Trace &trace, const Moves &moves)
        : trace_{trace}, moves_{moves}, threads_(trace.lanes.size())
    {
        ends_.reserve(std::min(moves.ready.at.size(), moves.suspend.at.size()) +
                      moves.releases.at.size());
        for (const Lane lane : moves.releases.released) {
            thread(lane).is_periodic = true;
        }
    }

    void ready(Place at, Lane lane)
    {
        if (!thread(lane).is_periodic && thread(lane).active == no_place) {
            follow(at);
            thread(lane).active = at;
            thread(lane).is_late = false;
        }
    }

    void stops(Place at, Lane lane)
    {
        if (thread(lane).active != no_place) {
            follow(at);
            const Place begin = std::max(thread(lane).active, std::min(moves_.started, at));
            ends_.push_back({trace_.time[index_of(begin)], at, lane, false, thread(lane).is_late});
            thread(lane).active = no_place;
        }
    }

    // Open jobs do not get an end.
    void lost(Place at)
    {
        follow(at);
        begin_ = std::min(at + 1, static_cast<Place>(trace_.count()) - 1);
        for (Thread &one : threads_) {
            one.active = one.completed = no_place;
        }
    }

    // Writes the jobs by lane and then by time.
    void sort(Jobs &jobs)
    {
        follow(no_more);
        resize(jobs);
        for_each_by_lane(ends_, starts_of(ends_, threads_.size()),
                         [&](const End &end, std::size_t to) {
                             jobs.lane[to] = end.lane;
                             jobs.is_job[to] = end.is_job ? 1 : 0;
                             jobs.end_at[to] = end.at;
                             jobs.release.set(to, end.release);
                             const Tick time = trace_.time[index_of(end.at)];
                             jobs.end.set(to, time);
                             jobs.response.set(to, time - end.release);
                             jobs.missed[to] = end.is_missed ? 1 : 0;
                         });
    }

  private:
    struct End {
        Tick release;
        Place at;
        Lane lane;
        bool is_job;
        bool is_missed;
    };
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

    // Takes the completions and missed deadlines before an event. All are at events of their own.
    void follow(Place at)
    {
        const Releases &releases = moves_.releases;
        const auto place = [](const std::vector<Place> &all, std::size_t row) {
            return row < all.size() ? all[row] : no_more;
        };
        while (true) {
            const Place done = place(releases.at, done_);
            const Place missed = place(releases.missed_at, missed_);
            if (std::min(done, missed) >= at) {
                return;
            }
            if (done < missed) {
                completes(done, releases.lane[done_], releases.response[done_]);
                done_++;
            } else {
                misses(releases.missed_lane[missed_++]);
            }
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

    void resize(Jobs &jobs) const
    {
        const std::size_t count = ends_.size();
        const Tick zero = trace_.time.empty() ? 0 : trace_.time.front();
        jobs.lane.resize(count);
        jobs.is_job.resize(count);
        jobs.end_at.resize(count);
        jobs.release.assign(count, zero);
        jobs.end.assign(count, zero);
        jobs.response.assign(count, 0);
        jobs.missed.resize(count);
    }

    const Trace &trace_;
    const Moves &moves_;
    std::vector<Thread> threads_;       // by lane
    std::vector<End> ends_;             // at rises
    std::size_t done_ = 0, missed_ = 0; // next rows
    Place begin_ = 0;                   // the first event behind the newest loss
};

} // namespace limen::trace
