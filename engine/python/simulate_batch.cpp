// SPDX-License-Identifier: Apache-2.0
// The simulation of many sets for Python: converts and checks, computes nothing. All arrays are
// int64 and contiguous.
#include "arrays.hpp"
#include "simulate/batch.hpp"

static nb::object preemptions(const Grid &work, const Grid &period, const Grid &priority,
                              const Grid &threshold, const Row &horizon, Time cost)
{
    for (const Grid *grid : {&period, &priority, &threshold}) {
        if (grid->shape(0) != work.shape(0) || grid->shape(1) != work.shape(1)) {
            throw nb::value_error("the columns have different shapes");
        }
    }
    if (horizon.shape(0) != work.shape(0)) {
        throw nb::value_error("there are not as many horizons as sets");
    }
    if (cost < 0 || cost > an::time_max) {
        throw nb::value_error("the cost of a preemption is out of range");
    }
    const limen::TaskSets all{work.shape(0),   work.shape(1),    work.data(),    period.data(),
                              priority.data(), threshold.data(), horizon.data(), cost};
    const std::size_t invalid = limen::first_invalid(all);
    if (invalid < all.sets) {
        throw nb::value_error(
            ("set " + std::to_string(invalid) + " has a number that is out of range").c_str());
    }
    Output<Time> jobs{all.sets};
    Output<Time> count{all.sets};
    Output<Time> nested{all.sets};
    {
        const nb::gil_scoped_release unlocked;
        limen::count_preemptions(
            all, {jobs.elements.get(), count.elements.get(), nested.elements.get()});
    }
    return nb::make_tuple(jobs.array<1>({all.sets}), count.array<1>({all.sets}),
                          nested.array<1>({all.sets}));
}

void bind_batch_simulation(nb::module_ &module)
{
    using nb::arg;
    module.def("preemptions", &preemptions, arg("work").noconvert(), arg("period").noconvert(),
               arg("priority").noconvert(), arg("threshold").noconvert(),
               arg("horizon").noconvert(), arg("cost") = 0,
               "Ended jobs, preemptions and nested jobs of each set in a run until its horizon.");
}
