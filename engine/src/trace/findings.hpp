// SPDX-License-Identifier: Apache-2.0
// The findings in a trace, the most serious one first. Each finding is one sentence with a number
// and a place in the trace.
#pragma once

#include "trace/harm.hpp"
#include "trace/words.hpp"

namespace limen::trace
{

enum class Severity : std::uint8_t { error, warning, note };

struct Finding {
    Severity severity = Severity::note;
    std::string kind; // inversion, deadline, response, held_off, deadlock, error, queue_full ...
    std::string sentence; // complete, with names, numbers and the remedy
    Place event = no_place;
    Tick begin = 0, end = 0; // to show
    Lane lane = nobody;
    Tick ticks = 0;                  // duration; of errors and stacks their number
    Harm harm = 0;                   // orders findings of one severity
    std::string_view no_remedy = {}; // why a change of the system cannot be tried, if it cannot
};

// If it finds no error and no warning, the first finding states this, and names the checked
// problems.
std::vector<Finding> find_findings(const Trace &trace, const Analysis &analysis,
                                   const Definitions &definitions);
std::string findings_json(const Trace &trace, const Analysis &analysis,
                          const Definitions &definitions);

} // namespace limen::trace
