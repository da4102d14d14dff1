// SPDX-License-Identifier: Apache-2.0
// What the events of Zephyr mean, by their names: numbers and fields differ between versions.
#include "trace/concat.hpp"
#include "trace/read/foreign/ctf.hpp"
#include "trace/read/foreign/recording.hpp"
#include "trace/read/foreign/zephyr_events.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace limen::trace
{

namespace
{

constexpr std::int32_t zephyr_zero = 128; // priorities have eight bits and a sign

class ZephyrReader
{
  public:
    ZephyrReader(const CtfMetadata &metadata, const CtfStreams &streams, Trace &trace)
        : metadata_{metadata}, streams_{streams}, trace_{trace}, recording_{trace, describe()}
    {
    }

    std::optional<Error> run();

  private:
    using Number = Recording::Number;

    // What a thread is about to wait for; stays_ready: nothing.
    struct ZephyrWait {
        std::uint16_t what = stays_ready;
        Number object = 0;
    };
    struct ZephyrThread {
        ZephyrWait wait;
        bool is_pending = false; // its wait has been recorded
        std::int32_t base = -1;
        std::uint16_t locks = 0;
    };

    Kernel describe() const;
    void name_threads();
    void event(const CtfRecord &record, const CtfNumbers &numbers);
    void of_thread(const CtfRecord &record, const CtfNumbers &numbers, ZephyrStep step);
    void switched_in(const CtfRecord &record, Number comes);
    void priority(Number thread, std::int64_t number);
    void set_wait(const ZephyrWait &wait);
    void blocking(const CtfRecord &record, const CtfNumbers &numbers);
    void call_exit(const CtfRecord &record, const CtfNumbers &numbers);
    void unlock(Number mutex);
    void of_object(const CtfRecord &record, const CtfNumbers &numbers, ZephyrStep step);
    Number thread(const CtfNumbers &numbers)
    {
        return recording_.thread(static_cast<std::uint64_t>(numbers["thread_id"]),
                                 numbers.text("name"));
    }
    Number object(const CtfNumbers &numbers, std::uint32_t kind)
    {
        return recording_.object(static_cast<std::uint64_t>(numbers["id"]), kind);
    }

    const CtfMetadata &metadata_;
    const CtfStreams &streams_;
    Trace &trace_;
    std::map<const CtfEvent *, ZephyrStep> steps_;
    Recording recording_;
    std::map<Number, ZephyrThread> threads_;
    std::map<Number, RecursiveMutex> mutexes_;
    std::array<ZephyrWait, cores_max> leaving_; // of the thread that was switched out
};

// The facts follow from the names of the events that are there.
Kernel ZephyrReader::describe() const
{
    std::set<ZephyrStep> there;
    for (const CtfRecord &record : streams_.records) {
        if (record.event != nullptr) {
            there.insert(step_of(record.event->name));
        }
    }
    Kernel kernel{"Zephyr", "Zephyr CTF", facts(Fact::wait, Fact::object, Fact::owner, Fact::tick),
                  Urgency::centred, zephyr_zero};
    const auto facts_of = [&](ZephyrStep step, std::uint16_t more) {
        return there.contains(step) ? more : std::uint16_t{0};
    };
    kernel.facts |= facts_of(ZephyrStep::ready, facts(Fact::ready, Fact::waker));
    kernel.facts |= facts_of(ZephyrStep::priority, facts(Fact::priority, Fact::base));
    kernel.facts |= facts_of(ZephyrStep::isr_enter, facts(Fact::interrupts));
    if (!streams_.has_time) {
        kernel.warnings.push_back("The file has no times: each event takes one tick.");
    }
    if (!streams_.warning.empty()) {
        kernel.warnings.push_back(streams_.warning);
    }
    return kernel;
}

// All idle threads are one lane; each core has its own.
void ZephyrReader::name_threads()
{
    for (const CtfRecord &record : streams_.records) {
        if (record.event == nullptr || !record.event->name.starts_with("thread_")) {
            continue;
        }
        const CtfNumbers numbers(record, metadata_.is_big);
        const std::string_view name = numbers.text("name");
        const auto key = static_cast<std::uint64_t>(numbers["thread_id"]);
        if (name.empty() || recording_.has_thread(key)) {
            continue;
        }
        if (name == "idle" || name.starts_with("idle ")) {
            recording_.set_idle(key);
        } else {
            recording_.thread(key, name == "unknown" ? std::string_view{} : name);
        }
    }
}

void ZephyrReader::switched_in(const CtfRecord &record, Number comes)
{
    ZephyrWait &leaving = leaving_[record.core];
    if (comes != recording_.running()) {
        recording_.switch_to(comes, leaving.what, leaving.object);
    }
    leaving = {};
    threads_[comes].is_pending = false;
}

// An effective priority. It is inherited, if the thread owns a mutex, and becomes the base if not.
void ZephyrReader::priority(Number thread, std::int64_t number)
{
    const std::int32_t priority = recording_.urgency(number);
    ZephyrThread &one = threads_[thread];
    const bool is_inherited = one.base >= 0 && (one.locks > 0 || priority == one.base);
    one.base = is_inherited ? one.base : priority;
    // Limen's text of the change by inheritance, and of one by the program.
    recording_.priority(thread, priority,
                        is_inherited ? change::INHERITANCE : change::PRIORITY_SET);
}

void ZephyrReader::of_thread(const CtfRecord &record, const CtfNumbers &numbers, ZephyrStep step)
{
    const Number one = thread(numbers);
    ZephyrThread &state = threads_[one];
    switch (step) {
    case ZephyrStep::switched_in:
        return switched_in(record, one);
    case ZephyrStep::name:
        return recording_.raw(record.event->name, numbers.all());
    case ZephyrStep::create:
        return recording_.add(event::THREAD_START, one);
    case ZephyrStep::abort:
        recording_.suspend(one, wait::END);
        recording_.forget_thread(static_cast<std::uint64_t>(numbers["thread_id"]));
        return;
    case ZephyrStep::ready:
        state.is_pending = false;
        recording_.ready(one);
        return;
    case ZephyrStep::pend:
        state.is_pending = true;
        recording_.suspend(one,
                           state.wait.what == stays_ready ? other_wait::SOMETHING : state.wait.what,
                           state.wait.object);
        return;
    case ZephyrStep::suspend:
        state.is_pending = true;
        recording_.suspend(one, wait::RESUME);
        return;
    case ZephyrStep::priority:
        return priority(one, numbers["prio"]);
    default:                                     // switched out
        if (recording_.running() == no_thread) { // it runs since before the first event
            recording_.running() = one;
        }
        if (!trace_.kernel.records(Fact::ready) && !state.is_pending) {
            leaving_[record.core] = state.wait;
        }
    }
}

// What the running thread is about to wait for.
void ZephyrReader::set_wait(const ZephyrWait &wait)
{
    if (recording_.running() != no_thread) {
        threads_[recording_.running()].wait = wait;
    }
}

void ZephyrReader::blocking(const CtfRecord &record, const CtfNumbers &numbers)
{
    const ZephyrCall *const call = call_of(record.event->name);
    if (call == nullptr) {
        return set_wait({other_wait::SOMETHING, 0});
    }
    const Number about = call->kind == 0 ? Number{0} : object(numbers, call->kind);
    if (call->record == 0) {
        recording_.raw(record.event->name, numbers.all());
    } else {
        const bool is_mutex = call->kind == kind::MUTEX;
        const RecursiveMutex mutex = is_mutex ? mutexes_[about] : RecursiveMutex{};
        recording_.add(call->record, about, is_mutex ? mutex.count : unknown_count,
                       outcome::WAITS | static_cast<std::uint32_t>(mutex.owner) << 16);
    }
    set_wait({call->what, about});
}

void ZephyrReader::call_exit(const CtfRecord &record, const CtfNumbers &numbers)
{
    const Number caller = recording_.running();
    const ZephyrCall *const call = call_of(record.event->name);
    set_wait({});
    if (call == nullptr || call->record == 0) {
        return recording_.raw(record.event->name, numbers.all());
    }
    const bool is_done = numbers["ret"] == 0;
    const Number about = object(numbers, call->kind);
    std::uint16_t count = unknown_count;
    if (call->kind == kind::MUTEX && is_done && caller != no_thread) {
        RecursiveMutex &mutex = mutexes_[about];
        if (mutex.take(caller)) {
            threads_[caller].locks++;
        }
        count = mutex.count;
    }
    recording_.add(call->record, about, count, is_done ? outcome::DONE : outcome::UNAVAILABLE);
}

void ZephyrReader::unlock(Number mutex)
{
    RecursiveMutex &one = mutexes_[mutex];
    if (const Number owner = one.give(); owner != 0 && threads_[owner].locks > 0) {
        threads_[owner].locks--;
    }
    recording_.add(event::MUTEX_UNLOCK, mutex, one.count, outcome::DONE);
}

void ZephyrReader::of_object(const CtfRecord &record, const CtfNumbers &numbers, ZephyrStep step)
{
    switch (step) {
    case ZephyrStep::isr_enter:
        return recording_.add(event::IRQ_ENTER, 0, no_interrupt);
    case ZephyrStep::isr_exit:
        return recording_.ends_interrupt();
    case ZephyrStep::yield:
        return recording_.add(event::YIELD);
    case ZephyrStep::blocking:
        return blocking(record, numbers);
    case ZephyrStep::call_exit:
        return call_exit(record, numbers);
    case ZephyrStep::unlock:
        return unlock(object(numbers, kind::MUTEX));
    case ZephyrStep::give:
        return recording_.add(event::SEMAPHORE_POST, object(numbers, kind::SEMAPHORE),
                              unknown_count, outcome::DONE);
    case ZephyrStep::put:
        return recording_.add(event::QUEUE_SEND, object(numbers, kind::QUEUE), unknown_count,
                              outcome::DONE);
    case ZephyrStep::sleep_enter:
        set_wait({wait::TIME, 0});
        [[fallthrough]];
    default:
        recording_.raw(record.event->name, numbers.all());
    }
}

void ZephyrReader::event(const CtfRecord &record, const CtfNumbers &numbers)
{
    const auto [known, is_new] = steps_.try_emplace(record.event, ZephyrStep::raw);
    if (is_new) {
        known->second = step_of(record.event->name);
    }
    return known->second <= ZephyrStep::priority ? of_thread(record, numbers, known->second)
                                                 : of_object(record, numbers, known->second);
}

std::optional<Error> ZephyrReader::run()
{
    name_threads();
    for (const CtfRecord &record : streams_.records) {
        recording_.at(record.time, record.core);
        if (record.event == nullptr) {
            recording_.lose(record.lost);
            mutexes_.clear();
        } else {
            event(record, CtfNumbers(record, metadata_.is_big));
        }
    }
    return recording_.finish(metadata_.hz);
}

} // namespace

std::optional<Error> read_zephyr(const CtfMetadata &metadata, const CtfStreams &streams,
                                 Trace &trace)
{
    return ZephyrReader(metadata, streams, trace).run();
}

} // namespace limen::trace
