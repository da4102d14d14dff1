// SPDX-License-Identifier: Apache-2.0
// The reader of SEGGER SystemView. Private to systemview*.cpp.
#pragma once

#include "trace/read/foreign/file_set.hpp"
#include "trace/read/foreign/recording.hpp"

#include <algorithm>
#include <set>

namespace limen::trace
{

namespace sv
{
constexpr std::uint16_t NOP = 0, OVERFLOW_ = 1, ISR_ENTER = 2, ISR_EXIT = 3, START_EXEC = 4,
                        STOP_EXEC = 5, START_READY = 6, STOP_READY = 7, CREATE = 8, INFO = 9,
                        SYSDESC = 14, IDLE = 17, ISR_TO_SCHEDULER = 18, STACK_INFO = 21,
                        MODULEDESC = 22, INIT = 24, NAME = 25, PRINT = 26, END_CALL = 28,
                        TERMINATE = 29, EX = 31, FIRST_CALL = 32, FIRST_OF_MODULES = 512;
constexpr std::uint16_t DAMAGE = 0xFFFF; // made by the reader: bytes that are not packets
} // namespace sv

struct SvPacket {
    Tick time = 0;
    std::uint32_t words[4] = {};
    std::string_view text;
    std::uint16_t id = 0;
    std::uint8_t core = 0;
    std::uint8_t count = 0;     // words
    bool is_no_wake_up = false; // although it is a START_READY: found later
};

struct SvStreams {
    std::vector<SvPacket> packets; // by time
    std::string header, system;    // texts that identify the kernel
    std::uint64_t hz = 0, base = 0;
    unsigned shift = 0;
    unsigned cores = 0;

    // An address as most packets have it.
    std::uint64_t small(std::uint64_t address) const
    {
        return (address - base) >> shift;
    }
};

// Cost: O(bytes): each of them is tried at most a few times.
std::optional<Error> read_sv_streams(InputFiles files, SvStreams &streams);

// The effect of a call.
enum class SvDoes : std::uint8_t {
    nothing,
    remove,
    delay,
    suspend,
    set_priority,
    inherit,
    disinherit,
    notify_wait,
    give,
    take,
    send,
    receive,
    lock,
    unlock,
    give_in_interrupt,
    flags_wait,
    stream_wait,
};

constexpr bool is_of_priority(SvDoes what)
{
    return what >= SvDoes::set_priority && what <= SvDoes::disinherit;
}

// The set of numbers that the calls have.
enum class SvNumbers : std::uint8_t { freertos_v10, freertos_v11, freertos_esp, zephyr, unknown };

// The events of the calls for a kind of object, and the reason of a wait in them.
struct SvKind {
    std::uint32_t kind;
    std::uint16_t what, take, give;
};

inline constexpr SvKind sv_kinds[] = {
    {kind::MUTEX, wait::MUTEX, event::MUTEX_LOCK, event::MUTEX_UNLOCK},
    {kind::QUEUE, wait::QUEUE, event::QUEUE_RECEIVE, event::QUEUE_SEND},
    {kind::SEMAPHORE, wait::SEMAPHORE, event::SEMAPHORE_WAIT, event::SEMAPHORE_POST},
};

inline constexpr std::int32_t sv_priority_max = 255;
inline constexpr std::int32_t sv_zephyr_zero = 128;

class SvReader
{
  public:
    SvReader(SvStreams &streams, Trace &trace)
        : streams_{streams}, trace_{trace}, recording_{trace, Kernel{"unknown", "SystemView", 0}}
    {
    }

    std::optional<Error> run();

  private:
    using Number = Recording::Number;

    struct SvThread {
        std::size_t left = SIZE_MAX;    // step with which it left, if it is not known why
        std::size_t call = SIZE_MAX;    // step of its newest call
        std::size_t waited = SIZE_MAX;  // step with which its newest wait began
        std::size_t unknown = SIZE_MAX; // empty step in front of it, for a call that comes later
        std::uint16_t what = other_wait::SOMETHING; // the call may wait for
        Number object = 0, owner = 0;
        Number takes = 0; // a mutex that it has when it runs again
        std::int32_t base = -1;
        bool has_stopped = false, has_waited = false; // since it was dispatched

        // Its call has ended. Records the reason of its next wait.
        void end_call(std::uint16_t next = other_wait::SOMETHING)
        {
            what = next;
            object = owner = 0;
            call = SIZE_MAX;
        }
    };
    struct SvObject {
        Number owner = 0;
        std::vector<std::pair<std::size_t, Number>> owners; // by step, rising

        void set(std::size_t step, Number next)
        {
            owner = next;
            owners.emplace_back(step, next);
        }
        // The owner before a step.
        Number before(std::size_t step) const
        {
            const auto found =
                std::lower_bound(owners.begin(), owners.end(), std::make_pair(step, Number{0}));
            return found == owners.begin() ? Number{0} : std::prev(found)->second;
        }
    };

    void choose_kernel();
    SvDoes does(std::uint64_t call) const;
    void find_wake_ups();
    void find_mutexes();
    void find_threads();
    Number thread(std::uint64_t key)
    {
        return recording_.thread(key);
    }
    void packet(const SvPacket &packet);
    void ends(Number one);
    void lose(std::uint32_t count);
    void runs(Number comes);
    void begins_to_wait(SvThread &one);
    void waits_in_call(const SvThread &one);
    void has_waited_for(Number one, std::uint16_t record, std::uint16_t what, Number object);
    void readies(const SvPacket &packet);
    void stops(Number one, std::uint64_t cause);
    void call(const SvPacket &packet, SvDoes does);
    void object_call(const SvPacket &packet, SvDoes does);
    void take(Number caller, Number object, const SvKind &kind);
    void give(Number caller, Number object, const SvKind &kind);
    void priority(const SvPacket &packet, SvDoes does);
    void returned(const SvPacket &packet);
    void raw(const SvPacket &packet);
    std::int32_t urgency(std::uint64_t number) const
    {
        return recording_.urgency(static_cast<std::int32_t>(static_cast<std::uint32_t>(number)));
    }
    const SvKind &kind_of(std::uint64_t key) const
    {
        return sv_kinds[mutexes_.contains(key) ? 0 : queues_.contains(key) ? 1 : 2];
    }

    SvStreams &streams_;
    Trace &trace_;
    Recording recording_;
    SvNumbers numbers_ = SvNumbers::unknown;
    bool has_successes_ = false; // calls are recorded when they have succeeded, not when they begin
    std::map<Number, SvThread> threads_;
    std::map<Number, SvObject> objects_;
    std::set<std::uint64_t> mutexes_, queues_; // addresses, as packets have them
    std::set<Number> woken_;                   // and have not run since
    unsigned idle_beside_woken_ = 0;           // times that a core became idle meanwhile
    Tick ready_time_ = -1;
    Number ready_ = 0;
};

} // namespace limen::trace
