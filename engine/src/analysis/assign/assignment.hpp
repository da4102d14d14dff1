// SPDX-License-Identifier: Apache-2.0
// Chooses priorities, thresholds and protocols of a system, and gives the changes with their
// reasons, which `limen assign` prints and the page proposes.
#pragma once

#include "analysis/assign/priorities.hpp"
#include "analysis/system_tasks.hpp"

namespace limen::analysis
{

enum class Priorities : std::uint8_t { keep, dm, opa, search };
enum class Thresholds : std::uint8_t { keep, maximal, minimal };

// The values that an assignment chooses. protocols: for mutexes that have none.
enum class Protocols : std::uint8_t { keep, inheritance, ceiling };

struct Wish {
    Priorities priorities = Priorities::keep;
    Thresholds thresholds = Thresholds::maximal;
    Protocols protocols = Protocols::keep;
    Model model = Model::safe;
    bool is_for_margin = false; // the thresholds are those of larger works, which the texts mention
};

// A changed value: "priority", "threshold", "threshold of chunk 2" of a thread, or the "protocol"
// of a mutex.
struct Change {
    std::string about; // name of the thread or mutex
    std::string what;
    std::uint32_t before, after; // numbers; of a protocol: 0 inheritance, 1 ceiling, 2 none
    std::string why;             // a sentence
};

struct Assignment {
    System system; // with the new values; the given one, if nothing meets all deadlines
    bool is_met = false;
    std::vector<Change> changes; // in the order of the threads, then of the mutexes
    std::vector<std::string> notes;
};

// Requires: the numbers of the system are valid for an analysis.
Assignment assign(const System &system, const Wish &wish);

// Returns the differences between two systems with the same threads and mutexes, each with the
// reason that the wish gives.
std::vector<Change> changes_between(const System &before, const System &after, const Wish &wish);

// Whether all threads provably meet their deadlines.
bool is_proven(const System &system, Model model);

// {"feasible": ..., "changes": [...], "notes": [...], "threads": [{"priority": ..., "threshold":
// ..., "chunks": [thresholds]}], "resources": [value as in viewer/src/play/system.ts]}
std::string assignment_json(const Assignment &assignment);
std::string changes_json(const std::vector<Change> &changes);

} // namespace limen::analysis
