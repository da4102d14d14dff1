// SPDX-License-Identifier: Apache-2.0
// What a page lets go of when all has been worked out: it is asked for no more, and takes more room
// than what is shown.
#pragma once

#include "view.hpp"

namespace limen::trace
{

// What follows from the rest, or was needed on the way only: calls with which no thread waits, all
// stamps but the first and the last, slices, levels ... The rest takes as few bytes as it can.
// Requires: complete_view(). Cost: O(n).
void forget(Trace &trace, Analysis &analysis, View &view);

} // namespace limen::trace
