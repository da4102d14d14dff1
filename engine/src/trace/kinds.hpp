// SPDX-License-Identifier: Apache-2.0
// The kinds of switches, states and levels: types of columns (spec/trace-tables.json).
#pragma once

#include "trace/trace.hpp"

namespace limen::trace
{

// Why a thread left the processor.
enum class Reason : std::uint8_t {
    blocked,
    preempted_by_call,
    preempted_by_interrupt,
    yielded,
    slice_ended,
    terminated,
    idle_ended
};

// The cause of a raised level.
enum class How : std::uint8_t {
    threshold,
    priority,
    inheritance,
    ceiling,
    disabled,
    section,
    kernel_code
};

enum class State : std::uint8_t { running, ready, waiting, dormant };
enum class ReadyKind : std::uint8_t { woken, preempted, yielded, slice_ended, none = 255 };

} // namespace limen::trace
