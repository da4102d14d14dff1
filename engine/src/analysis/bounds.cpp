// SPDX-License-Identifier: Apache-2.0
#include "analysis/bounds.hpp"
#include "analysis/stack.hpp"
#include "trace/json.hpp"

#include <algorithm>

namespace limen::analysis
{

namespace
{

struct BoundOfTask {
    std::optional<Time> safe, tight;
    Status status = Status::bounded;
};

std::vector<BoundOfTask> bounds_of(const System &system, const SystemTasks &tasks)
{
    std::vector<BoundOfTask> bounds(tasks.work.size());
    for (const Model model : {Model::tight, Model::safe}) {
        Analysis analysis;
        load(analysis, tasks, system, model);
        for (std::size_t task = 0; task < analysis.set.count; task++) {
            const Response response = respond_to(analysis, {task, model, 0, nullptr});
            BoundOfTask &bound = bounds[analysis.set.origin[task]];
            bound.status = response.status;
            if (response.status == Status::bounded) {
                (model == Model::safe ? bound.safe : bound.tight) = response.time;
            }
        }
    }
    return bounds;
}

std::optional<Time> shared_stack(const SystemTasks &tasks, const TaskSet &set)
{
    if (std::any_of(set.locks.begin(), set.locks.end(), [](double locks) { return locks > 0; })) {
        return std::nullopt;
    }
    const std::vector<Time> part =
        interval_stacks(set, tasks.parts, tasks.stack.data(), tasks.part_stack.data());
    return stack_bound(set, {tasks.stack.data(), tasks.between.data(),
                             set.has_parts() ? part.data() : nullptr})
        .bytes;
}

// A system without bounds.
std::string refused(const System &system, const std::string &why)
{
    trace::Json json;
    json.open('{').put("problem", why).key("threads").open('[');
    for (std::size_t i = 0; i < system.threads.size(); i++) {
        json.open('{').put("safe", nullptr).put("tight", nullptr).put("why", why).close('}');
    }
    return json.close(']').put("stackBytes", nullptr).close('}').take();
}

std::string reason_of(const System &system, const SystemTasks &tasks)
{
    if (const std::string reason = uncovered(system); !reason.empty()) {
        return reason;
    }
    if (!is_valid(tasks.columns())) {
        return "a time is too long for the analysis";
    }
    Analysis analysis;
    load(analysis, tasks, system, Model::safe);
    if (const std::string circle = lock_order_problem(system, tasks, analysis.set);
        !circle.empty()) {
        return circle;
    }
    const std::optional<std::size_t> mutex = unprotected_mutex(system);
    return mutex ? why_unprotected(system, *mutex) : std::string();
}

} // namespace

std::string bounds_json(const System &system)
{
    const SystemTasks tasks(system);
    if (const std::string reason = reason_of(system, tasks); !reason.empty()) {
        return refused(system, reason);
    }
    Analysis analysis;
    load(analysis, tasks, system, Model::safe);
    trace::Json json;
    json.open('{').put("problem", nullptr).key("threads").open('[');
    const std::vector<BoundOfTask> bounds = bounds_of(system, tasks);
    for (std::size_t i = 0; i < system.threads.size(); i++) {
        const BoundOfTask &bound = bounds[i];
        json.open('{').put("safe", bound.safe).put("tight", bound.tight).key("why");
        if (bound.safe) {
            json.add(nullptr);
        } else {
            json.add(why_unbounded(bound.status));
        }
        json.close('}');
    }
    return json.close(']').put("stackBytes", shared_stack(tasks, analysis.set)).close('}').take();
}

} // namespace limen::analysis
