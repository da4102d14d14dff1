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

} // namespace

std::string bounds_json(const System &system)
{
    const SystemTasks tasks(system);
    trace::Json json;
    if (!is_valid(tasks.columns())) {
        return json.open('{')
            .put("problem", "a time is too long for the analysis")
            .key("threads")
            .open('[')
            .close(']')
            .put("stackBytes", nullptr)
            .close('}')
            .take();
    }
    Analysis analysis;
    load(analysis, tasks, system, Model::safe);
    const std::string circle = lock_order_problem(system, tasks, analysis.set);
    const std::optional<std::size_t> mutex = unprotected_mutex(system);
    const std::string why = !circle.empty() ? circle
                            : mutex         ? why_unprotected(system, *mutex)
                                            : std::string();
    json.open('{').put("problem", circle.empty() ? std::nullopt : std::optional(circle));
    json.key("threads").open('[');
    const std::vector<BoundOfTask> bounds = bounds_of(system, tasks);
    for (std::size_t i = 0; i < system.threads.size(); i++) {
        const bool is_open = !why.empty() || !bounds[i].safe;
        json.open('{').put("safe", is_open ? std::nullopt : bounds[i].safe);
        json.put("tight", why.empty() ? bounds[i].tight : std::nullopt).key("why");
        if (is_open) {
            json.add(why.empty() ? std::string(why_unbounded(bounds[i].status)) : why);
        } else {
            json.add(nullptr);
        }
        json.close('}');
    }
    return json.close(']')
        .put("stackBytes", mutex ? std::nullopt : shared_stack(tasks, analysis.set))
        .close('}')
        .take();
}

} // namespace limen::analysis
