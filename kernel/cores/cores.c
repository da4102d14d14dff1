/* SPDX-License-Identifier: Apache-2.0 */
/* The start of the cores, their inboxes, and threads that change their core; see cores.h. */
#include "cores/cores.h"
#include "time/wait.h"

struct lm_cores lm_the_cores = {.is_started = {true}};

void lm_cores_send(struct lm_thread *thread, unsigned core)
{
    struct lm_inbox *inbox = &lm_the_cores.inbox[core];
    bool was_empty = inbox->first == NULL;
    bool is_started = lm_the_cores.is_started[core];

    thread->node.next = NULL;
    if (was_empty) {
        inbox->first = thread;
    } else {
        inbox->last->node.next = &thread->node;
    }
    inbox->last = thread;
    lm_cores_unlock();
    if (was_empty && is_started) { /* at its start a core looks into its inbox by itself */
        lm_port_interrupt_core(core);
    }
}

static struct lm_thread *take_all(void)
{
    struct lm_inbox *inbox = &lm_the_cores.inbox[lm_core_self()];

    lm_cores_lock();
    struct lm_thread *first = inbox->first;

    inbox->first = NULL;
    lm_cores_unlock();
    return first;
}

/* A thread that moves comes here before: its core has saved its context by now. */
static void receive(struct lm_thread *thread)
{
    lm_list_init(&thread->node);
    if (thread->core == lm_core_self()) {
        lm_shared_observe_called(thread);
        lm_shared_end(thread, LM_IS_IMPLIED);
    } else {
        lm_cores_lock();
        lm_cores_send(thread, thread->core);
    }
}

bool lm_cores_is_called(void)
{
    return __atomic_load_n(&lm_the_cores.inbox[lm_core_self()].first, __ATOMIC_RELAXED) != NULL;
}

/* The lock is open for other interrupts between two threads. */
void lm_cores_serve(void)
{
    lm_port_take_lock();
    struct lm_thread *thread = take_all();

    while (thread != NULL) {
        struct lm_thread *next = (struct lm_thread *)(void *)thread->node.next;

        receive(thread);
        lm_port_unlock(0);
        lm_port_take_lock();
        thread = next;
    }
    lm_unlock(lm_cpu(), 0);
}

/* Until it is ready on its core, no call accepts the thread. */
static void send_away(struct lm_thread *thread, unsigned core, unsigned inbox, enum lm_call call)
{
    lm_shared_note(thread, call, 0);
    thread->core = (uint8_t)core;
    thread->object.kind = LM_KIND_THREAD | LM_KIND_SHARED;
    lm_cores_lock();
    lm_cores_send(thread, inbox);
}

void lm_cores_send_new(struct lm_thread *thread, unsigned core)
{
    thread->begun = true;
    thread->waits_for = LM_WAITS_FOR_SHARED;
    send_away(thread, core, core, LM_CALL_THREAD_CREATE);
}

static bool may_move(const struct lm_thread *thread, unsigned core)
{
    bool is_started = __atomic_load_n(&lm_the_cores.is_started[core], __ATOMIC_ACQUIRE);

    return is_started && lm_list_is_empty(&thread->owned) && thread->releaser == NULL &&
           thread->slice == NULL;
}

/* The thread goes through the inbox of the core that it leaves. The interrupt that serves it comes
 * after the switch, so that the other core does not see the thread before its context is saved. */
enum lm_status lm_thread_move(unsigned core)
{
    LM_CALL(THREAD_MOVE);
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, core < LM_CORES, LM_BAD_ARGUMENT);
    LM_REQUIRE_WAIT(key);
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *thread = cpu->running;

    LM_REQUIRE(key, may_move(thread, core), LM_BAD_STATE);
    if (core == lm_core_self()) {
        return lm_leave(key, LM_OK);
    }
    lm_ready_remove_head(&cpu->ready, thread);
    lm_observe_thread(LM_EVENT_THREAD_MOVE, thread, core, 0);
    send_away(thread, core, lm_core_self(), LM_CALL_THREAD_MOVE);
    lm_sched_set_blocked(cpu, thread, (enum lm_waits_for)LM_WAITS_FOR_SHARED, 0, LM_OK);
    return lm_switch(cpu, LM_OK);
}

void lm_core_main(void)
{
    unsigned core = lm_core_self();

    lm_kernel_init();
    lm_kernel()->epoch = lm_the_cores.epoch; /* what was an object of one core is one for all */
    lm_kernel()->objects = (uint16_t)LM_OBJECTS_BEFORE;
    lm_port_attach_core();
    if (lm_the_cores.prepare[core] != NULL) {
        lm_the_cores.prepare[core]();
    }
    lm_port_interrupt_core(core); /* threads may have been sent before it could be interrupted */
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
