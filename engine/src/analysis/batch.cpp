// SPDX-License-Identifier: Apache-2.0
#include "analysis/batch.hpp"

#include <algorithm>

namespace limen::analysis
{

static Columns row(const Batch &batch, std::size_t set)
{
    const std::size_t at = set * batch.count;
    return {batch.count,       batch.work + at,     batch.period + at,   batch.deadline + at,
            batch.jitter + at, batch.priority + at, batch.threshold + at};
}

static Analysis analysis_by(const Rules &rules)
{
    Analysis analysis;
    analysis.rules = rules;
    return analysis;
}

std::size_t first_invalid(const Batch &batch)
{
    std::size_t set = 0;
    while (set < batch.sets && is_valid(row(batch, set))) {
        ++set;
    }
    return set;
}

void respond_all(const Batch &batch, const Rules &rules, Time *result)
{
    Analysis analysis = analysis_by(rules);
    for (std::size_t set = 0; set < batch.sets; ++set) {
        load(analysis.set, row(batch, set));
        for (std::size_t task = 0; task < batch.count; ++task) {
            const Query query{task, rules.model, 0, nullptr};
            result[set * batch.count + analysis.set.origin[task]] =
                respond_to(analysis, query).time;
        }
    }
}

void assign_all(const Batch &batch, const Rules &rules, Rule rule, Time *result)
{
    Analysis analysis = analysis_by(rules);
    Tolerance memory;
    for (std::size_t set = 0; set < batch.sets; ++set) {
        load(analysis.set, row(batch, set));
        const bool met = assign_thresholds(analysis, rule, memory);
        for (std::size_t task = 0; task < batch.count; ++task) {
            result[set * batch.count + analysis.set.origin[task]] =
                met ? analysis.set.threshold[task] : -1;
        }
    }
}

void order_all(const Batch &batch, const Rules &rules, Order order, Time *priority, Time *threshold,
               bool *met)
{
    Workshop workshop;
    workshop.analysis = analysis_by(rules);
    for (std::size_t set = 0; set < batch.sets; ++set) {
        met[set] = assign_priorities(workshop, row(batch, set), order);
        std::copy_n(workshop.priority.begin(), batch.count, priority + set * batch.count);
        std::copy_n(workshop.threshold.begin(), batch.count, threshold + set * batch.count);
    }
}

static bool accept_with(Workshop &workshop, const Columns &columns, Policy policy)
{
    const auto level_of_all = [&](std::int64_t level) {
        workshop.threshold.resize(columns.count);
        for (std::size_t task = 0; task < columns.count; ++task) {
            workshop.threshold[task] = std::min(columns.priority[task], level);
        }
        Columns changed = columns;
        changed.threshold = workshop.threshold.data();
        load(workshop.analysis.set, changed);
        return is_schedulable(workshop.analysis);
    };
    switch (policy) {
    case Policy::given:
        load(workshop.analysis.set, columns);
        return is_schedulable(workshop.analysis);
    case Policy::preemptive:
        return level_of_all(priority_max);
    case Policy::nonpreemptive:
        return level_of_all(
            std::max(std::int64_t{0},
                     *std::min_element(columns.priority, columns.priority + columns.count)));
    case Policy::thresholds:
        load(workshop.analysis.set, columns);
        return assign_thresholds(workshop.analysis, Rule::maximal, workshop.tolerance);
    case Policy::dm_thresholds:
        return assign_priorities(workshop, columns, Order::dm);
    case Policy::opa_preemptive:
        return assign_priorities(workshop, columns, Order::opa_preemptive);
    case Policy::opa_nonpreemptive:
        return assign_priorities(workshop, columns, Order::opa_nonpreemptive);
    case Policy::search:
        break;
    }
    return assign_priorities(workshop, columns, Order::search);
}

void accept_all(const Batch &batch, const Rules &rules, Policy policy, bool *accepted)
{
    Workshop workshop;
    workshop.analysis = analysis_by(rules);
    for (std::size_t set = 0; set < batch.sets; ++set) {
        accepted[set] = accept_with(workshop, row(batch, set), policy);
    }
}

// ceil(work * factor / million) without overflow: work is below 2^47, the factor below 2^47.
static Time scaled(Time work, Time factor)
{
    constexpr Time million = 1000000;
    const Time whole = work / million;
    const Time part = work % million;
    Time result = 0;
    if (__builtin_mul_overflow(whole, factor, &result)) {
        return time_max + 1;
    }
    // part < 10^6: factor * part fits if the factor is split as well.
    const Time rest =
        part * (factor / million) + (part * (factor % million) + million - 1) / million;
    return std::min(time_max + 1,
                    __builtin_add_overflow(result, rest, &result) ? time_max + 1 : result);
}

void scale_all(const Batch &batch, const Rules &rules, Policy policy, Time *factor)
{
    Workshop workshop;
    workshop.analysis = analysis_by(rules);
    std::vector<Time> work(batch.count);
    for (std::size_t set = 0; set < batch.sets; ++set) {
        Columns columns = row(batch, set);
        const Time *original = columns.work;
        columns.work = work.data();
        // Each task alone has to fit into its deadline.
        double above = 1e12;
        for (std::size_t task = 0; task < batch.count; ++task) {
            above = std::min(above, 1e6 * static_cast<double>(columns.deadline[task]) /
                                            static_cast<double>(original[task]) +
                                        2);
        }
        Time low = 0;
        Time high = static_cast<Time>(above);
        while (high - low > 1) {
            const Time middle = low + (high - low) / 2;
            for (std::size_t task = 0; task < batch.count; ++task) {
                work[task] = scaled(original[task], middle);
            }
            const bool fits = is_valid(columns) && accept_with(workshop, columns, policy);
            (fits ? low : high) = middle;
        }
        factor[set] = low;
    }
}

void measure_all(const Batch &batch, const Time *stack, Time *bytes, Time *pairs, Time *groups)
{
    TaskSet tasks;
    std::vector<std::size_t> group;
    for (std::size_t set = 0; set < batch.sets; ++set) {
        load(tasks, row(batch, set));
        const StackUse use{stack + set * batch.count, stack + set * batch.count, nullptr};
        bytes[set] = stack_bound(tasks, use).bytes;
        pairs[set] = preempting_pairs(tasks);
        groups[set] = static_cast<Time>(nonpreemptive_groups(tasks, group));
    }
}

} // namespace limen::analysis
