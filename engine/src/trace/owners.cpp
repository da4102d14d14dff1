// SPDX-License-Identifier: Apache-2.0
// Owners of mutexes in the records of both origins.
#include "trace/owners.hpp"

#include "trace/numbers.hpp"
#include "trace/threadx.hpp"

namespace limen::trace
{

namespace
{

std::optional<Lane> owner_in_limen(const Trace &trace, std::size_t i)
{
    const auto lane_of = [&](std::uint32_t number) { return trace.lane_of_number[number]; };
    const bool is_done = trace.low(i) == outcome::DONE;
    const std::uint32_t other = trace.high(i);
    switch (trace.event[i]) {
    case event::MUTEX_CREATE:
    case event::MUTEX_DELETE:
        return nobody;
    case event::MUTEX_LOCK:
        return is_done      ? std::optional(lane_of(trace.thread[i]))
               : other == 0 ? std::nullopt
                            : std::optional(lane_of(other));
    case event::MUTEX_UNLOCK:
        return !is_done || trace.a[i] != 0 ? std::nullopt
               : other == 0                ? std::optional(nobody)
                                           : std::optional(lane_of(other));
    default:
        return std::nullopt;
    }
}

// Events of ThreadX record the thread that held the mutex before the call.
std::optional<Lane> owner_in_threadx(const Trace &trace, std::size_t i)
{
    const std::uint64_t context = trace.context[i];
    const auto caller =
        is_thread_context(context) ? std::optional(trace.lane_of(context)) : std::nullopt;
    switch (trace.event[i]) {
    case threadx_event::MUTEX_CREATE:
        return nobody;
    case threadx_event::MUTEX_GET:
        return trace.info[3][i] == 0 ? caller : trace.lane_of(trace.info[2][i]);
    case threadx_event::MUTEX_PUT: {
        const Lane owner = trace.lane_of(trace.info[1][i]);
        return owner == caller && trace.info[2][i] == 1 ? nobody : owner;
    }
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<Lane> owner_behind(const Trace &trace, std::size_t i)
{
    return trace.origin == Origin::limen ? owner_in_limen(trace, i) : owner_in_threadx(trace, i);
}

} // namespace limen::trace
