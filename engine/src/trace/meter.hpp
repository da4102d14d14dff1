// SPDX-License-Identifier: Apache-2.0
// The time of a thread until an instant, by state: running, ready, interrupted. A thread runs on
// one core at a time, and all parts follow from its states, so that they add up.
#pragma once

#include "trace/machine.hpp"

#include <algorithm>

namespace limen::trace
{

// Times in which a handler runs while a lane is dispatched, by lane.
struct Interruptions {
    std::vector<Place> first; // by lane, and one more
    std::vector<Place> begin, end;
};

class InterruptionRows
{
  public:
    explicit InterruptionRows(std::size_t lanes) : home_(lanes, 0)
    {
        current_.fill(nobody);
        open_.fill({0, 0, nobody});
    }

    Interruptions find(const Trace &trace, const Moves &moves)
    {
        if (std::find(moves.in_interrupt.begin(), moves.in_interrupt.end(), 1) ==
            moves.in_interrupt.end()) {
            return sorted();
        }
        for_each_row(trace.count(), [&](std::size_t i) {
            event(static_cast<Place>(i), trace.core_of(i), moves.running[i],
                  moves.in_interrupt[i] != 0);
        });
        for (unsigned core = 0; core < cores_max; core++) {
            change(static_cast<Place>(trace.count()) - 1, core, nobody);
        }
        return sorted();
    }

  private:
    struct Row {
        Place begin, end;
        Lane lane;
    };

    void event(Place i, unsigned core, Lane running, bool is_inside)
    {
        if (running != current_[core]) {
            current_[core] = running;
            if (running > idle) {
                // A thread runs on the core that dispatched it last.
                unsigned &home = home_[index_of(running)];
                if (home != core && open_[home].lane == running) {
                    change(i, home, nobody);
                }
                home = core;
            }
        }
        const bool counts = is_inside && running > idle && home_[index_of(running)] == core;
        change(i, core, counts ? running : nobody);
    }

    void change(Place i, unsigned core, Lane lane)
    {
        Row &open = open_[core];
        if (lane == open.lane) {
            return;
        }
        if (open.lane != nobody) {
            rows_.push_back({open.begin, i, open.lane});
        }
        open = {i, i, lane};
    }

    Interruptions sorted() const
    {
        Interruptions found;
        std::vector<Place> next = starts_of(rows_, home_.size());
        found.first = next;
        found.begin.resize(rows_.size());
        found.end.resize(rows_.size());
        for (const Row &row : rows_) {
            const auto to = index_of(next[index_of(row.lane)]++);
            found.begin[to] = row.begin;
            found.end[to] = row.end;
        }
        return found;
    }

    std::vector<unsigned> home_; // by lane
    std::array<Lane, cores_max> current_{};
    std::array<Row, cores_max> open_{};
    std::vector<Row> rows_;
};

// Ticks since the beginning of a trace that a lane spent in some way.
struct Spent {
    Tick running = 0, ready = 0, interrupted = 0;
};

// Adds up the states of a lane until times that rise.
class Meter
{
  public:
    Meter(const Trace &trace, const States &states, const Interruptions &inside, Lane lane)
        : trace_{trace}, states_{states}, inside_{inside}, row_{states.first[index_of(lane)]},
          rows_{states.first[index_of(lane) + 1]}, span_{inside.first[index_of(lane)]},
          spans_{inside.first[index_of(lane) + 1]}, next_{row_}
    {
    }

    Spent until(Tick time)
    {
        for (; row_ < rows_ && end(row_) <= time; row_++) {
            add(spent_, row_, end(row_));
        }
        for (; span_ < spans_ && at(inside_.end[index_of(span_)]) <= time; span_++) {
            spent_.interrupted +=
                at(inside_.end[index_of(span_)]) - at(inside_.begin[index_of(span_)]);
        }
        Spent spent = spent_;
        if (row_ < rows_ && begin(row_) < time) {
            add(spent, row_, time);
        }
        if (span_ < spans_ && at(inside_.begin[index_of(span_)]) < time) {
            spent.interrupted += time - at(inside_.begin[index_of(span_)]);
        }
        return spent;
    }

    // When it runs from the time on that was asked for last; `never` if it does not.
    Tick first_run(Tick time, Tick never)
    {
        next_ = std::max(next_, row_); // those ahead are over
        while (next_ < rows_ && !(runs(next_) && end(next_) > time)) {
            next_++;
        }
        return next_ < rows_ ? std::max(begin(next_), time) : never;
    }

  private:
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

    // A row that begins and ends at one event does not count: another core took the thread at once.
    bool runs(Place row) const
    {
        const std::size_t at_row = index_of(row);
        return states_.state[at_row] == State::running &&
               states_.begin[at_row] != states_.end[at_row];
    }

    void add(Spent &spent, Place row, Tick time) const
    {
        if (states_.state[index_of(row)] == State::running) {
            spent.running += time - begin(row);
        } else if (states_.state[index_of(row)] == State::ready) {
            spent.ready += time - begin(row);
        }
    }

    const Trace &trace_;
    const States &states_;
    const Interruptions &inside_;
    Place row_, rows_;   // next state, and behind the last one
    Place span_, spans_; // and of interruptions
    Place next_;         // state, of first_run
    Spent spent_;
};

} // namespace limen::trace
