// SPDX-License-Identifier: Apache-2.0
// The state of each thread (running, ready, waiting or dormant) event by event, in one pass over
// the moves. Each part of the analysis is a sink: it receives the changes in order of time, so that
// no part stores them for another.
#pragma once

#include "trace/analysis.hpp"
#include "trace/blocks.hpp"
#include "trace/cursors.hpp"
#include "trace/numbers.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace limen::trace
{

inline constexpr std::uint16_t no_outcome = 0xFFFFU; // how the wait ended is lost

// A sink has these functions:
//   becomes(event, lane, state, kind)         it is in another state from an event on; kind: of ready
//   ready(event, lane), stops(event, lane)    a row of Ready or Suspend, before what it changes
//   waits(event, lane, move)                  a wait begins; move: its row in Suspend
//   wait_ends(event, lane, outcome, waker)
//   lost(event)                               records were lost; after what it changes
//   passed(event)                             all changes of an event are done
//   next()                                    the next event of which passed() has to be called even
//                                             if nothing changes at it; no_more
template <class Sink> class Machine
{
  public:
    Machine(const Trace &trace, const Moves &moves, Sink &sink)
        : trace_{trace}, moves_{moves}, sink_{sink}, threads_(trace.lanes.size())
    {
        current_.fill(unseen);
    }

    // Passes all events of the trace.
    void run()
    {
        for_each_row(trace_.count(), [this](std::size_t at) {
            const auto i = static_cast<Place>(at);
            // Most events change nothing.
            if (i < next_ && moves_.running[at] == current_[trace_.core_of(at)]) {
                return;
            }
            change(i);
            const Place move =
                std::min(place(moves_.ready.at, ready_), place(moves_.suspend.at, suspend_));
            next_ = std::min(std::min(move, place(moves_.lost, lost_)), sink_.next());
        });
    }

  private:
    // This value is not a lane: nothing is known of the core yet.
    static constexpr Lane unseen = std::numeric_limits<Lane>::min();

    static Place place(const std::vector<Place> &at, std::size_t row)
    {
        return row < at.size() ? at[row] : no_more;
    }

    void change(Place i)
    {
        const unsigned core = trace_.core_of(index_of(i));
        if (place(moves_.lost, lost_) == i) {
            lost_++;
            lose(i);
            return;
        }
        if (current_[core] == unseen) {
            begin(i, core);
        }
        move(i);
        if (moves_.running[index_of(i)] != current_[core]) {
            dispatch(i, core, moves_.running[index_of(i)]);
        }
        sink_.passed(i);
    }

    struct Thread {
        State state = State::dormant;
        State without = State::dormant; // what it is in when it is not dispatched
        std::uint8_t home = 0;          // the core on which it was dispatched last
        bool is_known = false;
        bool is_dispatched = false;
        bool is_waiting = false; // in an open wait
    };

    Thread &thread(Lane lane)
    {
        return threads_[index_of(lane)];
    }

    // The next switch, if it is at the event.
    bool is_switch(Place i)
    {
        const std::vector<Place> &at = moves_.switches.at;
        while (switch_ < at.size() && at[switch_] < i) {
            switch_++;
        }
        return switch_ < at.size() && at[switch_] == i;
    }

    // The thread that leaves with the first event of a core was dispatched before it. So was the
    // thread that continues, if switches are events.
    void begin(Place i, unsigned core)
    {
        Lane before = nobody;
        if (is_switch(i)) {
            before = moves_.switches.leaves[switch_];
        } else if (moves_.switches.is_event) {
            before = moves_.running[index_of(i)];
        }
        current_[core] = before;
        // A thread that another core has dispatched since has left this one long ago.
        if (before > idle && !thread(before).is_dispatched) {
            come(i, core, before);
        }
    }

    // Records were lost: the events after them are treated as the beginning of a trace.
    void lose(Place i)
    {
        for (std::size_t lane = 1; lane < threads_.size(); lane++) {
            Thread &one = threads_[lane];
            end_wait(i, static_cast<Lane>(lane), no_outcome, nobody);
            one.is_dispatched = false;
            one.without = State::dormant;
            if (one.is_known) {
                update(i, static_cast<Lane>(lane), ReadyKind::none);
            }
        }
        current_.fill(unseen);
        sink_.lost(i);
        sink_.passed(i);
    }

    void move(Place i)
    {
        const Ready &ready = moves_.ready;
        while (ready_ < ready.at.size() && ready.at[ready_] <= i) {
            if (ready.lane[ready_] > idle) {
                wake(i, ready.lane[ready_], ready.outcome[ready_]);
            }
            ready_++;
        }
        const Suspend &suspend = moves_.suspend;
        while (suspend_ < suspend.at.size() && suspend.at[suspend_] <= i) {
            if (suspend.lane[suspend_] > idle) {
                stop(i, suspend.lane[suspend_]);
            }
            suspend_++;
        }
    }

    void wake(Place i, Lane lane, std::uint16_t outcome)
    {
        sink_.ready(i, lane);
        end_wait(i, lane, outcome, moves_.did[index_of(i)]);
        thread(lane).without = State::ready;
        update(i, lane, ReadyKind::woken);
    }

    void stop(Place i, Lane lane)
    {
        sink_.stops(i, lane);
        end_wait(i, lane, moves_.suspend.outcome[suspend_], nobody);
        const bool has_ended = moves_.suspend.what[suspend_] == wait::END;
        thread(lane).without = has_ended ? State::dormant : State::waiting;
        if (!has_ended) {
            thread(lane).is_waiting = true;
            sink_.waits(i, lane, static_cast<Place>(suspend_));
        }
        update(i, lane, ReadyKind::none);
    }

    void dispatch(Place i, unsigned core, Lane comes)
    {
        const Lane leaves = current_[core];
        current_[core] = comes;
        // A core that has not noticed that its thread runs elsewhere does not stop it.
        if (leaves > idle && thread(leaves).is_dispatched && thread(leaves).home == core) {
            thread(leaves).is_dispatched = false;
            update(i, leaves, kind(i));
        }
        if (comes > idle) {
            come(i, core, comes);
        }
    }

    // The reason why a thread that leaves is ready.
    ReadyKind kind(Place i)
    {
        if (!is_switch(i)) {
            return ReadyKind::preempted;
        }
        switch (moves_.switches.reason[switch_]) {
        case Reason::blocked:
            return ReadyKind::woken; // before it had left
        case Reason::yielded:
            return ReadyKind::yielded;
        case Reason::slice_ended:
            return ReadyKind::slice_ended;
        default:
            return ReadyKind::preempted;
        }
    }

    void come(Place i, unsigned core, Lane lane)
    {
        thread(lane).home = static_cast<std::uint8_t>(core);
        if (!thread(lane).is_dispatched) {
            end_wait(i, lane, status::OK, nobody);
            thread(lane).is_dispatched = true;
            thread(lane).without = State::ready;
            update(i, lane, ReadyKind::none);
        }
    }

    void end_wait(Place i, Lane lane, std::uint16_t outcome, Lane waker)
    {
        if (thread(lane).is_waiting) {
            thread(lane).is_waiting = false;
            sink_.wait_ends(i, lane, outcome, waker);
        }
    }

    void update(Place i, Lane lane, ReadyKind kind)
    {
        Thread &one = thread(lane);
        const State state = one.is_dispatched ? State::running : one.without;
        if (!one.is_known || state != one.state) {
            one.is_known = true;
            one.state = state;
            sink_.becomes(i, lane, state, state == State::ready ? kind : ReadyKind::none);
        }
    }

    const Trace &trace_;
    const Moves &moves_;
    Sink &sink_;
    std::vector<Thread> threads_; // by lane
    std::array<Lane, cores_max> current_{};
    std::size_t ready_ = 0, suspend_ = 0, switch_ = 0, lost_ = 0; // next rows
    Place next_ = 0; // event at which something other than the running thread may change
};

} // namespace limen::trace
