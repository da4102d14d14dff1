// SPDX-License-Identifier: Apache-2.0
// All kernels, for this machine.
#include "simulate/kernels.hpp"

#include <mutex>

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

static void run_alone(void *memory, const lm_machine_system *system,
                      const lm_machine_options *options, lm_machine_result *result,
                      lm_machine_thread_result *threads)
{
    static std::mutex one_at_a_time;
    const std::lock_guard<std::mutex> lock(one_at_a_time);

    lm_machine_cores_run(memory, system, options, result, threads);
}

Kernel kernel_of_cores()
{
    return {lm_machine_cores_bytes, run_alone};
}

} // namespace limen
