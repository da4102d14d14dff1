// SPDX-License-Identifier: Apache-2.0
// Priority inversions: a thread waits for a mutex of a less urgent one. Base priorities count, as
// in the kernel: an inherited priority is the remedy and does not undo the inversion. An inversion
// is unbounded if a third thread is dispatched in the meantime whose priority is strictly between
// the two: from there on such threads determine the duration of the wait.
#include "trace/analysis.hpp"
#include "trace/blocks.hpp"
#include "trace/cursors.hpp"
#include "trace/lookup.hpp"
#include "trace/numbers.hpp"
#include "trace/threadx.hpp"

#include <algorithm>
#include <map>

namespace limen::trace
{

namespace
{

// Rows of inversions, and those that may still become unbounded: at most one of a waiter, since a
// thread waits for one mutex at a time.
class InversionRows
{
  public:
    InversionRows(const Trace &trace, const Moves &moves, Inversions &rows)
        : trace_{trace}, switches_{moves.switches}, priority_{moves.priority}, base_{moves.base},
          rows_{rows}, homes_(trace.lanes.size(), no_place)
    {
    }

    Place open(Place at, Lane waiter, Lane owner, std::uint64_t object)
    {
        const auto row = static_cast<Place>(rows_.at.size());
        rows_.at.push_back(at);
        rows_.end.push_back(no_place);
        rows_.waiter.push_back(waiter);
        rows_.owner.push_back(owner);
        rows_.object.push_back(object);
        rows_.unbounded_at.push_back(no_place);
        std::erase_if(bounded_,
                      [this, waiter](Place one) { return rows_.waiter[index_of(one)] == waiter; });
        bounded_.push_back(row);
        return row;
    }

    void close(Place at, Place row)
    {
        rows_.end[index_of(row)] = at;
        std::erase(bounded_, row);
    }

    // Processes the switches until an event, which has not changed anything yet.
    void follow(Place at)
    {
        for (; switch_ < switches_.at.size() && switches_.at[switch_] < at; switch_++) {
            const Lane comes = switches_.comes[switch_];
            if (comes > idle && !bounded_.empty()) {
                dispatched(switches_.at[switch_], comes);
            }
            if (comes > idle) {
                homes_[index_of(comes)] = switches_.at[switch_];
            }
        }
    }

    std::int32_t base(Place at, Lane lane)
    {
        return base_.after(at, lane);
    }

  private:
    // Whether a thread that is dispatched with an event takes time from the owner. It does on the
    // core on which the owner ran last, or on that of the waiter if the owner has not run.
    bool delays(Place at, std::size_t row) const
    {
        const Place home = homes_[index_of(rows_.owner[row])];
        const Place seen = home == no_place ? rows_.at[row] : home;
        return !trace_.is_partitioned() ||
               trace_.core_of(index_of(at)) == trace_.core_of(index_of(seen));
    }

    void dispatched(Place at, Lane comes)
    {
        const std::int32_t priority = priority_.after(at, comes);
        std::erase_if(bounded_, [this, at, comes, priority](Place one) {
            const std::size_t row = index_of(one);
            if (comes == rows_.owner[row] || !delays(at, row) ||
                base_.after(at, rows_.waiter[row]) >= priority ||
                priority >= base_.after(at, rows_.owner[row])) {
                return false;
            }
            rows_.unbounded_at[row] = at;
            return true;
        });
    }

    const Trace &trace_;
    const SwitchMoves &switches_;
    StepReader priority_, base_;
    Inversions &rows_;
    std::vector<Place> homes_;   // by lane: the switch to it
    std::vector<Place> bounded_; // rows
    std::size_t switch_ = 0;     // next one
};

class LimenWalk
{
  public:
    LimenWalk(const Trace &trace, const Moves &moves, Inversions &rows)
        : trace_{trace}, found_{rows}, rows_{trace, moves, rows},
          is_waiting_(trace.lanes.size(), 0), waits_for_(std::size_t{1} << 16, 0)
    {
    }

    void run()
    {
        const auto count = static_cast<Place>(trace_.count());
        for_each_row(trace_.count(), [this](std::size_t at) {
            const auto i = static_cast<Place>(at);
            switch (trace_.event[at]) {
            case event::READY:
            case event::SUSPEND:
            case event::THREAD_TERMINATE:
            case event::MUTEX_UNLOCK:
            case event::MUTEX_DELETE:
                end(i);
                break;
            case event::MUTEX_LOCK:
                lock(i);
                break;
            case event::LOST:
                rows_.follow(i);
                end_if(i, [](std::size_t) { return true; });
                break;
            default:
                break;
            }
        });
        rows_.follow(count);
    }

  private:
    Lane lane_of(std::uint32_t number) const
    {
        return trace_.lane_of_number[number];
    }

    void lock(Place i)
    {
        const std::size_t at = index_of(i);
        const Lane waiter = lane_of(trace_.thread[at]);
        if (trace_.low(at) != outcome::WAITS || waiter < idle) {
            return;
        }
        rows_.follow(i);
        if (is_waiting(waiter)) {
            end_if(i, [this, waiter](std::size_t row) { return found_.waiter[row] == waiter; });
        }
        const Lane owner = lane_of(trace_.high(at));
        const std::int32_t base = owner > idle ? rows_.base(i, owner) : 0;
        if (owner > idle && rows_.base(i, waiter) < base && base != unknown_priority) {
            open_.push_back(rows_.open(i, waiter, owner, trace_.object[at]));
            is_waiting_[index_of(waiter)] = 1;
            waits_for_[trace_.object[at]]++;
        }
    }

