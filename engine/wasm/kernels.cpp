// SPDX-License-Identifier: Apache-2.0
// The only kernel of the page. On one core it gives the same results as the quick one.
#include "simulate/kernels.hpp"

namespace limen
{

Kernel kernel_of(bool, bool)
{
    return kernel_of_cores();
}

Kernel kernel_of_cores()
{
    return {lm_machine_cores_bytes, lm_machine_cores_run};
}

} // namespace limen
