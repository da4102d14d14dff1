// SPDX-License-Identifier: Apache-2.0
// Which events of Limen are calls that may wait. Private to moves_limen.cpp.
#pragma once

#include "trace/by_number.hpp"
#include "trace/numbers.hpp"

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
    case event::MUTEX_LOCK:
        return wait::MUTEX;
    default:
        return wait::END;
    }
}

inline constexpr ByNumber<what_of> whats;

} // namespace limen::trace
