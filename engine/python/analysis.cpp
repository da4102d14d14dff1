// SPDX-License-Identifier: Apache-2.0
// The analysis for Python: converts and checks, computes nothing. All arrays are int64 and contiguous.
#include "analysis/batch.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

namespace nb = nanobind;
namespace an = limen::analysis;

using an::Time;
using Grid = nb::ndarray<const Time, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Row = nb::ndarray<const Time, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// An array of numpy that owns its elements.
template <class Element> struct Output {
    explicit Output(std::size_t count) : elements{new Element[count > 0 ? count : 1]}
    {
    }

    template <std::size_t Axes> nb::object array(const std::array<std::size_t, Axes> &shape)
    {
        Element *data = elements.release();
        const nb::capsule owner(data, [](void *memory) noexcept {
            delete[] static_cast<Element *>(memory);
        });
        return nb::cast(nb::ndarray<nb::numpy, Element>(data, Axes, shape.data(), owner));
    }

    std::unique_ptr<Element[]> elements;
};

template <class Value, std::size_t Count>
static Value chosen(const std::string &name,
                    const std::array<std::pair<const char *, Value>, Count> &names)
{
    for (const auto &[known, value] : names) {
        if (name == known) {
            return value;
        }
    }
    throw nb::value_error(("unknown name: " + name).c_str());
}

static an::Model model_of(const std::string &name)
{
    return chosen<an::Model, 4>(name, {{{"safe", an::Model::safe},
                                        {"tight", an::Model::tight},
                                        {"continuous", an::Model::continuous},
                                        {"ws1999", an::Model::ws1999}}});
}

static an::Policy policy_of(const std::string &name)
{
    return chosen<an::Policy, 8>(name, {{{"given", an::Policy::given},
                                         {"fp", an::Policy::preemptive},
                                         {"np", an::Policy::nonpreemptive},
                                         {"pts", an::Policy::thresholds},
                                         {"pts-dm", an::Policy::dm_thresholds},
                                         {"fp-opa", an::Policy::opa_preemptive},
                                         {"np-opa", an::Policy::opa_nonpreemptive},
                                         {"pts-search", an::Policy::search}}});
}

static an::Order order_of(const std::string &name)
{
    return chosen<an::Order, 5>(name, {{{"keep", an::Order::keep},
                                        {"dm", an::Order::dm},
                                        {"fp-opa", an::Order::opa_preemptive},
                                        {"np-opa", an::Order::opa_nonpreemptive},
                                        {"search", an::Order::search}}});
}

static an::Rule rule_of(const std::string &name)
{
    return chosen<an::Rule, 2>(
        name, {{{"maximal", an::Rule::maximal}, {"minimal", an::Rule::minimal}}});
}

static an::Rules rules_of(const std::string &model, Time cost)
{
    if (cost < 0 || cost > an::time_max) {
        throw nb::value_error("the cost of a preemption is out of range");
    }
    return {model_of(model), cost};
}

static an::Batch batch_of(const Grid &work, const Grid &period, const Grid &deadline,
                          const Grid &jitter, const Grid &priority, const Grid &threshold)
{
    for (const Grid *grid : {&period, &deadline, &jitter, &priority, &threshold}) {
        if (grid->shape(0) != work.shape(0) || grid->shape(1) != work.shape(1)) {
            throw nb::value_error("the columns have different shapes");
        }
    }
    const an::Batch batch{work.shape(0),   work.shape(1),   work.data(),     period.data(),
                          deadline.data(), jitter.data(),   priority.data(), threshold.data()};
    if (batch.count == 0) {
        throw nb::value_error("a set has no tasks");
    }
    const std::size_t invalid = an::first_invalid(batch);
    if (invalid < batch.sets) {
        throw nb::value_error(("set " + std::to_string(invalid) +
                               " has a number that is out of range").c_str());
    }
    return batch;
}

static nb::object responses(const Grid &work, const Grid &period, const Grid &deadline,
                            const Grid &jitter, const Grid &priority, const Grid &threshold,
                            const std::string &model, Time cost)
{
    const an::Batch batch = batch_of(work, period, deadline, jitter, priority, threshold);
    const an::Rules rules = rules_of(model, cost);
    Output<Time> result{batch.sets * batch.count};
    {
        const nb::gil_scoped_release unlocked;
        an::respond_all(batch, rules, result.elements.get());
    }
    return result.array<2>({batch.sets, batch.count});
}

