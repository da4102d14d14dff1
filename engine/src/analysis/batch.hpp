// SPDX-License-Identifier: Apache-2.0
// The analysis of many sets of the same size, one row each: for sweeps.
//
// Each function requires valid rows: first_invalid() returns the first one that is not.
#pragma once

#include "analysis/assign/priorities.hpp"
#include "analysis/stack.hpp"

namespace limen::analysis
{

// Rows of columns, one row after the other.
struct Batch {
    std::size_t sets;
    std::size_t count; // tasks of each set
    const Time *work;
    const Time *period;
    const Time *deadline;
    const Time *jitter;
    const std::int64_t *priority;
    const std::int64_t *threshold;
};

// The policy by which a set is accepted.
enum class Policy : std::uint8_t {
    given,          // priorities and thresholds as they are
    preemptive,     // priorities as they are, thresholds equal to them
    nonpreemptive,  // priorities as they are, all thresholds at the most urgent one
    thresholds,     // priorities as they are, the best thresholds
    dm_thresholds,  // deadline monotonic, the best thresholds
    opa_preemptive, // Audsley's order
    opa_nonpreemptive,
    search, // the best thresholds for the best order that the local search finds
};

// The first row that cannot be analysed; batch.sets: there is none.
std::size_t first_invalid(const Batch &batch);

// Response times, -1 for those that have no bound. `result`: sets x count.
void respond_all(const Batch &batch, const Rules &rules, Time *result);

// Thresholds; rows of -1 where no thresholds meet all deadlines. `result`: sets x count.
void assign_all(const Batch &batch, const Rules &rules, Rule rule, Time *result);

// Priorities and thresholds (see assign_priorities); `met`: one of each set.
void order_all(const Batch &batch, const Rules &rules, Order order, Time *priority, Time *threshold,
               bool *met);

// Whether each set is schedulable under a policy.
void accept_all(const Batch &batch, const Rules &rules, Policy policy, bool *accepted);

// The largest factor, in millionths, by which all works of a set can be multiplied (and rounded up)
// so that the policy accepts it; 0 if there is none.
void scale_all(const Batch &batch, const Rules &rules, Policy policy, Time *factor);

// Shared stack, preempting pairs and non-preemptive groups. `stack`: sets x count, bytes.
void measure_all(const Batch &batch, const Time *stack, Time *bytes, Time *pairs, Time *groups);

} // namespace limen::analysis
