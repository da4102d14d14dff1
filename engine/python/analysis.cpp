// SPDX-License-Identifier: Apache-2.0
// The analysis of a system for Python: converts and checks, computes nothing. All arrays are int64
// and contiguous. A system is six rows of numbers, one column of each task: work, period, deadline,
// jitter, priority, threshold. Its chunks and sections are rows of six: task, begin, work,
// threshold, resource (-1: a chunk), how it serves its users (enum Lock). waits: a time for each
// task, or nothing.
#include "arrays.hpp"

#include "analysis/system_tasks.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>

static an::Columns columns_of(const Grid &columns)
{
    if (columns.shape(0) != 6 || columns.shape(1) == 0) {
        throw nb::value_error("a system has 6 rows of numbers");
    }
    const std::size_t count = columns.shape(1);
    const Time *data = columns.data();
    const an::Columns system{
        count,           data, data + count, data + 2 * count, data + 3 * count, data + 4 * count,
        data + 5 * count};
    if (!an::is_valid(system)) {
        throw nb::value_error("the system has a number that is out of range");
    }
    return system;
}

static std::vector<an::Part> parts_of(const an::Columns &system, const Grid &parts)
{
    if (parts.shape(1) != 6) {
        throw nb::value_error("the parts of a system have 6 columns");
    }
    std::vector<an::Part> list;
    const auto count = static_cast<Time>(system.count);
    for (std::size_t at = 0; at < parts.shape(0); ++at) {
        const Time *part = parts.data() + 6 * at;
        if (part[0] < 0 || part[0] >= count || part[1] < 0 || part[1] > an::time_max ||
            part[2] < 1 || part[2] > an::time_max || part[1] + part[2] > system.work[part[0]] ||
            part[3] > an::priority_max || part[3] < -an::priority_max || part[4] < -1 ||
            part[4] > static_cast<Time>(parts.shape(0)) || part[5] < 0 || part[5] > 3) {
            throw nb::value_error("a chunk or a section is out of range");
        }
        list.push_back({static_cast<std::size_t>(part[0]), part[1], part[2], part[3], part[4],
                        static_cast<an::Lock>(part[5])});
    }
    return list;
}

static an::Analysis system_of(const Grid &columns, const Grid &parts, const an::Rules &rules)
{
    const an::Columns system = columns_of(columns);
    const std::vector<an::Part> list = parts_of(system, parts);
    an::Analysis analysis;
    analysis.rules = rules;
    an::load(analysis.set, system);
    an::load_parts(analysis.set, list.data(), list.size());
    return analysis;
}

static nb::list blockers_of(const an::Analysis &analysis, std::size_t task,
                            const an::Blocking &blocking)
{
    const an::TaskSet &set = analysis.set;
    nb::list blockers;
    bool found = false; // the first one that blocks for the longest time
    const std::int64_t priority = set.priority[task];
    for (std::size_t other = set.peers_end[task]; other < set.count; ++other) {
        const bool waits = an::blocks_by_waiting(set, other, priority);
        const an::Stretch stretch = an::longest_stretch(set, other, priority, analysis.rules);
        const bool is_longest =
            !waits && !found && stretch.length > 0 && stretch.blocks >= blocking.one;
        found = found || is_longest;
        if (waits || is_longest) {
            blockers.append(nb::make_tuple(set.origin[other], static_cast<Time>(stretch.begin),
                                           static_cast<Time>(stretch.length), waits));
        }
    }
    return blockers;
}

static nb::object examine(const Grid &columns, const Grid &parts, const std::string &model,
                          Time cost, const std::vector<Time> &waits)
{
    an::Analysis analysis = system_of(columns, parts, rules_of(model, cost));
    const an::TaskSet &set = analysis.set;
    if (waits.size() == set.count) {
        an::load_waits(analysis.set, waits.data());
    }
    nb::list tasks;
    for (std::size_t index = 0; index < set.count; ++index) {
        tasks.append(nb::none());
    }
    for (std::size_t task = 0; task < set.count; ++task) {
        std::vector<an::Job> jobs;
        an::Blocking blocking = an::blocking_of(set, task, analysis.rules);
        const an::Response response =
            an::respond_to(analysis, {task, analysis.rules.model, 0, &jobs, &blocking});
        Output<Time> numbers{3 * jobs.size()};
        for (std::size_t job = 0; job < jobs.size(); ++job) {
            numbers.elements[3 * job] = jobs[job].start;
            numbers.elements[3 * job + 1] = jobs[job].finish;
            numbers.elements[3 * job + 2] = jobs[job].response;
        }
        nb::dict result;
        result["response"] = response.time;
        result["unbounded"] =
            response.time < 0 ? nb::cast(an::why_unbounded(response.status)) : nb::none();
        result["blocking"] = static_cast<Time>(blocking.one + blocking.sum);
        result["blockers"] = blockers_of(analysis, task, blocking);
        result["jobs"] = numbers.array<2>({jobs.size(), 3});
        tasks[set.origin[task]] = result;
    }
    return tasks;
}

