// SPDX-License-Identifier: Apache-2.0
// The events without a record, which the record of a call implies (spec/trace-format.md, implied
// events).
#pragma once

#include "trace/numbers.hpp"
#include "trace/read/limen_file.hpp"

#include <vector>

namespace limen::trace::limen_file
{

inline constexpr std::uint16_t called_implies = 1U << 8; // in a of CALLED: a READY

// The event that follows from the record of a call.
struct Implication {
    std::uint16_t event = 0; // READY, SUSPEND, or none
    std::uint16_t thread = 0;
    std::uint16_t awaited = 0; // by a thread that waits
    bool has_object = false;   // it is that of the call
};

// A record of a call: without its time and its depth.
struct Call {
    std::uint8_t number;
    std::uint16_t thread, object, a;
    std::uint32_t b;
};

inline Implication implied_by(const Call &call)
{
    constexpr std::uint16_t is_so = 1; // outcome: the caller waits
    const bool waits = (call.b & 0xFFFFU) == is_so;
    const bool is_sent = (call.b & 0xFFFFU) == outcome::SENT; // its own core makes it ready
    const auto other = static_cast<std::uint16_t>(is_sent ? 0 : call.b >> 16);
    const auto wait_if = [&call](bool is, std::uint16_t awaited, bool has_object) {
        return is ? Implication{event::SUSPEND, call.thread, awaited, has_object} : Implication{};
    };
    const auto ready_if = [](bool is, std::uint16_t thread) {
        return is ? Implication{event::READY, thread} : Implication{};
    };
    switch (call.number) {
    case event::CALLED:
        return ready_if((call.a & called_implies) != 0, call.object);
    case event::THREAD_RESUME:
        return ready_if(call.a == is_so, call.object);
    case event::THREAD_SUSPEND:
        return wait_if(call.a == is_so, wait::RESUME, false);
    case event::THREAD_SLEEP:
        return wait_if(call.a == is_so, wait::TIME, false);
    case event::SEMAPHORE_WAIT: // the record says whether middleware waits
        return wait_if(waits, other, true);
    case event::FLAGS_WAIT:
        return wait_if(call.a == is_so, wait::FLAGS, true);
    case event::BLOCK_ALLOCATE:
        return wait_if(waits, wait::BLOCK, true);
    case event::BYTE_ALLOCATE:
        return wait_if(waits, wait::BYTES, true);
    case event::QUEUE_SEND:
    case event::QUEUE_SEND_FRONT:
    case event::QUEUE_RECEIVE:
        return waits ? wait_if(true, wait::QUEUE, true) : ready_if(other != 0, other);
    case event::SEMAPHORE_POST:
    case event::SEMAPHORE_POST_BELOW:
    case event::BLOCK_RELEASE:
        return ready_if(other != 0, other);
    default:
        return {};
    }
}

// The record without its implied event, as in a trace in which each event has a record.
inline Call without_implied(Call call)
{
    switch (call.number) {
    case event::THREAD_RESUME:
    case event::THREAD_SUSPEND:
    case event::THREAD_SLEEP:
        call.a = 0;
        return call;
    case event::SEMAPHORE_WAIT:
        call.b &= 0xFFFFU;
        return call;
    case event::CALLED:
        call.a &= called_implies - 1U;
        return call;
    case event::QUEUE_SEND:
    case event::QUEUE_SEND_FRONT:
    case event::QUEUE_RECEIVE:
    case event::SEMAPHORE_POST:
    case event::SEMAPHORE_POST_BELOW:
    case event::BLOCK_RELEASE:
        call.b -= (call.b & 0xFFFFU) == outcome::SENT ? outcome::SENT : 0U; // done
        return call;
    default:
        return call;
    }
}

// The effective priorities of threads, which an implied READY has.
class Priorities
{
  public:
    Priorities(const File &file, const LimenHeader &header) : of_(object_numbers)
    {
        const std::size_t count = std::min(header.object_count, header.object_capacity);
        for (std::size_t index = 0; index < count; index++) {
            const std::size_t at = header_bytes + index * object_bytes;
            const std::size_t id = file.objects_before() + index + 1;
            if (id < of_.size() && file.u16(at) == id && file.u16(at + 2) == kind::THREAD) {
                of_[id] = static_cast<std::uint16_t>(file.u16(at + 4));
            }
        }
    }
    void follow(std::uint8_t number, std::uint16_t object, std::uint16_t a)
    {
        if (number == event::PRIORITY || number == event::READY || number == event::THREAD_CREATE) {
            of_[object] = a;
        }
    }
    std::uint16_t of(std::uint16_t thread) const
    {
        return of_[thread];
    }

  private:
    std::vector<std::uint16_t> of_;
};

} // namespace limen::trace::limen_file
