// SPDX-License-Identifier: Apache-2.0
// The times in which a handler runs while a thread is dispatched.
#include "trace/analysis.hpp"
#include "trace/blocks.hpp"
#include "trace/cursors.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace limen::trace
{

namespace
{

class InterruptionRows
{
  public:
    explicit InterruptionRows(std::size_t lanes) : home_(lanes, 0)
    {
        current_.fill(nobody);
        open_.fill({0, 0, nobody});
    }

    Interruptions find(const Trace &trace, const Moves &moves)
    {
        const std::size_t count = moves.in_interrupt.size();
        if (count == 0 || std::memchr(moves.in_interrupt.data(), 1, count) == nullptr) {
            return sorted();
        }
        for_each_row(trace.count(), [&](std::size_t i) {
            event(static_cast<Place>(i), trace.core_of(i), moves.running[i],
                  moves.in_interrupt[i] != 0);
        });
        for (unsigned core = 0; core < cores_max; core++) {
            change(static_cast<Place>(trace.count()) - 1, core, nobody);
        }
        return sorted();
    }

  private:
    struct Row {
        Place begin, end;
        Lane lane;
    };

    void event(Place i, unsigned core, Lane running, bool is_inside)
    {
        if (running != current_[core]) {
            current_[core] = running;
            if (running > idle) {
                // A thread runs on the core that dispatched it last.
                unsigned &home = home_[index_of(running)];
                if (home != core && open_[home].lane == running) {
                    change(i, home, nobody);
                }
                home = core;
            }
        }
        const bool counts = is_inside && running > idle && home_[index_of(running)] == core;
        change(i, core, counts ? running : nobody);
    }

    void change(Place i, unsigned core, Lane lane)
    {
        Row &open = open_[core];
        if (lane == open.lane) {
            return;
        }
        if (open.lane != nobody) {
            rows_.push_back({open.begin, i, open.lane});
        }
        open = {i, i, lane};
    }

    Interruptions sorted() const
    {
        Interruptions found;
        found.first = starts_of(rows_, home_.size());
        found.begin.resize(rows_.size());
        found.end.resize(rows_.size());
        for_each_by_lane(rows_, found.first, [&](const Row &row, std::size_t to) {
            found.begin[to] = row.begin;
            found.end[to] = row.end;
        });
        return found;
    }

    std::vector<unsigned> home_; // by lane
    std::array<Lane, cores_max> current_{};
    std::array<Row, cores_max> open_{};
    std::vector<Row> rows_;
};

} // namespace

void find_interruptions(const Trace &trace, Analysis &analysis)
{
    analysis.interruptions = InterruptionRows(trace.lanes.size()).find(trace, analysis.moves);
}

} // namespace limen::trace
