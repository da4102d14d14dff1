// SPDX-License-Identifier: Apache-2.0
// States and waits: the threads that are dispatched, ready or waiting from one event to another.
#pragma once

#include "trace/analysis.hpp"
#include "trace/blocks.hpp"
#include "trace/cursors.hpp"
#include "trace/machine.hpp"

namespace limen::trace
{

// Records the states in the order of time, and the waits.
class StateRows
{
  public:
    StateRows(const Analysis &analysis, std::size_t lanes, Waits &waits)
        : moves_{analysis.moves}, waits_{waits}, open_(lanes, no_place)
    {
        // Reserves memory, because memory that grows is copied several times. The number of changes
        // is at most this.
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
        states.first = starts_of(rows_, open_.size());
        states.lane.resize(rows_.size());
        states.state.resize(rows_.size());
        states.kind.resize(rows_.size());
        states.begin.resize(rows_.size());
        states.end.assign(rows_.size(), no_place);
        for_each_by_lane(rows_, states.first, [&](const Row &row, std::size_t to) {
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

} // namespace limen::trace
