// SPDX-License-Identifier: Apache-2.0
#include "analysis/assign/assignment.hpp"

#include <algorithm>

namespace limen::analysis
{

namespace
{

// All thresholds as the priorities.
System preemptive(System system)
{
    for (Thread &thread : system.threads) {
        thread.threshold = thread.priority;
        for (Chunk &chunk : thread.chunks) {
            chunk.threshold = thread.priority;
        }
    }
    return system;
}

// The priorities that the threads get by their ranks: the numbers that they have, if these are
// different.
std::vector<std::uint32_t> names_of_ranks(const System &system)
{
    std::vector<std::uint32_t> names;
    for (const Thread &thread : system.threads) {
        names.push_back(thread.priority);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    if (names.size() < system.threads.size()) {
        names.clear();
        for (std::uint32_t rank = 0; rank < system.threads.size(); rank++) {
            names.push_back(rank);
        }
    }
    return names;
}

// Gives the system the priorities of an order, preemptive. Returns whether it meets all deadlines.
bool apply_order(System &system, Order order, Model model)
{
    const SystemTasks tasks(preemptive(system));
    Workshop workshop;
    workshop.analysis.rules = {model, static_cast<Time>(system.preemption)};
    workshop.parts = tasks.parts;
    const bool is_met = assign_priorities(workshop, tasks.columns(), order);
    const std::vector<std::uint32_t> names = names_of_ranks(system);
    for (std::size_t i = 0; i < system.threads.size(); i++) {
        system.threads[i].priority = names[static_cast<std::size_t>(workshop.priority[i])];
    }
    system = preemptive(std::move(system));
    return is_met;
}

void assign_order(System &system, const Wish &wish, std::vector<std::string> &notes)
{
    switch (wish.priorities) {
    case Priorities::keep:
        if (wish.thresholds != Thresholds::keep) {
            system = preemptive(std::move(system));
        }
        break;
    case Priorities::dm:
        if (!apply_order(system, Order::dm, wish.model)) {
            notes.emplace_back("Deadline monotonic order.");
        }
        break;
    case Priorities::search:
        apply_order(system, Order::search, wish.model);
        break;
    case Priorities::opa: {
        System other = system;
        if (apply_order(system, Order::opa_preemptive, wish.model)) {
            notes.emplace_back("Audsley's order meets all deadlines preemptively.");
            break;
        }
        const bool is_met = apply_order(other, Order::opa_nonpreemptive, wish.model);
        notes.emplace_back(is_met ? "Only Audsley's order for non-preemptive threads meets all "
                                    "deadlines."
                                  : "No order meets all deadlines preemptively, and none "
                                    "non-preemptively.");
        system = std::move(other);
        break;
    }
    }
}

// Returns whether there are thresholds that meet all deadlines.
bool apply_thresholds(System &system, const Wish &wish)
{
    const SystemTasks tasks(system);
    Analysis analysis;
    Tolerance memory;
    load(analysis, tasks, system, wish.model);
    const Rule rule = wish.thresholds == Thresholds::minimal ? Rule::minimal : Rule::maximal;
    if (!assign_thresholds(analysis, rule, memory)) {
        return false;
    }
    const TaskSet &set = analysis.set;
    for (std::size_t task = 0; task < set.count; ++task) {
        if (set.origin[task] < system.threads.size()) {
            system.threads[set.origin[task]].threshold =
                static_cast<std::uint32_t>(set.threshold[task]);
        }
    }
    const std::vector<std::int64_t> levels = chunk_levels(set, tasks.parts);
    std::vector<std::size_t> chunk(system.threads.size());
    for (std::size_t at = 0; at < tasks.parts.size(); ++at) {
        if (tasks.parts[at].resource < 0) {
            const std::size_t thread = tasks.parts[at].task;
            system.threads[thread].chunks[chunk[thread]++].threshold =
                static_cast<std::uint32_t>(levels[at]);
        }
    }
    return true;
}

void apply_protocols(System &system, Protocols protocols)
{
    for (Resource &resource : system.resources) {
        if (resource.plain && protocols != Protocols::keep) {
            resource.plain = false;
            resource.ceiling = protocols == Protocols::ceiling;
        }
    }
}

std::string impossible(const Wish &wish)
{
    if (wish.thresholds == Thresholds::keep) {
        return "With these priorities and thresholds, not all deadlines are met.";
    }
    return wish.priorities == Priorities::search
               ? "No order that was tried meets all deadlines with any thresholds."
               : "With these priorities, no thresholds meet all deadlines; --priorities search "
                 "tries other orders.";
}

} // namespace

bool is_proven(const System &system, Model model)
{
    const SystemTasks tasks(system);
    Analysis analysis;
    load(analysis, tasks, system, model);
    return !unprotected_mutex(system) && is_schedulable(analysis);
}

Assignment assign(const System &system, const Wish &wish)
{
    Assignment found{system, false, {}, {}};
    apply_protocols(found.system, wish.protocols);
    assign_order(found.system, wish, found.notes);
    found.is_met = (wish.thresholds == Thresholds::keep || apply_thresholds(found.system, wish)) &&
                   is_proven(found.system, wish.model);
    if (!found.is_met) {
        const std::optional<std::size_t> mutex = unprotected_mutex(found.system);
        found.notes.push_back(mutex ? "No bound: " + why_unprotected(found.system, *mutex) +
                                          "; --protocols gives it one."
                                    : impossible(wish));
        found.system = system;
        return found;
    }
    found.changes = changes_between(system, found.system, wish);
    return found;
}

} // namespace limen::analysis
