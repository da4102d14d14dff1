// SPDX-License-Identifier: Apache-2.0
// The times for which threads were ready, or waited for a mutex, while a less urgent one ran. They
// are sums of the pieces that ran in each such interval. Sums of many pieces are stored at regular
// distances, because an interval of a thread that starves covers all pieces.
#include "trace/analysis.hpp"
#include "trace/cursors.hpp"
#include "trace/numbers.hpp"

#include <algorithm>
#include <map>

namespace limen::trace
{

namespace
{

// Events of a window: its first one, and the one with which it ends.
struct BlockedWindow {
    Place first, last;
};

// A thread that runs with a base priority.
struct Runner {
    Lane lane;
    std::int32_t base;
};

// Numbers the runners.
class Runners
{
  public:
    explicit Runners(std::size_t lanes) : newest_(lanes, no_place)
    {
    }

    Place find(Lane lane, std::int32_t base)
    {
        Place &newest = newest_[index_of(lane)];
        if (newest == no_place || all_[index_of(newest)].base != base) {
            const std::uint64_t key = std::uint64_t{static_cast<std::uint16_t>(lane)} << 32 |
                                      static_cast<std::uint32_t>(base);
            newest = numbers_.emplace(key, static_cast<Place>(all_.size())).first->second;
            if (index_of(newest) == all_.size()) {
                all_.push_back({lane, base});
            }
        }
        return newest;
    }

    const std::vector<Runner> &all() const
    {
        return all_;
    }

  private:
    std::vector<Place> newest_; // by lane
    std::vector<Runner> all_;
    std::map<std::uint64_t, Place> numbers_;
};

// The threads that ran on a core, in order. The sums of all runners are stored at intervals of a
// fixed number of runs.
class CoreTotals
{
  public:
    void add(Place begin, Place end, Place runner)
    {
        runs_.push_back({begin, end, runner});
    }

    Work sum_up(const Trace &trace, std::size_t runners)
    {
        constexpr std::size_t stretch_least = 32;
        stretch_ = std::max(runners, stretch_least);
        std::vector<Tick> sum(runners, 0);
        co_await each_row(0, runs_.size(), [&](std::size_t run) {
            if (run % stretch_ == 0) {
                sums_.insert(sums_.end(), sum.begin(), sum.end());
            }
            sum[index_of(runs_[run].runner)] += ticks(trace, runs_[run].begin, runs_[run].end);
        });
    }

    // Calls use(runner, ticks) for each runner between two events. near: the place at which to
    // start the search; it is after the interval afterwards.
    template <class Use>
    void each(const Trace &trace, Place begin, Place end, std::size_t runners, std::size_t &near,
              Use use) const
    {
        if (runs_.empty()) {
            return;
        }
        const std::size_t first = search(near, begin);
        const std::size_t last = search(first, end);
        near = last;
        std::size_t run = first;
        const auto use_until = [&](std::size_t limit) {
            for (; run < limit; run++) {
                const Run &one = runs_[run];
                use(one.runner, ticks(trace, std::max(one.begin, begin), std::min(one.end, end)));
            }
        };
        // A run that has begun before is only partly inside.
        const std::size_t from = first / stretch_ + 1;
        const std::size_t to = std::min(last, runs_.size() - 1) / stretch_;
        if (from < to) {
            use_until(from * stretch_);
            for (std::size_t runner = 0; runner < runners; runner++) {
                use(static_cast<Place>(runner),
                    sums_[to * runners + runner] - sums_[from * runners + runner]);
            }
            run = to * stretch_;
        }
        use_until(last);
        if (last < runs_.size() && runs_[last].begin < end) {
            use_until(last + 1);
        }
    }

  private:
    struct Run {
        Place begin, end, runner;
    };

    static Tick ticks(const Trace &trace, Place begin, Place end)
    {
        return trace.time[index_of(end)] - trace.time[index_of(begin)];
    }

