/* SPDX-License-Identifier: Apache-2.0 */
/* The start of the cores, their inboxes, and threads that change their core; see cores.h. */
#include "cores/cores.h"
#include "cores/shared_trace.h"
#include "time/wait.h"

LM_PORT_SHARED struct lm_cores lm_the_cores = {.is_started = {true}};

/* Returns: the first and the last one. */
static struct lm_inbox take_all(void)
{
    struct lm_inbox *inbox = &lm_the_cores.inbox[lm_core_self()];

    lm_cores_lock();
    struct lm_inbox taken = *inbox;

    inbox->first = NULL;
    inbox->requests = NULL;
    lm_cores_unlock();
    return taken;
}

static void set_core(struct lm_thread *thread, unsigned core)
{
    thread->core = (uint8_t)core;
    __atomic_store_n(&thread->object.kind, (uint8_t)(LM_KIND_THREAD | core << LM_KIND_BITS),
                     __ATOMIC_RELEASE);
}

/* Take a thread out of the inbox. One that moves to another core comes here first: its context has
 * been saved by now. */
static void receive(struct lm_thread *thread)
{
    unsigned to = thread->moves_to;

    if (thread->in_transit) {
        thread->in_transit = false;
        lm_list_init(&thread->node);
    } else if (to != 0) {
        thread->moves_to = 0;
        lm_cores_lock();
        set_core(thread, to - 1U);
        (void)lm_cores_send(thread, to - 1U, lm_port_lock());
    } else {
        lm_shared_observe_called(thread);
        lm_shared_end(thread, (enum lm_status)thread->shared_status, true);
    }
}

/* Open the lock for other interrupts, between two threads or requests. */
static void pause(void)
{
    lm_port_unlock(0);
    lm_port_take_lock();
}

void lm_cores_serve(void)
{
    lm_port_take_lock();
    struct lm_inbox taken = take_all();

    for (struct lm_thread *thread = taken.first, *next; thread != NULL; thread = next) {
        next =
            thread != taken.last ? LM_CONTAINER(thread->node.next, struct lm_thread, node) : NULL;
        receive(thread);
        pause();
    }
    for (struct lm_request *request = taken.requests, *next; request != NULL; request = next) {
        next = request->next;
        lm_cores_answer(request);
        pause();
    }
    lm_unlock(lm_cpu(), 0);
}

/* Send a thread, which waits in no list, away from this core. It belongs to the core of the inbox
 * from now on. Requires: the kernel lock. */
static void send_away(struct lm_thread *thread, unsigned inbox, enum lm_call call)
{
    lm_cores_lock();
    lm_shared_note(thread, call, 0);
    thread->shared_status = LM_OK;
    set_core(thread, inbox);
    (void)lm_cores_send(thread, inbox, lm_port_lock());
}

void lm_cores_send_new(struct lm_thread *thread, unsigned core)
{
    thread->begun = true;
    thread->waits_for = LM_WAITS_FOR_SHARED;
    send_away(thread, core, LM_CALL_THREAD_CREATE);
}

/* Is the ready queue the only part of this core that refers to the thread? */
static bool may_leave(const struct lm_thread *thread)
{
    return lm_list_is_empty(&thread->owned) && thread->releaser == NULL && thread->slice == NULL;
}

static bool is_started(unsigned core)
{
    return __atomic_load_n(&lm_the_cores.is_started[core], __ATOMIC_ACQUIRE);
}

/* The thread goes through the inbox of the core that it leaves. The interrupt that serves the inbox
 * comes after the switch, so that the other core does not get the thread before its context is
 * saved. */
enum lm_status lm_thread_move(unsigned core)
{
    LM_CALL(THREAD_MOVE);
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, core < LM_CORES, LM_BAD_ARGUMENT);
    LM_REQUIRE_WAIT(key);
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *thread = cpu->running;

    if (!is_started(core) || !may_leave(thread)) { /* in every build: it would be lost */
        return LM_REFUSE(key, LM_BAD_STATE);
    }
    if (core == lm_core_self()) {
        return lm_leave(key, LM_OK);
    }
    lm_ready_remove_head(&cpu->ready, thread);
    thread->moves_to = (uint8_t)(core + 1);
    lm_observe_thread(LM_EVENT_THREAD_MOVE, thread, core, 0);
    send_away(thread, lm_core_self(), LM_CALL_THREAD_MOVE);
    lm_sched_set_blocked(cpu, thread, (enum lm_waits_for)LM_WAITS_FOR_SHARED, 0, LM_OK);
    return lm_switch(cpu, LM_OK);
}

/* A thread that has run may have been interrupted in a call, between its look for its core and the
 * lock. */
static bool has_run(const struct lm_thread *thread)
{
    return thread->begun && lm_kernel()->started;
}

enum lm_status lm_thread_set_core(struct lm_thread *thread, unsigned core)
{
    LM_CALL_ON(THREAD_MOVE, thread);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, core < LM_CORES, LM_BAD_ARGUMENT);
    LM_REQUIRE_THREAD(key, thread, lm_cores_ask(thread, LM_CALL_THREAD_MOVE, core, 0, key));
    bool is_ready = thread->state == LM_STATE_READY;
    bool is_suspended = lm_wait_reason(thread) == LM_WAITS_FOR_RESUME;

    if (has_run(thread) || !(is_ready || is_suspended) || !may_leave(thread)) {
        return LM_REFUSE(key, LM_BAD_STATE);
    }
    if (core == lm_core_self()) {
        return lm_leave(key, LM_OK);
    }
    lm_observe_thread(LM_EVENT_THREAD_MOVE, thread, core, 0);
    if (is_ready) {
        lm_sched_block(cpu, thread, (enum lm_waits_for)LM_WAITS_FOR_SHARED);
    }
    thread->suspend_pending = is_suspended;
    thread->waits_for = LM_WAITS_FOR_SHARED;
    send_away(thread, core, LM_CALL_THREAD_MOVE);
    return lm_unlock_rarely(cpu, key);
}

void lm_core_main(void)
{
    unsigned core = lm_core_self();

    lm_kernel_init();
    lm_kernel()->epoch = lm_the_cores.epoch; /* so that objects are valid for all cores */
    lm_kernel()->objects = (uint16_t)LM_OBJECTS_BEFORE;
    lm_port_attach_core();
    if (lm_the_cores.prepare[core] != NULL) {
        lm_the_cores.prepare[core]();
    }
    /* Threads may have been sent before this core could be interrupted. */
    lm_port_interrupt_core(core, lm_port_lock());
    lm_kernel_start();
}

enum lm_status lm_core_start(unsigned core, void (*prepare)(void))
{
    LM_CALL(CORE_START);
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, lm_core_self() == 0 && lm_cpu()->next != NULL && !lm_port_in_interrupt(),
               LM_BAD_CONTEXT);
    LM_REQUIRE(key, core > 0 && core < LM_CORES, LM_BAD_ARGUMENT);
    LM_REQUIRE(key, !lm_the_cores.is_started[core], LM_BAD_STATE);
    lm_port_attach_core();
    lm_the_cores.epoch = lm_kernel()->epoch;
    lm_the_cores.prepare[core] = prepare;
    lm_cores_lock();
    __atomic_store_n(&lm_the_cores.is_started[core], true, __ATOMIC_RELEASE);
    lm_cores_unlock();
    lm_port_start_core(core);
    return lm_leave(key, LM_OK);
}
