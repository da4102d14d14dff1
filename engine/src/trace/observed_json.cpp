// SPDX-License-Identifier: Apache-2.0
// Writes the system that a trace shows as JSON:
//
//   {"tick_ns": ..., "threads": [...], "interrupts": [...], "resources": [...], "overheads": {...},
//    "notes": [sentences], "problem": why the trace gives no system, or null,
//    "remedy": what to do then}
//
// All but the notes and the problem are as viewer/src/play/system.ts describes them. Each thread
// also has "observed": the numbers of ObservedThread, in ticks of the clock.
#include "trace/json.hpp"
#include "trace/numbers.hpp"
#include "trace/observed.hpp"
#include "trace/words.hpp"

namespace limen::trace
{

namespace
{

constexpr Tick ns_per_second = 1'000'000'000;
constexpr Tick assumed_hz = 1'000'000;      // of a clock whose rate is not known
constexpr std::int32_t levels_of_page = 32; // of the kernel there: LM_MACHINE_LEVELS

enum class Protocol : std::uint8_t { inheritance, ceiling, none };

class ObservedSystem
{
  public:
    ObservedSystem(const Trace &trace, const Analysis &analysis)
        : trace_{trace}, moves_{analysis.moves}, seen_{observe(trace, analysis)},
          hz_{trace.limen.clock_hz == 0 ? assumed_hz : Tick{trace.limen.clock_hz}},
          tick_ns_{ns_per_second % hz_ == 0 ? ns_per_second / hz_ : 1}
    {
        for (const ObservedThread &thread : seen_.threads) {
            if (period_of(thread) > 0) {
                used_.push_back(&thread);
                first_ = std::min(first_, thread.first);
                urgencies_.insert(urgencies_.end(), {thread.priority, thread.threshold});
                for (const ObservedSection &section : thread.sections) {
                    mutexes_.try_emplace(section.object, 0);
                }
            }
        }
        std::size_t number = 0;
        for (auto &[object, place] : mutexes_) {
            place = number++;
        }
        std::sort(urgencies_.begin(), urgencies_.end());
        urgencies_.erase(std::unique(urgencies_.begin(), urgencies_.end()), urgencies_.end());
    }

    std::string json()
    {
        Json json;
        json.open('{').put("tick_ns", tick_ns_).key("threads").open('[');
        for (const ObservedThread *thread : used_) {
            add(json, *thread);
        }
        json.close(']').key("interrupts").open('[');
        for (const ObservedInterrupt &one : seen_.interrupts) {
            add(json, one);
        }
        json.close(']').key("resources").open('[');
        for (const auto &[object, number] : mutexes_) {
            json.open('{').put("name", trace_.name_of(object)).put("kind", 0);
            json.put("value", static_cast<unsigned>(protocol_of(object))).close('}');
        }
        json.close(']').key("overheads").open('{').put("dispatch", 0).put("exit", 0);
        json.put("preemption", 0).close('}').key("notes").open('[');
        add_notes(json);
        const auto [problem, remedy] = trouble();
        json.close(']').put("problem", problem).put("remedy", remedy);
        return json.close('}').take();
    }

  private:
    // Ticks of the clock in ticks of the system, rounded down.
    Tick floor(Tick ticks) const
    {
        return tick_ns_ == 1 ? ticks / hz_ * ns_per_second + ticks % hz_ * ns_per_second / hz_
                             : ticks;
    }
    Tick shorter(Tick ticks) const // at least 1
    {
        return std::max<Tick>(1, floor(ticks));
    }
    Tick longer(Tick ticks) const // rounded up, at least 1
    {
        const bool is_exact = tick_ns_ != 1 || ticks % hz_ * ns_per_second % hz_ == 0;
        return std::max<Tick>(1, floor(ticks) + (is_exact ? 0 : 1));
    }

    // A thread that ran once has the length of the trace as its interval.
    Tick period_of(const ObservedThread &thread) const
    {
        return thread.jobs == 1 ? seen_.end - seen_.begin : thread.period().value_or(0);
    }

