// SPDX-License-Identifier: Apache-2.0
// The only kernel of the page. It gives the same results as the quick one.
#include "simulate/kernels.hpp"

namespace limen
{

Kernel kernel_of(bool, bool)
{
    return {lm_machine_traced_bytes, lm_machine_traced_run};
}

Kernel kernel_of_cores()
{
    return kernel_of(false, true);
}

} // namespace limen
