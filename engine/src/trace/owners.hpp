// SPDX-License-Identifier: Apache-2.0
// The owner of a mutex, as far as events tell.
#pragma once

#include "trace/trace.hpp"

#include <optional>

namespace limen::trace
{

// The owner of the mutex of an event, behind the event; nobody, if it is free; none, if the event
// does not tell. Cost: O(log n) for n threads.
std::optional<Lane> owner_behind(const Trace &trace, std::size_t i);

} // namespace limen::trace
