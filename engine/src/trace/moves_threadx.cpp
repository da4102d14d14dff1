// SPDX-License-Identifier: Apache-2.0
// The moves in a trace of ThreadX: calls contain them, and the running thread is derived.
#include "trace/blocks.hpp"
#include "trace/by_number.hpp"
#include "trace/lookup.hpp"
#include "trace/moves.hpp"
#include "trace/numbers.hpp"
#include "trace/steps.hpp"
#include "trace/threadx.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace limen::trace
{

namespace
{

constexpr std::size_t call_whats = wait::RELEASE + 1U;
constexpr std::int32_t unset = -1;
constexpr std::uint64_t no_word = std::numeric_limits<std::uint64_t>::max(); // they have 32 bits

// The kind of wait that a call may begin; wait::END: the call does not wait.
constexpr std::uint16_t threadx_what_of(std::uint16_t number)
{
    switch (number) {
    case threadx_event::QUEUE_SEND:
    case threadx_event::QUEUE_FRONT_SEND:
    case threadx_event::QUEUE_RECEIVE:
        return wait::QUEUE;
    case threadx_event::SEMAPHORE_GET:
        return wait::SEMAPHORE;
    case threadx_event::EVENT_FLAGS_GET:
        return wait::FLAGS;
    case threadx_event::BLOCK_ALLOCATE:
        return wait::BLOCK;
    case threadx_event::BYTE_ALLOCATE:
        return wait::BYTES;
    case threadx_event::MUTEX_GET:
        return wait::MUTEX;
    default:
        return wait::END;
    }
}

constexpr ByNumber<threadx_what_of> whats;

bool is_end(std::uint64_t state)
{
    return state == threadx_state::COMPLETED || state == threadx_state::TERMINATED;
}

// The state of a lane at the current event.
struct ThreadxThread {
    std::uint64_t word = no_word;                 // of its newest event, in which its urgency is
    std::int32_t priority = unset, level = unset; // that it says
    std::int32_t base = 0;
    Place yield = no_place;
    bool has_ended = false;               // its newest suspend says so
    std::array<Place, call_whats> call{}; // newest in Calls, and one; by what it waits for
};

class ThreadxMoves
{
  public:
    ThreadxMoves(const Trace &trace, Moves &moves) : trace_{trace}, moves_{moves}, lane_of_{trace}
    {
        slice_.fill(no_place);
    }

    void run();

  private:
    void begin();
    void reserve();
    void move(std::size_t i);
    void ready(std::size_t i);
    void suspend(std::size_t i);
    void call(std::size_t i, std::uint16_t what);
    void change_urgency(std::size_t i);
    bool show_priority(std::size_t i, Lane lane);
    void show_level(std::size_t i, Lane lane);
    void set_base(std::size_t i);
    void add_base(std::size_t i, Lane lane);
    void dispatch(std::size_t row);
    void finish();

    // The lane of the thread with the address in a word.
    Lane in_word(std::size_t word, std::size_t i)
    {
        return lane_of_(trace_.info[word][i]);
    }
    ThreadxThread &known(Lane lane)
    {
        return known_[static_cast<std::size_t>(lane)];
    }
    const Trace &trace_;
    Moves &moves_;
    LaneFinder lane_of_;
    std::vector<ThreadxThread> known_;   // by lane
    std::array<Place, cores_max> slice_; // newest end of a time slice, by core
    StepRows priorities_, bases_, levels_;
    std::vector<std::int32_t> priority_, base_, level_, how_;
};

void ThreadxMoves::run()
{
    begin();
    reserve();
    SwitchMoves &switches = moves_.switches;
    std::size_t row = 0;
    for_each_row(trace_.count(), [&](std::size_t i) {
        move(i);
        while (row < switches.at.size() && switches.at[row] == static_cast<Place>(i)) {
            dispatch(row++);
        }
    });
    finish();
}

// Before its first event a thread is as urgent as the program created it.
void ThreadxMoves::begin()
{
    const std::size_t lanes = trace_.lanes.size();
    moves_.switches.is_event = false;
    moves_.switches.own.assign(moves_.switches.at.size(), no_place);
    known_.resize(lanes);
    for (Steps *steps : {&moves_.priority, &moves_.base, &moves_.level, &moves_.how}) {
        steps->initial.assign(lanes, 0);
    }
    for (std::size_t lane = 1; lane < lanes; lane++) {
        known_[lane].base = std::max(trace_.lanes[lane].priority, 0);
        moves_.priority.initial[lane] = moves_.base.initial[lane] = known_[lane].base;
    }
}

void ThreadxMoves::reserve()
{
    const Counts &events = moves_.counts;
    Ready &ready = moves_.ready;
    make_room(events[threadx_event::THREAD_RESUME], ready.at, ready.lane, ready.outcome);
    Suspend &suspend = moves_.suspend;
    make_room(events[threadx_event::THREAD_SUSPEND], suspend.at, suspend.lane, suspend.what,
              suspend.object, suspend.outcome, suspend.call);
    Calls &calls = moves_.calls;
    make_room(events.of(whats), calls.at, calls.lane, calls.what, calls.object, calls.owner,
              calls.is_send);
}

void ThreadxMoves::move(std::size_t i)
{
    const Lane lane = trace_.lane[i];
    const std::uint16_t number = trace_.event[i];
    const bool is_other = lane > 0 && show_priority(i, lane);
    switch (number) {
    case threadx_event::THREAD_RESUME:
        ready(i);
        break;
    case threadx_event::THREAD_SUSPEND:
        suspend(i);
        break;
    case threadx_event::THREAD_RELINQUISH:
        if (lane >= 0) {
            known(lane).yield = static_cast<Place>(i);
        }
        break;
    case threadx_event::TIME_SLICE:
        slice_[trace_.core_of(i)] = static_cast<Place>(i);
        break;
    case threadx_event::THREAD_CREATE:
        set_base(i);
        break;
    case threadx_event::THREAD_PRIORITY_CHANGE:
    case threadx_event::THREAD_PREEMPTION_CHANGE:
        change_urgency(i);
        break;
    default:
        if (const std::uint16_t what = whats[number]; what != wait::END && lane > 0) {
            call(i, what);
        }
    }
    if (is_other) { // the event may be what sets its base
        const bool inherits = known(lane).priority < known(lane).base;
        how_.push_back(static_cast<std::int32_t>(inherits ? How::inheritance : How::threshold));
    }
}

void ThreadxMoves::ready(std::size_t i)
{
    const Lane lane = in_word(0, i);
    if (lane > 0 && trace_.info[1][i] != threadx_state::PRIORITY_CHANGE) {
        moves_.ready.at.push_back(static_cast<Place>(i));
        moves_.ready.lane.push_back(lane);
        moves_.ready.outcome.push_back(status::OK);
    }
}

void ThreadxMoves::suspend(std::size_t i)
{
    static constexpr std::uint64_t what_max = std::numeric_limits<std::uint16_t>::max();
    const Lane lane = in_word(0, i);
    const std::uint64_t state = trace_.info[1][i];
    if (lane <= 0 || state == threadx_state::PRIORITY_CHANGE) {
        return;
    }
    ThreadxThread &one = known(lane);
    one.has_ended = is_end(state);
    const auto what =
        one.has_ended ? wait::END : static_cast<std::uint16_t>(std::min(state, what_max));
    const Place call = what < call_whats ? one.call[what] - 1 : no_place;
    const std::uint64_t object =
        call == no_place ? 0 : moves_.calls.object[static_cast<std::size_t>(call)];
    moves_.suspend.at.push_back(static_cast<Place>(i));
    moves_.suspend.lane.push_back(lane);
    moves_.suspend.what.push_back(what);
    moves_.suspend.object.push_back(object);
    moves_.suspend.outcome.push_back(status::OK);
    moves_.suspend.call.push_back(call);
}

void ThreadxMoves::call(std::size_t i, std::uint16_t what)
{
    const Lane lane = trace_.lane[i];
    const std::uint16_t number = trace_.event[i];
    const bool is_held = number == threadx_event::MUTEX_GET && trace_.info[3][i] > 0;
    const Lane owner = is_held ? in_word(2, i) : nobody;
    const bool is_send =
        number == threadx_event::QUEUE_SEND || number == threadx_event::QUEUE_FRONT_SEND;
    Calls &calls = moves_.calls;
    calls.at.push_back(static_cast<Place>(i));
    calls.lane.push_back(lane);
    calls.what.push_back(what);
    calls.object.push_back(trace_.info[0][i]);
    calls.owner.push_back(owner == lane ? nobody : owner);
    calls.is_send.push_back(is_send ? 1 : 0);
    known(lane).call[what] = static_cast<Place>(calls.at.size());
}

void ThreadxMoves::change_urgency(std::size_t i)
{
    moves_.urgency.push_back(static_cast<Place>(i));
    moves_.urgency_of.push_back(in_word(0, i));
    if (trace_.event[i] == threadx_event::THREAD_PRIORITY_CHANGE) {
        set_base(i);
    }
}

// Processes the priority word of a thread's event. Returns: whether the priority has changed since
// its previous event.
bool ThreadxMoves::show_priority(std::size_t i, Lane lane)
{
    ThreadxThread &one = known(lane);
    const std::uint32_t word = trace_.priority.low[i];
    if (word == one.word) {
        return false;
    }
    one.word = word;
    show_level(i, lane);
    const auto priority = static_cast<std::int32_t>(word & priority_bits);
    if (priority == one.priority) {
        return false;
    }
    one.priority = priority;
    priorities_.add(static_cast<Place>(i), lane);
    priority_.push_back(priority);
    // Inheritance makes a thread more urgent: one that is less urgent than its base has a new base.
    one.base = std::max(one.base, priority);
    add_base(i, lane);
    return true;
}

// On an old kernel the level is the priority.
void ThreadxMoves::show_level(std::size_t i, Lane lane)
{
    const std::uint32_t word = trace_.priority.low[i];
    const unsigned shift = trace_.threadx.is_modern ? threshold_shift : 0;
    const auto level = static_cast<std::int32_t>(word >> shift & priority_bits);
    ThreadxThread &one = known(lane);
    if (level == one.level) {
        return;
    }
    if (one.level == unset) {
        moves_.level.initial[static_cast<std::size_t>(lane)] = level;
    }
    one.level = level;
    levels_.add(static_cast<Place>(i), lane);
    level_.push_back(level);
}

// Records the priority of a thread that is created, or that gets another one.
void ThreadxMoves::set_base(std::size_t i)
{
    const Lane lane = in_word(0, i);
    if (lane > 0) {
        known(lane).base = static_cast<std::int32_t>(trace_.info[1].low[i] & priority_bits);
        add_base(i, lane);
    }
}

void ThreadxMoves::add_base(std::size_t i, Lane lane)
{
    bases_.add(static_cast<Place>(i), lane);
    base_.push_back(known(lane).base);
}

// Completes a switch with data of the thread that leaves: its end, its yield, or its time slice.
void ThreadxMoves::dispatch(std::size_t row)
{
    SwitchMoves &switches = moves_.switches;
    const ThreadxThread &leaves = known(switches.leaves[row]);
    const auto at = static_cast<std::size_t>(switches.at[row]);
    Reason &reason = switches.reason[row];
    if (reason == Reason::blocked && leaves.has_ended) {
        reason = Reason::terminated;
    } else if (reason == Reason::yielded) {
        switches.own[row] = leaves.yield;
    } else if (reason == Reason::slice_ended) {
        switches.own[row] = slice_[trace_.core_of(at)];
    }
}

void ThreadxMoves::finish()
{
    priorities_.sort(priority_, moves_.priority);
    priorities_.sort(how_, moves_.how);
    bases_.sort(base_, moves_.base);
    levels_.sort(level_, moves_.level);
}

} // namespace

void threadx_moves(const Trace &trace, Moves &moves)
{
    ThreadxMoves(trace, moves).run();
}

} // namespace limen::trace
