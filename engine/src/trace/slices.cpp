// SPDX-License-Identifier: Apache-2.0
// Slices: the thread that is dispatched from one event to another. Pieces: slices of threads, split
// at each change of the level that holds off others.
#include "trace/analysis.hpp"
#include "trace/blocks.hpp"
#include "trace/cursors.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace limen::trace
{

namespace
{

// Records slices at their beginnings, core by core.
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

// The ends of slices, such that a thread runs on one core at a time: if two cores claim it, it runs
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

    // Returns: the level of the lane when the slice begins. Idle has no pieces.
    std::int32_t cut(std::uint8_t core, Lane lane, Place begin, Place end)
    {
        StepReader::Step level = levels_.step(begin, lane);
        const std::int32_t first_level = level.value;
        bool is_first = true;
        while (lane > idle && begin < end) {
            const StepReader::Step base = bases_.step(begin, lane), how = hows_.step(begin, lane);
            const Place change =
                std::min(std::min(level.until, base.until), std::min(how.until, end));
            const How cause = static_cast<How>(how.value);
            if (is_first || level.value != pieces_.level.back() ||
                base.value != pieces_.base.back() || cause != pieces_.how.back()) {
                pieces_.core.push_back(core);
                pieces_.lane.push_back(lane);
                pieces_.begin.push_back(begin);
                pieces_.end.push_back(change);
                pieces_.level.push_back(level.value);
                pieces_.base.push_back(base.value);
                pieces_.how.push_back(cause);
            } else {
                pieces_.end.back() = change;
            }
            is_first = false;
            begin = change;
            if (begin < end) {
                level = levels_.step(begin, lane);
            }
        }
        return first_level;
    }

  private:
    StepReader levels_, bases_, hows_;
    Pieces &pieces_;
};

} // namespace

void find_slices(const Trace &trace, Analysis &analysis)
{
    SliceRows(trace, analysis.moves, analysis.slices).run();
}

void find_pieces(const Trace &trace, Analysis &analysis)
{
    Slices &slices = analysis.slices;
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
        slices.level[row] =
            cutter.cut(slices.core[row], slices.lane[row], slices.begin[row], ends[row]);
    });
    if (analysis.moves.cores > 1) {
        sort_by_begin(pieces);
    }
}

} // namespace limen::trace