static nb::object thresholds(const Grid &work, const Grid &period, const Grid &deadline,
                             const Grid &jitter, const Grid &priority, const std::string &rule,
                             const std::string &model, Time cost)
{
    const an::Batch batch = batch_of(work, period, deadline, jitter, priority, priority);
    const an::Rules rules = rules_of(model, cost);
    const an::Rule chosen_rule = rule_of(rule);
    Output<Time> result{batch.sets * batch.count};
    {
        const nb::gil_scoped_release unlocked;
        an::assign_all(batch, rules, chosen_rule, result.elements.get());
    }
    return result.array<2>({batch.sets, batch.count});
}

static nb::object priorities(const Grid &work, const Grid &period, const Grid &deadline,
                             const Grid &jitter, const Grid &priority, const std::string &order,
                             const std::string &model, Time cost)
{
    const an::Batch batch = batch_of(work, period, deadline, jitter, priority, priority);
    const an::Rules rules = rules_of(model, cost);
    const an::Order chosen_order = order_of(order);
    Output<Time> orders{batch.sets * batch.count};
    Output<Time> levels{batch.sets * batch.count};
    Output<bool> met{batch.sets};
    {
        const nb::gil_scoped_release unlocked;
        an::order_all(batch, rules, chosen_order, orders.elements.get(), levels.elements.get(),
                      met.elements.get());
    }
    return nb::make_tuple(orders.array<2>({batch.sets, batch.count}),
                          levels.array<2>({batch.sets, batch.count}),
                          met.array<1>({batch.sets}));
}

static nb::object accepted(const Grid &work, const Grid &period, const Grid &deadline,
                           const Grid &jitter, const Grid &priority, const Grid &threshold,
                           const std::string &policy, const std::string &model, Time cost)
{
    const an::Batch batch = batch_of(work, period, deadline, jitter, priority, threshold);
    const an::Rules rules = rules_of(model, cost);
    const an::Policy chosen_policy = policy_of(policy);
    Output<bool> result{batch.sets};
    {
        const nb::gil_scoped_release unlocked;
        an::accept_all(batch, rules, chosen_policy, result.elements.get());
    }
    return result.array<1>({batch.sets});
}

static nb::object scalings(const Grid &work, const Grid &period, const Grid &deadline,
                           const Grid &jitter, const Grid &priority, const Grid &threshold,
                           const std::string &policy, const std::string &model, Time cost)
{
    const an::Batch batch = batch_of(work, period, deadline, jitter, priority, threshold);
    const an::Rules rules = rules_of(model, cost);
    const an::Policy chosen_policy = policy_of(policy);
    Output<Time> result{batch.sets};
    {
        const nb::gil_scoped_release unlocked;
        an::scale_all(batch, rules, chosen_policy, result.elements.get());
    }
    return result.array<1>({batch.sets});
}

static nb::object stacks(const Grid &priority, const Grid &threshold, const Grid &stack)
{
    // What the stack does not depend on: any numbers that are valid.
    const std::size_t all = priority.shape(0) * priority.shape(1);
    const std::unique_ptr<Time[]> one{new Time[all + 1]};
    std::fill_n(one.get(), all, Time{1});
    const std::size_t shape[] = {priority.shape(0), priority.shape(1)};
    const Grid ones{one.get(), 2, shape, nb::handle()};
    if (stack.shape(0) != shape[0] || stack.shape(1) != shape[1]) {
        throw nb::value_error("the columns have different shapes");
    }
    for (std::size_t at = 0; at < all; ++at) {
        if (stack.data()[at] < 0 || stack.data()[at] > an::time_max) {
            throw nb::value_error("a stack is out of range");
        }
    }
    const an::Batch batch = batch_of(ones, ones, ones, ones, priority, threshold);
    Output<Time> bytes{batch.sets};
    Output<Time> pairs{batch.sets};
    Output<Time> groups{batch.sets};
    {
        const nb::gil_scoped_release unlocked;
        an::measure_all(batch, stack.data(), bytes.elements.get(), pairs.elements.get(),
                        groups.elements.get());
    }
    return nb::make_tuple(bytes.array<1>({batch.sets}), pairs.array<1>({batch.sets}),
                          groups.array<1>({batch.sets}));
}