    // The first run that ends after an event, from a run on; near ones are found fast.
    std::size_t search(std::size_t from, Place event) const
    {
        std::size_t step = 1;
        while (from + step <= runs_.size() && runs_[from + step - 1].end <= event) {
            from += step;
            step *= 2;
        }
        const auto begin = runs_.begin() + static_cast<std::ptrdiff_t>(from);
        const auto end =
            runs_.begin() + static_cast<std::ptrdiff_t>(std::min(from + step, runs_.size()));
        const auto found =
            std::partition_point(begin, end, [event](const Run &run) { return run.end <= event; });
        return static_cast<std::size_t>(found - runs_.begin());
    }

    std::vector<Run> runs_;
    std::vector<Tick> sums_;
    std::size_t stretch_ = 1;
};

// An interval in which a thread is blocked, by any thread that runs; where each core schedules its
// own threads, only by one on the core of the thread, and by the owner of the object for which it
// waits.
struct Blocked {
    Lane lane;
    Place begin, end;
    std::size_t core = cores_max; // of the thread; cores_max: any
    Lane owner = nobody;
};

class BlockingSums
{
  public:
    BlockingSums(const Trace &trace, const Analysis &analysis, BlockedWindow window)
        : trace_{trace}, analysis_{analysis}, window_{window}, runners_(trace.lanes.size()),
          level_base_{analysis.moves.base}, mutex_base_{analysis.moves.base},
          sums_(trace.lanes.size())
    {
    }

    Work find(Blocking &blocking)
    {
        co_await find_runs();
        co_await find_mutex_waits();
        if (runners_.all().empty()) {
            co_return;
        }
        for (std::size_t lane = 1; lane < trace_.lanes.size(); lane++) {
            co_await add_ready(static_cast<Lane>(lane));
            co_await add_mutex_waits(static_cast<Lane>(lane));
            write_row(static_cast<Lane>(lane), blocking);
        }
    }

  private:
    struct Sum {
        Tick level = 0, mutex = 0;
    };

    // Rows that require a search of many others.
    static constexpr std::size_t heavy_rows = block_rows / 16;

    Work find_runs()
    {
        const Pieces &pieces = analysis_.pieces;
        std::size_t first = 0;
        if (analysis_.moves.cores <= 1) {
            first = static_cast<std::size_t>(
                std::upper_bound(pieces.end.begin(), pieces.end.end(), window_.first) -
                pieces.end.begin());
        }
        const auto last = static_cast<std::size_t>(
            std::lower_bound(pieces.begin.begin(), pieces.begin.end(), window_.last) -
            pieces.begin.begin());
        co_await each_row(first, last, [this, &pieces](std::size_t piece) {
            const Place begin = std::max(pieces.begin[piece], window_.first);
            const Place end = std::min(pieces.end[piece], window_.last);
            if (begin < end) {
                const Place runner = runners_.find(pieces.lane[piece], pieces.base[piece]);
                core(pieces.core[piece]).add(begin, end, runner);
            }
        });
        for (CoreTotals &one : cores_) {
            co_await one.sum_up(trace_, runners_.all().size());
        }
        near_.resize(cores_.size());
    }

    // The core of the thread of an event, if it is blocked there only.
    std::size_t core_at(Place event) const
    {
        return trace_.is_partitioned() ? trace_.core_of(index_of(event)) : cores_max;
    }

    CoreTotals &core(std::size_t number)
    {
        if (number >= cores_.size()) {
            cores_.resize(number + 1);
        }
        return cores_[number];
    }

    Work find_mutex_waits()
    {
        const Waits &waits = analysis_.waits;
        std::vector<Blocked> found;
        const auto last = static_cast<std::size_t>(
            std::lower_bound(waits.begin.begin(), waits.begin.end(), window_.last) -
            waits.begin.begin());
        co_await each_row(0, last, [&](std::size_t row) {
            const Place end = waits.end[row] == no_place ? window_.last : waits.end[row];
            if (waits.what[row] == wait::MUTEX && end > window_.first) {
                found.push_back({waits.lane[row], waits.begin[row], end, core_at(waits.begin[row]),
                                 waits.owner[row]});
            }
        });
        first_wait_ = starts_of(found, trace_.lanes.size());
        std::vector<Place> next = first_wait_;
        mutex_waits_.resize(found.size());
        for (const Blocked &one : found) {
            mutex_waits_[index_of(next[index_of(one.lane)]++)] = one;
        }
    }

