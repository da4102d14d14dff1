// SPDX-License-Identifier: Apache-2.0
// Finds the threads that are ready and do not run only because the running thread has raised its
// level.
#include "trace/blocks.hpp"
#include "trace/lanes_by_value.hpp"
#include "trace/machine.hpp"

#include <numeric>

namespace limen::trace
{

namespace
{

// Intervals beyond two for each event, or this number, are left out, and so are those that take
// more than a few looks for each event: only a file made to exhaust the reader has more. A finding
// says from where on they are missing.
constexpr std::size_t held_rows_least = std::size_t{1} << 20;
constexpr std::size_t looks_a_row = 16;

// The ends of slices, such that a thread runs on one core at a time: where two claim it, it runs
// on the one that dispatched it last.
std::vector<Place> ends_of(const Slices &slices, std::size_t lanes, unsigned cores)
{
    std::vector<Place> ends = slices.end;
    if (cores <= 1) {
        return ends;
    }
    std::vector<Place> next(lanes, no_more);
    for (std::size_t row = ends.size(); row-- > 0;) {
        Place &begin = next[index_of(slices.lane[row])];
        ends[row] = std::min(ends[row], begin);
        begin = slices.begin[row];
    }
    return ends;
}

template <class Element> void permute(std::vector<Element> &column, const std::vector<Place> &order)
{
    std::vector<Element> sorted(column.size());
    for (std::size_t row = 0; row < order.size(); row++) {
        sorted[row] = column[index_of(order[row])];
    }
    column.swap(sorted);
}

// Slices of several cores are cut one by one.
void sort_by_begin(Pieces &pieces)
{
    std::vector<Place> order(pieces.begin.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&pieces](Place one, Place other) {
        return pieces.begin[index_of(one)] < pieces.begin[index_of(other)];
    });
    permute(pieces.core, order);
    permute(pieces.lane, order);
    permute(pieces.begin, order);
    permute(pieces.end, order);
    permute(pieces.level, order);
    permute(pieces.base, order);
    permute(pieces.how, order);
}

class Cutter
{
  public:
    Cutter(const Moves &moves, Pieces &pieces)
        : levels_{moves.level}, bases_{moves.base}, hows_{moves.how}, pieces_{pieces}
    {
    }

    void cut(std::uint8_t core, Lane lane, Place begin, Place end)
    {
        bool is_first = true;
        while (begin < end) {
            const std::int32_t level = levels_.after(begin, lane);
            const std::int32_t base = bases_.after(begin, lane);
            const How how = static_cast<How>(hows_.after(begin, lane));
            const Place change =
                std::min({levels_.change(lane), bases_.change(lane), hows_.change(lane), end});
            if (is_first || level != pieces_.level.back() || base != pieces_.base.back() ||
                how != pieces_.how.back()) {
                pieces_.core.push_back(core);
                pieces_.lane.push_back(lane);
                pieces_.begin.push_back(begin);
                pieces_.end.push_back(change);
                pieces_.level.push_back(level);
                pieces_.base.push_back(base);
                pieces_.how.push_back(how);
            } else {
                pieces_.end.back() = change;
            }
            is_first = false;
            begin = change;
        }
    }

  private:
    StepReader levels_, bases_, hows_;
    Pieces &pieces_;
};

// Looks at those that are ready behind each event, if it has changed them or who holds them off.
class HeldRows : public NoSink
{
  public:
    HeldRows(const Analysis &analysis, std::size_t lanes, std::size_t most)
        : pieces_{analysis.pieces}, ready_(analysis.moves.priority, lanes),
          open_(lanes), most_{most}
    {
    }

    void becomes(Place i, Lane lane, State state, ReadyKind)
    {
        if (ready_.contains(lane)) {
            ready_.remove(lane);
            changed_.push_back(lane);
        }
        if (state == State::ready) {
            ready_.insert(i, lane);
            changed_.push_back(lane);
        }
    }

