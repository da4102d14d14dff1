// SPDX-License-Identifier: Apache-2.0
// The harm of a delay, by which findings are ordered (spec/trace-analysis.md, Findings).
#pragma once

#include "trace/analysis.hpp"

#include <limits>

namespace limen::trace
{

// Thousandths of the available time of a thread: 1000 is a delay of a complete period.
using Harm = std::uint64_t;

constexpr Harm harm_error = 1000;  // from here on a delay is an error
constexpr Harm harm_warning = 250; // and from here on a warning
constexpr Harm harm_max = std::numeric_limits<Harm>::max();

// Computes the harm of delays from the periods and priorities of the threads of a trace.
class Bearing
{
  public:
    Bearing(const Trace &trace, const Jobs &jobs);

    // The middle distance of the releases of a thread; 0: not known.
    Tick period(Lane lane) const;

    // The harm of a delay of one thread. No thread, or an unknown one: the harm for the trace.
    Harm of(Lane lane, Tick delay) const;

    // The harm of a delay of all threads, at most for `longest` and together for `sum`.
    Harm of_all(Tick longest, Tick sum) const;

  private:
    Tick whole_ = 0, shortest_ = 0; // the trace; the shortest period, or the trace
    std::vector<Tick> period_;
    std::vector<std::size_t> rank_; // threads that are more urgent
};

} // namespace limen::trace
