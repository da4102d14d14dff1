/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning of threads: create, start, reset, restart, delete. */
#include "core/door.h"
#include "core/sched.h"
#include "cores/shared.h"
#include "objects/thread.h"
#include "time/expire.h"
#include "time/release.h"
#include "time/wait.h"
#include <string.h>

static bool period_is_valid(const struct lm_period *period)
{
    return period->releaser.kind != NULL && period->length - 1 < LM_UNTIL_FLAG - 1 &&
           period->offset < LM_UNTIL_FLAG;
}

static bool config_is_valid(const struct lm_thread_config *config)
{
    return config != NULL && config->entry != NULL &&
           lm_stack_is_possible(config->stack, config->stack_bytes) &&
           lm_core_is_possible(config) && config->priority < LM_LEVELS &&
           config->threshold <= config->priority &&
           (config->period == NULL || period_is_valid(config->period)) &&
           (config->slice == NULL || (config->slice->use != NULL && config->slice->ticks != 0));
}

/* A terminated thread is in no list, and the kernel does not use it. But the interrupt that
 * terminates the running thread still uses its stack. */
static bool has_left(const struct lm_cpu *cpu, const struct lm_thread *thread)
{
    return thread->state == LM_STATE_TERMINATED && thread != cpu->running && !lm_cores_use(thread);
}

/* May the memory of the thread be used for something else? A layer that releases the thread still
 * uses it. */
static bool is_over(const struct lm_cpu *cpu, const struct lm_thread *thread)
{
    return has_left(cpu, thread) && (thread->releaser == NULL || !thread->releaser->kind->lasts);
}

/* May a thread be created in this memory? */
static bool is_unused(const struct lm_cpu *cpu, const struct lm_thread *thread)
{
    return !lm_object_exists(&thread->object) ||
           (lm_object_kind(&thread->object) == LM_KIND_THREAD && is_over(cpu, thread));
}

/* Fill the stack word by word, because memset of small C libraries works byte by byte. */
static void fill_stack(const struct lm_thread *thread)
{
    const uint32_t word = LM_STACK_FILL * 0x01010101U;
    unsigned char *end = thread->stack_pointer;

    for (unsigned char *place = thread->stack; place < end; place += sizeof word) {
        memcpy(__builtin_assume_aligned(place, sizeof word), &word, sizeof word);
    }
}

static void set_urgency(struct lm_thread *thread)
{
    thread->priority = thread->base_priority;
    thread->threshold = thread->base_threshold;
    thread->dispatched_state = LM_STATE_DISPATCHED;
}

/* Prepare the next life of the thread: it begins with the first job and a full slice. */
static void reset_extensions(struct lm_thread *thread)
{
    if (thread->releaser != NULL) {
        thread->releaser->job = 0;
    }
    if (thread->slice != NULL) {
        thread->slice->left = thread->slice->ticks;
    }
}

static void fill(struct lm_thread *thread, const struct lm_thread_config *config)
{
    memset(thread, 0, sizeof *thread);
    lm_list_init(&thread->node);
    lm_list_init(&thread->owned);
    thread->state = LM_STATE_BLOCKED;
    thread->waits_for = LM_WAITS_FOR_RESUME;
    thread->base_priority = (lm_level)config->priority;
    thread->base_threshold = (lm_level)config->threshold;
    set_urgency(thread);
    thread->slice = config->slice;
    thread->entry = config->entry;
    thread->argument = config->argument;
    thread->stack = config->stack;
    thread->stack_bytes = config->stack_bytes;
    LM_UNLESS_SMALL(thread->watched = config->stack;)
    thread->releaser = config->period != NULL ? &config->period->releaser : NULL;
    reset_extensions(thread);
    LM_IF_COUNTED(thread->counters = config->counters);
    LM_IF_CORES(thread->core = (uint8_t)lm_port_core());
}

/* End the suspension of the thread: it becomes ready, or begins a life and waits for its first
 * release. */
static void begin(struct lm_cpu *cpu, struct lm_thread *thread)
{
    bool has_begun = thread->begun;

    thread->begun = true;
    if (!has_begun && thread->releaser != NULL) {
        thread->releaser->kind->begin(cpu, thread);
    } else {
        lm_sched_ready(cpu, thread, LM_OK);
    }
}

enum lm_status lm_thread_create(struct lm_thread *thread, const struct lm_thread_config *config)
{
    LM_CALL_CREATES(THREAD_CREATE, thread);
    struct lm_cpu *cpu = lm_cpu();
    LM_CHECK(thread != NULL && config_is_valid(config), LM_BAD_ARGUMENT);
    LM_CHECK_FREE(thread, is_unused(cpu, thread));

    fill(thread, config); /* without the lock, as the kernel does not know the thread yet */
    lm_port_prepare(thread);
    fill_stack(thread);

    lm_lock_key key = lm_lock();

