// SPDX-License-Identifier: Apache-2.0
// The module limen_engine: the only file that knows both Python and the engine.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

NB_MODULE(limen_engine, module)
{
    module.doc() = "The native core of Limen's tools.";
}
