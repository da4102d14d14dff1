// SPDX-License-Identifier: Apache-2.0
// Frees the intermediate columns of the analysis. The page does not read them, and they take more
// memory than the columns that it shows.
#pragma once

#include "view/view.hpp"

namespace limen::trace
{

// Frees columns that follow from others or were only intermediate: calls with which no thread
// waits, all stamps but the first and the last, slices, levels ... It packs the other columns.
// Requires: complete_view(). Cost: O(n).
void forget(Trace &trace, Analysis &analysis, View &view);

} // namespace limen::trace
