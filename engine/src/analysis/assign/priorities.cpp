// SPDX-License-Identifier: Apache-2.0
#include "analysis/assign/priorities.hpp"

#include <algorithm>

namespace limen::analysis
{

// Interrupts, whose priorities are negative, keep their places.
static std::size_t interrupts_of(const Columns &columns)
{
    const auto is_interrupt = [](std::int64_t priority) { return priority < 0; };
    return static_cast<std::size_t>(
        std::count_if(columns.priority, columns.priority + columns.count, is_interrupt));
}

static void order_deadline_monotonic(Workshop &workshop, const Columns &columns)
{
    const auto key = [&](std::size_t task) {
        return columns.deadline[task] - columns.jitter[task];
    };
    workshop.order.resize(columns.count);
    for (std::size_t task = 0; task < columns.count; ++task) {
        std::size_t place = task;
        for (; place > 0; --place) {
            const std::size_t other = workshop.order[place - 1];
            const bool is_interrupt = columns.priority[task] < 0;
            if (is_interrupt != (columns.priority[other] < 0) ? !is_interrupt
                : is_interrupt || key(other) != key(task)
                    ? is_interrupt || key(other) < key(task)
                    : columns.priority[other] <= columns.priority[task]) {
                break;
            }
            workshop.order[place] = other;
        }
        workshop.order[place] = task;
    }
}

static void load_with_parts(Workshop &workshop, const Columns &columns)
{
    load(workshop.analysis.set, columns);
    for (Part &part : workshop.parts) {
        if (part.resource < 0) {
            part.level = columns.threshold[part.task];
        }
    }
    load_parts(workshop.analysis.set, workshop.parts.data(), workshop.parts.size());
}

// Load the tasks in the present order: preemptive, or with all of them at the most urgent level.
static void load_order(Workshop &workshop, const Columns &columns, bool is_preemptive)
{
    const std::size_t first = interrupts_of(columns);
    workshop.priority.resize(columns.count);
    workshop.threshold.resize(columns.count);
    for (std::size_t place = 0; place < columns.count; ++place) {
        const std::size_t task = workshop.order[place];
        const auto level = static_cast<std::int64_t>(place - first);
        workshop.priority[task] = place < first ? -1 : level;
        workshop.threshold[task] = place < first ? -1 : is_preemptive ? level : 0;
    }
    Columns ordered = columns;
    ordered.priority = workshop.priority.data();
    ordered.threshold = workshop.threshold.data();
    load_with_parts(workshop, ordered);
}

// Audsley: the least urgent place is for any task that meets its deadline there.
static bool order_optimally(Workshop &workshop, const Columns &columns, bool is_preemptive)
{
    order_deadline_monotonic(workshop, columns);
    std::vector<std::size_t> &order = workshop.order;
    const std::size_t first = interrupts_of(columns);
    for (std::size_t place = columns.count; place-- > first;) {
        std::size_t candidate = place + 1;
        bool found = false;
        while (!found && candidate-- > first) {
            const auto from = order.begin() + static_cast<std::ptrdiff_t>(candidate);
            const auto end = order.begin() + static_cast<std::ptrdiff_t>(place) + 1;
            std::rotate(from, from + 1, end);
            load_order(workshop, columns, is_preemptive);
            found = is_met(workshop.analysis, place);
            if (!found) {
                std::rotate(from, end - 1, end);
            }
        }
        if (!found) {
            load_order(workshop, columns, is_preemptive);
            return false;
        }
    }
    load_order(workshop, columns, is_preemptive);
    return is_schedulable(workshop.analysis);
}

static void keep_thresholds(Workshop &workshop)
{
    const TaskSet &set = workshop.analysis.set;
    for (std::size_t place = 0; place < set.count; ++place) {
        workshop.threshold[set.origin[place]] = set.threshold[place];
    }
}

static double lateness_of_order(Workshop &workshop, const Columns &columns)
{
    load_order(workshop, columns, true);
    return lateness_with_maximal(workshop.analysis, workshop.tolerance);
}

static void move(std::vector<std::size_t> &order, std::size_t from, std::size_t to)
{
    const auto begin = order.begin();
    const auto source = begin + static_cast<std::ptrdiff_t>(from);
    const auto target = begin + static_cast<std::ptrdiff_t>(to);
    if (from < to) {
        std::rotate(source, source + 1, target + 1);
    } else {
        std::rotate(target, source, source + 1);
    }
}

// Insert each task at each other place, and keep changes that lower the lateness, until none does.
static bool improve(Workshop &workshop, const Columns &columns)
{
    const std::size_t first = interrupts_of(columns);
    double best = lateness_of_order(workshop, columns);
    for (bool improved = true; improved && best > 0;) {
        improved = false;
        for (std::size_t from = first; from < columns.count && best > 0; ++from) {
            for (std::size_t to = first; to < columns.count && best > 0; ++to) {
                if (from == to) {
                    continue;
                }
                move(workshop.order, from, to);
                const double lateness = lateness_of_order(workshop, columns);
                if (lateness < best - 1e-12) {
                    best = lateness;
                    improved = true;
                } else {
                    move(workshop.order, to, from);
                }
            }
        }
    }
    lateness_of_order(workshop, columns); // load the order that was kept
    keep_thresholds(workshop);
    return best <= 0;
}

static bool with_maximal_thresholds(Workshop &workshop)
{
    const bool met = assign_thresholds(workshop.analysis, Rule::maximal, workshop.tolerance);
    keep_thresholds(workshop);
    return met;
}

static bool search(Workshop &workshop, const Columns &columns)
{
    order_deadline_monotonic(workshop, columns);
    load_order(workshop, columns, true);
    if (with_maximal_thresholds(workshop)) {
        return true;
    }
    if (order_optimally(workshop, columns, false)) {
        return with_maximal_thresholds(workshop);
    }
    // A second start: the partial order that Audsley's algorithm found before it failed.
    const std::vector<std::size_t> other = workshop.order;
    order_deadline_monotonic(workshop, columns);
    if (improve(workshop, columns)) {
        return true;
    }
    workshop.order = other;
    return improve(workshop, columns);
}

bool assign_priorities(Workshop &workshop, const Columns &columns, Order order)
{
    switch (order) {
    case Order::keep:
        workshop.priority.assign(columns.priority, columns.priority + columns.count);
        workshop.threshold.assign(columns.threshold, columns.threshold + columns.count);
        load_with_parts(workshop, columns);
        return with_maximal_thresholds(workshop);
    case Order::dm:
        order_deadline_monotonic(workshop, columns);
        load_order(workshop, columns, true);
        return with_maximal_thresholds(workshop);
    case Order::opa_preemptive:
        return order_optimally(workshop, columns, true);
    case Order::opa_nonpreemptive:
        return order_optimally(workshop, columns, false);
    case Order::search:
        break;
    }
    return search(workshop, columns);
}

} // namespace limen::analysis
