/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel as it is defined, to compare the real one with. It shares no code and no data
 * structure with it: a thread's turn is a pair of numbers (level, place), and who runs is found
 * by searching for the smallest pair. What is in force is computed anew each time, from what was
 * set and who waits for whom.
 *
 *   A thread waits at its priority. When it is dispatched its level becomes its threshold, and
 *   it keeps that level, preempted or not, until it blocks or yields.
 *   The thread at the head of the most urgent level runs.
 *
 * Threads, mutexes, semaphores and spinlocks are numbers from 0. What limen/section.h calls the
 * preemption model is called the rules here.
 */
#ifndef LIMEN_TESTS_MODEL_H
#define LIMEN_TESTS_MODEL_H

#include <limen/status.h>
#include <stdbool.h>
#include <stdint.h>

enum { MODEL_THREADS = 8, MODEL_MUTEXES = 7, MODEL_SEMAPHORES = 2, MODEL_SPINS = 3, NOBODY = -1 };

#define MODEL_NEVER UINT64_MAX

enum model_rules { RULES_NONE, RULES_VOLUNTARY, RULES_FULL, RULES_RT, RULES };

enum model_state {
    MODEL_NEW,     /* created suspended, not started */
    MODEL_TURN,    /* ready, not dispatched since then */
    MODEL_LEVEL,   /* runs or was preempted: it has its level */
    MODEL_STOPPED, /* until it is resumed */
    MODEL_SLEEPS,
    MODEL_WAITS_SEMAPHORE,
    MODEL_WAITS_MUTEX,
    MODEL_ENDED
};

struct model_thread {
    unsigned base_priority;
    unsigned base_threshold;
    unsigned slice; /* ticks, 0: none */
    enum model_state state;
    unsigned level; /* of a ready thread, and its place there: the smaller one is ahead */
    long place;
    int object;     /* that it waits for */
    long queued;    /* since when */
    uint64_t until; /* its wait ends by time; MODEL_NEVER */
    long started;   /* which of the waits that end by time began first */
    bool stop;      /* as soon as its wait ends, or it enables preemption */
    unsigned disabled;
    unsigned sections;
    enum model_rules section_rules; /* with which it entered the outermost one */
    bool gave_way;                  /* at a preempt point, and has not run since */
    uint64_t slice_left;
    unsigned priority; /* in force at the last look */
    unsigned threshold;
    unsigned due;           /* the level that these give it when it runs or was preempted */
    enum lm_status outcome; /* of its last wait, */
    bool answer_due;        /* which it has not been told yet */
};

enum model_protocol { MODEL_PLAIN, MODEL_INHERIT, MODEL_CEILING };

struct model_mutex {
    enum model_protocol protocol;
    unsigned ceiling;
    bool by_priority; /* the order of a plain one */
    int owner;
    unsigned held;
    long taken; /* since when */
};

struct model_semaphore {
    unsigned count;
    bool by_priority;
};

/* Held by its mutex, by nobody's being able to come in between, or free. */
struct model_spin {
    int mutex;         /* NOBODY: it is raw */
    int holder;        /* that keeps preemption off for it */
    bool in_interrupt; /* an interrupt holds it */
    long taken;        /* since when */
};

struct model {
    int threads;
    int mutexes;
    int semaphores;
    int spins;
    struct model_thread thread[MODEL_THREADS];
    struct model_mutex mutex[MODEL_MUTEXES];
    struct model_semaphore semaphore[MODEL_SEMAPHORES];
    struct model_spin spin[MODEL_SPINS];
    enum model_rules rules;
    uint64_t now;
    uint64_t slice_end; /* of the running thread; MODEL_NEVER */
    int running;
    bool in_interrupt; /* switches happen at its end */
    bool started;
    long stamp;
};

/* What the structure does not say itself. */
int model_first(const struct model *model); /* who should run; NOBODY */
bool model_is_ready(const struct model *model, int thread);
unsigned model_priority(const struct model *model, int thread);
unsigned model_threshold(const struct model *model, int thread);
unsigned model_disables(const struct model *model, int thread); /* with spinlocks */
bool model_section_raises(const struct model *model, int thread);
int model_last_spin(const struct model *model, int thread);          /* that it took; NOBODY */
bool model_spin_is(const struct model *model, int spin, int thread); /* its */
int model_first_waiter(const struct model *model, enum model_state wait, int object);

/* Within the model. */
void model_refresh(struct model *model);
void model_commit(struct model *model);
void model_make_ready(struct model *model, int thread);
void model_end_wait(struct model *model, int thread, enum lm_status outcome);
void model_begin_wait(struct model *model, enum model_state wait, int object, uint64_t timeout);
void model_release(struct model *model, int mutex);
void model_rotate(struct model *model);
void model_allow_preemption(struct model *model); /* again, in the running thread */
unsigned model_own_threshold(const struct model *model, int thread);
void model_to_head(struct model *model, int thread, unsigned level);
bool model_closes_circle(const struct model *model, int mutex, int thread);

/* Behind its peers. */
void model_to_tail(struct model *model, int thread);

/* Events: all of the kernel's calls and the passing of time, with the answer that a call gives
 * at once. What a call may not be asked is up to the caller. */
void model_init(struct model *model);
void model_begin(struct model *model);
void model_enter(struct model *model);
void model_exit(struct model *model);
void model_start(struct model *model, int thread);
enum lm_status model_suspend(struct model *model, int thread);
enum lm_status model_resume(struct model *model, int thread);
void model_yield(struct model *model);
void model_terminate(struct model *model, int thread);
void model_restart(struct model *model, int thread);
void model_set(struct model *model, int thread, unsigned priority, unsigned threshold);
void model_set_slice(struct model *model, int thread, unsigned ticks);
void model_disable(struct model *model);
void model_enable(struct model *model);
void model_sleep(struct model *model, uint64_t ticks);
void model_tick(struct model *model);
enum lm_status model_wait(struct model *model, int semaphore, uint64_t timeout);
void model_post(struct model *model, int semaphore);
enum lm_status model_lock(struct model *model, int mutex, uint64_t timeout);
void model_unlock(struct model *model, int mutex);
void model_delete_mutex(struct model *model, int mutex);
void model_delete_semaphore(struct model *model, int semaphore);
void model_set_rules(struct model *model, enum model_rules rules);
void model_section_enter(struct model *model);
void model_section_leave(struct model *model);
bool model_preempt_point(struct model *model);
void model_spin_lock(struct model *model, int spin);
void model_spin_unlock(struct model *model, int spin);

/* LM_OK: the calls above may be made. Else what the kernel answers, and nothing happens. */
enum lm_status model_may_lock_spin(const struct model *model, int spin);
enum lm_status model_may_unlock_spin(const struct model *model, int spin);

#endif
