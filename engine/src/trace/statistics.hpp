// SPDX-License-Identifier: Apache-2.0
// Statistics of a window of a trace, under the names of spec/statistics.json: as JSON, because a
// command prints them, a page shows them, and both languages read it natively.
#pragma once

#include "trace/words.hpp"

namespace limen::trace
{

// The statistics of the events first <= i < last, 0 <= first <= last <= count.
std::string statistics_json(const Trace &trace, const Analysis &analysis,
                            const Definitions &definitions, Place first, Place last);

// The members of a part of them, 0 <= part < statistics_parts: a page counts long ranges part by
// part, and does other work between.
std::string statistics_part_json(const Trace &trace, const Analysis &analysis,
                                 const Definitions &definitions, Place first, Place last,
                                 std::size_t part);
extern const std::size_t statistics_parts;

} // namespace limen::trace
