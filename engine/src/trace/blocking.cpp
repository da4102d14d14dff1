// SPDX-License-Identifier: Apache-2.0
// How long threads were ready, or waited for a mutex, while a less urgent one ran.
#include "trace/lanes_by_value.hpp"
#include "trace/machine.hpp"

#include <limits>

namespace limen::trace
{

namespace
{

// Adds ticks to pairs of threads whenever one of both begins or ends.
class BlockingSums : public NoSink
{
  public:
    BlockingSums(const Trace &trace, const Analysis &analysis, Place first, Place last)
        : trace_{trace}, moves_{analysis.moves}, pieces_{analysis.pieces},
          opening_{trace.time[index_of(first)]}, closing_{trace.time[index_of(last)]},
          threads_(trace.lanes.size()), blocked_(analysis.moves.base, trace.lanes.size()),
          sums_(trace.lanes.size())
    {
    }

    void becomes(Place i, Lane lane, State state, ReadyKind)
    {
        thread(lane).is_ready = state == State::ready;
        update(i, lane);
    }

    void waits(Place i, Lane lane, Place move)
    {
        thread(lane).is_at_mutex = moves_.suspend.what[index_of(move)] == wait::MUTEX;
        update(i, lane);
    }

    void wait_ends(Place i, Lane lane, std::uint16_t, Lane)
    {
        thread(lane).is_at_mutex = false;
        update(i, lane);
    }

    void passed(Place i)
    {
        blocked_.advance(i, [this, i](Lane lane) {
            charge(i, lane);
            thread(lane).since = at(i);
        });
        for (std::size_t place = 0; place < runners_.size();) {
            if (pieces_.end[index_of(runners_[place].piece)] <= i) {
                charge(i, runners_[place]);
                runners_[place] = runners_.back();
                runners_.pop_back();
            } else {
                place++;
            }
        }
        while (next_ < pieces_.begin.size() && pieces_.begin[next_] <= i) {
            runners_.push_back({static_cast<Place>(next_), at(i)});
            next_++;
        }
    }

    // All that is open at the end of the window, the event i.
    void finish(Place i)
    {
        for (const Runner &runner : runners_) {
            charge(i, runner);
        }
    }

    void write(Blocking &blocking) const
    {
        for (std::size_t lane = 0; lane < sums_.size(); lane++) {
            for (std::size_t by = 0; by < sums_[lane].size(); by++) {
                const Sum &sum = sums_[lane][by];
                if (sum.level != 0 || sum.mutex != 0) {
                    blocking.lane.push_back(static_cast<Lane>(lane));
                    blocking.by.push_back(static_cast<Lane>(by));
                    blocking.level.push_back(sum.level);
                    blocking.mutex.push_back(sum.mutex);
                }
            }
        }
    }

  private:
    struct Thread {
        bool is_ready = false, is_at_mutex = false;
        bool is_counted_as_ready = false; // while it is in blocked_
        Tick since = 0;
    };
    struct Runner {
        Place piece;
        Tick since;
    };
    struct Sum {
        Tick level = 0, mutex = 0;
    };

    Thread &thread(Lane lane)
    {
        return threads_[index_of(lane)];
    }

    // The time of an event, within the window.
    Tick at(Place i) const
    {
        return std::clamp(trace_.time[index_of(i)], opening_, closing_);
    }

    void update(Place i, Lane lane)
    {
        Thread &one = thread(lane);
        const bool is_blocked = one.is_ready || one.is_at_mutex;
        const bool was_blocked = blocked_.contains(lane);
        if (is_blocked == was_blocked && (!is_blocked || one.is_ready == one.is_counted_as_ready)) {
            return;
        }
        if (was_blocked) {
            charge(i, lane);
            blocked_.remove(lane);
        }
        if (is_blocked) {
            blocked_.insert(i, lane);
            one.is_counted_as_ready = one.is_ready;
            one.since = at(i);
        }
    }

    void charge(Place i, Lane lane)
    {
        for (const Runner &runner : runners_) {
            if (blocked_.value(lane) < pieces_.base[index_of(runner.piece)]) {
                add(i, lane, runner);
            }
        }
    }

    void charge(Place i, const Runner &runner)
    {
        if (at(i) > runner.since) {
            blocked_.each(std::numeric_limits<std::int32_t>::min(),
                          pieces_.base[index_of(runner.piece)],
                          [this, i, &runner](Lane lane) { add(i, lane, runner); });
        }
    }

    void add(Place i, Lane lane, const Runner &runner)
    {
        const Thread &one = thread(lane);
        const Lane by = pieces_.lane[index_of(runner.piece)];
        const Tick ticks = at(i) - std::max(one.since, runner.since);
        if (ticks <= 0 || by == lane) {
            return;
        }
        std::vector<Sum> &sums = sums_[index_of(lane)];
        if (sums.empty()) {
            sums.resize(sums_.size());
        }
        (one.is_counted_as_ready ? sums[index_of(by)].level : sums[index_of(by)].mutex) += ticks;
    }

    const Trace &trace_;
    const Moves &moves_;
    const Pieces &pieces_;
    Tick opening_, closing_;
    std::vector<Thread> threads_;        // by lane
    LanesByValue blocked_;               // ready, or waiting for a mutex, by base priority
    std::vector<Runner> runners_;        // pieces that run now
    std::vector<std::vector<Sum>> sums_; // by blocked and running lane; empty: not blocked
    std::size_t next_ = 0;               // piece
};

} // namespace

Blocking find_blocking(const Trace &trace, const Analysis &analysis, Place first, Place last)
{
    Blocking blocking;
    if (trace.count() == 0) {
        return blocking;
    }
    const Place newest = static_cast<Place>(trace.count() - 1);
    last = std::clamp(last, 0, newest);
    BlockingSums sums(trace, analysis, std::clamp(first, 0, last), last);
    Machine(trace, analysis.moves, sums).run(last + 1);
    sums.finish(last);
    sums.write(blocking);
    return blocking;
}

} // namespace limen::trace
