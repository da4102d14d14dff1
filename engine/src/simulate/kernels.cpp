// SPDX-License-Identifier: Apache-2.0
// All kernels, for this machine.
#include "simulate/kernels.hpp"

#include <mutex>

namespace limen
{

Kernel kernel_of(bool wide, bool traced)
{
    if (wide) {
        return traced ? Kernel{lm_machine_traced_wide_bytes, lm_machine_traced_wide_run}
                      : Kernel{lm_machine_quick_wide_bytes, lm_machine_quick_wide_run};
    }
    return traced ? Kernel{lm_machine_traced_bytes, lm_machine_traced_run}
                  : Kernel{lm_machine_quick_bytes, lm_machine_quick_run};
}

// Each of the two libraries has a variable of its own.
template <decltype(&lm_machine_cores_run) run>
static void run_alone(void *memory, const lm_machine_system *system,
                      const lm_machine_options *options, lm_machine_result *result,
                      lm_machine_thread_result *threads)
{
    static std::mutex one_at_a_time;
    const std::lock_guard<std::mutex> lock(one_at_a_time);

    run(memory, system, options, result, threads);
}

Kernel kernel_of_cores(bool traced)
{
    return traced ? Kernel{lm_machine_cores_traced_bytes, run_alone<lm_machine_cores_traced_run>}
                  : Kernel{lm_machine_cores_bytes, run_alone<lm_machine_cores_run>};
}

} // namespace limen
