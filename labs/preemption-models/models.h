/* SPDX-License-Identifier: Apache-2.0 */
/* Common parts of the experiments of lab preemption-models: the scale of their times, their
 * priorities, and the output of numbers. Each experiment does the same work under one model after
 * the other, in cycles of the trace. */
#ifndef MODELS_H
#define MODELS_H

#include "lab.h"

/* The divisor of the times of the source, because emulators are slower than the processors that
 * they emulate. */
#ifndef MODELS_SCALE
#define MODELS_SCALE 1
#endif

/* A time of the source. */
#define MODELS_SECONDS(seconds) LM_MS((seconds) * (1000U / MODELS_SCALE))

/* A real-time priority of Linux, 99 the most urgent, among 32 levels, 0 the most urgent. */
#define MODELS_LEVEL(priority) ((uint16_t)(31 - ((priority)*31 + 49) / 99))

/* Under LAZY: threads of the levels from this one on are ordinary, as priority 0 is in Linux. The
 * tick is that of the kernels of lab linux. */
enum { MODELS_BORDER = 29, MODELS_TICK_MS = 4 };

/* Set the model; if it is LAZY, with this border and this tick. Context: thread. */
void models_set(enum lm_model model);

/* The names of the models in results. */
extern const char *const model_names[LM_MODELS];

/* Print "result NAMEsuffix VALUE"; ms: in milliseconds, to the nanosecond. Context: any. */
void models_result(const char *name, const char *suffix, uint64_t value);
void models_result_ms(const char *name, const char *suffix, uint64_t ticks);

/* Record the lateness of the caller in the trace, for the pictures. Context: any. */
void models_trace_late(uint64_t ticks);

/* sections.c: one row of the table, by the section of the driver. */
void section_plain(void);
void section_point(void);
void section_spinlock(void);
void section_raw_spinlock(void);
void section_preempt_off(void);
void section_irq_off(void);
void section_readers(void);
void section_ordinary(void);
void section_ordinary_spinlock(void);

/* spinners.c: the thread of an interrupt against a spinner. */
void spinner_0(void);
void spinner_40(void);
void spinner_60(void);
void spinner_90(void);

/* load.c: an urgent thread while drivers work. */
void load_plain(void);
void load_spinlock(void);

/* cost.c: the cost of a model, with real-time and with ordinary threads. */
void cost(void);
void cost_ordinary(void);

/* article.c: the program of the source, with its driver, and with the driver that has a
 * checkpoint. */
void article(void);
void article_checkpoint(void);

#endif
