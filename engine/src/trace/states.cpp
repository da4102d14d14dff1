// SPDX-License-Identifier: Apache-2.0
// Slices, states and waits: who is dispatched, ready or waiting from which event to which.
#include "trace/machine.hpp"

namespace limen::trace
{

namespace
{

// Writes down the states in the order of time, and the waits.
class StateRows : public NoSink
{
  public:
    StateRows(const Moves &moves, std::size_t lanes, Waits &waits)
        : moves_{moves}, waits_{waits}, open_(lanes, no_place)
    {
        const std::size_t most = moves.suspend.at.size();
        waits.lane.reserve(most);
        waits.what.reserve(most);
        waits.object.reserve(most);
        waits.owner.reserve(most);
        waits.call.reserve(most);
        waits.begin.reserve(most);
        waits.end.reserve(most);
        waits.outcome.reserve(most);
        waits.waker.reserve(most);
    }

    void becomes(Place i, Lane lane, State state, ReadyKind kind)
    {
        rows_.push_back({i, lane, state, kind});
    }

    void waits(Place i, Lane lane, Place move)
    {
        const Suspend &suspend = moves_.suspend;
        const Place call = suspend.call[index_of(move)];
        const bool is_mutex = suspend.what[index_of(move)] == wait::MUTEX;
        open_[index_of(lane)] = static_cast<Place>(waits_.lane.size());
        waits_.lane.push_back(lane);
        waits_.what.push_back(suspend.what[index_of(move)]);
        waits_.object.push_back(suspend.object[index_of(move)]);
        waits_.owner.push_back(is_mutex && call >= 0 ? moves_.calls.owner[index_of(call)] : nobody);
        waits_.call.push_back(call);
        waits_.begin.push_back(i);
        waits_.end.push_back(no_place);
        waits_.outcome.push_back(-1);
        waits_.waker.push_back(nobody);
    }

    void wait_ends(Place i, Lane lane, std::uint16_t outcome, Lane waker)
    {
        const std::size_t row = index_of(open_[index_of(lane)]);
        waits_.end[row] = i;
        waits_.outcome[row] = outcome;
        waits_.waker[row] = waker;
    }

    // By lane; each state ends where the next one of its lane begins.
    void sort(States &states) const
    {
        std::vector<Place> next = starts_of(rows_, open_.size());
        states.first = next;
        states.lane.resize(rows_.size());
        states.state.resize(rows_.size());
        states.kind.resize(rows_.size());
        states.begin.resize(rows_.size());
        states.end.assign(rows_.size(), no_place);
        for (const Row &row : rows_) {
            const auto to = index_of(next[index_of(row.lane)]++);
            states.lane[to] = row.lane;
            states.state[to] = row.state;
            states.kind[to] = row.kind;
            states.begin[to] = row.begin;
            if (to > index_of(states.first[index_of(row.lane)])) {
                states.end[to - 1] = row.begin;
            }
        }
    }

  private:
    struct Row {
        Place begin;
        Lane lane;
        State state;
        ReadyKind kind;
    };

    const Moves &moves_;
    Waits &waits_;
    std::vector<Row> rows_;
    std::vector<Place> open_; // by lane: row of its newest wait
};

// Appends slices while they begin, core by core.
class SliceRows
{
  public:
    explicit SliceRows(Slices &slices) : slices_{slices}
    {
        current_.fill(nobody);
        row_.fill(no_place);
        newest_.fill(no_place);
    }

    void event(Place i, unsigned core, Lane running)
    {
        newest_[core] = i;
        if (running == current_[core]) {
            return;
        }
        close(core, i, 0);
        current_[core] = running;
        row_[core] = running < idle ? no_place : static_cast<Place>(slices_.lane.size());
        if (running >= idle) {
            slices_.core.push_back(static_cast<std::uint8_t>(core));
            slices_.lane.push_back(running);
            slices_.begin.push_back(i);
            slices_.end.push_back(i);
            slices_.is_open.push_back(0);
        }
    }

    void finish()
    {
        for (unsigned core = 0; core < cores_max; core++) {
            close(core, newest_[core], 1);
        }
    }

  private:
    void close(unsigned core, Place end, std::uint8_t is_open)
    {
        if (row_[core] != no_place) {
            slices_.end[index_of(row_[core])] = end;
            slices_.is_open[index_of(row_[core])] = is_open;
        }
    }

    Slices &slices_;
    std::array<Lane, cores_max> current_{};
    std::array<Place, cores_max> row_{}, newest_{};
};

} // namespace

void find_slices(const Trace &trace, Analysis &analysis)
{
    Slices &slices = analysis.slices;
    SliceRows rows(slices);
    for (std::size_t i = 0; i < trace.count(); i++) {
        rows.event(static_cast<Place>(i), trace.core_of(i), analysis.moves.running[i]);
    }
    rows.finish();
    StepReader level(analysis.moves.level);
    slices.level.resize(slices.lane.size());
    for (std::size_t row = 0; row < slices.lane.size(); row++) {
        slices.level[row] = level.after(slices.begin[row], slices.lane[row]);
    }
}

void find_states(const Trace &trace, Analysis &analysis)
{
    StateRows rows(analysis.moves, trace.lanes.size(), analysis.waits);
    Machine(trace, analysis.moves, rows).run(static_cast<Place>(trace.count()));
    rows.sort(analysis.states);
}

} // namespace limen::trace
