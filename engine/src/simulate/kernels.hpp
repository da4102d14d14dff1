// SPDX-License-Identifier: Apache-2.0
// Selects the kernel of machine.h that runs a system. A program may contain only some of them.
#pragma once

#include "simulate/machine.h"

namespace limen
{

struct Kernel {
    decltype(&lm_machine_traced_bytes) bytes;
    decltype(&lm_machine_traced_run) run;
};

// wide: for priorities from LM_MACHINE_LEVELS on. traced: it writes a trace.
Kernel kernel_of(bool wide, bool traced);

// For several cores.
Kernel kernel_of_cores();

} // namespace limen
