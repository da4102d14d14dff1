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
        current_.fill(no_thread);
    }

    std::optional<Error> run();

  private:
    using Number = Recording::Number;

    // What a thread is about to wait for; stays_ready: nothing.
    struct ZephyrWait {
        std::uint16_t what = stays_ready;
        Number object = 0;
    };
    struct ZephyrMutex {
        Number owner = 0;
        std::uint16_t count = 0;
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
    void switched_in(const CtfRecord &record, const CtfNumbers &numbers);
    void priority(Number thread, std::int64_t number);
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
    std::map<Number, ZephyrMutex> mutexes_;
    std::array<Number, cores_max> current_;
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
    Kernel kernel{"Zephyr", "Zephyr CTF"};
    kernel.urgency = Urgency::centred;
    kernel.zero = zephyr_zero;
    kernel.facts = facts(Fact::wait, Fact::object, Fact::owner, Fact::tick);
    const auto add = [&](ZephyrStep step, std::uint16_t more) {
        kernel.facts = static_cast<std::uint16_t>(kernel.facts | (there.contains(step) ? more : 0));
    };
    add(ZephyrStep::ready, facts(Fact::ready, Fact::waker));
    add(ZephyrStep::priority, facts(Fact::priority, Fact::base));
    add(ZephyrStep::isr_enter, facts(Fact::interrupts));
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

void ZephyrReader::switched_in(const CtfRecord &record, const CtfNumbers &numbers)
{
    const Number comes = thread(numbers);
    ZephyrWait &leaving = leaving_[record.core];
    if (comes != current_[record.core]) {
        recording_.switch_to(comes, current_[record.core], leaving.what, leaving.object);
    }
    leaving = {};
    threads_[comes].is_pending = false;
    current_[record.core] = comes;
}

// An effective priority. It is inherited, if the thread owns a mutex, and becomes the base if not.
void ZephyrReader::priority(Number thread, std::int64_t number)
{
    const auto priority =
        static_cast<std::int32_t>(std::clamp<std::int64_t>(number, -128, 127)) + zephyr_zero;
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
    case ZephyrStep::create:
        recording_.add(event::THREAD_START, one);
        return;
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
    default:                                      // switched out
        if (current_[record.core] == no_thread) { // it runs since before the first event
            current_[record.core] = one;
        }
        if (!trace_.kernel.records(Fact::ready) && !state.is_pending) {
            leaving_[record.core] = state.wait;
        }
    }
}

void ZephyrReader::blocking(const CtfRecord &record, const CtfNumbers &numbers)
{
    const ZephyrCall *const call = call_of(record.event->name);
    const Number caller = current_[record.core];
    ZephyrWait wait{other_wait::SOMETHING, 0};
    if (call != nullptr) {
        const bool has_object = call->kind != 0;
        wait = {call->what, has_object ? object(numbers, call->kind) : Number{0}};
        const std::uint32_t owner = call->kind == kind::MUTEX ? mutexes_[wait.object].owner : 0;
        if (call->record != 0) {
            const std::uint16_t count =
                call->kind == kind::MUTEX ? mutexes_[wait.object].count : unknown_count;
            recording_.add(call->record, wait.object, count, outcome::WAITS | owner << 16);
        } else {
            recording_.raw(record.event->name, numbers.all());
        }
    }
    if (caller != no_thread) {
        threads_[caller].wait = wait;
    }
}

void ZephyrReader::call_exit(const CtfRecord &record, const CtfNumbers &numbers)
{
    const Number caller = current_[record.core];
    const ZephyrCall *const call = call_of(record.event->name);
    if (caller != no_thread) {
        threads_[caller].wait = {};
    }
    if (call == nullptr || call->record == 0) {
        return recording_.raw(record.event->name, numbers.all());
    }
    const bool is_done = numbers["ret"] == 0;
    const Number about = object(numbers, call->kind);
    std::uint16_t count = unknown_count;
    if (call->kind == kind::MUTEX && is_done && caller != no_thread) {
        ZephyrMutex &mutex = mutexes_[about];
        mutex.count = mutex.owner == caller ? static_cast<std::uint16_t>(mutex.count + 1U) : 1;
        threads_[caller].locks += mutex.owner == caller ? 0 : 1;
        mutex.owner = caller;
        count = mutex.count;
    }
    recording_.add(call->record, about, count, is_done ? outcome::DONE : outcome::UNAVAILABLE);
}

void ZephyrReader::unlock(Number mutex)
{
    ZephyrMutex &one = mutexes_[mutex];
    one.count = static_cast<std::uint16_t>(one.count > 0 ? one.count - 1U : 0);
    if (one.count == 0 && one.owner != 0) {
        std::uint16_t &locks = threads_[one.owner].locks;
        locks = static_cast<std::uint16_t>(locks > 0 ? locks - 1U : 0);
        one.owner = 0;
    }
    recording_.add(event::MUTEX_UNLOCK, mutex, one.count, outcome::DONE);
}

void ZephyrReader::of_object(const CtfRecord &record, const CtfNumbers &numbers, ZephyrStep step)
{
    switch (step) {
    case ZephyrStep::blocking:
        return blocking(record, numbers);
    case ZephyrStep::call_exit:
        return call_exit(record, numbers);
    case ZephyrStep::unlock:
        return unlock(object(numbers, kind::MUTEX));
    case ZephyrStep::give:
        recording_.add(event::SEMAPHORE_POST, object(numbers, kind::SEMAPHORE), unknown_count,
                       outcome::DONE);
        return;
    case ZephyrStep::put:
        recording_.add(event::QUEUE_SEND, object(numbers, kind::QUEUE), unknown_count,
                       outcome::DONE);
        return;
    case ZephyrStep::sleep_enter:
        if (const Number caller = current_[record.core]; caller != no_thread) {
            threads_[caller].wait = {wait::TIME, 0};
        }
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
    switch (const ZephyrStep step = known->second) {
    case ZephyrStep::switched_in:
        return switched_in(record, numbers);
    case ZephyrStep::name:
        thread(numbers);
        return recording_.raw(record.event->name, numbers.all());
    case ZephyrStep::isr_enter:
        recording_.add(event::IRQ_ENTER, 0, no_interrupt);
        return;
    case ZephyrStep::isr_exit:
        recording_.add(event::IRQ_EXIT, 0, no_interrupt);
        return;
    case ZephyrStep::yield:
        recording_.add(event::YIELD);
        return;
    case ZephyrStep::create:
    case ZephyrStep::abort:
    case ZephyrStep::ready:
    case ZephyrStep::pend:
    case ZephyrStep::suspend:
    case ZephyrStep::priority:
    case ZephyrStep::switched_out:
        return of_thread(record, numbers, step);
    default:
        return of_object(record, numbers, step);
    }
}

std::optional<Error> ZephyrReader::run()
{
    name_threads();
    for (const CtfRecord &record : streams_.records) {
        recording_.at(record.time, record.core);
        if (record.event == nullptr) {
            recording_.add(event::LOST, 0, 0, record.lost);
            current_[record.core] = no_thread;
            mutexes_.clear();
        } else {
            event(record, CtfNumbers(record, metadata_.is_big));
        }
    }
    const bool is_32 = metadata_.hz > 0 && metadata_.hz <= UINT32_MAX;
    return recording_.finish(is_32 ? static_cast<std::uint32_t>(metadata_.hz) : 1'000'000'000U);
}

} // namespace

std::optional<Error> read_zephyr(const CtfMetadata &metadata, const CtfStreams &streams,
                                 Trace &trace)
{
    return ZephyrReader(metadata, streams, trace).run();
}

} // namespace limen::trace
