// SPDX-License-Identifier: Apache-2.0
// All kernels, for this machine.
#include "simulate/kernels.hpp"

namespace limen
{

Kernel kernel_of(bool wide, bool traced)
{
    if (wide) {
        return {lm_machine_wide_bytes, lm_machine_wide_run};
    }
    return traced ? Kernel{lm_machine_traced_bytes, lm_machine_traced_run}
                  : Kernel{lm_machine_quick_bytes, lm_machine_quick_run};
}

Kernel kernel_of_cores()
{
    return {lm_machine_cores_bytes, lm_machine_cores_run};
}

} // namespace limen