    void end(Place i)
    {
        const std::size_t at = index_of(i);
        if (!may_end(at)) {
            return;
        }
        rows_.follow(i);
        end_if(i, [this, at](std::size_t row) { return is_over(at, row); });
    }

    // Whether an event can end an inversion. Millions of events cannot, and most of them are found
    // here.
    bool may_end(std::size_t at) const
    {
        const Lane about = lane_of(trace_.object[at]);
        switch (trace_.event[at]) {
        case event::READY:
            return is_waiting(about);
        case event::SUSPEND: // its wait is over, and it is suspended on request
            return trace_.a[at] == wait::RESUME && is_waiting(lane_of(trace_.low(at)));
        case event::THREAD_TERMINATE:
            return !open_.empty();
        case event::MUTEX_UNLOCK:
            return waits_for_[trace_.object[at]] > 0 && trace_.a[at] == 0 &&
                   trace_.low(at) == outcome::DONE;
        default: // the mutex is deleted
            return waits_for_[trace_.object[at]] > 0;
        }
    }

    bool is_waiting(Lane lane) const
    {
        return lane >= idle && is_waiting_[index_of(lane)] != 0;
    }

    // Whether an event that can end inversions ends this one.
    bool is_over(std::size_t at, std::size_t row) const
    {
        const Lane about = lane_of(trace_.object[at]);
        switch (trace_.event[at]) {
        case event::READY:
            return about == found_.waiter[row];
        case event::SUSPEND:
            return lane_of(trace_.low(at)) == found_.waiter[row];
        case event::THREAD_TERMINATE:
            return about == found_.waiter[row] || about == found_.owner[row];
        default:
            return trace_.object[at] == found_.object[row];
        }
    }

    template <class Is> void end_if(Place i, Is is)
    {
        std::erase_if(open_, [this, i, is](Place row) {
            const bool is_over = is(index_of(row));
            if (is_over) {
                rows_.close(i, row);
                is_waiting_[index_of(found_.waiter[index_of(row)])] = 0;
                waits_for_[static_cast<std::size_t>(found_.object[index_of(row)])]--;
            }
            return is_over;
        });
    }

    const Trace &trace_;
    const Inversions &found_;
    InversionRows rows_;
    std::vector<Place> open_;              // rows: at most one of a waiter
    std::vector<std::uint8_t> is_waiting_; // by lane, in one of them
    std::vector<std::uint16_t> waits_for_; // by number of the mutex: how many of them
};

// In ThreadX the call names the owner, and each event of a thread has the urgencies of its time.
class ThreadxWalk
{
  public:
    ThreadxWalk(const Trace &trace, const Moves &moves, Inversions &rows)
        : trace_{trace}, lane_of_{trace}, rows_{trace, moves, rows}, seen_(trace.lanes.size(), -1)
    {
    }

    void run()
    {
        const auto count = static_cast<Place>(trace_.count());
        for_each_row(trace_.count(), [this](std::size_t at) {
            const auto i = static_cast<Place>(at);
            const Lane lane = trace_.lane[at];
            if (trace_.event[at] == threadx_event::MUTEX_GET && lane > idle) {
                get(i, lane);
            } else if (trace_.event[at] == threadx_event::MUTEX_PUT) {
                put(i);
            }
            if (lane > idle) {
                seen_[index_of(lane)] = priority(at);
            }
        });
        rows_.follow(count);
    }

  private:
    std::int32_t priority(std::size_t at) const
    {
        return static_cast<std::int32_t>(trace_.priority.low[at] & priority_bits);
    }

    // If several threads wait for one owner, the first wait opens the inversion.
    void get(Place i, Lane waiter)
    {
        const std::size_t at = index_of(i);
        const Lane owner = lane_of_(trace_.info[2][at]);
        if (owner > idle && owner != waiter && seen_[index_of(owner)] > priority(at) &&
            open_.find(trace_.info[0][at]) == open_.end()) {
            rows_.follow(i);
            open_[trace_.info[0][at]] = rows_.open(i, waiter, owner, trace_.info[0][at]);
        }
    }

    // The owner gives up the mutex, which it has locked once.
    void put(Place i)
    {
        const std::size_t at = index_of(i);
        if (open_.empty() || trace_.info[2][at] != 1) {
            return;
        }
        if (const auto found = open_.find(trace_.info[0][at]); found != open_.end()) {
            rows_.follow(i);
            rows_.close(i, found->second);
            open_.erase(found);
        }
    }

    const Trace &trace_;
    LaneFinder lane_of_;
    InversionRows rows_;
    std::vector<std::int32_t> seen_;      // by lane: at its newest event
    std::map<std::uint64_t, Place> open_; // rows by mutex
};

} // namespace

void find_inversions(const Trace &trace, Analysis &analysis)
{
    const bool is_limen = trace.origin == Origin::limen;
    const auto call = is_limen ? event::MUTEX_LOCK : threadx_event::MUTEX_GET;
    if (analysis.moves.counts[call] == 0) {
        return;
    }
    if (is_limen) {
        LimenWalk(trace, analysis.moves, analysis.inversions).run();
    } else {
        ThreadxWalk(trace, analysis.moves, analysis.inversions).run();
    }
}

} // namespace limen::trace
