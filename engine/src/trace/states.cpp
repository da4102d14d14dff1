// SPDX-License-Identifier: Apache-2.0
// Slices, states and waits: who is dispatched, ready or waiting from which event to which.
#include "trace/machine.hpp"

#include "trace/blocks.hpp"

namespace limen::trace
{

namespace
{

// Writes down the states in the order of time, and the waits.
class StateRows : public NoSink
{
  public:
    StateRows(const Analysis &analysis, std::size_t lanes, Waits &waits)
        : moves_{analysis.moves}, waits_{waits}, open_(lanes, no_place)
    {
        // Memory that grows is written several times. At most this many changes are there.
        rows_.reserve(moves_.ready.at.size() + moves_.suspend.at.size() +
                      2 * analysis.slices.lane.size() + cores_max);
        const std::size_t most = moves_.suspend.at.size();
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
        waits_.outcome[row] = outcome == no_outcome ? -1 : outcome;
        waits_.waker[row] = waker;
    }

    // Sorts the states by lane; each one ends where the next one of its lane begins.
    void sort(States &states) const
    {
        std::vector<Place> next = starts_of(rows_, open_.size());
        states.first = next;
        states.lane.resize(rows_.size());
        states.state.resize(rows_.size());
        states.kind.resize(rows_.size());
        states.begin.resize(rows_.size());
        states.end.assign(rows_.size(), no_place);
        for_each_row(rows_.size(), [&](std::size_t from) {
            const Row &row = rows_[from];
            const auto to = index_of(next[index_of(row.lane)]++);
            states.lane[to] = row.lane;
            states.state[to] = row.state;
            states.kind[to] = row.kind;
            states.begin[to] = row.begin;
            if (to > index_of(states.first[index_of(row.lane)])) {
                states.end[to - 1] = row.begin;
            }
        });
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

// Writes down slices while they begin, core by core.
class SliceRows
{
  public:
    SliceRows(const Trace &trace, const Moves &moves, Slices &slices)
        : trace_{trace}, running_{moves.running}, slices_{slices}
    {
        resize(count());
        row_.fill(no_place);
        newest_.fill(no_place);
    }

    void run()
    {
        current_.fill(nobody);
        for_each_row(running_.size(), [this](std::size_t i) {
            const unsigned core = trace_.core_of(i);
            newest_[core] = static_cast<Place>(i);
            if (running_[i] != current_[core]) {
                close(core, 0);
                current_[core] = running_[i];
                row_[core] = running_[i] < idle ? no_place : open(static_cast<Place>(i), core);
            }
        });
        for (unsigned core = 0; core < cores_max; core++) {
            close(core, 1);
        }
    }

  private:
    std::size_t count()
    {
        std::size_t count = 0;
        current_.fill(nobody);
        for_each_row(running_.size(), [&](std::size_t i) {
            Lane &current = current_[trace_.core_of(i)];
            count += running_[i] != current && running_[i] >= idle ? 1U : 0U;
            current = running_[i];
        });
        return count;
    }

    void resize(std::size_t count)
    {
        slices_.core.resize(count);
        slices_.lane.resize(count);
        slices_.begin.resize(count);
        slices_.end.resize(count);
        slices_.is_open.resize(count);
        slices_.level.resize(count);
    }

    Place open(Place i, unsigned core)
    {
        slices_.core[next_] = static_cast<std::uint8_t>(core);
        slices_.lane[next_] = running_[index_of(i)];
        slices_.begin[next_] = i;
        return static_cast<Place>(next_++);
    }

    // At the newest event of a core.
    void close(unsigned core, std::uint8_t is_open)
    {
        if (row_[core] != no_place) {
            slices_.end[index_of(row_[core])] = newest_[core];
            slices_.is_open[index_of(row_[core])] = is_open;
        }
    }

    const Trace &trace_;
    const std::vector<Lane> &running_;
    Slices &slices_;
    std::size_t next_ = 0; // row
    std::array<Lane, cores_max> current_{};
    std::array<Place, cores_max> row_{}, newest_{};
};

} // namespace

void find_slices(const Trace &trace, Analysis &analysis)
{
    SliceRows(trace, analysis.moves, analysis.slices).run();
}

void find_levels(Analysis &analysis)
{
    Slices &slices = analysis.slices;
    StepReader level(analysis.moves.level);
    for_each_row(slices.lane.size(), [&](std::size_t row) {
        slices.level[row] = level.after(slices.begin[row], slices.lane[row]);
    });
}

void find_states(const Trace &trace, Analysis &analysis)
{
    StateRows rows(analysis, trace.lanes.size(), analysis.waits);
    Machine(trace, analysis.moves, rows).run(static_cast<Place>(trace.count()));
    rows.sort(analysis.states);
}

} // namespace limen::trace
