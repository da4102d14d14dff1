// SPDX-License-Identifier: Apache-2.0
// Kernel sections, spinlocks and disabled interrupts, and the threads that they delay.
//
// A stretch begins and ends with a pair of events: of the outermost kernel section of a thread, of
// a spinlock, of interrupts. It holds off others while its thread runs at level 0 or with
// interrupts disabled, or in a section under LAZY, which holds off ordinary threads. A section
// under FULL or RT, and a spinlock that is a mutex, do not.
//
// A thread is late because of a stretch if it became ready during it, or its sleep ended during it,
// while the thread of the stretch ran, and is more urgent than that; from then on until it runs, or
// the stretch ends. Only the longest stretch of a kind is shown with its late threads, so one pass
// finds the stretches and another one the threads that wait for these few.
#include "trace/window.hpp"

#include <map>

namespace limen::trace
{

namespace
{

constexpr Place never = std::numeric_limits<Place>::max();

struct Stretch {
    std::uint16_t kind = 0; // the event that begins it
    std::uint16_t about = 0, thread = 0;
    bool holds_off = false;
    std::int32_t priority = 0;
    Place first = no_place;
    Place end = no_place; // none in the trace
    // closed: the event that ends the stretch, or at which another one with its key begins, and
    // then it has no end. replaced: the event at which the next stretch with interrupts off begins.
    // Until then, a thread that becomes ready may be late because of this one, if its sleep ended
    // before.
    Place closed = never, replaced = 0;
};

Tick ticks_of(const Trace &trace, const Stretch &stretch)
{
    const Tick end = stretch.end == no_place ? trace.time.back() : trace.time[index(stretch.end)];
    return end - trace.time[index(stretch.first)];
}

bool holds_off(const Trace &trace, std::size_t at)
{
    if (trace.event[at] == event::SPIN_LOCK) {
        return trace.a[at] != spin_lock::MUTEX;
    }
    const std::uint32_t model = trace.b[at];
    return trace.event[at] == event::IRQ_OFF || model == model::NONE || model == model::VOLUNTARY ||
           model == model::LAZY;
}

// A time and some ticks, the end of all times at most.
Tick later(Tick time, std::uint32_t ticks)
{
    constexpr Tick end = std::numeric_limits<Tick>::max();
    return time > end - Tick{ticks} ? end : time + Tick{ticks};
}

// All stretches of a trace, in the order of their beginnings.
class Stretches
{
  public:
    explicit Stretches(const Window &window) : trace_{window.trace}, moves_{window.analysis.moves}
    {
    }

    Work find()
    {
        return each_row(0, trace_.count(), [this](std::size_t at) { step(at); });
    }

    std::vector<Stretch> all;

  private:
    void step(std::size_t at);
    void begin(std::size_t at);
    void end(std::size_t at, std::uint16_t kind);
    void lose(std::size_t at);

    // The key of a stretch. A section of a thread, a lock and disabled interrupts can each be open
    // once; those of interrupt handlers have separate keys.
    std::uint64_t key(std::size_t at, std::uint16_t kind) const
    {
        const std::uint64_t who = kind == event::SPIN_LOCK ? trace_.object[at]
                                  : kind == event::IRQ_OFF ? 0U
                                                           : trace_.thread[at];
        return who << 9 | static_cast<std::uint64_t>(kind) << 1 | (trace_.depth[at] > 0 ? 1U : 0U);
    }

