// SPDX-License-Identifier: Apache-2.0
// The owner of a mutex, as far as events record it.
#pragma once

#include "trace/trace.hpp"

#include <optional>

namespace limen::trace
{

// The owner of the mutex of an event after the event; nobody: it is free; none: the event does not
// record it. Cost: O(log n) for n threads.
std::optional<Lane> owner_behind(const Trace &trace, std::size_t i);

} // namespace limen::trace