static nb::object assign(const Grid &columns, const Grid &parts, const std::string &rule,
                         const std::string &model, Time cost)
{
    an::Analysis analysis = system_of(columns, parts, rules_of(model, cost));
    an::Tolerance memory;
    const bool met = an::assign_thresholds(analysis, rule_of(rule), memory);
    const an::TaskSet &set = analysis.set;
    Output<Time> levels{set.count};
    Output<Time> chunks{parts.shape(0)};
    for (std::size_t task = 0; task < set.count; ++task) {
        levels.elements[set.origin[task]] = set.threshold[task];
    }
    const std::vector<std::int64_t> own =
        an::chunk_levels(set, parts_of(columns_of(columns), parts));
    std::copy(own.begin(), own.end(), chunks.elements.get());
    const std::size_t part_count = parts.shape(0);
    return nb::make_tuple(met, levels.array<1>({set.count}), chunks.array<1>({part_count}));
}

static bool met(const Grid &columns, const Grid &parts, const std::string &model, Time cost)
{
    an::Analysis analysis = system_of(columns, parts, rules_of(model, cost));
    return an::is_schedulable(analysis);
}

static nb::object order(const Grid &columns, const Grid &parts, const std::string &order_name,
                        const std::string &model, Time cost)
{
    const an::Columns system = columns_of(columns);
    const an::Rules rules = rules_of(model, cost);
    an::Workshop workshop;
    workshop.analysis.rules = rules;
    workshop.parts = parts_of(system, parts);
    const bool is_met = an::assign_priorities(workshop, system, order_of(order_name));
    Output<Time> levels{system.count};
    std::copy_n(workshop.priority.begin(), system.count, levels.elements.get());
    return nb::make_tuple(is_met, levels.array<1>({system.count}));
}

static nb::object stack_of(const Grid &columns, const Grid &parts, const Row &task_stack,
                           const Row &boundary_stack, const Row &part_stack)
{
    const an::Analysis analysis = system_of(columns, parts, {});
    const an::TaskSet &set = analysis.set;
    if (task_stack.shape(0) != set.count || boundary_stack.shape(0) != set.count ||
        part_stack.shape(0) != parts.shape(0)) {
        throw nb::value_error("the stacks have another size than the system");
    }
    const std::vector<Time> of_interval = an::interval_stacks(
        set, parts_of(columns_of(columns), parts), task_stack.data(), part_stack.data());
    const an::StackUse use{task_stack.data(), boundary_stack.data(),
                           set.has_parts() ? of_interval.data() : nullptr};
    const an::StackBound bound = an::stack_bound(set, use);
    nb::list chain;
    for (const std::size_t task : bound.chain) {
        chain.append(task);
    }
    std::vector<std::size_t> group;
    an::nonpreemptive_groups(set, group);
    nb::list groups;
    for (const std::size_t number : group) {
        groups.append(number);
    }
    nb::list can_wait;
    for (std::size_t task = 0; task < set.count; ++task) {
        if (set.locks[task] > 0) {
            can_wait.append(set.origin[task]);
        }
    }
    return nb::make_tuple(bound.bytes, chain, an::preempting_pairs(set), groups, can_wait);
}

void bind_analysis(nb::module_ &module)
{
    using nb::arg;
    module.def("examine", &examine, arg("columns").noconvert(), arg("parts").noconvert(),
               arg("model"), arg("cost") = 0, arg("waits") = std::vector<Time>(),
               "The analysis of a system, a dict of each task.");
    module.def("assign", &assign, arg("columns").noconvert(), arg("parts").noconvert(), arg("rule"),
               arg("model"), arg("cost") = 0, "Thresholds of a system and of its chunks.");
    module.def("met", &met, arg("columns").noconvert(), arg("parts").noconvert(), arg("model"),
               arg("cost") = 0, "Whether all tasks of a system meet their deadlines.");
    module.def("order", &order, arg("columns").noconvert(), arg("parts").noconvert(), arg("order"),
               arg("model"), arg("cost") = 0, "Whether an order was found, and its priorities.");
    module.def("stack_of", &stack_of, arg("columns").noconvert(), arg("parts").noconvert(),
               arg("task_stack").noconvert(), arg("boundary_stack").noconvert(),
               arg("part_stack").noconvert(),
               "Shared stack, its chain, preempting pairs, groups, tasks that wait for mutexes.");
}