    const Trace &trace_;
    const Moves &moves_;
    std::map<std::uint64_t, std::size_t> open_; // in `all`
    std::optional<std::size_t> off_;            // the newest with interrupts off
};

void Stretches::step(std::size_t at)
{
    switch (trace_.event[at]) {
    case event::SECTION_ENTER:
        if (trace_.a[at] == 1) { // the outermost one
            begin(at);
        }
        return;
    case event::SPIN_LOCK:
    case event::IRQ_OFF:
        return begin(at);
    case event::SECTION_LEAVE:
        if (trace_.a[at] == 0) {
            end(at, event::SECTION_ENTER);
        }
        return;
    case event::SPIN_UNLOCK:
        return end(at, event::SPIN_LOCK);
    case event::IRQ_ON:
        return end(at, event::IRQ_OFF);
    case event::LOST:
        return lose(at);
    default:
        return;
    }
}

void Stretches::begin(std::size_t at)
{
    const std::uint16_t kind = trace_.event[at], thread = trace_.thread[at];
    const auto place = static_cast<Place>(at);
    const Lane lane = trace_.lane_of_number[thread];
    const std::int32_t priority = lane < 0 ? 0 : moves_.priority.before(place, lane);
    const auto [found, is_new] = open_.try_emplace(key(at, kind), all.size());
    if (!is_new) {
        all[found->second].closed = place;
        found->second = all.size();
    }
    const bool is_off = kind == event::IRQ_OFF;
    if (is_off && off_) {
        all[*off_].replaced = place;
    }
    off_ = is_off ? all.size() : off_;
    all.push_back({kind, trace_.object[at], thread, thread != 0 && holds_off(trace_, at), priority,
                   place, no_place, never, is_off ? never : 0});
}

void Stretches::end(std::size_t at, std::uint16_t kind)
{
    const auto found = open_.find(key(at, kind));
    if (found == open_.end()) {
        return;
    }
    Stretch &stretch = all[found->second];
    stretch.end = stretch.closed = static_cast<Place>(at);
    open_.erase(found);
}

void Stretches::lose(std::size_t at)
{
    for (const auto &[key, place] : open_) {
        all[place].end = all[place].closed = static_cast<Place>(at);
    }
    open_.clear();
    off_.reset();
}

// The longest stretch of a kind, and the threads that it delayed.
struct Worst {
    const Stretch *stretch = nullptr;
    std::map<std::uint32_t, Tick> late;
};

// The stretches of a window that begin with one kind of event.
struct Kind {
    std::uint64_t count = 0;
    std::uint64_t ticks = 0; // of stretches that may overlap
    Worst worst;

    void add(const Trace &trace, const Stretch &stretch)
    {
        const Tick own = ticks_of(trace, stretch);
        count++;
        ticks += static_cast<std::uint64_t>(own);
        if (worst.stretch == nullptr || own > ticks_of(trace, *worst.stretch)) {
            worst.stretch = &stretch;
        }
    }
};

// Finds the threads that a few stretches delay, in one pass over the events.
class Delays
{
  public:
    Delays(const Trace &trace, std::vector<Worst *> wanted)
        : trace_{trace}, wanted_{std::move(wanted)}
    {
    }

    Work find()
    {
        return each_row(0, wanted_.empty() ? 0 : trace_.count(),
                        [this](std::size_t at) { step(at); });
    }

  private:
    struct Wait {
        Tick due = 0;
        unsigned because = 0; // a bit for each stretch that is wanted
    };

    void step(std::size_t at);
    void become_ready(std::size_t at);
    void run(std::uint32_t thread, Tick now);
    bool delays(const Stretch &stretch, std::size_t at, Tick due) const;

