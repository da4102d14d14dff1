// SPDX-License-Identifier: Apache-2.0
#include "trace/read/foreign/recording.hpp"

#include "trace/by_number.hpp"
#include "trace/concat.hpp"
#include "trace/read/foreign/in_order.hpp"
#include "trace/read/text.hpp"

#include <algorithm>
#include <array>

namespace limen::trace
{

namespace
{

constexpr std::size_t threads_max = lanes_max - 2;
constexpr std::size_t entries_max = 0xFFF0;
constexpr std::size_t raw_names_max = 0x7FF0;
constexpr std::int32_t protocol_inherit = 1; // spec/numbers.json, protocols

// The second pass finds the thread and the depth of each step, and the reason why each thread
// leaves.
class Contexts
{
  public:
    Contexts(Trace &trace, std::size_t numbers, std::size_t count)
        : trace_{trace}, threads_(numbers)
    {
        make_room(count, trace_.event, trace_.depth, trace_.thread, trace_.object, trace_.a,
                  trace_.b, trace_.core);
    }

    void add(Step step)
    {
        Core &core = cores_[step.core];
        unsigned depth = std::max(core.depth, step.is_in_interrupt ? 1U : 0U);
        switch (step.event) {
        case 0: // a place that the reader has reserved but not used
            return;
        case event::SWITCH:
            return dispatch(step, core);
        case event::IRQ_ENTER:
            depth = core.depth = std::min(core.depth + 1, 255U);
            break;
        case event::IRQ_EXIT:
            if (depth == 0) {
                return;
            }
            core.depth--;
            break;
        case event::SUSPEND:
            suspend(step);
            break;
        case event::PRIORITY:
            priority[step.object] = step.a;
            break;
        case event::READY:
            threads_[step.object].is_woken_by_interrupt = depth > 0;
            step.a = static_cast<std::uint16_t>(priority[step.object]);
            break;
        case event::YIELD:
            if (core.current != no_thread) {
                threads_[core.current].yields = true;
            }
            break;
        case event::LOST:
            core = {};
            depth = 0;
            break;
        default:
            break;
        }
        put(step, depth, core.current);
    }

    std::vector<std::int32_t> priority; // by number of a thread, at the current step

  private:
    struct Core {
        std::uint16_t current = no_thread;
        unsigned depth = 0;
        std::vector<std::size_t> before; // events whose thread is not known yet
    };
    struct Thread {
        bool stops = false, ends = false, yields = false; // since it was dispatched
        bool is_woken_by_interrupt = false;
    };

    void put(const Step &step, unsigned depth, std::uint16_t thread)
    {
        if (thread == no_thread) {
            cores_[step.core].before.push_back(trace_.count());
        }
        trace_.time.push_back(step.time);
        trace_.event.push_back(step.event);
        trace_.depth.push_back(static_cast<std::uint8_t>(depth));
        trace_.thread.push_back(thread);
        trace_.object.push_back(step.object);
        trace_.a.push_back(step.a);
        trace_.b.push_back(step.b);
        trace_.core.push_back(step.core);
    }

    void suspend(const Step &step)
    {
        const auto thread = static_cast<std::uint16_t>(step.b);
        if (thread != no_thread) {
            threads_[thread].stops = true;
            threads_[thread].ends = step.a == wait::END;
        }
    }

    std::uint32_t reason(std::uint16_t leaves, std::uint16_t comes) const
    {
        const Thread thread = leaves == no_thread ? Thread{} : threads_[leaves];
        if (thread.ends) {
            return switch_reason::TERMINATED;
        }
        if (thread.stops) {
            return switch_reason::BLOCKED;
        }
        if (leaves == 0) {
            return switch_reason::IDLE_ENDED;
        }
        if (thread.yields || leaves == comes) {
            return switch_reason::YIELDED;
        }
        return comes != no_thread && threads_[comes].is_woken_by_interrupt
                   ? switch_reason::PREEMPTED_BY_INTERRUPT
                   : switch_reason::PREEMPTED_BY_CALL;
    }

