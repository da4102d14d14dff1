// SPDX-License-Identifier: Apache-2.0
// The analysis of a whole system, and what assign chooses, for Python: converts, computes nothing.
#include "arrays.hpp"
#include "simulator.hpp"

#include "analysis/assign/assignment.hpp"
#include "analysis/cores.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>

namespace
{

nb::object row_of(const std::vector<Time> &numbers)
{
    Output<Time> row{numbers.size()};
    std::copy(numbers.begin(), numbers.end(), row.elements.get());
    return row.array<1>({numbers.size()});
}

// The numbers of the tasks and their parts, as examine() takes them; the bytes of stack of each
// task, at the boundaries of its chunks, and of each part.
nb::tuple columns(const Simulator &simulator)
{
    const an::SystemTasks tasks(simulator.system);
    const std::size_t count = tasks.work.size();
    Output<Time> numbers{6 * count};
    Time *to = numbers.elements.get();
    for (const std::vector<Time> *column : {&tasks.work, &tasks.period, &tasks.deadline,
                                            &tasks.jitter, &tasks.priority, &tasks.threshold}) {
        to = std::copy(column->begin(), column->end(), to);
    }
    Output<Time> parts{6 * tasks.parts.size()};
    to = parts.elements.get();
    for (const an::Part &part : tasks.parts) {
        const Time row[] = {
            static_cast<Time>(part.task), part.begin, part.work, part.level, part.resource,
            static_cast<Time>(part.lock)};
        to = std::copy(std::begin(row), std::end(row), to);
    }
    return nb::make_tuple(numbers.array<2>({std::size_t{6}, count}),
                          parts.array<2>({tasks.parts.size(), std::size_t{6}}), row_of(tasks.stack),
                          row_of(tasks.between), row_of(tasks.part_stack));
}

// The system of each core: what columns() gives, the waits, and the places of its threads and
// interrupts in the whole system. And the delays by other cores: thread, resource, whether it
// spins, thread or core behind which it waits, ticks (-1: without bound).
nb::tuple cores(const Simulator &simulator)
{
    const an::Cores all(simulator.system);
    nb::list cores;
    nb::list delays;
    for (const an::CoreSystem &core : all.cores) {
        Simulator own;
        own.system = core.system;
        cores.append(nb::make_tuple(columns(own), core.waits, core.origin, core.interrupt_origin));
    }
    for (const an::Delay &delay : all.delays) {
        delays.append(
            nb::make_tuple(delay.thread, delay.resource, delay.spins, delay.behind, delay.ticks));
    }
    return nb::make_tuple(cores, delays);
}

// Why threads of a system can wait for each other for ever; empty if they cannot.
std::string lock_order_problem(const Simulator &simulator)
{
    const an::SystemTasks tasks(simulator.system);
    an::Analysis analysis;
    an::load(analysis, tasks, simulator.system, an::Model::safe);
    return an::lock_order_problem(simulator.system, tasks, analysis.set);
}

// Why no bound holds, because of a mutex without a protocol; None.
nb::object unprotected(const Simulator &simulator)
{
    const auto mutex = an::unprotected_mutex(simulator.system);
    return mutex ? nb::cast(an::why_unprotected(simulator.system, *mutex)) : nb::none();
}

an::Wish wish_of(const std::string &priorities, const std::string &thresholds,
                 const std::string &protocols, const std::string &model, bool is_for_margin)
{
    return {.priorities =
                chosen<an::Priorities, 4>(priorities, {{{"keep", an::Priorities::keep},
                                                        {"dm", an::Priorities::dm},
                                                        {"opa", an::Priorities::opa},
                                                        {"search", an::Priorities::search}}}),
            .thresholds =
                chosen<an::Thresholds, 3>(thresholds, {{{"keep", an::Thresholds::keep},
                                                        {"maximal", an::Thresholds::maximal},
                                                        {"minimal", an::Thresholds::minimal}}}),
            .protocols =
                chosen<an::Protocols, 3>(protocols, {{{"keep", an::Protocols::keep},
                                                      {"inheritance", an::Protocols::inheritance},
                                                      {"ceiling", an::Protocols::ceiling}}}),
            .model = model_of(model),
            .is_for_margin = is_for_margin};
}

} // namespace

void bind_system_analysis(nb::class_<Simulator> &simulator)
{
    using nb::arg;
    simulator.def("columns", &columns, "Tasks, parts, stacks: as examine() takes them.")
        .def("cores", &cores, "The system of each core, and what jobs wait for other cores.")
        .def("met_on_cores",
             [](const Simulator &self, const std::string &model) {
                 return an::is_schedulable_on_cores(self.system, model_of(model));
             })
        .def("lock_order_problem", &lock_order_problem)
        .def("unprotected", &unprotected)
        .def(
            "assign_json",
            [](const Simulator &self, const std::string &priorities, const std::string &thresholds,
               const std::string &protocols, const std::string &model) {
                const an::Wish wish = wish_of(priorities, thresholds, protocols, model, false);
                const nb::gil_scoped_release unlocked;
                return an::assignment_json(an::assign(self.system, wish));
            },
            nb::kw_only(), arg("priorities"), arg("thresholds"), arg("protocols"), arg("model"),
            "What is chosen: engine/src/analysis/assign/assignment.hpp describes it.")
        .def(
            "changes_json",
            [](const Simulator &self, const Simulator &after, const std::string &priorities,
               const std::string &thresholds, const std::string &model) {
                return an::changes_json(
                    an::changes_between(self.system, after.system,
                                        wish_of(priorities, thresholds, "keep", model, true)));
            },
            arg("after"), nb::kw_only(), arg("priorities"), arg("thresholds"), arg("model"),
            "What is different in another system, chosen for larger works.");
}
