// SPDX-License-Identifier: Apache-2.0
// The events of Limen that are calls that may wait, and the known state of a thread. Private to
// moves_limen.cpp.
#pragma once

#include "trace/by_number.hpp"
#include "trace/kinds.hpp"
#include "trace/numbers.hpp"

#include <array>

namespace limen::trace
{

inline constexpr std::size_t call_whats = wait::RELEASE + 1U;

// The kind of wait that a call may begin; wait::END: the call does not wait.
constexpr std::uint16_t what_of(std::uint16_t number)
{
    switch (number) {
    case event::QUEUE_SEND:
    case event::QUEUE_SEND_FRONT:
    case event::QUEUE_RECEIVE:
        return wait::QUEUE;
    case event::SEMAPHORE_WAIT:
        return wait::SEMAPHORE;
    case event::FLAGS_WAIT:
        return wait::FLAGS;
    case event::BLOCK_ALLOCATE:
        return wait::BLOCK;
    case event::BYTE_ALLOCATE:
        return wait::BYTES;
    case event::STREAM_WAIT:
        return wait::STREAM;
    case event::MUTEX_LOCK:
        return wait::MUTEX;
    default:
        return wait::END;
    }
}

inline constexpr ByNumber<what_of> whats;

static_assert(switch_reason::IDLE_ENDED - switch_reason::BLOCKED ==
              static_cast<int>(Reason::idle_ended));

inline Reason reason_of(std::uint32_t number)
{
    const bool is_known = number >= switch_reason::BLOCKED && number <= switch_reason::IDLE_ENDED;
    return is_known ? static_cast<Reason>(number - switch_reason::BLOCKED)
                    : Reason::preempted_by_call;
}

// The state of a lane at the current event.
struct LimenThread {
    Place yield = no_place, slice = no_place; // newest events
    Place named = no_place;                   // newest call that gives it something, or is about it
    Place called = no_place; // the newest event, which says that another core called for it
    std::uint16_t level_change = 0, priority_change = 0;
    std::int32_t priority = 0, base = 0;
    bool is_released = false;
    bool is_asleep = false;               // its newest wait was for time
    std::array<Place, call_whats> call{}; // newest in Calls, and one; by what it waits for
};

} // namespace limen::trace
