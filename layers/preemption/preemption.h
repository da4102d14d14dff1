/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the preemption models (limen/section.h): once for each instance of the kernel, and
 * for each thread in the words that a thread has for layers. The kernel knows nothing of it.
 *
 * Context: the kernel lock, unless stated otherwise.
 */
#ifndef LIMEN_PREEMPTION_H
#define LIMEN_PREEMPTION_H

#include "state.h"
#include <limen/section.h>
#include <limen/spinlock.h>

struct lm_device;
struct lm_timer_thread;

/* LM_MODEL, from the build, is LM_MODEL_OPEN or an enum lm_model. */
enum { LM_MODEL_OPEN = -1 };

struct lm_preemption {
    uint8_t model;         /* enum lm_model, if the build leaves it open */
    bool irqs_threaded;    /* handlers run in their threads under FULL and LAZY, too */
    uint8_t lazy_raised;   /* lm_thread.raised in a section under LAZY: 1 + the border, or 0 */
    uint32_t spin_mutexes; /* spinlocks that are held as mutexes now */
    void (*misuse_handler)(const struct lm_misuse *misuse); /* or NULL */
    struct lm_device *devices;
    struct lm_timer_thread *timer_thread; /* or NULL */
    void (*lazy_tick)(void);              /* start or stop it for the running thread; or NULL */
};

extern LM_PORT_INSTANCE struct lm_preemption lm_the_preemption;

/* Begin with the initial state. Context: any. */
void lm_preemption_begin(void);

/* The hook of the kernel by which the layer learns that a thread ends. */
bool lm_preemption_thread_end(struct lm_thread *thread);

/* The state of the layer. lm_kernel_init clears the kernel's hooks, so the first use after it finds
 * the hook missing and begins with the initial state. Context: any. */
static inline struct lm_preemption *lm_preemption(void)
{
    if (__builtin_expect(lm_kernel()->on_thread_end != lm_preemption_thread_end, 0)) {
        lm_preemption_begin();
    }
    return &lm_the_preemption;
}

/* The model in force: the build's, or the one that was set. Context: any. */
static inline enum lm_model lm_model(void)
{
    return (int)LM_MODEL != (int)LM_MODEL_OPEN ? (enum lm_model)LM_MODEL
                                               : (enum lm_model)lm_preemption()->model;
}

/* The words of a thread. */
enum lm_preemption_word {
    LM_WORD_SECTIONS, /* lower half: the number of sections that the thread is in; upper half: the
                       * model of the outermost one */
    LM_WORD_SPINS     /* the spinlock that it took last; a chain by lm_spin.below */
};
_Static_assert((int)LM_WORD_SPINS < (int)LM_THREAD_LAYER_WORDS, "a thread has not enough words");

static inline unsigned lm_section_count(const struct lm_thread *thread)
{
    return thread->layer[LM_WORD_SECTIONS] & UINT16_MAX;
}

static inline enum lm_model lm_section_model(const struct lm_thread *thread)
{
    return (enum lm_model)(thread->layer[LM_WORD_SECTIONS] >> 16);
}

static inline void lm_section_set(struct lm_thread *thread, unsigned count, enum lm_model model)
{
    thread->layer[LM_WORD_SECTIONS] = count != 0 ? count | (uintptr_t)model << 16 : 0;
}

static inline struct lm_spin *lm_spin_last(const struct lm_thread *thread)
{
    return (struct lm_spin *)thread->layer[LM_WORD_SPINS];
}

static inline void lm_spin_set_last(struct lm_thread *thread, struct lm_spin *spin)
{
    thread->layer[LM_WORD_SPINS] = (uintptr_t)spin;
}

/* Does only the section of the thread keep another thread from running?
 * Requires: it is next. */
bool lm_section_holds_off(struct lm_cpu *cpu, struct lm_thread *thread);

/* The running thread has entered or left its outermost section. */
static inline void lm_lazy_tick(enum lm_model model)
{
    if (model == LM_MODEL_LAZY && lm_preemption()->lazy_tick != NULL) {
        lm_preemption()->lazy_tick();
    }
}

/* The thread, which has left its section at a preempt point, enters it again. It is the running
 * thread, except on a port without contexts. Context: without the lock. */
void lm_section_enter_again(struct lm_thread *thread);

/* Report a misuse of a lock by the calling context, at this place in the program. Context: without
 * the lock. */
void lm_misuse(enum lm_misuse_kind kind, const struct lm_spin *spin, const void *place);

#endif
