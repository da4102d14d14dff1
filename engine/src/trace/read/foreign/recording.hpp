// SPDX-License-Identifier: Apache-2.0
// The common part of the readers of other kernels' traces: a reader passes steps, the cores in any
// order, and gets a trace with records of Limen, which the analysis reads for all kernels.
#pragma once

#include "trace/numbers.hpp"
#include "trace/trace.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

namespace limen::trace
{

inline constexpr std::uint16_t stays_ready = 0xFFFF; // what a thread that leaves waits for: nothing

// A step. Its numbers are those of the event in spec/trace-events.json; but of a SWITCH, a is the
// thread that leaves (no_thread: the one that came last) and b what it waits for, low, and the
// object, high. The thread of a step and the level of a SWITCH are found later.
struct Step {
    Tick time = 0;
    std::uint32_t b = 0;
    std::uint16_t event = 0, object = 0, a = 0;
    std::uint8_t core = 0;
    bool is_in_interrupt = false; // although no interrupt was entered
};

// A mutex that its owner may take again.
struct RecursiveMutex {
    std::uint16_t owner = 0, count = 0;

    // Returns: whether it did not have it yet.
    bool take(std::uint16_t thread)
    {
        const bool is_first = owner != thread;
        count = static_cast<std::uint16_t>(is_first ? 1U : count + 1U);
        owner = thread;
        return is_first;
    }
    // Returns: the former owner; 0: nothing has changed.
    std::uint16_t give()
    {
        count = static_cast<std::uint16_t>(count - (count > 0 ? 1U : 0U));
        return count == 0 ? std::exchange(owner, std::uint16_t{0}) : std::uint16_t{0};
    }
};

// Text of an event, and its numbers.
std::string text_of(std::string_view text, const std::uint64_t *words, std::size_t count);

// The row of a table with a value in a column; nullptr: there is none.
template <class Table, class Row, class Column, class Value>
const Row *row_with(const Table &table, Column Row::*column, const Value &value)
{
    const auto found = std::find_if(std::begin(table), std::end(table),
                                    [&](const Row &row) { return row.*column == value; });
    return found == std::end(table) ? nullptr : &*found;
}

class Recording
{
  public:
    using Number = std::uint16_t; // of a thread or an object: one row of numbers; 0 idle or none

    Recording(Trace &trace, Kernel kernel) : trace_{trace}
    {
        trace.kernel = std::move(kernel);
        entries_.emplace_back();
        running_.fill(no_thread);
    }

    // Notes that the trace records these facts, if `is_so`.
    template <class... Facts> void records(bool is_so, Facts... all)
    {
        trace_.kernel.facts |= is_so ? facts(all...) : std::uint16_t{0};
    }
    // The urgency of a priority of the kernel.
    std::int32_t urgency(std::int64_t number) const;

    // The thread with an address or a number. A new one gets this name and priority. An empty name
    // and a priority of -1 are unknown; the first known values stay.
    Number thread(std::uint64_t key, std::string_view name = {}, std::int32_t priority = -1);
    Number object(std::uint64_t key, std::uint32_t kind, std::string_view name = {});
    bool has_thread(std::uint64_t key) const
    {
        return threads_.contains(key);
    }
    void set_idle(std::uint64_t key)
    {
        threads_[key] = 0;
    }
    void rename(Number number, std::string_view name);
    // The name of the thread or object with this key, or of one that is named without one later.
    void name(std::uint64_t key, std::string_view name);
    // Forgets a deleted thread: its address may be used again.
    void forget_thread(std::uint64_t key)
    {
        threads_.erase(key);
    }

    // Steps. The time and the core of all that follow, until the next at().
    void at(Tick time, unsigned core)
    {
        time_ = time;
        core_ = static_cast<std::uint8_t>(core);
    }
    // The thread that runs on this core; no_thread: it is not known.
    Number &running()
    {
        return running_[core_];
    }
    void add(std::uint16_t event, Number object = 0, std::uint16_t a = 0, std::uint32_t b = 0)
    {
        steps.push_back({time_, b, event, object, a, core_, false});
    }
    // Switches from the running thread.
    void switch_to(Number comes, std::uint16_t what = stays_ready, Number object = 0)
    {
        add(event::SWITCH, comes, running(), what | static_cast<std::uint32_t>(object) << 16);
        running() = comes;
    }
    // Notes that records are missing here; count: how many, if it is known.
    void lose(std::uint32_t count)
    {
        add(event::LOST, 0, 0, count);
        running() = no_thread;
    }
    void suspend(Number thread, std::uint16_t what, Number object = 0)
    {
        add(event::SUSPEND, object, what, thread);
    }
    void ready(Number thread)
    {
        add(event::READY, thread);
    }
    // The priority of a thread, if it is another one than before; change: see spec/numbers.json.
    void priority(Number thread, std::int32_t number, std::uint16_t change);
    // An event that the analysis does not use.
    void raw(std::string_view name, std::string_view text);
    void ends_interrupt()
    {
        add(event::IRQ_EXIT, 0, no_interrupt);
    }

    // Returns the trace. hz: ticks in a second, 1 GHz if they need more than 32 bits; lost: records
    // that were lost before the first one.
    std::optional<Error> finish(std::uint64_t hz = 0, std::uint64_t lost = 0);

    std::int32_t priority_of(Number thread) const
    {
        return thread < entries_.size() ? entries_[thread].current : -1;
    }

    std::vector<Step> steps;
    bool mutexes_inherit = false; // the kernel's mutexes always do

  private:
    struct Entry {
        std::string name;
        std::uint64_t key = 0;
        std::uint32_t kind = 0;
        std::int32_t priority = -1, current = -1;
    };

    Number add_entry(std::uint64_t key, std::uint32_t kind);
    void make_objects();

    Trace &trace_;
    std::vector<Entry> entries_; // by number
    std::map<std::uint64_t, Number> threads_, objects_;
    std::map<std::uint64_t, std::string> names_; // by key
    std::map<std::string, std::uint16_t, std::less<>> raw_names_;
    std::vector<std::uint32_t> raw_text_; // by name: its newest
    Tick time_ = 0;
    std::uint8_t core_ = 0;
    std::array<Number, cores_max> running_{}; // by core
    Number others_ = 0;                       // the lane that all threads beyond the limit share
};

} // namespace limen::trace
