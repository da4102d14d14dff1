// SPDX-License-Identifier: Apache-2.0
// The module limen_engine: each part of the engine binds its own functions.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_analysis(nb::module_ &module);
void bind_batch_analysis(nb::module_ &module);
void bind_simulate(nb::module_ &module);
void bind_batch_simulation(nb::module_ &module);
void bind_signals(nb::module_ &module);
void bind_trace(nb::module_ &module);

NB_MODULE(limen_engine, module)
{
    // Caches of the tools keep traces until the end. nanobind must not report them as leaks.
    nb::set_leak_warnings(false);
    module.doc() = "The native core of Limen's tools.";
    bind_analysis(module);
    bind_batch_analysis(module);
    bind_simulate(module);
    bind_batch_simulation(module);
    bind_signals(module);
    bind_trace(module);
}
