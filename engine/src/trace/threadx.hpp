// SPDX-License-Identifier: Apache-2.0
// Numbers of ThreadX's trace buffer with a special meaning (tx_trace.h).
#pragma once

#include "trace/numbers.hpp"

#include <cstdint>

namespace limen::trace
{

// The priority word of an event in a thread. A modern kernel sets the flag, and the threshold.
inline constexpr std::uint32_t priority_bits = 0x3FF; // also of the threshold, and of info words
inline constexpr unsigned threshold_shift = 16;
inline constexpr std::uint32_t modern_flag = std::uint32_t{1} << 31;

inline bool is_thread_context(std::uint64_t context)
{
    return context != threadx_context::INTERRUPT && context != threadx_context::INITIALIZE;
}

} // namespace limen::trace
