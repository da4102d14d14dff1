// SPDX-License-Identifier: Apache-2.0
// The counts in a trace of Limen. Over a complete trace they equal the kernel's own counters,
// struct lm_counters (include/limen/kernel.h).
#include "trace/window.hpp"

namespace limen::trace
{

namespace
{

// The counts of one thread, or of idle and interrupts.
struct LimenTally {
    std::uint64_t switches = 0, to_idle = 0, from_idle = 0;
    std::uint64_t by_call = 0, by_interrupt = 0;
    std::uint64_t slices = 0, yields = 0, suspensions = 0, resumptions = 0, interrupts = 0;
    std::uint64_t inversions = 0, unbounded = 0;
    std::uint64_t overruns = 0, misses = 0, runs = 0, timeouts = 0, aborts = 0;
    Tick run_time = 0, interrupt_time = 0;
    std::uint64_t sent = 0, received = 0;

    void add(const LimenTally &other);
};

void LimenTally::add(const LimenTally &other)
{
    switches += other.switches;
    to_idle += other.to_idle;
    from_idle += other.from_idle;
    by_call += other.by_call;
    by_interrupt += other.by_interrupt;
    slices += other.slices;
    yields += other.yields;
    suspensions += other.suspensions;
    resumptions += other.resumptions;
    interrupts += other.interrupts;
    inversions += other.inversions;
    unbounded += other.unbounded;
    overruns += other.overruns;
    misses += other.misses;
    runs += other.runs;
    timeouts += other.timeouts;
    aborts += other.aborts;
    run_time += other.run_time;
    interrupt_time += other.interrupt_time;
    sent += other.sent;
    received += other.received;
}

// All tallies, by lane; 0 is idle and, for calls, interrupts.
class LimenCounts
{
  public:
    explicit LimenCounts(const Window &window)
        : window_{window}, trace_{window.trace}, tallies_(window.trace.lanes.size()),
          cores_(window.analysis.moves.cores)
    {
    }

    Work count()
    {
        begin_time();
        co_await each_event(window_, [this](std::size_t at) {
            add(at);
            add_time(at);
        });
        end_time();
        co_await count_inversions();
    }

    const LimenTally &of(std::size_t lane) const
    {
        return tallies_[lane];
    }

    // Records that were lost before the trace and in the window.
    std::uint64_t lost() const
    {
        return lost_;
    }

    LimenTally total() const
    {
        LimenTally total;
        for (const LimenTally &one : tallies_) {
            total.add(one);
        }
        return total;
    }

  private:
    // The counts of a thread; those of unknown thread numbers are counted in `nobody_`.
    LimenTally &tally(std::uint32_t thread)
    {
        const Lane lane = trace_.lane_of_number[thread];
        return lane < idle ? nobody_ : tallies_[static_cast<std::size_t>(lane)];
    }
    void add(std::size_t at);
    void add_switch(std::size_t at);
    void add_message(std::size_t at);
    void begin_time();
    void add_time(std::size_t at);
    void end_time();
    void add_time_since(Place newest, Tick until);
    Work count_inversions();