// Of a single system

static an::Analysis system_of(const Grid &columns, const Grid &parts, const an::Rules &rules)
{
    if (columns.shape(0) != 6 || columns.shape(1) == 0 || parts.shape(1) != 6) {
        throw nb::value_error("a system has 6 rows of numbers, and its parts have 6 columns");
    }
    const std::size_t count = columns.shape(1);
    const Time *data = columns.data();
    const an::Columns system{count,            data,             data + count,    data + 2 * count,
                             data + 3 * count, data + 4 * count, data + 5 * count};
    if (!an::is_valid(system)) {
        throw nb::value_error("the system has a number that is out of range");
    }
    std::vector<an::Part> list;
    for (std::size_t at = 0; at < parts.shape(0); ++at) {
        const Time *part = parts.data() + 6 * at;
        if (part[0] < 0 || part[0] >= static_cast<Time>(count) || part[1] < 0 || part[2] < 1 ||
            part[1] > an::time_max || part[2] > an::time_max ||
            part[1] + part[2] > system.work[part[0]] || part[3] > an::priority_max ||
            part[3] < -an::priority_max || part[4] < -1) {
            throw nb::value_error("a chunk or a section is out of range");
        }
        list.push_back({static_cast<std::size_t>(part[0]), part[1], part[2], part[3], part[4],
                        part[5] != 0});
    }
    an::Analysis analysis;
    analysis.model = rules.model;
    analysis.preemption_cost = static_cast<double>(rules.preemption_cost);
    an::load(analysis.set, system);
    an::load_parts(analysis.set, list.data(), list.size());
    return analysis;
}

static nb::list blockers_of(const an::TaskSet &set, std::size_t task, const an::Blocking &blocking)
{
    nb::list blockers;
    const std::int64_t priority = set.priority[task];
    for (std::size_t other = set.peers_end[task]; other < set.count; ++other) {
        const bool inherits = an::blocks_by_inheritance(set, other, priority);
        if (inherits || (blocking.one > 0 && other == blocking.blocker)) {
            const double begin = an::begin_of_longest_stretch(set, other, priority);
            const double length = an::longest_stretch(set, other, priority);
            blockers.append(nb::make_tuple(set.origin[other], static_cast<Time>(begin),
                                           static_cast<Time>(length), inherits));
        }
    }
    return blockers;
}

static nb::object examine(const Grid &columns, const Grid &parts, const std::string &model,
                          Time cost)
{
    an::Analysis analysis = system_of(columns, parts, rules_of(model, cost));
    const an::TaskSet &set = analysis.set;
    nb::list tasks;
    for (std::size_t index = 0; index < set.count; ++index) {
        tasks.append(nb::none());
    }
    static constexpr const char *words[] = {"bounded", "late", "overload", "limit"};
    for (std::size_t task = 0; task < set.count; ++task) {
        std::vector<an::Job> jobs;
        const an::Response response =
            an::respond_to(analysis, {task, analysis.model, 0, &jobs});
        const an::Blocking blocking = an::blocking_of(set, task);
        Output<Time> numbers{3 * jobs.size()};
        for (std::size_t job = 0; job < jobs.size(); ++job) {
            numbers.elements[3 * job] = jobs[job].start;
            numbers.elements[3 * job + 1] = jobs[job].finish;
            numbers.elements[3 * job + 2] = jobs[job].response;
        }
        nb::dict result;
        result["response"] = response.time;
        result["status"] = words[static_cast<std::size_t>(response.status)];
        result["blocking"] = static_cast<Time>(blocking.one + blocking.inherited);
        result["blockers"] = blockers_of(set, task, blocking);
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
    std::fill_n(chunks.elements.get(), parts.shape(0), Time{-1});
    for (std::size_t task = 0; task < set.count; ++task) {
        levels.elements[set.origin[task]] = set.threshold[task];
        for (std::size_t at = 0; at < parts.shape(0) && set.has_parts(); ++at) {
            const Time *part = parts.data() + 6 * at;
            for (std::size_t own = set.first_interval[task]; own < set.first_interval[task + 1];
                 ++own) {
                if (part[0] == static_cast<Time>(set.origin[task]) && part[4] < 0 &&
                    set.intervals[own].resource < 0 &&
                    part[1] == static_cast<Time>(set.intervals[own].begin)) {
                    chunks.elements[at] = set.intervals[own].level;
                }
            }
        }
    }
    const std::size_t part_count = parts.shape(0);
    return nb::make_tuple(met, levels.array<1>({set.count}), chunks.array<1>({part_count}));
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
    // Of the intervals, which are in another order than the parts.
    std::vector<Time> of_interval(set.intervals.size());
    for (std::size_t task = 0; task < set.count && set.has_parts(); ++task) {
        for (std::size_t at = set.first_interval[task]; at < set.first_interval[task + 1]; ++at) {
            of_interval[at] = task_stack.data()[set.origin[task]];
            for (std::size_t part = 0; part < parts.shape(0); ++part) {
                const Time *numbers = parts.data() + 6 * part;
                if (numbers[0] == static_cast<Time>(set.origin[task]) && numbers[4] < 0 &&
                    numbers[1] == static_cast<Time>(set.intervals[at].begin)) {
                    of_interval[at] = part_stack.data()[part];
                }
            }
        }
    }
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
        if (set.can_wait[task] != 0) {
            can_wait.append(set.origin[task]);
        }
    }
    return nb::make_tuple(bound.bytes, chain, an::preempting_pairs(set), groups, can_wait);
}