    LM_REQUIRE_FREE(key, thread, is_unused(cpu, thread));
    lm_object_create(&thread->object, LM_KIND_THREAD, config->name,
                     (struct lm_object_facts){
                         .priority = config->priority,
                         .threshold = config->threshold,
                         .size = config->stack_bytes,
                     });
    lm_observe_thread(LM_EVENT_THREAD_CREATE, thread, config->priority, config->threshold);
    if (config->slice != NULL) {
        config->slice->use(cpu);
    }
    if (lm_core_is_other(config)) {
        LM_IF_CORES(lm_cores_send_new(thread, config->on_core - 1U));
    } else if (!config->suspended) {
        begin(cpu, thread);
    }
    lm_unlock_rarely(cpu, key);
    return LM_OK;
}

enum lm_status lm_thread_start(struct lm_thread *thread)
{
    LM_CALL_ON(THREAD_START, thread);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_THREAD(key, thread, lm_cores_ask(thread, LM_CALL_THREAD_START, 0, 0, key));

    bool starts = thread->state == LM_STATE_BLOCKED && !thread->begun;

    if (starts) {
        lm_observe_thread(LM_EVENT_THREAD_START, thread, 0, 0);
        begin(cpu, thread);
    }
    if (!starts) {
        LM_NOTE_ERROR(LM_BAD_STATE);
    }
    lm_unlock_rarely(cpu, key);
    return starts ? LM_OK : LM_BAD_STATE;
}

/* Is the thread suspended? */
static bool waits_for_resume(const struct lm_thread *thread)
{
    return thread->waits_for == LM_WAITS_FOR_RESUME;
}

/* Resume a thread that has not begun, or whose suspension is pending, or with the lock taken
 * before. Out of line, so that the usual resume needs no frame, and no register for the key. */
static __attribute__((noinline)) enum lm_status resume_rarely(struct lm_thread *thread,
                                                              lm_lock_key key)
{
    LM_CALL_ON(THREAD_RESUME, thread);
    if (!waits_for_resume(thread) && !thread->suspend_pending) {
        return LM_REFUSE(key, LM_BAD_STATE);
    }
    lm_observe_thread(LM_EVENT_THREAD_RESUME, thread, 0, 0);
    thread->suspend_pending = false;
    if (waits_for_resume(thread)) {
        begin(lm_cpu(), thread);
    }
    return lm_unlock_rarely(lm_cpu(), key);
}

enum lm_status lm_thread_resume(struct lm_thread *thread)
{
    LM_CALL_ON(THREAD_RESUME, thread);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_THREAD(key, thread, lm_cores_ask(thread, LM_CALL_THREAD_RESUME, 0, 0, key));
    if (!waits_for_resume(thread) || !thread->begun || key != 0) {
        return resume_rarely(thread, key);
    }
    lm_observe_thread(LM_EVENT_THREAD_RESUME, thread, LM_IMPLIES, 0);
    return lm_unlock_ready(thread);
}

static void reset(struct lm_thread *thread)
{
    LM_UNLESS_SMALL(thread->watched = thread->stack;) /* it may have ended on a shared one */
    lm_port_prepare(thread);
    thread->state = LM_STATE_BLOCKED;
    thread->waits_for = LM_WAITS_FOR_RESUME;
    thread->begun = false;
    set_urgency(thread);
    reset_extensions(thread);
}

enum lm_status lm_thread_reset(struct lm_thread *thread)
{
    LM_CALL_ON(THREAD_RESET, thread);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_THREAD(key, thread, lm_cores_ask(thread, LM_CALL_THREAD_RESET, 0, 0, key));

    bool left = has_left(lm_cpu(), thread);

    if (left) {
        reset(thread);
        lm_observe_thread(LM_EVENT_THREAD_RESET, thread, 0, 0);
    }
    if (!left) {
        LM_NOTE_ERROR(LM_BAD_STATE);
    }
    lm_port_unlock(key);
    return left ? LM_OK : LM_BAD_STATE;
}

enum lm_status lm_thread_restart(struct lm_thread *thread)
{
    LM_CALL_ON(THREAD_RESTART, thread);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_THREAD(key, thread, lm_cores_ask(thread, LM_CALL_THREAD_RESTART, 0, 0, key));

    bool left = has_left(cpu, thread);

    if (left) {
        reset(thread);
        lm_observe_thread(LM_EVENT_THREAD_RESTART, thread, 0, 0);
        begin(cpu, thread);
    }
    if (!left) {
        LM_NOTE_ERROR(LM_BAD_STATE);
    }
    lm_unlock_rarely(cpu, key);
    return left ? LM_OK : LM_BAD_STATE;
}

enum lm_status lm_thread_delete(struct lm_thread *thread)
{
    LM_CALL_ON(THREAD_DELETE, thread);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_THREAD(key, thread, lm_cores_ask(thread, LM_CALL_THREAD_DELETE, 0, 0, key));

    bool can_go = is_over(lm_cpu(), thread);

    if (can_go) {
        lm_observe_thread(LM_EVENT_THREAD_DELETE, thread, 0, 0);
        lm_object_set_kind(&thread->object, LM_KIND_NONE);
    }
    if (!can_go) {
        LM_NOTE_ERROR(LM_BAD_STATE);
    }
    lm_port_unlock(key);
    return can_go ? LM_OK : LM_BAD_STATE;
}