    const Window &window_;
    const Trace &trace_;
    std::vector<LimenTally> tallies_;
    LimenTally nobody_;
    std::vector<Place> cores_; // the newest event of each
    std::uint64_t lost_ = trace_.limen.lost;
};

void LimenCounts::add_switch(std::size_t at)
{
    const std::uint16_t leaves = trace_.thread[at], comes = trace_.object[at];
    LimenTally &leaving = tally(leaves);
    leaving.switches += leaves != 0 && comes != 0 ? 1U : 0U;
    leaving.to_idle += comes == 0 ? 1U : 0U;
    leaving.from_idle += leaves == 0 && comes != 0 ? 1U : 0U;
    leaving.by_call += trace_.b[at] == switch_reason::PREEMPTED_BY_CALL ? 1U : 0U;
    leaving.by_interrupt += trace_.b[at] == switch_reason::PREEMPTED_BY_INTERRUPT ? 1U : 0U;
    tally(comes).runs += comes != 0 ? 1U : 0U;
}

// A call that succeeds at once, and the waiting call of another thread that it ends.
void LimenCounts::add_message(std::size_t at)
{
    if (trace_.low(at) != outcome::DONE) {
        return;
    }
    const bool is_receive = trace_.event[at] == event::QUEUE_RECEIVE;
    const std::uint32_t caller = trace_.depth[at] == 0 ? trace_.thread[at] : 0;
    const std::uint32_t partner = trace_.high(at);
    (is_receive ? tally(caller).received : tally(caller).sent)++;
    if (partner != 0) {
        (is_receive ? tally(partner).sent : tally(partner).received)++;
    }
}

void LimenCounts::add(std::size_t at)
{
    const std::uint16_t object = trace_.object[at];
    switch (trace_.event[at]) {
    case event::SWITCH:
        return add_switch(at);
    case event::READY:
        tally(object).resumptions++;
        tally(object).timeouts += trace_.low(at) == status::TIMEOUT ? 1U : 0U;
        return;
    case event::SUSPEND:
        tally(trace_.low(at)).suspensions++;
        tally(trace_.low(at)).timeouts += trace_.high(at) == status::TIMEOUT ? 1U : 0U;
        return;
    case event::SLICE:
        tally(object).slices++;
        return;
    case event::YIELD:
        tally(trace_.thread[at]).yields++;
        return;
    case event::IRQ_ENTER:
        tally(trace_.thread[at]).interrupts++;
        return;
    case event::THREAD_ABORT_WAIT:
        tally(object).aborts++;
        return;
    case event::OVERRUN:
        tally(object).overruns++;
        return;
    case event::DEADLINE_MISS:
        tally(object).misses++;
        return;
    case event::QUEUE_SEND:
    case event::QUEUE_SEND_FRONT:
    case event::QUEUE_RECEIVE:
        return add_message(at);
    case event::LOST:
        lost_ += trace_.b[at];
        return;
    default:
        return;
    }
}

// Counts the inversions that begin in the window, and those that become unbounded in it.
Work LimenCounts::count_inversions()
{
    const Inversions &found = window_.analysis.inversions;
    return each_row(0, found.at.size(), [this, &found](std::size_t i) {
        const Lane waiter = found.waiter[i];
        LimenTally &waiting = tallies_[waiter < 0 ? 0 : static_cast<std::size_t>(waiter)];
        waiting.inversions += window_.has(found.at[i]) ? 1U : 0U;
        waiting.unbounded += window_.has(found.unbounded_at[i]) ? 1U : 0U;
    });
}

// Finds the lane that runs on each core when the window begins. One of several cores may have no
// event there.
void LimenCounts::begin_time()
{
    std::fill(cores_.begin(), cores_.end(), no_place);
    std::size_t missing = cores_.size() > 1 ? cores_.size() : 0;
    for (auto at = static_cast<std::size_t>(window_.first); missing > 0 && at-- > 0;) {
        Place &newest = cores_[trace_.core_of(at)];
        if (trace_.event[at] == event::LOST) {
            return;
        }
        if (newest == no_place) {
            newest = static_cast<Place>(at);
            missing--;
        }
    }
}

void LimenCounts::add_time(std::size_t at)
{
    if (trace_.event[at] == event::LOST) {
        for (Place &newest : cores_) { // the running thread is not known from here on
            add_time_since(newest, trace_.time[at]);
            newest = no_place;
        }
        return;
    }
    Place &newest = cores_[trace_.core_of(at)];
    add_time_since(newest, trace_.time[at]);
    newest = static_cast<Place>(at);
}

void LimenCounts::end_time()
{
    for (const Place newest : cores_) {
        add_time_since(newest, window_.end);
    }
}

// The time from the newest event of a core on.
void LimenCounts::add_time_since(Place newest, Tick until)
{
    if (newest == no_place) {
        return;
    }
    const std::size_t at = index(newest);
    const std::uint16_t event = trace_.event[at];
    const Tick ticks = until - std::max(trace_.time[at], window_.begin);
    LimenTally &running = tally(event == event::SWITCH ? trace_.object[at] : trace_.thread[at]);
    running.run_time += ticks;
    // A handler runs from the event on.
    if (trace_.depth[at] > (event == event::IRQ_EXIT ? 1 : 0)) {
        running.interrupt_time += ticks;
    }
}

void put_counters(Json &json, const LimenTally &tally)
{
    json.open('{');
    json.put("switches", tally.switches).put("to_idle", tally.to_idle);
    json.put("from_idle", tally.from_idle).put("preemptions_by_call", tally.by_call);
    json.put("preemptions_by_interrupt", tally.by_interrupt).put("slices", tally.slices);
    json.put("yields", tally.yields).put("suspensions", tally.suspensions);
    json.put("resumptions", tally.resumptions).put("interrupts", tally.interrupts);
    json.put("inversions", tally.inversions).put("inversions_unbounded", tally.unbounded);
    json.put("overruns", tally.overruns).put("deadline_misses", tally.misses);
    json.put("runs", tally.runs).put("timeouts", tally.timeouts).put("aborts", tally.aborts);
    json.put("run_time", tally.run_time).close('}');
}

} // namespace

Work limen_counts(const Window &window, Json &json)
{
    LimenCounts count(window);
    co_await count.count();
    LimenTally total = count.total();
    const Tick idle_time = count.of(0).run_time;
    total.run_time -= idle_time;
    json.put("first", window.first).put("last", window.last);
    json.put("events", window.last - window.first).put("lost", count.lost());
    json.put("begin", window.begin).put("end", window.end).put("ticks", window.end - window.begin);
    json.put("clock_hz", window.trace.limen.clock_hz).put("idle_time", idle_time);
    json.put("interrupt_time", total.interrupt_time).put("messages_sent", total.sent);
    json.put("messages_received", total.received);
    json.put("inversions_bounded", static_cast<std::int64_t>(total.inversions - total.unbounded));
    put_counters(json.key("system"), total);
    json.key("threads").open('[');
    for (std::size_t lane = 1; lane < window.trace.lanes.size(); lane++) {
        const LaneInfo &thread = window.trace.lanes[lane];
        const LimenTally &tally = count.of(lane);
        json.open('{').put("id", thread.id).put("name", thread.name);
        put_counters(json.key("counters"), tally);
        json.put("messages_sent", tally.sent).put("messages_received", tally.received).close('}');
    }
    json.close(']');
}

} // namespace limen::trace