void bind_analysis(nb::module_ &module)
{
    using nb::arg;
    module.attr("time_max") = an::time_max;
    module.def("responses", &responses, arg("work").noconvert(), arg("period").noconvert(),
               arg("deadline").noconvert(), arg("jitter").noconvert(), arg("priority").noconvert(),
               arg("threshold").noconvert(), arg("model"), arg("cost") = 0,
               "Response times. (sets, n) int64 each -> (sets, n) int64; -1: no bound.");
    module.def("thresholds", &thresholds, arg("work").noconvert(), arg("period").noconvert(),
               arg("deadline").noconvert(), arg("jitter").noconvert(), arg("priority").noconvert(),
               arg("rule"), arg("model"), arg("cost") = 0,
               "Thresholds, maximal or minimal. -> (sets, n) int64; rows of -1: there are none.");
    module.def("priorities", &priorities, arg("work").noconvert(), arg("period").noconvert(),
               arg("deadline").noconvert(), arg("jitter").noconvert(), arg("priority").noconvert(),
               arg("order"), arg("model"), arg("cost") = 0,
               "Priorities, thresholds, and whether the deadlines of each set are met.");
    module.def("accepted", &accepted, arg("work").noconvert(), arg("period").noconvert(),
               arg("deadline").noconvert(), arg("jitter").noconvert(), arg("priority").noconvert(),
               arg("threshold").noconvert(), arg("policy"), arg("model"), arg("cost") = 0,
               "Whether each set is schedulable under a policy. -> (sets,) bool.");
    module.def("scalings", &scalings, arg("work").noconvert(), arg("period").noconvert(),
               arg("deadline").noconvert(), arg("jitter").noconvert(), arg("priority").noconvert(),
               arg("threshold").noconvert(), arg("policy"), arg("model"), arg("cost") = 0,
               "The largest factor of all works that a policy accepts, in millionths.");
    module.def("stacks", &stacks, arg("priority").noconvert(), arg("threshold").noconvert(),
               arg("stack").noconvert(),
               "Bytes of a shared stack, preempting pairs, non-preemptive groups of each set.");
    module.def("examine", &examine, arg("columns").noconvert(), arg("parts").noconvert(),
               arg("model"), arg("cost") = 0, "The analysis of a system, a dict of each task.");
    module.def("assign", &assign, arg("columns").noconvert(), arg("parts").noconvert(), arg("rule"),
               arg("model"), arg("cost") = 0, "Thresholds of a system and of its chunks.");
    module.def("stack_of", &stack_of, arg("columns").noconvert(), arg("parts").noconvert(),
               arg("task_stack").noconvert(), arg("boundary_stack").noconvert(),
               arg("part_stack").noconvert(),
               "Shared stack, its chain, preempting pairs, groups, tasks that wait for mutexes.");
}
