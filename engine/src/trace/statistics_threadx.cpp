// SPDX-License-Identifier: Apache-2.0
// The counts in a trace of ThreadX. Each has the meaning of the kernel's performance counter, if
// there is one; the numbers of TraceX differ from them in some places.
#include "trace/describe.hpp"
#include "trace/lookup.hpp"
#include "trace/threadx.hpp"
#include "trace/window.hpp"

namespace limen::trace
{

namespace
{

constexpr std::size_t numbers = std::size_t{1} << 16;

// Values that a thread showed at its events; none before the first one.
struct Range {
    std::optional<std::uint64_t> least, greatest;

    void add(std::uint64_t value)
    {
        least = std::min(least.value_or(value), value);
        greatest = std::max(greatest.value_or(value), value);
    }
};

// The reasons why threads left the processor.
struct Left {
    std::uint64_t blocked = 0, relinquish = 0, slice = 0, by_isr = 0, by_own_call = 0;

    void count(Reason reason)
    {
        switch (reason) {
        case Reason::blocked:
        case Reason::terminated:
            blocked++;
            return;
        case Reason::yielded:
            relinquish++;
            return;
        case Reason::slice_ended:
            slice++;
            return;
        case Reason::preempted_by_interrupt:
            by_isr++;
            return;
        case Reason::preempted_by_call:
            by_own_call++;
            return;
        case Reason::idle_ended:
            return;
        }
    }

    void put(Json &json) const
    {
        json.put("left_cpu_blocked", blocked).put("left_cpu_relinquish", relinquish);
        json.put("left_cpu_time_slice", slice).put("preempted_by_isr", by_isr);
        json.put("preempted_by_own_call", by_own_call);
    }
};

struct ThreadxTally {
    std::uint64_t run_time = 0;
    std::uint64_t runs = 0, suspensions = 0, resumptions = 0, inversions = 0, unbounded = 0;
    Left left;
    Range priority, threshold;
};

// The number of occurrences of each address.
class Targets
{
  public:
    void add(std::uint64_t address)
    {
        const auto [count, is_new] = near_.find(address);
        if (is_new) {
            count = &counts_[address];
        }
        ++*count;
    }

    const std::map<std::uint64_t, std::uint64_t> &counts() const
    {
        return counts_;
    }

  private:
    std::map<std::uint64_t, std::uint64_t> counts_;
    Cache<std::uint64_t *> near_; // into counts_
};

// All counts of a window.
class ThreadxCounts
{
  public:
    explicit ThreadxCounts(const Window &window)
        : window_{window}, trace_{window.trace}, moves_{window.analysis.moves},
          tallies_(window.trace.lanes.size()), events_(numbers)
    {
    }

    Work count()
    {
        co_await each_event(window_, [this](std::size_t at) { add(at); });
        assign_targets();
        co_await count_switches();
        co_await count_inversions();
        co_await add_times();
    }

    void put(const std::vector<StackUse> &stacks, Json &json) const;

  private:
    ThreadxTally &of(Lane lane)
    {
        return tallies_[index(lane)];
    }
    void add(std::size_t at);
    void assign_targets();
    Work count_switches();
    Work count_inversions();
    Work add_times();
    void put_times(Json &json) const;
    void put_threads(const std::vector<StackUse> &stacks, Json &json) const;

