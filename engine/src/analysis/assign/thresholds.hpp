// SPDX-License-Identifier: Apache-2.0
// Thresholds for given priorities.
//
// maximal: most urgent task first, each takes the most protective threshold that all tasks tolerate
// that it then blocks. Blocking is a maximum, so one task's blocking does not change what another
// one may do: the result is feasible if any vector is, and each threshold is the most protective
// one of all feasible vectors. So it has the fewest preempting pairs and the smallest stack.
//
// minimal: least urgent task first, each takes the least protective threshold with which it meets
// its deadline (Wang and Saksena 1999, with the corrected test).
//
// With inheritance, blocking is a sum, and the result is feasible but need not be the best one.
#pragma once

#include "analysis/analysis.hpp"

namespace limen::analysis
{

enum class Rule : std::uint8_t { maximal, minimal };

// For each task: a blocking with which it is known to meet its deadline, and one with which it is
// known to miss it.
struct Tolerance {
    std::vector<double> met;
    std::vector<double> missed;
};

// Assign thresholds to the tasks of the set of the analysis; previous thresholds are ignored.
// Returns whether all deadlines are met; if not, the thresholds are those found until then.
bool assign_thresholds(Analysis &analysis, Rule rule, Tolerance &memory);

// Assign thresholds with Rule::maximal, and continue after a task that is late. Returns the sum of
// the relative latenesses; 0 if all deadlines are met.
double lateness_with_maximal(Analysis &analysis, Tolerance &memory);

} // namespace limen::analysis
