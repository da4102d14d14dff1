// SPDX-License-Identifier: Apache-2.0
// An event in a thread shows that the thread runs. An event in an interrupt shows the interrupted
// thread on a newer kernel, 0 being idle; on an older one it shows nothing. A suspend, resume,
// relinquish or time slice of a thread contains the next thread. This is used if no known event
// follows, and not if the kernel changes a priority, which it does by a suspend and a resume
// without a switch.
#include "trace/blocks.hpp"
#include "trace/lookup.hpp"
#include "trace/moves.hpp"

#include "trace/numbers.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace limen::trace
{

namespace
{

constexpr std::size_t depth_max = std::numeric_limits<std::uint8_t>::max();

// The state of a core at the current event.
struct Core {
    Place newest = no_place; // event
    Lane next = nobody;      // thread, as the newest event says
    Lane shown = nobody;     // that ran at the newest event that shows one

    // Data of the newest event in a thread, and of the events in interrupts since then.
    Lane own = nobody;
    std::uint16_t own_event = 0;
    bool blocks_itself = false;
    bool has_resumed = false, has_sliced = false;

    bool is_inside = false;  // the newest event is in an interrupt
    std::vector<Place> open; // rows of interrupts, the outermost first
};

class RunningSearch
{
  public:
    RunningSearch(const Trace &trace, Moves &moves)
        : trace_{trace}, lane_of_{trace}, moves_{moves},
          cores_(cores_max), has_marks_{moves.counts[threadx_event::ISR_ENTER] > 0}
    {
    }

    void run();

  private:
    void step(std::size_t i);
    Lane shown_at(std::size_t i, bool is_inside);
    void arrive(Core &core, Lane shown);
    Reason reason_of(const Core &core) const;
    void remember(Core &core, std::size_t i, bool is_inside);
    bool is_own_suspend(std::size_t i) const;
    Lane next_after(std::size_t i);
    void nest(Core &core, std::size_t i);
    void burst(Core &core, std::size_t i, bool is_inside);
    void begin(Core &core, std::size_t i, std::int64_t number, std::int32_t depth);
    void sort_switches();

    const Trace &trace_;
    LaneFinder lane_of_;
    Moves &moves_;
    std::vector<Core> cores_;
    bool has_marks_; // interrupts are entered and left
};

void RunningSearch::run()
{
    const std::size_t count = trace_.count();
    moves_.did.resize(count);
    moves_.running.resize(count);
    moves_.in_interrupt.resize(count);
    moves_.depth.resize(count);
    moves_.burst.resize(count);
    for_each_row(count, [this](std::size_t i) { step(i); });
    unsigned used = 0;
    for (unsigned number = 0; number < cores_max; number++) {
        Core &core = cores_[number];
        if (core.newest != no_place) {
            arrive(core, nobody); // the future that the newest event contains
            used++;
            moves_.cores = number + 1;
        }
    }
    if (used > 1) {
        sort_switches();
    }
}

void RunningSearch::step(std::size_t i)
{
    Core &core = cores_[trace_.core_of(i)];
    const bool is_inside = trace_.context[i] == threadx_context::INTERRUPT;
    arrive(core, shown_at(i, is_inside));
    remember(core, i, is_inside);
    moves_.did[i] = is_inside ? interrupt : trace_.lane[i];
    moves_.burst[i] = is_inside && !core.is_inside ? 1 : 0;
    if (has_marks_) {
        nest(core, i);
    } else {
        burst(core, i, is_inside);
    }
    core.is_inside = is_inside;
}

// The thread that runs at an event, as recorded in the event.
Lane RunningSearch::shown_at(std::size_t i, bool is_inside)
{
    if (!is_inside) {
        return trace_.lane[i];
    }
    if (!trace_.threadx.is_modern) {
        return nobody;
    }
    const std::uint64_t interrupted = trace_.priority[i];
    return interrupted == 0 ? idle : lane_of_(interrupted);
}

// The next event of a core, or the end of the trace. It shows the thread that ran since the newest
// event.
void RunningSearch::arrive(Core &core, Lane shown)
{
    const Lane lane = shown != nobody ? shown : core.next;
    if (lane != nobody) {
        if (core.shown != nobody && core.shown != lane) {
            moves_.switches.at.push_back(core.newest);
            moves_.switches.leaves.push_back(core.shown);
            moves_.switches.comes.push_back(lane);
            moves_.switches.reason.push_back(reason_of(core));
        }
        core.shown = lane;
    }
    if (core.newest != no_place) {
        moves_.running[static_cast<std::size_t>(core.newest)] = core.shown;
    }
}

// The reason of a switch away from the shown thread, derived from the events before it.
Reason RunningSearch::reason_of(const Core &core) const
{
    const bool was_own = core.own == core.shown;
    if (core.shown == idle) {
        return Reason::idle_ended;
    }
    if (was_own && core.blocks_itself) {
        return Reason::blocked;
    }
    if (was_own && core.own_event == threadx_event::THREAD_RELINQUISH) {
        return Reason::yielded;
    }
    if (core.has_resumed) {
        return Reason::preempted_by_interrupt;
    }
    if (core.has_sliced || (was_own && core.own_event == threadx_event::TIME_SLICE)) {
        return Reason::slice_ended;
    }
    return Reason::preempted_by_call;
}

void RunningSearch::remember(Core &core, std::size_t i, bool is_inside)
{
    const std::uint16_t number = trace_.event[i];
    core.newest = static_cast<Place>(i);
    core.next = next_after(i);
    if (trace_.lane[i] != nobody) {
        core.own = trace_.lane[i];
        core.own_event = number;
        core.blocks_itself = is_own_suspend(i);
        core.has_resumed = core.has_sliced = false;
    } else if (is_inside) {
        core.has_resumed |= number == threadx_event::THREAD_RESUME;
        core.has_sliced |= number == threadx_event::TIME_SLICE;
    }
}

bool RunningSearch::is_own_suspend(std::size_t i) const
{
    return trace_.event[i] == threadx_event::THREAD_SUSPEND &&
           trace_.info[0][i] == trace_.context[i] &&
           trace_.info[1][i] != threadx_state::PRIORITY_CHANGE;
}

// The next thread, as recorded in an event of a thread; nobody: not recorded.
Lane RunningSearch::next_after(std::size_t i)
{
    if (trace_.lane[i] == nobody) {
        return nobody;
    }
    switch (trace_.event[i]) {
    case threadx_event::TIME_SLICE:
        return lane_of_(trace_.info[0][i]);
    case threadx_event::THREAD_RELINQUISH:
        return lane_of_(trace_.info[1][i]);
    case threadx_event::THREAD_RESUME:
    case threadx_event::THREAD_SUSPEND: {
        const std::uint64_t next = trace_.info[3][i];
        if (trace_.info[1][i] == threadx_state::PRIORITY_CHANGE) {
            return nobody;
        }
        return next == 0 && is_own_suspend(i) ? idle : lane_of_(next);
    }
    default:
        return nobody;
    }
}

// Enters and exits: an event in a thread closes all, an exit without an enter closes none.
void RunningSearch::nest(Core &core, std::size_t i)
{
    const std::uint16_t number = trace_.event[i];
    const bool is_thread = trace_.lane[i] != nobody;
    const bool is_exit = number == threadx_event::ISR_EXIT && !core.open.empty();
    if (number == threadx_event::ISR_ENTER) {
        static constexpr std::uint64_t number_max = std::numeric_limits<std::int64_t>::max();
        const auto name = static_cast<std::int64_t>(trace_.info[1][i] & number_max);
        begin(core, i, name, is_thread ? 0 : static_cast<std::int32_t>(core.open.size() + 1));
    }
    while (!core.open.empty() && (is_thread || is_exit)) {
        moves_.interrupts.end[static_cast<std::size_t>(core.open.back())] = static_cast<Place>(i);
        core.open.pop_back();
        if (!is_thread) {
            break;
        }
    }
    moves_.in_interrupt[i] = core.open.empty() ? 0 : 1;
    moves_.depth[i] = static_cast<std::uint8_t>(std::min(core.open.size(), depth_max));
}

// In a trace without enters and exits, an interrupt is a run of adjacent events in interrupts.
void RunningSearch::burst(Core &core, std::size_t i, bool is_inside)
{
    if (!is_inside) {
        core.open.clear();
        return;
    }
    if (core.open.empty()) {
        begin(core, i, -1, 1);
    }
    moves_.interrupts.end[static_cast<std::size_t>(core.open.back())] = static_cast<Place>(i);
}

void RunningSearch::begin(Core &core, std::size_t i, std::int64_t number, std::int32_t depth)
{
    Interrupts &interrupts = moves_.interrupts;
    core.open.push_back(static_cast<Place>(interrupts.begin.size()));
    interrupts.core.push_back(static_cast<std::uint8_t>(trace_.core_of(i)));
    interrupts.begin.push_back(static_cast<Place>(i));
    interrupts.end.push_back(no_place);
    interrupts.number.push_back(number);
    interrupts.depth.push_back(depth);
}

template <class Value> void reorder(std::vector<Value> &column, const std::vector<Place> &order)
{
    std::vector<Value> sorted;
    sorted.reserve(column.size());
    for (const Place row : order) {
        sorted.push_back(column[static_cast<std::size_t>(row)]);
    }
    column = std::move(sorted);
}

// The switches of a core are found at its next event; another core may have switched meanwhile.
void RunningSearch::sort_switches()
{
    SwitchMoves &switches = moves_.switches;
    std::vector<Place> order(switches.at.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&switches](Place one, Place other) {
        return switches.at[static_cast<std::size_t>(one)] <
               switches.at[static_cast<std::size_t>(other)];
    });
    reorder(switches.at, order);
    reorder(switches.leaves, order);
    reorder(switches.comes, order);
    reorder(switches.reason, order);
}

} // namespace

void find_running(const Trace &trace, Moves &moves)
{
    RunningSearch(trace, moves).run();
}

} // namespace limen::trace
