// SPDX-License-Identifier: Apache-2.0
// The moves in a trace of Limen, which the kernel records one by one.
#include "trace/blocks.hpp"
#include "trace/limen_calls.hpp"
#include "trace/numbers.hpp"
#include "trace/steps.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace limen::trace
{

namespace
{

class LimenMoves
{
  public:
    LimenMoves(const Trace &trace, Moves &moves) : trace_{trace}, moves_{moves}
    {
    }

    void run();

  private:
    void begin();
    void reserve();
    void context(std::size_t i);
    void move(std::size_t i);
    void dispatch(std::size_t i);
    void ready(std::size_t i);
    void suspend(std::size_t i);
    void change_urgency(std::size_t i);
    void set_priority(std::size_t i);
    void set_base(std::size_t i);
    void set_level(std::size_t i);
    void name(std::size_t i, Lane lane);
    void by_call(std::size_t i);
    How how(const LimenThread &one) const;
    void call(std::size_t i, std::uint16_t what);
    void interrupted(std::size_t i, bool is_enter);
    void job(std::size_t i);
    void lose(std::size_t i);
    void finish();

    Lane lane_of(std::uint32_t number) const
    {
        return trace_.lane_of_number[number];
    }
    Lane about(std::size_t i) const
    {
        return lane_of(trace_.object[i]);
    }
    Lane own(std::size_t i) const
    {
        return lane_of(trace_.thread[i]);
    }
    LimenThread &known(Lane lane)
    {
        return known_[static_cast<std::size_t>(lane)];
    }

    const Trace &trace_;
    Moves &moves_;
    std::vector<LimenThread> known_; // by lane
    std::vector<Place> set_;         // the newest FLAGS_SET, by core
    std::vector<Place> open_;        // row of the open interrupt, by core and depth
    StepRows priorities_, bases_, levels_;
    std::vector<std::int32_t> priority_, base_, level_, how_;
};

void LimenMoves::run()
{
    begin();
    reserve();
    for_each_row(trace_.count(), [this](std::size_t i) {
        context(i);
        move(i);
    });
    finish();
}

void LimenMoves::begin()
{
    moves_.did.resize(trace_.count());
    moves_.running.resize(trace_.count());
    moves_.in_interrupt.resize(trace_.count());
    const std::size_t lanes = trace_.lanes.size();
    for (const std::uint8_t core : trace_.core) {
        moves_.cores = std::max(moves_.cores, core + 1U);
    }
    open_.assign(moves_.cores * depths_max, no_place);
    set_.assign(moves_.cores, no_place);
    known_.resize(lanes);
    for (Steps *steps : {&moves_.priority, &moves_.base, &moves_.level, &moves_.how}) {
        steps->initial.assign(lanes, 0);
    }
    for (std::size_t lane = 0; lane < lanes; lane++) {
        const Object *entry = trace_.find(trace_.lanes[lane].id);
        if (entry != nullptr && entry->kind == kind::THREAD) {
            known_[lane].priority = known_[lane].base = entry->priority;
            moves_.priority.initial[lane] = moves_.base.initial[lane] = entry->priority;
            moves_.level.initial[lane] = entry->threshold;
        }
    }
}

void LimenMoves::reserve()
{
    const Counts &events = moves_.counts;
    Ready &ready = moves_.ready;
    make_room(events[event::READY], ready.at, ready.lane, ready.outcome);
    Suspend &suspend = moves_.suspend;
    make_room(events[event::SUSPEND], suspend.at, suspend.lane, suspend.what, suspend.object,
              suspend.outcome, suspend.call);
    SwitchMoves &switches = moves_.switches;
    make_room(events[event::SWITCH], switches.at, switches.leaves, switches.comes, switches.reason,
              switches.own);
    Calls &calls = moves_.calls;
    make_room(events.of(whats), calls.at, calls.lane, calls.what, calls.object, calls.owner,
              calls.is_send);
    make_room(events[event::SWITCH] + events[event::LEVEL], levels_, level_, how_);
}

// Records the context of an event and the one from that event on.
void LimenMoves::context(std::size_t i)
{
    const bool is_exit = trace_.event[i] == event::IRQ_EXIT;
    const Lane lane = own(i);
    moves_.did[i] = trace_.depth[i] > 0 ? interrupt : lane;
    moves_.running[i] = trace_.event[i] == event::SWITCH ? about(i) : lane;
    moves_.in_interrupt[i] = trace_.depth[i] > (is_exit ? 1 : 0) ? 1 : 0;
    if (trace_.event[i] == event::LOST) {
        moves_.did[i] = moves_.running[i] = nobody;
        moves_.in_interrupt[i] = 0;
    }
}

void LimenMoves::move(std::size_t i)
{
    switch (trace_.event[i]) {
    case event::SWITCH:
        return dispatch(i);
    case event::READY:
        return ready(i);
    case event::SUSPEND:
        return suspend(i);
    case event::YIELD:
        known(own(i)).yield = static_cast<Place>(i);
        return;
    case event::SLICE:
        if (about(i) >= 0) {
            known(about(i)).slice = static_cast<Place>(i);
        }
        return;
    case event::LEVEL:
    case event::PRIORITY:
    case event::PREEMPT_POINT:
        return change_urgency(i);
    case event::THREAD_CREATE:
        name(i, about(i));
        set_priority(i);
        return set_base(i);
    case event::THREAD_MOVE:
    case event::THREAD_RESUME:
        return name(i, about(i));
    case event::SEMAPHORE_POST:
    case event::SEMAPHORE_POST_BELOW:
    case event::BLOCK_RELEASE:
    case event::MUTEX_UNLOCK:
        return name(i, lane_of(trace_.high(i)));
    case event::FLAGS_SET: // names nobody, as it may wake many
        set_[trace_.core_of(i)] = static_cast<Place>(i);
        return;
    case event::CALLED:
        if (about(i) > idle) {
            known(about(i)).called = static_cast<Place>(i);
        }
        return;
    case event::THREAD_PRIORITY:
        return set_base(i);
    case event::IRQ_ENTER:
    case event::IRQ_EXIT:
        return interrupted(i, trace_.event[i] == event::IRQ_ENTER);
    case event::RELEASE:
    case event::COMPLETE:
    case event::DEADLINE_MISS:
        return job(i);
    case event::LOST:
        return lose(i);
    default:
        if (const std::uint16_t what = whats[trace_.event[i]]; what != wait::END) {
            if (what == wait::QUEUE && trace_.low(i) == outcome::DONE) {
                name(i, lane_of(trace_.high(i)));
            }
            call(i, what);
        }
    }
}

void LimenMoves::dispatch(std::size_t i)
{
    const Lane leaves = own(i);
    const Reason reason = reason_of(trace_.b[i]);
    moves_.switches.at.push_back(static_cast<Place>(i));
    moves_.switches.leaves.push_back(leaves);
    moves_.switches.comes.push_back(about(i));
    moves_.switches.reason.push_back(reason);
    moves_.switches.own.push_back(reason == Reason::yielded       ? known(leaves).yield
                                  : reason == Reason::slice_ended ? known(leaves).slice
                                                                  : no_place);
    set_level(i);
}

void LimenMoves::ready(std::size_t i)
{
    // The thread that ran when the tick came is not recorded, but it did not wake the thread.
    if (!trace_.kernel.records(Fact::tick) && about(i) > idle && known(about(i)).is_asleep) {
        moves_.did[i] = nobody;
    }
    by_call(i);
    moves_.ready.at.push_back(static_cast<Place>(i));
    moves_.ready.lane.push_back(about(i));
    moves_.ready.outcome.push_back(static_cast<std::uint16_t>(trace_.low(i)));
}

void LimenMoves::name(std::size_t i, Lane lane)
{
    if (lane > idle) {
        known(lane).named = static_cast<Place>(i);
    }
}

// The thread becomes ready because another core has called for it, if the event before says so. The
// caller made it ready, not the interrupt that received the call.
void LimenMoves::by_call(std::size_t i)
{
    const Lane lane = about(i);
    if (lane <= idle || known(lane).called == no_place) {
        return;
    }
    const auto record = static_cast<std::size_t>(known(lane).called);
    known(lane).called = no_place;
    const auto core = static_cast<std::uint8_t>(trace_.a[record]);
    const bool is_set = trace_.high(record) == event::FLAGS_SET && core < set_.size();
    Place from = is_set ? set_[core] : known(lane).named;
    if (from != no_place) {
        const auto place = static_cast<std::size_t>(from);
        const bool is_it = trace_.core_of(place) == core &&
                           trace_.event[place] == trace_.high(record) &&
                           (!is_set || trace_.object[place] == trace_.low(record));
        from = is_it ? from : no_place;
    }
    moves_.did[i] = from == no_place ? nobody : moves_.did[static_cast<std::size_t>(from)];
    Called &called = moves_.called;
    called.at.push_back(static_cast<Place>(i));
    called.record.push_back(static_cast<Place>(record));
    called.from.push_back(from);
    called.core.push_back(core);
}

void LimenMoves::suspend(std::size_t i)
{
    const Lane lane = lane_of(trace_.low(i));
    if (lane <= 0) {
        return;
    }
    const std::uint16_t what = trace_.a[i];
    known(lane).is_asleep = what == wait::TIME;
    Place call = what < call_whats ? known(lane).call[what] - 1 : no_place;
    if (call >= 0 && moves_.calls.object[static_cast<std::size_t>(call)] != trace_.object[i]) {
        call = no_place;
    }
    moves_.suspend.at.push_back(static_cast<Place>(i));
    moves_.suspend.lane.push_back(lane);
    moves_.suspend.what.push_back(what);
    moves_.suspend.object.push_back(trace_.object[i]);
    moves_.suspend.outcome.push_back(static_cast<std::uint16_t>(trace_.high(i)));
    moves_.suspend.call.push_back(call);
}

void LimenMoves::change_urgency(std::size_t i)
{
    const std::uint16_t number = trace_.event[i];
    const Lane lane = number == event::PREEMPT_POINT ? own(i) : about(i);
    moves_.urgency.push_back(static_cast<Place>(i));
    moves_.urgency_of.push_back(lane);
    if (number == event::PREEMPT_POINT) {
        moves_.points.push_back(static_cast<Place>(i));
    } else if (number == event::PRIORITY) {
        set_priority(i);
    } else if (lane > 0) {
        known(lane).level_change = static_cast<std::uint16_t>(trace_.high(i));
        set_level(i);
    }
}

void LimenMoves::set_priority(std::size_t i)
{
    const Lane lane = about(i);
    if (lane <= 0) {
        return;
    }
    LimenThread &one = known(lane);
    one.priority = trace_.a[i];
    if (trace_.event[i] == event::PRIORITY) {
        one.priority_change = static_cast<std::uint16_t>(trace_.high(i));
    }
    priorities_.add(static_cast<Place>(i), lane);
    priority_.push_back(one.priority);
}

void LimenMoves::set_base(std::size_t i)
{
    const Lane lane = about(i);
    if (lane > 0) {
        known(lane).base = trace_.a[i];
        bases_.add(static_cast<Place>(i), lane);
        base_.push_back(trace_.a[i]);
    }
}

// Records the level with which a thread is dispatched, or another level that it gets.
void LimenMoves::set_level(std::size_t i)
{
    const Lane lane = about(i);
    if (lane > 0) {
        levels_.add(static_cast<Place>(i), lane);
        level_.push_back(trace_.a[i]);
        how_.push_back(static_cast<std::int32_t>(how(known(lane))));
    }
}

How LimenMoves::how(const LimenThread &one) const
{
    if (one.level_change == change::PREEMPTION_DISABLED) {
        return How::disabled;
    }
    if (one.level_change == change::SECTION_ENTERED) {
        return How::section;
    }
    if (one.level_change == change::KERNEL_CODE_ENTERED) {
        return How::kernel_code;
    }
    if (one.priority < one.base) {
        return one.priority_change == change::CEILING ? How::ceiling : How::inheritance;
    }
    return one.level_change == change::PRIORITY_SET ? How::priority : How::threshold;
}

void LimenMoves::call(std::size_t i, std::uint16_t what)
{
    const std::uint16_t number = trace_.event[i];
    const Lane lane = own(i);
    if (trace_.depth[i] > 0 || lane <= 0) {
        return;
    }
    const bool has_owner = number == event::MUTEX_LOCK && trace_.low(i) == outcome::WAITS;
    const bool is_send = number == event::QUEUE_SEND || number == event::QUEUE_SEND_FRONT;
    Calls &calls = moves_.calls;
    calls.at.push_back(static_cast<Place>(i));
    calls.lane.push_back(lane);
    calls.what.push_back(what);
    calls.object.push_back(trace_.object[i]);
    calls.owner.push_back(has_owner ? lane_of(trace_.high(i)) : nobody);
    calls.is_send.push_back(is_send ? 1 : 0);
    known(lane).call[what] = static_cast<Place>(calls.at.size());
}

// The next entry or exit of the same depth ends an interrupt.
void LimenMoves::interrupted(std::size_t i, bool is_enter)
{
    Interrupts &interrupts = moves_.interrupts;
    const unsigned core = trace_.core_of(i);
    Place &open = open_[core * depths_max + trace_.depth[i]];
    if (open != no_place) {
        interrupts.end[static_cast<std::size_t>(open)] = static_cast<Place>(i);
        open = no_place;
    }
    if (is_enter) {
        open = static_cast<Place>(interrupts.begin.size());
        interrupts.core.push_back(static_cast<std::uint8_t>(core));
        interrupts.begin.push_back(static_cast<Place>(i));
        interrupts.end.push_back(no_place);
        interrupts.number.push_back(trace_.a[i] == no_interrupt ? -1 : trace_.a[i]);
        interrupts.depth.push_back(trace_.depth[i]);
    }
}

void LimenMoves::job(std::size_t i)
{
    Releases &releases = moves_.releases;
    const Lane lane = about(i);
    if (lane <= 0) {
        return;
    }
    if (trace_.event[i] == event::RELEASE) {
        known(lane).is_released = true;
    } else if (trace_.event[i] == event::COMPLETE) {
        releases.at.push_back(static_cast<Place>(i));
        releases.lane.push_back(lane);
        releases.response.push_back(trace_.b[i]);
    } else {
        releases.missed_at.push_back(static_cast<Place>(i));
        releases.missed_lane.push_back(lane);
    }
}

// Only priorities are still known after the loss of records.
void LimenMoves::lose(std::size_t i)
{
    moves_.lost.push_back(static_cast<Place>(i));
    std::fill(set_.begin(), set_.end(), no_place);
    for (Place &row : open_) {
        if (row != no_place) {
            moves_.interrupts.end[static_cast<std::size_t>(row)] = static_cast<Place>(i);
            row = no_place;
        }
    }
    for (std::size_t lane = 1; lane < known_.size(); lane++) {
        LimenThread &one = known_[lane];
        one.yield = one.slice = one.named = one.called = no_place;
        one.level_change = 0;
        one.call = {};
        levels_.add(static_cast<Place>(i), static_cast<Lane>(lane));
        level_.push_back(moves_.level.initial[lane]);
        how_.push_back(static_cast<std::int32_t>(How::threshold));
    }
}

void LimenMoves::finish()
{
    for (std::size_t lane = 0; lane < known_.size(); lane++) {
        if (known_[lane].is_released) {
            moves_.releases.released.push_back(static_cast<Lane>(lane));
        }
    }
    priorities_.sort(priority_, moves_.priority);
    bases_.sort(base_, moves_.base);
    levels_.sort(level_, moves_.level);
    levels_.sort(how_, moves_.how);
}

} // namespace

void limen_moves(const Trace &trace, Moves &moves)
{
    LimenMoves(trace, moves).run();
}

} // namespace limen::trace
