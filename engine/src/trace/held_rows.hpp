// SPDX-License-Identifier: Apache-2.0
// Finds the threads that are ready and do not run only because the running thread has raised its
// level.
#pragma once

#include "trace/analysis.hpp"
#include "trace/blocks.hpp"
#include "trace/lanes_by_value.hpp"

namespace limen::trace
{

// Intervals beyond two for each event, or this number, are omitted, and so are those that need more
// than a few checks for each event: only a file made to exhaust the reader has more. A finding
// names the event from which on they are missing.
inline constexpr std::size_t held_rows_least = std::size_t{1} << 20;
inline constexpr std::size_t looks_a_row = 16;

// Checks the ready threads after each event that has changed them or the thread that holds them
// off.
class HeldRows
{
  public:
    HeldRows(const Trace &trace, const Analysis &analysis)
        : trace_{trace}, is_partitioned_{trace.is_partitioned()},
          homes_(trace.lanes.size()), pieces_{analysis.pieces},
          ready_(analysis.moves.priority, trace.lanes.size()),
          open_(trace.lanes.size()), count_{static_cast<Place>(trace.count())},
          most_{std::max(2 * trace.count(), held_rows_least)}
    {
        skip_pieces();
        is_any_raised_ = next_ < pieces_.begin.size();
    }

    void becomes(Place i, Lane lane, State state)
    {
        if (!is_any_raised_) {
            return;
        }
        if (ready_.contains(lane)) {
            ready_.remove(lane);
            changed_.push_back(lane);
        }
        if (state == State::ready) {
            ready_.insert(i, lane);
            homes_[index_of(lane)] = static_cast<std::uint8_t>(trace_.core_of(index_of(i)));
            changed_.push_back(lane);
        }
    }

    void passed(Place i)
    {
        ready_.advance(i, [this](Lane lane) { changed_.push_back(lane); });
        change_holders(i);
        if (end_of_list_ == no_place && (open_count_ > 0 || !holders_.empty())) {
            for (const Place piece : came_or_gone_) {
                ready_.each(pieces_.level[index_of(piece)], pieces_.base[index_of(piece)],
                            [this, i](Lane lane) { look(i, lane); });
            }
            for (const Lane lane : changed_) {
                look(i, lane);
            }
            const bool is_possible = rows_.size() < most_ && looks_ / looks_a_row < most_;
            end_of_list_ = is_possible || i + 1 == count_ ? no_place : i + 1;
        }
        came_or_gone_.clear();
        changed_.clear();
    }

    // The next event at which a priority changes, or a raised piece begins or ends.
    Place next() const
    {
        Place first = next_ < pieces_.begin.size() ? pieces_.begin[next_] : no_more;
        for (const Place piece : holders_) {
            first = std::min(first, pieces_.end[index_of(piece)]);
        }
        return std::min(first, ready_.next_change());
    }

    void sort(HeldOff &held) const;

  private:
    struct Open {
        Place since = no_place;
        Place piece = no_place;
    };
    struct Row {
        Place begin, end, piece;
        Lane lane;
    };

    // Pieces with a raised level begin and end.
    void change_holders(Place i)
    {
        for (std::size_t place = 0; place < holders_.size();) {
            if (pieces_.end[index_of(holders_[place])] <= i) {
                came_or_gone_.push_back(holders_[place]);
                holders_.erase(holders_.begin() + static_cast<std::ptrdiff_t>(place));
            } else {
                place++;
            }
        }
        while (next_ < pieces_.begin.size() && pieces_.begin[next_] <= i) {
            came_or_gone_.push_back(static_cast<Place>(next_));
            add_holder(static_cast<Place>(next_));
            next_++;
            skip_pieces();
        }
    }

    // Skips the pieces without a raised level.
    void skip_pieces()
    {
        while (next_ < pieces_.begin.size() && pieces_.level[next_] >= pieces_.base[next_]) {
            next_++;
        }
    }

    // The holders are sorted by core.
    void add_holder(Place piece)
    {
        auto to = holders_.begin();
        while (to != holders_.end() &&
               pieces_.core[index_of(*to)] < pieces_.core[index_of(piece)]) {
            ++to;
        }
        holders_.insert(to, piece);
    }

    // Whether a thread on this core holds off the lane, which is ready.
    bool is_where(std::uint8_t core, Lane lane) const
    {
        return !is_partitioned_ || core == homes_[index_of(lane)];
    }

    // The piece without whose raised level a lane would run: on several cores, the first one.
    Place holder_of(Lane lane) const
    {
        if (!ready_.contains(lane)) {
            return no_place;
        }
        const std::int32_t own = ready_.value(lane);
        for (const Place piece : holders_) {
            const std::size_t row = index_of(piece);
            if (pieces_.level[row] <= own && own < pieces_.base[row] && pieces_.lane[row] != lane &&
                is_where(pieces_.core[row], lane)) {
                return piece;
            }
        }
        return no_place;
    }

    bool is_same(Place one, Place other) const
    {
        if (one == other || one == no_place || other == no_place) {
            return one == other;
        }
        const std::size_t a = index_of(one), b = index_of(other);
        return pieces_.lane[a] == pieces_.lane[b] && pieces_.level[a] == pieces_.level[b] &&
               pieces_.how[a] == pieces_.how[b];
    }

    void look(Place i, Lane lane)
    {
        Open &open = open_[index_of(lane)];
        const Place piece = holder_of(lane);
        looks_++;
        if (is_same(piece, open.piece)) {
            return;
        }
        if (open.piece != no_place) {
            open_count_--;
            if (open.since < i) {
                rows_.push_back({open.since, i, open.piece, lane});
            }
        }
        if (piece != no_place) {
            open_count_++;
        }
        open = {i, piece};
    }

    const Trace &trace_;
    bool is_partitioned_;
    std::vector<std::uint8_t> homes_; // by lane: where it became ready
    const Pieces &pieces_;
    LanesByValue ready_;              // by priority
    std::vector<Open> open_;          // by lane: interval that is open, and a piece of its holder
    std::vector<Place> holders_;      // raised pieces that run, by core
    std::vector<Place> came_or_gone_; // of them, at this event
    std::vector<Lane> changed_;       // lanes to look at
    std::vector<Row> rows_;
    Place count_; // of events
    std::size_t most_;
    std::size_t next_ = 0;       // piece with a raised level
    bool is_any_raised_ = false; // otherwise there is nothing to do
    std::size_t open_count_ = 0;
    std::size_t looks_ = 0;
    Place end_of_list_ = no_place;
};

inline void HeldRows::sort(HeldOff &held) const
{
    held.end_of_list = end_of_list_;
    held.lane.resize(rows_.size());
    held.begin.resize(rows_.size());
    held.end.resize(rows_.size());
    held.by.resize(rows_.size());
    held.level.resize(rows_.size());
    held.how.resize(rows_.size());
    for_each_by_lane(rows_, starts_of(rows_, open_.size()), [&](const Row &row, std::size_t to) {
        held.lane[to] = row.lane;
        held.begin[to] = row.begin;
        held.end[to] = row.end;
        held.by[to] = pieces_.lane[index_of(row.piece)];
        held.level[to] = pieces_.level[index_of(row.piece)];
        held.how[to] = pieces_.how[index_of(row.piece)];
    });
}

} // namespace limen::trace