    // Other kernels have more priorities than the one of the page: then only their order is kept.
    bool is_renumbered() const
    {
        return !urgencies_.empty() && urgencies_.back() >= levels_of_page;
    }
    std::int32_t number_of(std::int32_t urgency) const
    {
        const auto at = std::lower_bound(urgencies_.begin(), urgencies_.end(), urgency);
        return is_renumbered() ? static_cast<std::int32_t>(at - urgencies_.begin()) : urgency;
    }

    Protocol protocol_of(std::uint64_t object) const
    {
        const Object *const known = trace_.find(object);
        if (known != nullptr && trace_.origin == Origin::threadx) {
            return known->p1 != 0 ? Protocol::inheritance : Protocol::none;
        }
        const std::int32_t number = known == nullptr ? 0 : known->threshold;
        return number == 1   ? Protocol::inheritance
               : number == 2 ? Protocol::ceiling
                             : Protocol::none;
    }

    const std::string &name_of(const ObservedThread &thread) const
    {
        return trace_.lanes[static_cast<std::size_t>(thread.lane)].name;
    }

    void add(Json &json, const ObservedThread &one) const
    {
        const Tick period = shorter(period_of(one));
        const auto stack = trace_.lanes[static_cast<std::size_t>(one.lane)].stack_size;
        Tick work = longer(one.execution_greatest);
        for (const ObservedSection &section : one.sections) {
            work = std::max(work, shorter(section.start) + longer(section.end - section.start));
        }
        json.open('{').put("name", name_of(one)).put("period", period);
        json.put("deadline", one.deadline ? shorter(*one.deadline) : period);
        json.put("offset", floor(one.first - first_)).put("jitter", 0).put("work", work);
        json.put("work_min", longer(one.execution_least)).put("priority", number_of(one.priority));
        json.put("threshold", number_of(one.threshold))
            .put("stack", stack)
            .put("stack_between", stack);
        json.key("chunks").open('[').close(']').key("sections").open('[');
        for (const ObservedSection &section : one.sections) {
            json.open('{').put("resource", mutexes_.at(section.object));
            json.put("start", section.start == 0 ? 0 : shorter(section.start));
            json.put("work", longer(section.end - section.start)).close('}');
        }
        json.close(']').key("script").open('[').close(']').key("observed").open('{');
        json.put("jobs", one.jobs).put("misses", one.misses).put("is_periodic", one.is_periodic);
        json.put("is_regular", one.is_regular()).put("interval_least", one.interval_least);
        json.put("interval_greatest", one.interval_greatest);
        json.put("interval_mean", one.interval_mean);
        json.put("execution_least", one.execution_least);
        json.put("execution_greatest", one.execution_greatest);
        json.put("response_greatest", one.response_greatest).put("deadline", one.deadline);
        json.put("first", one.first).key("levels").open('[');
        for (const std::int32_t level : one.levels) {
            json.add(level);
        }
        json.close(']').close('}').close('}');
    }

    void add(Json &json, const ObservedInterrupt &one) const
    {
        if (one.interval_least.value_or(0) > 0 && one.execution_greatest > 0) {
            json.open('{').put("name", concat("interrupt ", one.number));
            json.put("period", shorter(*one.interval_least));
            json.put("work", longer(one.execution_greatest)).put("jitter", 0).close('}');
        }
    }

