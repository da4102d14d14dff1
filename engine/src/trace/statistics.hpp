// SPDX-License-Identifier: Apache-2.0
// Statistics of a window of a trace, under the names of spec/statistics.json: as JSON, because a
// command prints them, a page shows them, and both languages read it natively.
#pragma once

#include "trace/json.hpp"
#include "trace/words.hpp"
#include "trace/work.hpp"

namespace limen::trace
{

// The statistics of the events first <= i < last, 0 <= first <= last <= count.
std::string statistics_json(const Trace &trace, const Analysis &analysis,
                            const Definitions &definitions, Place first, Place last);

// The same in steps, written at the end of `json`.
Work count_statistics(const Trace &trace, const Analysis &analysis, const Definitions &definitions,
                      Place first, Place last, Json &json);

} // namespace limen::trace
