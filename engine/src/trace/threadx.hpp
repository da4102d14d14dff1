// SPDX-License-Identifier: Apache-2.0
// Numbers of ThreadX's trace buffer that mean something besides themselves (tx_trace.h).
#pragma once

#include "trace/trace.hpp"

namespace limen::trace
{

inline constexpr std::uint64_t interrupt_context = 0xFFFFFFFF;  // an event in an interrupt
inline constexpr std::uint64_t initialise_context = 0xF0F0F0F0; // before the scheduler started

// The priority word of an event in a thread. A modern kernel sets the flag, and the threshold.
inline constexpr std::uint32_t priority_bits = 0x3FF; // also of the threshold, and of info words
inline constexpr unsigned threshold_shift = 16;
inline constexpr std::uint32_t modern_flag = std::uint32_t{1} << 31;

inline bool is_thread_context(std::uint64_t context)
{
    return context != interrupt_context && context != initialise_context;
}

} // namespace limen::trace