    void add_notes(Json &json) const
    {
        std::size_t jobs = 0;
        for (const ObservedThread &one : seen_.threads) {
            jobs += one.jobs;
        }
        json.add(concat("observed in ", jobs, jobs == 1 ? " job" : " jobs", " and ",
                        duration_text(trace_, seen_.end - seen_.begin),
                        ": execution times and intervals are the extremes of this run, no "
                        "promises"));
        json.add("a trace has no deadlines; that of a thread which missed one is taken from the "
                 "miss, of others the least interval");
        if (trace_.limen.lost > 0) {
            json.add(concat(trace_.limen.lost, " older records are not in the trace"));
        }
        if (trace_.threadx.has_wrapped) {
            json.add("older events are not in the trace");
        }
        if (trace_.limen.clock_hz == 0) {
            json.add(
                "the rate of the clock is not recorded: a tick is taken for a microsecond; bounds "
                "in ticks hold for any rate");
        }
        if (is_renumbered()) {
            std::string texts;
            for (const std::int32_t urgency : urgencies_) {
                append(texts, concat(texts.empty() ? "" : ", ", number_of(urgency), " is ",
                                     trace_.kernel.priority_text(urgency)));
            }
            json.add(concat("priorities are renumbered, 0 is the most urgent: ", texts, " of ",
                            trace_.origin == Origin::limen ? trace_.kernel.name : "ThreadX"));
        }
        for (const ObservedThread &one : seen_.threads) {
            add_notes(json, one);
        }
        add_those_without_jobs(json);
    }

    // They take time from the other threads, which the analysis does not know.
    void add_those_without_jobs(Json &json) const
    {
        std::vector<bool> is_missing(trace_.lanes.size());
        for (const Lane lane : moves_.running) {
            if (lane > idle) {
                is_missing[static_cast<std::size_t>(lane)] = true;
            }
        }
        for (const ObservedThread &one : seen_.threads) {
            is_missing[static_cast<std::size_t>(one.lane)] = false;
        }
        for (std::size_t lane = 1; lane < is_missing.size(); lane++) {
            if (is_missing[lane]) {
                json.add(concat(trace_.lanes[lane].name,
                                " is left out: it ran, but no job of it ended in the trace"));
            }
        }
    }

    void add_notes(Json &json, const ObservedThread &one) const
    {
        const std::string &name = name_of(one);
        if (period_of(one) <= 0) {
            json.add(concat(name, " is left out: two of its jobs arrived at one instant"));
        } else if (one.jobs == 1) {
            json.add(concat(name, " ran once; the length of the trace is taken for its interval"));
        } else if (!one.is_regular()) {
            json.add(concat(name, " has intervals from ", shorter(*one.interval_least), " to ",
                            shorter(*one.interval_greatest), " ticks"));
        }
        if (one.levels.size() > 1) {
            std::string levels;
            for (const std::int32_t level : one.levels) {
                append(levels, concat(levels.empty() ? "" : " and ", level));
            }
            json.add(concat(name, " ran at levels ", levels, "; its first threshold is taken"));
        }
        if (one.has_open_sections) {
            json.add(concat(name, " waited while it owned a mutex; the section is taken to end "
                                  "there"));
        }
    }

    // Writes the reason why the trace gives no system, and the remedy.
    using Text = std::optional<std::string_view>;
    std::pair<Text, Text> trouble() const
    {
        if (moves_.cores > 1) {
            return {"it has several processors, and the analysis is of one",
                    "record on one processor, or describe the threads of one in a file: "
                    "docs/systems.md"};
        }
        if (!trace_.kernel.records(Fact::priority)) {
            return {"it does not record priorities",
                    "describe the system in a file: docs/systems.md"};
        }
        return used_.empty()
                   ? std::pair<Text, Text>{"no thread has a job in it", "record for a longer time"}
                   : std::pair<Text, Text>{};
    }

    const Trace &trace_;
    const Moves &moves_;
    std::vector<std::int32_t> urgencies_; // priorities and thresholds of threads, rising
    Observed seen_;
    Tick hz_, tick_ns_;
    std::vector<const ObservedThread *> used_;
    std::map<std::uint64_t, std::size_t> mutexes_;  // to their places in the system
    Tick first_ = std::numeric_limits<Tick>::max(); // arrival
};

} // namespace

std::string observed_json(const Trace &trace, const Analysis &analysis)
{
    return ObservedSystem(trace, analysis).json();
}

} // namespace limen::trace
