// SPDX-License-Identifier: Apache-2.0
// The reason of each switch, its cause, and the time for which the next thread had to wait; and the
// wake-ups.
#include "trace/blocks.hpp"
#include "trace/cursors.hpp"
#include "trace/machine.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

constexpr Lane at_least_idle(Lane lane)
{
    return std::max(lane, idle);
}

class SwitchRows
{
  public:
    SwitchRows(const Trace &trace, Analysis &analysis)
        : trace_{trace}, moves_{analysis.moves}, analysis_{analysis}, rows_{analysis.switches},
          priority_{moves_.priority}, level_{moves_.level}, threads_(trace.lanes.size())
    {
        const std::vector<Place> held = starts_of(analysis.held_off.lane, threads_.size());
        for (std::size_t lane = 0; lane < threads_.size(); lane++) {
            threads_[lane].state = analysis.states.first[lane];
            threads_[lane].held = held[lane];
            threads_[lane].held_end = held[lane + 1];
        }
        before_.fill(no_place);
        resize(moves_.switches.at.size());
    }

    void run()
    {
        std::size_t done = 0; // events whose lanes are known
        for_each_row(moves_.switches.at.size(), [&](std::size_t row) {
            const Place at = moves_.switches.at[row];
            const std::size_t own = index_of(at) + (moves_.switches.is_event ? 0 : 1);
            for (; done < own; done++) {
                if (moves_.did[done] > idle) {
                    thread(moves_.did[done]).own = static_cast<Place>(done);
                }
            }
            follow(at);
            write(row);
        });
    }

  private:
    struct Thread {
        Place own = no_place, suspended = no_place, urgency = no_place; // newest events
        Place wait = no_place;        // that begins with `suspended`
        Place state = 0;              // row in States, from which on to look
        Place held = 0, held_end = 0; // and in HeldOff
    };
    // The event at which the next thread became ready, and the cause.
    struct Since {
        Place at = no_place;
        ReadyKind kind = ReadyKind::none;
    };

    Thread &thread(Lane lane)
    {
        return threads_[index_of(lane)];
    }

    void resize(std::size_t count)
    {
        rows_.at = moves_.switches.at;
        rows_.leaves = moves_.switches.leaves;
        rows_.comes = moves_.switches.comes;
        rows_.reason = moves_.switches.reason;
        rows_.core.resize(count);
        rows_.cause.resize(count);
        rows_.wait.assign(count, no_place);
        rows_.since.resize(count);
        rows_.kind.resize(count);
        rows_.held.assign(count, 0);
        rows_.held_first.assign(count, no_place);
        rows_.held_last.assign(count, no_place);
        rows_.priority.resize(count);
        rows_.level.resize(count);
    }

    // The suspensions and the changes of urgency until an event.
    void follow(Place at)
    {
        for (; lost_ < moves_.lost.size() && moves_.lost[lost_] <= at; lost_++) {
            before_.fill(moves_.lost[lost_]);
        }
        const Suspend &suspend = moves_.suspend;
        for (; suspend_ < suspend.at.size() && suspend.at[suspend_] <= at; suspend_++) {
            const bool has_wait = wait_ < analysis_.waits.begin.size() &&
                                  analysis_.waits.begin[wait_] == suspend.at[suspend_];
            if (suspend.lane[suspend_] > idle) {
                thread(suspend.lane[suspend_]).suspended = suspend.at[suspend_];
                thread(suspend.lane[suspend_]).wait =
                    has_wait ? static_cast<Place>(wait_) : no_place;
            }
            wait_ += has_wait ? 1 : 0;
        }
        for (; urgency_ < moves_.urgency.size() && moves_.urgency[urgency_] <= at; urgency_++) {
            if (moves_.urgency_of[urgency_] >= idle) {
                thread(moves_.urgency_of[urgency_]).urgency = moves_.urgency[urgency_];
            }
        }
    }

    void write(std::size_t row)
    {
        const Place at = rows_.at[row];
        const Lane leaves = rows_.leaves[row], comes = rows_.comes[row];
        const unsigned core = trace_.core_of(index_of(at));
        const Since since = since_of(at, comes);
        rows_.core[row] = static_cast<std::uint8_t>(core);
        rows_.since[row] = since.at;
        rows_.kind[row] = since.kind;
        const Place cause = cause_of(row, since);
        rows_.cause[row] = cause > before_[core] ? called_for(cause) : no_place;
        if (rows_.reason[row] == Reason::blocked && rows_.cause[row] != no_place) {
            rows_.wait[row] = thread(leaves).wait;
        }
        if (since.at != no_place) {
            held_off(row, since.at);
        }
        rows_.priority[row] = priority_.after(at, at_least_idle(comes));
        rows_.level[row] = level_.after(at, at_least_idle(leaves));
        before_[core] = at;
    }

