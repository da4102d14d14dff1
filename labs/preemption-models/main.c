/* SPDX-License-Identifier: Apache-2.0 */
/* The preemption models with the same programs: latency and cost. */
#include "models.h"

const char *const model_names[LM_MODELS] = {"none", "voluntary", "full", "rt", "lazy"};

void models_set(enum lm_model model)
{
    if (model == LM_MODEL_LAZY) { /* the tick costs something at each switch */
        (void)lm_lazy_set(MODELS_BORDER, LM_MS(MODELS_TICK_MS));
    }
    (void)lm_model_set(model);
}

void models_result(const char *name, const char *suffix, uint64_t value)
{
    lm_board_printf("result %s%s %llu\n", name, suffix, (unsigned long long)value);
}

void models_result_ms(const char *name, const char *suffix, uint64_t ticks)
{
    uint64_t nanoseconds = ticks * 1000U / (LM_CLOCK_HZ / 1000000U);

    lm_board_printf("result %s%s %llu.%06u\n", name, suffix,
                    (unsigned long long)(nanoseconds / 1000000U),
                    (unsigned)(nanoseconds % 1000000U));
}

void models_trace_late(uint64_t ticks)
{
    lm_trace_user(2, (uint32_t)ticks);
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {
        {"plain", section_plain},
        {"point", section_point},
        {"spinlock", section_spinlock},
        {"raw-spinlock", section_raw_spinlock},
        {"preempt-off", section_preempt_off},
        {"irq-off", section_irq_off},
        {"readers", section_readers},
        {"ordinary", section_ordinary},
        {"ordinary-spinlock", section_ordinary_spinlock},
        {"spinner-0", spinner_0},
        {"spinner-40", spinner_40},
        {"spinner-60", spinner_60},
        {"spinner-90", spinner_90},
        {"load-plain", load_plain},
        {"load-spinlock", load_spinlock},
        {"cost", cost},
        {"cost-ordinary", cost_ordinary},
        {"article", article},
        {"article-checkpoint", article_checkpoint},
    };

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