    Work add_ready(Lane lane)
    {
        const States &states = analysis_.states;
        const auto begin = states.begin.begin() + states.first[index_of(lane)];
        const auto end = states.begin.begin() + states.first[index_of(lane) + 1];
        const auto behind = std::upper_bound(begin, end, window_.first);
        const auto first = behind == begin ? begin : behind - 1; // it holds when the window begins
        const auto last = std::lower_bound(first, end, window_.last);
        std::fill(near_.begin(), near_.end(), 0);
        return each_row(
            static_cast<std::size_t>(first - states.begin.begin()),
            static_cast<std::size_t>(last - states.begin.begin()),
            [this, lane, &states](std::size_t row) {
                if (states.state[row] == State::ready) {
                    const Place until = states.end[row];
                    add({lane, states.begin[row], until == no_place ? window_.last : until,
                         core_at(states.begin[row])},
                        level_base_, &Sum::level);
                }
            },
            heavy_rows);
    }

    Work add_mutex_waits(Lane lane)
    {
        std::fill(near_.begin(), near_.end(), 0);
        return each_row(
            index_of(first_wait_[index_of(lane)]), index_of(first_wait_[index_of(lane) + 1]),
            [this](std::size_t row) { add(mutex_waits_[row], mutex_base_, &Sum::mutex); },
            heavy_rows);
    }

    // Cut where the base priority of the thread changes.
    void add(Blocked blocked, StepReader &bases, Tick Sum::*sum)
    {
        Place begin = std::max(blocked.begin, window_.first);
        const Place last = std::min(blocked.end, window_.last);
        while (begin < last) {
            const std::int32_t base = bases.after(begin, blocked.lane);
            const Place end = std::min(bases.change(blocked.lane), last);
            add({blocked.lane, begin, end, blocked.core, blocked.owner}, base, sum);
            begin = end;
        }
    }

    void add(Blocked blocked, std::int32_t base, Tick Sum::*sum)
    {
        const std::vector<Runner> &runners = runners_.all();
        for (std::size_t number = 0; number < cores_.size(); number++) {
            const bool is_here = blocked.core == cores_max || blocked.core == number;
            if (!is_here && blocked.owner <= idle) {
                continue;
            }
            cores_[number].each(trace_, blocked.begin, blocked.end, runners.size(), near_[number],
                                [&](Place runner, Tick ticks) {
                                    const Runner &by = runners[index_of(runner)];
                                    if (base < by.base && (is_here || by.lane == blocked.owner)) {
                                        sums_[index_of(by.lane)].*sum += ticks;
                                    }
                                });
        }
    }

    void write_row(Lane lane, Blocking &blocking)
    {
        for (std::size_t by = 0; by < sums_.size(); by++) {
            const Sum sum = sums_[by];
            sums_[by] = {};
            if ((sum.level != 0 || sum.mutex != 0) && by != index_of(lane)) {
                blocking.lane.push_back(lane);
                blocking.by.push_back(static_cast<Lane>(by));
                blocking.level.push_back(sum.level);
                blocking.mutex.push_back(sum.mutex);
            }
        }
    }

    const Trace &trace_;
    const Analysis &analysis_;
    BlockedWindow window_;
    Runners runners_;
    std::vector<CoreTotals> cores_;
    std::vector<std::size_t> near_;    // by core: where to look
    std::vector<Blocked> mutex_waits_; // by lane
    std::vector<Place> first_wait_;    // by lane: where they begin
    StepReader level_base_, mutex_base_;
    std::vector<Sum> sums_; // of a lane, by the lane that runs
};

} // namespace

Work add_blocking(const Trace &trace, const Analysis &analysis, Place first, Place last,
                  Blocking &blocking)
{
    if (trace.count() > 0) {
        const auto newest = static_cast<Place>(trace.count() - 1);
        last = std::clamp(last, 0, newest);
        BlockingSums sums(trace, analysis, {std::clamp(first, 0, last), last});
        co_await sums.find(blocking);
    }
}

Blocking find_blocking(const Trace &trace, const Analysis &analysis, Place first, Place last)
{
    Blocking blocking;
    add_blocking(trace, analysis, first, last, blocking).finish();
    return blocking;
}

} // namespace limen::trace
