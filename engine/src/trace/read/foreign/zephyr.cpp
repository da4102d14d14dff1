// SPDX-License-Identifier: Apache-2.0
// Finds the meaning of Zephyr's events by their names: numbers and fields differ between versions.
#include "trace/concat.hpp"
#include "trace/read/foreign/ctf.hpp"
#include "trace/read/foreign/recording.hpp"

#include <algorithm>
#include <array>

namespace limen::trace
{

namespace
{

constexpr std::int32_t zephyr_zero = 128; // priorities have eight bits and a sign

// A call that may wait: the beginning of its event names, the reason of the wait, and the record
// for it.
struct ZephyrCall {
    std::string_view prefix;
    std::uint16_t what;
    std::uint32_t kind;
    std::uint16_t record; // 0: none
};

constexpr ZephyrCall zephyr_calls[] = {
    {"semaphore_take", wait::SEMAPHORE, kind::SEMAPHORE, event::SEMAPHORE_WAIT},
    {"mutex_lock", wait::MUTEX, kind::MUTEX, event::MUTEX_LOCK},
    {"msgq_put", wait::QUEUE, kind::QUEUE, event::QUEUE_SEND},
    {"msgq_get", wait::QUEUE, kind::QUEUE, event::QUEUE_RECEIVE},
    {"queue_get", wait::QUEUE, kind::QUEUE, event::QUEUE_RECEIVE},
    {"fifo_get", wait::QUEUE, kind::QUEUE, event::QUEUE_RECEIVE},
    {"lifo_get", wait::QUEUE, kind::QUEUE, event::QUEUE_RECEIVE},
    {"mem_slab_alloc", wait::BLOCK, kind::BLOCK_POOL, 0},
    {"event_wait", wait::FLAGS, kind::EVENT_FLAGS, 0},
    {"condvar_wait", other_wait::CONDITION_VARIABLE, 0, 0},
    {"stack_push", other_wait::STACK_OBJECT, 0, 0},
    {"stack_pop", other_wait::STACK_OBJECT, 0, 0},
    {"pipe_", other_wait::PIPE, 0, 0},
    {"mbox_", other_wait::MAILBOX, 0, 0},
    {"heap_", other_wait::HEAP, 0, 0},
    {"work_", other_wait::WORK_ITEM, 0, 0},
    {"poll", other_wait::POLL_EVENTS, 0, 0},
    {"thread_join", other_wait::END_OF_THREAD, 0, 0},
};

const ZephyrCall *call_of(std::string_view name)
{
    const auto found =
        std::find_if(std::begin(zephyr_calls), std::end(zephyr_calls),
                     [name](const ZephyrCall &call) { return name.starts_with(call.prefix); });
    return found == std::end(zephyr_calls) ? nullptr : &*found;
}

bool is_sleep(std::string_view name)
{
    return name.find("sleep") != std::string_view::npos;
}

// The effect of an event, found once for each event of the metadata.
enum class ZephyrStep : std::uint8_t {
    switched_in,
    switched_out,
    create,
    name,
    abort,
    ready,
    pend,
    suspend,
    priority, // up to here of the thread that the event names
    raw,
    isr_enter,
    isr_exit,
    yield,
    blocking,
    sleep_enter,
    call_exit,
    unlock,
    give,
    put,
};

struct ZephyrName {
    std::string_view name;
    ZephyrStep step;
};

constexpr ZephyrName zephyr_names[] = {
    {"thread_switched_in", ZephyrStep::switched_in},
    {"thread_switched_out", ZephyrStep::switched_out},
    {"thread_create", ZephyrStep::create},
    {"thread_info", ZephyrStep::name},
    {"thread_name_set", ZephyrStep::name},
    {"thread_abort", ZephyrStep::abort},
    {"thread_sched_abort", ZephyrStep::abort},
    {"thread_sched_ready", ZephyrStep::ready},
    {"thread_ready", ZephyrStep::ready},
    {"thread_sched_pend", ZephyrStep::pend},
    {"thread_pending", ZephyrStep::pend},
    {"thread_sched_suspend", ZephyrStep::suspend},
    {"thread_suspend", ZephyrStep::suspend},
    {"thread_sched_priority_set", ZephyrStep::priority},
    {"thread_priority_set", ZephyrStep::priority},
    {"isr_enter", ZephyrStep::isr_enter},
    {"isr_exit", ZephyrStep::isr_exit},
    {"isr_exit_to_scheduler", ZephyrStep::isr_exit},
    {"thread_yield", ZephyrStep::yield},
    {"k_yield", ZephyrStep::yield},
    {"mutex_unlock_enter", ZephyrStep::unlock},
    {"semaphore_give_enter", ZephyrStep::give},
    {"queue_append_enter", ZephyrStep::put},
    {"fifo_put_enter", ZephyrStep::put},
    {"lifo_put_enter", ZephyrStep::put},
};

ZephyrStep step_of(std::string_view name)
{
    if (const ZephyrName *const known = row_with(zephyr_names, &ZephyrName::name, name)) {
        return known->step;
    }
    if (name.ends_with("_blocking")) {
        return ZephyrStep::blocking;
    }
    if (is_sleep(name)) {
        return name.ends_with("_enter")  ? ZephyrStep::sleep_enter
               : name.ends_with("_exit") ? ZephyrStep::call_exit
                                         : ZephyrStep::raw;
    }
    return name.ends_with("_exit") && call_of(name) != nullptr ? ZephyrStep::call_exit
                                                               : ZephyrStep::raw;
}

class ZephyrReader
{
  public:
    ZephyrReader(const CtfMetadata &metadata, const CtfStreams &streams, Trace &trace)
        : metadata_{metadata}, streams_{streams}, trace_{trace},
          recording_{trace, Kernel{"Zephyr", "Zephyr CTF",
                                   facts(Fact::wait, Fact::object, Fact::owner, Fact::tick),
                                   Urgency::centred, zephyr_zero}}
    {
    }