    void dispatch(Step change, Core &core)
    {
        // A switch closes all interrupts, because some kernels do not record all exits.
        for (; core.depth > 0; core.depth--) {
            put({change.time, 0, event::IRQ_EXIT, 0, no_interrupt, change.core}, core.depth,
                core.current);
        }
        const std::uint16_t leaves = change.a == no_thread ? core.current : change.a;
        if (core.current == no_thread) {
            for (const std::size_t event : core.before) {
                trace_.thread[event] = leaves;
            }
            core.before.clear();
        }
        const auto what = static_cast<std::uint16_t>(change.b);
        if (what != stays_ready && leaves != no_thread && leaves != 0) {
            const auto object = static_cast<std::uint16_t>(change.b >> 16);
            const Step stop{change.time, leaves, event::SUSPEND, object, what, change.core};
            suspend(stop);
            put(stop, 0, leaves);
        }
        const std::uint16_t comes = change.object;
        change.a = static_cast<std::uint16_t>(comes == no_thread ? 0 : priority[comes]);
        change.b = reason(leaves, comes);
        put(change, 0, leaves);
        for (const std::uint16_t thread : {leaves, comes}) {
            if (thread != no_thread) {
                threads_[thread] = {};
            }
        }
        core.current = comes;
    }

    Trace &trace_;
    std::array<Core, cores_max> cores_;
    std::vector<Thread> threads_; // by number
};

} // namespace

Recording::Number Recording::add_entry(std::uint64_t key, std::uint32_t kind)
{
    if (entries_.size() >= entries_max) {
        return 0;
    }
    const auto named = names_.find(key);
    entries_.push_back({named == names_.end() ? "" : printable(named->second), key, kind});
    return static_cast<Number>(entries_.size() - 1);
}

std::string text_of(std::string_view text, const std::uint64_t *words, std::size_t count)
{
    std::string all(text);
    for (std::size_t which = 0; which < count; which++) {
        append(all, concat(all.empty() ? "" : " ", hex(words[which])));
    }
    return all;
}

std::int32_t Recording::urgency(std::int64_t number) const
{
    const std::int32_t zero = trace_.kernel.zero;
    const auto within = [number](std::int32_t least, std::int32_t most) {
        return static_cast<std::int32_t>(std::clamp<std::int64_t>(number, least, most));
    };
    switch (trace_.kernel.urgency) {
    case Urgency::downward:
        return zero - within(0, zero);
    case Urgency::centred:
        return zero + within(-zero, zero - 1);
    case Urgency::linux:
        return within(-1, linux_ordinary - 1) + 1;
    default:
        return within(0, unknown_priority);
    }
}

Recording::Number Recording::thread(std::uint64_t key, std::string_view name, std::int32_t priority)
{
    auto [found, is_new] = threads_.try_emplace(key, 0);
    if (is_new) {
        const bool is_full = threads_.size() > threads_max || entries_.size() >= entries_max;
        if (is_full && others_ == 0) {
            others_ = add_entry(0, kind::THREAD);
            entries_[others_].name = "others";
            trace_.kernel.warnings.push_back(concat("The trace names more than ", threads_max,
                                                    " threads: the others share one row."));
        }
        found->second = is_full ? others_ : add_entry(key, kind::THREAD);
    }
    Entry &entry = entries_[found->second];
    if (found->second != 0 && entry.name.empty() && !name.empty()) {
        entry.name = printable(name);
    }
    if (entry.priority < 0 && priority >= 0) {
        entry.priority = entry.current = std::min(priority, unknown_priority);
    }
    return found->second;
}

Recording::Number Recording::object(std::uint64_t key, std::uint32_t kind, std::string_view name)
{
    auto [found, is_new] = objects_.try_emplace(key, 0);
    if (is_new) {
        found->second = add_entry(key, kind);
    }
    Entry &entry = entries_[found->second];
    if (found->second != 0) {
        entry.kind = entry.kind == 0 ? kind : entry.kind;
        entry.name = entry.name.empty() ? printable(name) : entry.name;
    }
    return found->second;
}

void Recording::rename(Number number, std::string_view name)
{
    const bool is_one = number != 0 && number != others_ && number < entries_.size();
    if (is_one && entries_[number].name != name) {
        entries_[number].name = printable(name);
    }
}

void Recording::name(std::uint64_t key, std::string_view name)
{
    names_[key] = name;
    for (const auto *numbers : {&threads_, &objects_}) {
        if (const auto found = numbers->find(key); found != numbers->end()) {
            rename(found->second, name);
        }
    }
}

void Recording::priority(Number thread, std::int32_t number, std::uint16_t change)
{
    if (thread == 0 || thread >= entries_.size() || number < 0) {
        return;
    }
    Entry &entry = entries_[thread];
    number = std::min(number, unknown_priority);
    if (entry.priority < 0) {
        entry.priority = entry.current = number;
    } else if (entry.current != number) {
        entry.current = number;
        const auto urgency = static_cast<std::uint16_t>(number);
        if (change == change::PRIORITY_SET) {
            add(event::THREAD_PRIORITY, thread, urgency, urgency);
        }
        add(event::PRIORITY, thread, urgency, urgency | static_cast<std::uint32_t>(change) << 16);
    }
}

void Recording::raw(std::string_view name, std::string_view text)
{
    Kernel &kernel = trace_.kernel;
    auto found = raw_names_.find(name);
    if (found == raw_names_.end()) {
        if (kernel.raw.size() >= raw_names_max) {
            return;
        }
        const auto row = static_cast<std::uint16_t>(kernel.raw.size());
        kernel.raw.push_back(raw_event(printable(name)));
        raw_text_.push_back(0);
        found = raw_names_.emplace(name, row).first;
    }
    if (kernel.text_at.empty()) {
        kernel.text_at = {0, 0}; // the first text is empty
    }
    const std::string shown = printable(text);
    std::uint32_t &newest = raw_text_[found->second];
    if (kernel.text(newest) != shown && kernel.texts.size() + shown.size() < UINT32_MAX) {
        kernel.texts += shown;
        newest = static_cast<std::uint32_t>(kernel.text_at.size() - 1);
        kernel.text_at.push_back(static_cast<std::uint32_t>(kernel.texts.size()));
    }
    add(static_cast<std::uint16_t>(first_raw_event + found->second), 0, 0, newest);
}

void Recording::make_objects()
{
    for (std::size_t number = 1; number < entries_.size(); number++) {
        const Entry &entry = entries_[number];
        Object object;
        object.id = number;
        object.kind = entry.kind;
        object.name = entry.name.empty() ? hex(entry.key) : entry.name;
        object.address = entry.key;
        if (entry.kind == kind::THREAD) {
            object.priority = entry.priority < 0 ? unknown_priority : entry.priority;
            object.threshold = object.priority;
        }
        if (entry.kind == kind::MUTEX && mutexes_inherit) {
            object.threshold = protocol_inherit;
        }
        trace_.object_at.emplace(number, static_cast<Place>(trace_.objects.size()));
        trace_.objects.push_back(std::move(object));
    }
}

std::optional<Error> Recording::finish(std::uint64_t hz, std::uint64_t lost)
{
    if (steps.size() > std::size_t{std::numeric_limits<Place>::max()} / 2) {
        return Error{"", "it has more events than can be numbered", "record a shorter time"};
    }
    put_in_order(steps, [](const Step &step) { return step.time; });
    make_objects();
    find_limen_lanes(trace_);
    Contexts contexts(trace_, entries_.size(), steps.size());
    for (const Entry &entry : entries_) {
        contexts.priority.push_back(entry.priority < 0 ? unknown_priority : entry.priority);
    }
    std::int32_t levels = 0;
    for (const Step &step : steps) {
        contexts.add(step);
    }
    for (const Entry &entry : entries_) {
        levels = std::max({levels, entry.priority, entry.current});
    }
    steps = {};
    LimenHeader &header = trace_.limen;
    header.clock_hz = hz > 0 && hz <= UINT32_MAX ? static_cast<std::uint32_t>(hz) : 1'000'000'000U;
    header.levels = static_cast<std::uint32_t>(levels) + 1;
    header.object_count = header.object_capacity = static_cast<std::uint32_t>(entries_.size() - 1);
    header.record_capacity = static_cast<std::uint32_t>(trace_.count());
    header.lost = lost;
    return std::nullopt;
}

} // namespace limen::trace
