// SPDX-License-Identifier: Apache-2.0
// The analysis of many sets for Python: converts and checks, computes nothing. All arrays are int64
// and contiguous.
#include "arrays.hpp"

#include <algorithm>

static an::Batch batch_of(const Grid &work, const Grid &period, const Grid &deadline,
                          const Grid &jitter, const Grid &priority, const Grid &threshold)
{
    for (const Grid *grid : {&period, &deadline, &jitter, &priority, &threshold}) {
        if (grid->shape(0) != work.shape(0) || grid->shape(1) != work.shape(1)) {
            throw nb::value_error("the columns have different shapes");
        }
    }
    const an::Batch batch{work.shape(0),   work.shape(1), work.data(),     period.data(),
                          deadline.data(), jitter.data(), priority.data(), threshold.data()};
    if (batch.count == 0) {
        throw nb::value_error("a set has no tasks");
    }
    const std::size_t invalid = an::first_invalid(batch);
    if (invalid < batch.sets) {
        throw nb::value_error(
            ("set " + std::to_string(invalid) + " has a number that is out of range").c_str());
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
                          levels.array<2>({batch.sets, batch.count}), met.array<1>({batch.sets}));
}

// Evaluates each set under a policy. Returns: an array with one Element for each set.
template <typename Element,
          void (*examine)(const an::Batch &, const an::Rules &, an::Policy, Element *)>
static nb::object by_policy(const Grid &work, const Grid &period, const Grid &deadline,
                            const Grid &jitter, const Grid &priority, const Grid &threshold,
                            const std::string &policy, const std::string &model, Time cost)
{
    const an::Batch batch = batch_of(work, period, deadline, jitter, priority, threshold);
    const an::Rules rules = rules_of(model, cost);
    const an::Policy chosen_policy = policy_of(policy);
    Output<Element> result{batch.sets};
    {
        const nb::gil_scoped_release unlocked;
        examine(batch, rules, chosen_policy, result.elements.get());
    }
    return result.template array<1>({batch.sets});
}

static nb::object stacks(const Grid &priority, const Grid &threshold, const Grid &stack)
{
    // The stack does not depend on works, periods and deadlines: any valid numbers will do.
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

void bind_batch_analysis(nb::module_ &module)
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
    module.def("accepted", &by_policy<bool, an::accept_all>, arg("work").noconvert(),
               arg("period").noconvert(), arg("deadline").noconvert(), arg("jitter").noconvert(),
               arg("priority").noconvert(), arg("threshold").noconvert(), arg("policy"),
               arg("model"), arg("cost") = 0,
               "Whether each set is schedulable under a policy. -> (sets,) bool.");
    module.def("scalings", &by_policy<Time, an::scale_all>, arg("work").noconvert(),
               arg("period").noconvert(), arg("deadline").noconvert(), arg("jitter").noconvert(),
               arg("priority").noconvert(), arg("threshold").noconvert(), arg("policy"),
               arg("model"), arg("cost") = 0,
               "The largest factor of all works that a policy accepts, in millionths.");
    module.def("stacks", &stacks, arg("priority").noconvert(), arg("threshold").noconvert(),
               arg("stack").noconvert(),
               "Bytes of a shared stack, preempting pairs, non-preemptive groups of each set.");
}