    std::optional<Error> run()
    {
        look_ahead();
        if (!streams_.has_time) {
            trace_.kernel.warnings.push_back("The file has no times: each event takes one tick.");
        }
        if (!streams_.warning.empty()) {
            trace_.kernel.warnings.push_back(streams_.warning);
        }
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

  private:
    using Number = Recording::Number;

    // The wait that a thread is about to begin; stays_ready: none.
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

    // Collects the kinds of events that occur, from which the facts follow, and the names of
    // threads. Each core has its own idle thread; all of them are one lane.
    void look_ahead()
    {
        for (const CtfRecord &record : streams_.records) {
            if (record.event == nullptr) {
                continue;
            }
            if (!steps_.contains(record.event)) {
                steps_[record.event] = step_of(record.event->name);
            }
            if (!record.event->name.starts_with("thread_")) {
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
        const auto has = [this](ZephyrStep step) {
            return std::any_of(steps_.begin(), steps_.end(),
                               [step](const auto &known) { return known.second == step; });
        };
        recording_.records(has(ZephyrStep::ready), Fact::ready, Fact::waker);
        recording_.records(has(ZephyrStep::priority), Fact::priority, Fact::base);
        recording_.records(has(ZephyrStep::isr_enter), Fact::interrupts);
    }

    void event(const CtfRecord &record, const CtfNumbers &numbers)
    {
        const ZephyrStep step = steps_[record.event];
        const Number one = step <= ZephyrStep::priority ? thread(numbers) : Number{0};
        ZephyrThread &state = threads_[one];
        switch (step) {
        case ZephyrStep::switched_in:
            return switched_in(record, one);
        case ZephyrStep::switched_out:
            if (recording_.running() == no_thread) { // it runs since before the first event
                recording_.running() = one;
            }
            if (!trace_.kernel.records(Fact::ready) && !state.is_pending) {
                leaving_[record.core] = state.wait;
            }
            return;
        case ZephyrStep::create:
            return recording_.add(event::THREAD_START, one);
        case ZephyrStep::abort:
            recording_.suspend(one, wait::END);
            recording_.forget_thread(static_cast<std::uint64_t>(numbers["thread_id"]));
            return;
        case ZephyrStep::ready:
            state.is_pending = false;
            return recording_.ready(one);
        case ZephyrStep::pend:
            state.is_pending = true;
            return recording_.suspend(
                one, state.wait.what == stays_ready ? other_wait::SOMETHING : state.wait.what,
                state.wait.object);
        case ZephyrStep::suspend:
            state.is_pending = true;
            return recording_.suspend(one, wait::RESUME);
        case ZephyrStep::priority:
            return priority(one, numbers["prio"]);
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

    void switched_in(const CtfRecord &record, Number comes)
    {
        ZephyrWait &leaving = leaving_[record.core];
        if (comes != recording_.running()) {
            recording_.switch_to(comes, leaving.what, leaving.object);
        }
        leaving = {};
        threads_[comes].is_pending = false;
    }

    // An effective priority. It is inherited if the thread owns a mutex, else it becomes the base.
    void priority(Number thread, std::int64_t number)
    {
        const std::int32_t priority = recording_.urgency(number);
        ZephyrThread &one = threads_[thread];
        const bool is_inherited = one.base >= 0 && (one.locks > 0 || priority == one.base);
        one.base = is_inherited ? one.base : priority;
        // Limen's text of the change by inheritance, and of one by the program.
        recording_.priority(thread, priority,
                            is_inherited ? change::INHERITANCE : change::PRIORITY_SET);
    }

    // Sets the wait that the running thread is about to begin.
    void set_wait(const ZephyrWait &wait)
    {
        if (recording_.running() != no_thread) {
            threads_[recording_.running()].wait = wait;
        }
    }

    void blocking(const CtfRecord &record, const CtfNumbers &numbers)
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

    void call_exit(const CtfRecord &record, const CtfNumbers &numbers)
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

    void unlock(Number mutex)
    {
        RecursiveMutex &one = mutexes_[mutex];
        if (const Number owner = one.give(); owner != 0 && threads_[owner].locks > 0) {
            threads_[owner].locks--;
        }
        recording_.add(event::MUTEX_UNLOCK, mutex, one.count, outcome::DONE);
    }

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

} // namespace

std::optional<Error> read_zephyr(const CtfMetadata &metadata, const CtfStreams &streams,
                                 Trace &trace)
{
    return ZephyrReader(metadata, streams, trace).run();
}

} // namespace limen::trace
