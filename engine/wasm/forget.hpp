// SPDX-License-Identifier: Apache-2.0
// What a page lets go of when all has been worked out: it is asked for no more, and takes more room
// than what is shown.
#pragma once

#include "view.hpp"

namespace limen::trace
{

// Calls with which no thread waits, stamps but the first and the last, and times that the view has.
// Requires: complete_view(). Cost: O(n).
void forget(Trace &trace, Analysis &analysis, const View &view);

} // namespace limen::trace