    const Window &window_;
    const Trace &trace_;
    const Moves &moves_;
    std::vector<ThreadxTally> tallies_; // by lane
    std::vector<std::uint32_t> events_; // by number
    Targets suspensions_, resumptions_;
    std::uint64_t nested_ = 0, bursts_ = 0;
    unsigned depth_max_ = 0;
    std::uint64_t idle_time_ = 0, run_time_ = 0, interrupt_time_ = 0, unknown_time_ = 0;
    std::uint64_t to_thread_ = 0, to_idle_ = 0, from_idle_ = 0, changing_slices_ = 0;
    Left left_;
    std::uint64_t inversions_ = 0, unbounded_ = 0;
};

void ThreadxCounts::add(std::size_t at)
{
    const std::uint16_t number = trace_.event[at];
    events_[number]++;
    depth_max_ = std::max<unsigned>(depth_max_, moves_.depth[at]);
    nested_ += number == threadx_event::ISR_ENTER && moves_.depth[at] > 1 ? 1U : 0U;
    bursts_ += moves_.burst[at] != 0 ? 1U : 0U;
    if (number == threadx_event::THREAD_SUSPEND) {
        suspensions_.add(trace_.info[0][at]);
    } else if (number == threadx_event::THREAD_RESUME) {
        resumptions_.add(trace_.info[0][at]);
    }
    if (moves_.did[at] >= 0) {
        const std::uint64_t word = trace_.priority[at];
        ThreadxTally &tally = of(moves_.did[at]);
        tally.priority.add(word & priority_bits);
        tally.threshold.add(word >> threshold_shift & priority_bits);
    }
}

void ThreadxCounts::assign_targets()
{
    for (const auto &[address, count] : suspensions_.counts()) {
        const Lane lane = trace_.lane_of(address);
        if (lane >= 0) {
            of(lane).suspensions = count;
        }
    }
    for (const auto &[address, count] : resumptions_.counts()) {
        const Lane lane = trace_.lane_of(address);
        if (lane >= 0) {
            of(lane).resumptions = count;
        }
    }
}

// A time slice changes the thread if a switch has it as its reason: if an interrupt also made a
// more urgent thread ready, that thread would have run anyway.
Work ThreadxCounts::count_switches()
{
    const SwitchMoves &switches = moves_.switches;
    std::vector<bool> is_counted(index(window_.last - window_.first)); // by event that ends a slice
    co_await each_row(0, switches.at.size(), [&](std::size_t i) {
        const Reason reason = switches.reason[i];
        if (reason == Reason::slice_ended && window_.has(switches.own[i])) {
            const std::size_t slice = index(switches.own[i] - window_.first);
            changing_slices_ += is_counted[slice] ? 0U : 1U;
            is_counted[slice] = true;
        }
        if (!window_.has(switches.at[i])) {
            return;
        }
        const Lane leaves = switches.leaves[i], comes = switches.comes[i];
        to_thread_ += leaves > idle && comes > idle ? 1U : 0U;
        to_idle_ += comes == idle ? 1U : 0U;
        from_idle_ += leaves == idle ? 1U : 0U;
        if (leaves > idle) {
            of(leaves).left.count(reason);
            left_.count(reason);
        }
        if (comes >= 0) {
            of(comes).runs++;
        }
    });
}

// Counts the inversions that begin in the window, and those that become unbounded in it.
Work ThreadxCounts::count_inversions()
{
    const Inversions &found = window_.analysis.inversions;
    return each_row(0, found.at.size(), [this, &found](std::size_t i) {
        const std::uint64_t begins = window_.has(found.at[i]) ? 1 : 0;
        const std::uint64_t worsens = window_.has(found.unbounded_at[i]) ? 1 : 0;
        if (found.waiter[i] >= 0) {
            of(found.waiter[i]).inversions += begins;
            of(found.waiter[i]).unbounded += worsens;
            inversions_ += begins;
            unbounded_ += worsens;
        }
    });
}

// Ticks from each event to the next one of its core.
Work ThreadxCounts::add_times()
{
    const Place last = std::min(window_.last, window_.newest());
    return each_step(trace_, window_.first, last, [this](std::size_t at, std::size_t next) {
        const auto ticks = static_cast<std::uint64_t>(trace_.time[next] - trace_.time[at]);
        const Lane running = moves_.running[at];
        if (moves_.depth[at] > 0) {
            interrupt_time_ += ticks;
        } else if (running < 0) {
            unknown_time_ += ticks;
        } else {
            of(running).run_time += ticks;
            (running == idle ? idle_time_ : run_time_) += ticks;
        }
    });
}

void put_targets(Json &json, const Targets &targets)
{
    json.open('{');
    for (const auto &[address, count] : targets.counts()) {
        json.put(address_text(address), count);
    }
    json.close('}');
}

void ThreadxCounts::put_times(Json &json) const
{
    json.put("format", trace_.threadx.is_modern ? "modern" : "old");
    json.put("first", window_.first).put("last", window_.last);
    json.put("events", window_.last - window_.first);
    json.put("begin", window_.begin).put("end", window_.end);
    json.put("ticks", window_.end - window_.begin).put("run_time", run_time_);
    json.put("idle_time", idle_time_).put("interrupt_time", interrupt_time_);
    json.put("unknown_time", unknown_time_);
}

void ThreadxCounts::put(const std::vector<StackUse> &stacks, Json &json) const
{
    put_times(json);
    json.put("switches_thread_to_thread", to_thread_).put("switches_to_idle", to_idle_);
    json.put("switches_from_idle", from_idle_);
    left_.put(json);
    json.put("time_slice_events", events_[threadx_event::TIME_SLICE]);
    json.put("time_slices_changing_thread", changing_slices_);
    json.put("isr_enter_events", events_[threadx_event::ISR_ENTER]);
    json.put("isr_nested", nested_).put("isr_max_depth", depth_max_);
    json.put("interrupt_bursts", bursts_);
    json.put("inversions", inversions_).put("inversions_unbounded", unbounded_);
    json.put("queue_sends", std::uint64_t{events_[threadx_event::QUEUE_SEND]} +
                                events_[threadx_event::QUEUE_FRONT_SEND]);
    json.put("queue_receives", events_[threadx_event::QUEUE_RECEIVE]);
    put_targets(json.key("suspensions_by_target"), suspensions_);
    put_targets(json.key("resumptions_by_target"), resumptions_);
    json.key("services").open('{');
    for (std::size_t number = 0; number < numbers; number++) {
        if (events_[number] > 0) {
            json.put(concat(number), events_[number]);
        }
    }
    json.close('}');
    put_threads(stacks, json);
}

void ThreadxCounts::put_threads(const std::vector<StackUse> &stacks, Json &json) const
{
    json.key("threads").open('[');
    for (std::size_t place = 1; place < tallies_.size(); place++) {
        const ThreadxTally &tally = tallies_[place];
        const LaneInfo &lane = trace_.lanes[place];
        const bool has_stack = stacks[place].lane != nobody;
        json.open('{').put("address", address_text(lane.id));
        json.put("name", registered_name(trace_, static_cast<Lane>(place)));
        json.put("run_time", tally.run_time).put("runs", tally.runs);
        tally.left.put(json);
        json.put("suspensions", tally.suspensions).put("resumptions", tally.resumptions);
        json.put("inversions", tally.inversions).put("inversions_unbounded", tally.unbounded);
        json.put("priority_highest", tally.priority.least);
        json.put("priority_lowest", tally.priority.greatest);
        json.put("threshold_highest",
                 trace_.threadx.is_modern ? tally.threshold.least : std::nullopt);
        json.put("stack_size", lane.stack_size);
        json.put("stack_used", has_stack ? std::optional(stacks[place].used) : std::nullopt);
        json.put("stack_event", has_stack ? std::optional(stacks[place].event) : std::nullopt);
        json.close('}');
    }
    json.close(']');
}

} // namespace

Work threadx_counts(const Window &window, Json &json)
{
    ThreadxCounts count(window);
    co_await count.count();
    std::vector<StackUse> stacks;
    co_await find_stack_uses(window, stacks);
    count.put(stacks, json);
}

} // namespace limen::trace
