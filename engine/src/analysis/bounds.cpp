// SPDX-License-Identifier: Apache-2.0
#include "analysis/bounds.hpp"
#include "analysis/cores.hpp"
#include "analysis/stack.hpp"
#include "trace/json.hpp"

#include <algorithm>
#include <numeric>

namespace limen::analysis
{

namespace
{

struct BoundOfTask {
    std::optional<Time> safe, tight;
    Status status = Status::bounded;
};

// The system of each core.
std::vector<CoreSystem> parts_of(const System &system)
{
    if (is_on_cores(system)) {
        return Cores(system).cores;
    }
    std::vector<std::size_t> origin(system.threads.size());
    std::iota(origin.begin(), origin.end(), std::size_t{0});
    return {{system, origin, {}, {}}};
}

void load_part(Analysis &analysis, const CoreSystem &part, const SystemTasks &tasks, Model model)
{
    load(analysis, tasks, part.system, model);
    if (!part.waits.empty()) {
        load_waits(analysis.set, part.waits.data());
    }
}

// With resources of all cores there is one bound for any clock.
std::vector<BoundOfTask> bounds_of(const CoreSystem &part, const SystemTasks &tasks)
{
    const std::vector<Resource> &resources = part.system.resources;
    const bool is_common = std::any_of(resources.begin(), resources.end(), serves_all_cores);
    std::vector<BoundOfTask> bounds(tasks.work.size());
    for (const Model kind : {Model::tight, Model::safe}) {
        const Model model = is_common ? Model::safe : kind;
        Analysis analysis;
        load_part(analysis, part, tasks, model);
        for (std::size_t task = 0; task < analysis.set.count; task++) {
            const Response response = respond_to(analysis, {task, model, 0, nullptr});
            BoundOfTask &bound = bounds[analysis.set.origin[task]];
            bound.status = response.status;
            if (response.status == Status::bounded) {
                (kind == Model::safe ? bound.safe : bound.tight) = response.time;
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
    Analysis analysis;
    load(analysis, tasks, system, Model::safe);
    if (const std::string circle = lock_order_problem(system, tasks, analysis.set);
        !circle.empty()) {
        return circle;
    }
    const std::optional<std::size_t> mutex = unprotected_mutex(system);
    return mutex ? why_unprotected(system, *mutex) : std::string();
}

// The bounds of all threads, and the size of the shared stacks of all cores.
struct Bounds {
    std::vector<BoundOfTask> threads;
    std::optional<Time> stack = 0;
    std::string problem; // or none
};

void add_part(Bounds &all, const CoreSystem &part)
{
    const SystemTasks tasks(part.system);
    if (part.origin.empty() || !all.problem.empty()) {
        return;
    }
    all.problem = reason_of(part.system, tasks);
    if (!all.problem.empty()) {
        return;
    }
    const std::vector<BoundOfTask> bounds = bounds_of(part, tasks);
    for (std::size_t thread = 0; thread < part.origin.size(); thread++) {
        all.threads[part.origin[thread]] = bounds[thread];
    }
    Analysis analysis;
    load(analysis, tasks, part.system, Model::safe);
    const std::optional<Time> stack = shared_stack(tasks, analysis.set);
    all.stack = all.stack && stack ? std::optional(*all.stack + *stack) : std::nullopt;
}

} // namespace

std::string bounds_json(const System &system)
{
    Bounds all{std::vector<BoundOfTask>(system.threads.size()), 0, uncovered(system)};
    if (all.problem.empty() && !is_valid(SystemTasks(system).columns())) {
        all.problem = "a time is too long for the analysis";
    }
    if (all.problem.empty()) {
        for (const CoreSystem &part : parts_of(system)) {
            add_part(all, part);
        }
    }
    if (!all.problem.empty()) {
        return refused(system, all.problem);
    }
    trace::Json json;
    json.open('{').put("problem", nullptr).key("threads").open('[');
    for (const BoundOfTask &bound : all.threads) {
        json.open('{').put("safe", bound.safe).put("tight", bound.tight).key("why");
        if (bound.safe) {
            json.add(nullptr);
        } else {
            json.add(why_unbounded(bound.status));
        }
        json.close('}');
    }
    return json.close(']').put("stackBytes", all.stack).close('}').take();
}

} // namespace limen::analysis