    // The call of another core, if it made the thread ready.
    Place called_for(Place cause) const
    {
        const Place row = moves_.called.row_of(cause);
        if (row == no_place) {
            return cause;
        }
        const Place from = moves_.called.from[index_of(row)];
        return from != no_place ? from : moves_.called.record[index_of(row)];
    }

    // The newest ready interval of a lane that ends at an event.
    Since since_of(Place at, Lane lane)
    {
        Since since;
        if (lane <= idle) {
            return since;
        }
        const States &states = analysis_.states;
        Place &row = thread(lane).state;
        const Place end = states.first[index_of(lane) + 1];
        while (row < end && states.end[index_of(row)] != no_place &&
               states.end[index_of(row)] < at) {
            row++;
        }
        for (Place next = row; next < end && states.end[index_of(next)] == at; next++) {
            if (states.state[index_of(next)] == State::ready) {
                since = {states.begin[index_of(next)], states.kind[index_of(next)]};
            }
        }
        return since;
    }

    Place cause_of(std::size_t row, Since since)
    {
        const Lane leaves = rows_.leaves[row], comes = rows_.comes[row];
        switch (rows_.reason[row]) {
        case Reason::blocked:
        case Reason::terminated:
            return leaves > idle ? thread(leaves).suspended : no_place;
        case Reason::yielded:
        case Reason::slice_ended:
            return moves_.switches.own[row];
        default:
            break;
        }
        const Place woken = since.kind == ReadyKind::woken ? since.at : no_place;
        const Place turned = std::max({woken, urgency_of(leaves), urgency_of(comes)});
        const unsigned core = trace_.core_of(index_of(rows_.at[row]));
        if (turned > before_[core]) {
            return turned;
        }
        return leaves > idle ? thread(leaves).own : no_place;
    }

    Place urgency_of(Lane lane)
    {
        return lane >= idle ? thread(lane).urgency : no_place;
    }

    // Finds the intervals in which the next thread was held off since it is ready.
    void held_off(std::size_t row, Place since)
    {
        const HeldOff &held = analysis_.held_off;
        Thread &one = thread(rows_.comes[row]);
        Tick ticks = 0;
        while (one.held < one.held_end && held.begin[index_of(one.held)] < since) {
            one.held++;
        }
        while (one.held < one.held_end && held.begin[index_of(one.held)] < rows_.at[row]) {
            const std::size_t interval = index_of(one.held);
            if (rows_.held_first[row] == no_place) {
                rows_.held_first[row] = one.held;
            }
            rows_.held_last[row] = one.held;
            ticks += trace_.time[index_of(held.end[interval])] -
                     trace_.time[index_of(held.begin[interval])];
            one.held++;
        }
        rows_.held.set(row, ticks);
    }

    const Trace &trace_;
    const Moves &moves_;
    const Analysis &analysis_;
    Switches &rows_;
    StepReader priority_, level_;
    std::vector<Thread> threads_;           // by lane
    std::array<Place, cores_max> before_{}; // by core: the switch or loss before
    std::size_t suspend_ = 0, wait_ = 0, urgency_ = 0, lost_ = 0; // next rows
};

void find_wake_ups(Analysis &analysis)
{
    const States &states = analysis.states;
    const Ready &ready = analysis.moves.ready;
    std::vector<Place> next(states.first.begin(), states.first.end() - 1); // by lane: row
    for_each_row(ready.at.size(), [&](std::size_t move) {
        const Lane lane = ready.lane[move];
        if (lane <= idle) {
            return;
        }
        Place &row = next[index_of(lane)];
        const Place end = states.first[index_of(lane) + 1];
        while (row < end && states.begin[index_of(row)] < ready.at[move]) {
            row++;
        }
        // At one event a thread may leave, and be ready already.
        while (row < end && states.begin[index_of(row)] == ready.at[move] &&
               states.kind[index_of(row)] != ReadyKind::woken) {
            row++;
        }
        if (row < end && states.begin[index_of(row)] == ready.at[move]) {
            const bool runs = row + 1 < end && states.state[index_of(row) + 1] == State::running;
            analysis.wake_ups.at.push_back(ready.at[move]);
            analysis.wake_ups.by.push_back(analysis.moves.did[index_of(ready.at[move])]);
            analysis.wake_ups.lane.push_back(lane);
            analysis.wake_ups.runs.push_back(runs ? states.end[index_of(row)] : no_place);
        }
    });
}

} // namespace

void find_switches(const Trace &trace, Analysis &analysis)
{
    SwitchRows(trace, analysis).run();
    find_wake_ups(analysis);
}

} // namespace limen::trace