    const Trace &trace_;
    std::vector<Worst *> wanted_;
    std::map<std::uint32_t, Tick> asleep_until_;
    std::map<std::uint32_t, Wait> waits_;
};

void Delays::step(std::size_t at)
{
    switch (trace_.event[at]) {
    case event::THREAD_SLEEP:
        asleep_until_[trace_.object[at]] = later(trace_.time[at], trace_.b[at]);
        return;
    case event::READY:
        return become_ready(at);
    case event::SWITCH:
        return run(trace_.object[at], trace_.time[at]);
    case event::LOST:
        asleep_until_.clear();
        return waits_.clear();
    default:
        return;
    }
}

bool Delays::delays(const Stretch &stretch, std::size_t at, Tick due) const
{
    const auto place = static_cast<Place>(at);
    const bool counts = stretch.first < place && place < std::max(stretch.closed, stretch.replaced);
    const bool has_ended = stretch.end != no_place && stretch.end < place;
    return counts && stretch.holds_off && stretch.thread == trace_.thread[at] &&
           trace_.a[at] < stretch.priority && trace_.time[index(stretch.first)] <= due &&
           (!has_ended || due < trace_.time[index(stretch.end)]);
}

void Delays::become_ready(std::size_t at)
{
    const std::uint32_t thread = trace_.object[at];
    const auto slept = asleep_until_.find(thread);
    Wait wait{trace_.time[at]};
    if (slept != asleep_until_.end()) {
        const bool is_due = trace_.low(at) == status::TIMEOUT;
        wait.due = is_due ? std::min(slept->second, wait.due) : wait.due;
        asleep_until_.erase(slept);
    }
    for (std::size_t i = 0; i < wanted_.size(); i++) {
        wait.because |= delays(*wanted_[i]->stretch, at, wait.due) ? 1U << i : 0U;
    }
    waits_[thread] = wait;
}

void Delays::run(std::uint32_t thread, Tick now)
{
    const auto found = waits_.find(thread);
    if (found == waits_.end()) {
        return;
    }
    const Wait wait = found->second;
    waits_.erase(found);
    for (std::size_t i = 0; i < wanted_.size(); i++) {
        const Place end = wanted_[i]->stretch->end;
        const Tick until = end == no_place ? now : std::min(now, trace_.time[index(end)]);
        if ((wait.because >> i & 1) != 0 && until > wait.due) {
            Tick &late = wanted_[i]->late[thread];
            late = std::max(late, until - wait.due);
        }
    }
}

void put_late(const Trace &trace, const Worst &worst, Json &json)
{
    std::vector<std::pair<Tick, std::uint32_t>> late;
    for (const auto &[thread, ticks] : worst.late) {
        late.emplace_back(-ticks, thread);
    }
    std::sort(late.begin(), late.end());
    json.key("late").open('[');
    for (const auto &[ticks, thread] : late) {
        json.open('{').put("thread", trace.name_of(thread)).put("ticks", -ticks).close('}');
    }
    json.close(']');
}

void put_kind(const Trace &trace, const Kind &kind, Json &json)
{
    json.open('{').put("count", kind.count).put("ticks", kind.ticks).key("worst");
    if (kind.worst.stretch == nullptr) {
        json.add(nullptr).close('}');
        return;
    }
    const Stretch &worst = *kind.worst.stretch;
    const auto name = [&trace](std::uint16_t id) { return id == 0 ? "" : trace.name_of(id); };
    json.open('{').put("name", name(worst.about)).put("thread", name(worst.thread));
    json.put("begin", trace.time[index(worst.first)]).put("ticks", ticks_of(trace, worst));
    put_late(trace, kind.worst, json);
    json.close('}').close('}');
}

} // namespace

Work sections(const Window &window, Json &json)
{
    const Trace &trace = window.trace;
    Stretches stretches(window);
    co_await stretches.find();
    Kind kernel, spin, irq_off;
    co_await each_row(0, stretches.all.size(), [&](std::size_t row) {
        const Stretch &stretch = stretches.all[row];
        if (window.has(stretch.first)) {
            Kind &kind = stretch.kind == event::SPIN_LOCK ? spin
                         : stretch.kind == event::IRQ_OFF ? irq_off
                                                          : kernel;
            kind.add(trace, stretch);
        }
    });
    std::vector<Worst *> wanted;
    for (Kind *const kind : {&kernel, &spin, &irq_off}) {
        if (kind->worst.stretch != nullptr && kind->worst.stretch->holds_off) {
            wanted.push_back(&kind->worst);
        }
    }
    Delays delays(trace, wanted);
    co_await delays.find();
    std::uint64_t taken = 0, not_taken = 0;
    co_await each_event(window, [&](std::size_t at) {
        if (trace.event[at] == event::PREEMPT_POINT) {
            (trace.a[at] != 0 ? taken : not_taken)++;
        }
    });
    json.key("sections").open('{');
    put_kind(trace, kernel, json.key("kernel"));
    put_kind(trace, spin, json.key("spin"));
    put_kind(trace, irq_off, json.key("irq_off"));
    json.put("points_taken", taken).put("points_not_taken", not_taken).close('}');
}

} // namespace limen::trace
