// SPDX-License-Identifier: Apache-2.0
// The time of a thread until an instant, by state: running, ready, interrupted. A thread runs on
// one core at a time, and all parts follow from its states, so that they add up.
#pragma once

#include "trace/analysis.hpp"
#include "trace/cursors.hpp"

#include <algorithm>

namespace limen::trace
{

// The states of a lane: first <= row < last.
class LaneStates
{
  public:
    LaneStates(const Trace &trace, const States &states, Lane lane)
        : first{states.first[index_of(lane)]}, last{states.first[index_of(lane) + 1]},
          trace_{trace}, states_{states}
    {
    }

    Tick at(Place event) const
    {
        return trace_.time[index_of(event)];
    }
    Tick begin(Place row) const
    {
        return at(states_.begin[index_of(row)]);
    }
    Tick end(Place row) const
    {
        const Place event = states_.end[index_of(row)];
        return event == no_place ? trace_.time.back() : at(event);
    }
    State state(Place row) const
    {
        return states_.state[index_of(row)];
    }
    // A row that begins and ends at one event does not count: another core took the thread at once.
    bool runs(Place row) const
    {
        return state(row) == State::running &&
               states_.begin[index_of(row)] != states_.end[index_of(row)];
    }

    Place first, last;

  private:
    const Trace &trace_;
    const States &states_;
};

// Finds when a lane runs next, at times that rise.
class RunFinder
{
  public:
    explicit RunFinder(const LaneStates &states) : states_{states}, next_{states.first}
    {
    }

    // The first time at which it runs, from a time on; `never` if it does not run.
    Tick from(Tick time, Tick never)
    {
        while (next_ < states_.last && !(states_.runs(next_) && states_.end(next_) > time)) {
            next_++;
        }
        return next_ < states_.last ? std::max(states_.begin(next_), time) : never;
    }

  private:
    LaneStates states_;
    Place next_; // row
};

// Ticks that a lane spent in some way.
struct Spent {
    Tick running = 0, ready = 0, interrupted = 0;
};

// Adds up the states of a lane until times that rise.
class Meter
{
  public:
    Meter(const Trace &trace, const Analysis &analysis, Lane lane)
        : states_{trace, analysis.states, lane}, inside_{analysis.interruptions},
          row_{states_.first}, span_{inside_.first[index_of(lane)]},
          spans_{inside_.first[index_of(lane) + 1]}
    {
    }

    // Leaves out the states that end at a time or before it. Cost: O(log n) for n states.
    void skip(Tick time)
    {
        row_ = first_where(row_, states_.last,
                           [this, time](Place row) { return states_.end(row) > time; });
        span_ =
            first_where(span_, spans_, [this, time](Place span) { return end_of(span) > time; });
    }

    // The time that it spent since the beginning of the trace, or of the first state that was not
    // skipped.
    Spent until(Tick time)
    {
        for (; row_ < states_.last && states_.end(row_) <= time; row_++) {
            add(spent_, row_, states_.end(row_));
        }
        for (; span_ < spans_ && end_of(span_) <= time; span_++) {
            spent_.interrupted += end_of(span_) - begin_of(span_);
        }
        Spent spent = spent_;
        if (row_ < states_.last && states_.begin(row_) < time) {
            add(spent, row_, time);
        }
        if (span_ < spans_ && begin_of(span_) < time) {
            spent.interrupted += time - begin_of(span_);
        }
        return spent;
    }

  private:
    Tick begin_of(Place span) const
    {
        return states_.at(inside_.begin[index_of(span)]);
    }
    Tick end_of(Place span) const
    {
        return states_.at(inside_.end[index_of(span)]);
    }

    void add(Spent &spent, Place row, Tick time) const
    {
        if (states_.state(row) == State::running) {
            spent.running += time - states_.begin(row);
        } else if (states_.state(row) == State::ready) {
            spent.ready += time - states_.begin(row);
        }
    }

    LaneStates states_;
    const Interruptions &inside_;
    Place row_;          // next state
    Place span_, spans_; // next interruption, and behind the last one
    Spent spent_;
};

} // namespace limen::trace