    void passed(Place i)
    {
        ready_.advance(i, [this](Lane lane) { changed_.push_back(lane); });
        change_holders(i);
        const bool is_possible = rows_.size() < most_ && looks_ / looks_a_row < most_;
        if (!is_possible && end_of_list_ == no_place) {
            end_of_list_ = i;
        }
        if (is_possible && (open_count_ > 0 || !holders_.empty())) {
            for (const Place piece : came_or_gone_) {
                ready_.each(pieces_.level[index_of(piece)], pieces_.base[index_of(piece)],
                            [this, i](Lane lane) { look(i, lane); });
            }
            for (const Lane lane : changed_) {
                look(i, lane);
            }
        }
        came_or_gone_.clear();
        changed_.clear();
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
            if (pieces_.level[next_] < pieces_.base[next_]) {
                came_or_gone_.push_back(static_cast<Place>(next_));
                add_holder(static_cast<Place>(next_));
            }
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

    // The piece without whose raised level a lane would run: on several cores, the first one.
    Place holder_of(Lane lane) const
    {
        if (!ready_.contains(lane)) {
            return no_place;
        }
        const std::int32_t own = ready_.value(lane);
        for (const Place piece : holders_) {
            const std::size_t row = index_of(piece);
            if (pieces_.level[row] <= own && own < pieces_.base[row] && pieces_.lane[row] != lane) {
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

    const Pieces &pieces_;
    LanesByValue ready_;              // by priority
    std::vector<Open> open_;          // by lane: interval that is open, and a piece of its holder
    std::vector<Place> holders_;      // raised pieces that run, by core
    std::vector<Place> came_or_gone_; // of them, at this event
    std::vector<Lane> changed_;       // lanes to look at
    std::vector<Row> rows_;
    std::size_t most_;
    std::size_t next_ = 0; // piece
    std::size_t open_count_ = 0;
    std::size_t looks_ = 0;
    Place end_of_list_ = no_place;
};

void HeldRows::sort(HeldOff &held) const
{
    std::vector<Place> next = starts_of(rows_, open_.size());
    held.end_of_list = end_of_list_;
    held.lane.resize(rows_.size());
    held.begin.resize(rows_.size());
    held.end.resize(rows_.size());
    held.by.resize(rows_.size());
    held.level.resize(rows_.size());
    held.how.resize(rows_.size());
    for_each_row(rows_.size(), [&](std::size_t from) {
        const Row &row = rows_[from];
        const auto to = index_of(next[index_of(row.lane)]++);
        held.lane[to] = row.lane;
        held.begin[to] = row.begin;
        held.end[to] = row.end;
        held.by[to] = pieces_.lane[index_of(row.piece)];
        held.level[to] = pieces_.level[index_of(row.piece)];
        held.how[to] = pieces_.how[index_of(row.piece)];
    });
}

} // namespace

void find_pieces(const Trace &trace, Analysis &analysis)
{
    const Slices &slices = analysis.slices;
    const std::vector<Place> ends = ends_of(slices, trace.lanes.size(), analysis.moves.cores);
    Pieces &pieces = analysis.pieces;
    pieces.core.reserve(slices.core.size());
    pieces.lane.reserve(slices.core.size());
    pieces.begin.reserve(slices.core.size());
    pieces.end.reserve(slices.core.size());
    pieces.level.reserve(slices.core.size());
    pieces.base.reserve(slices.core.size());
    pieces.how.reserve(slices.core.size());
    Cutter cutter(analysis.moves, pieces);
    for_each_row(slices.lane.size(), [&](std::size_t row) {
        if (slices.lane[row] > idle) {
            cutter.cut(slices.core[row], slices.lane[row], slices.begin[row], ends[row]);
        }
    });
    if (analysis.moves.cores > 1) {
        sort_by_begin(pieces);
    }
}

void find_held_off(const Trace &trace, Analysis &analysis)
{
    const Pieces &pieces = analysis.pieces;
    bool is_any_raised = false;
    for (std::size_t row = 0; row < pieces.level.size(); row++) {
        is_any_raised = is_any_raised || pieces.level[row] < pieces.base[row];
    }
    if (is_any_raised) {
        HeldRows rows(analysis, trace.lanes.size(), std::max(2 * trace.count(), held_rows_least));
        Machine(trace, analysis.moves, rows).run(static_cast<Place>(trace.count()));
        rows.sort(analysis.held_off);
    }
}

} // namespace limen::trace
