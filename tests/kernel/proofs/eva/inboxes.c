/* SPDX-License-Identifier: Apache-2.0 */
/* The inboxes of the cores, and calls about threads of the other core. */
#include "choices.h"
#include "cores/cores.h"
#include "several.h"
#include "world.h"
#include <limen/cores.h>
#include <limen/limen.h>

static struct lm_semaphore place; /* for which threads have waited */

enum remote_shape { RESTS, IS_ASKED, WAITS, HAS_NO_CORE };

/* A thread of the other core. A request about it may be on its way. */
void begin_remote_thread(unsigned shape)
{
    REQUIRE(lm_semaphore_create_shared(&place, "place", 0) == LM_OK);
    if (shape == IS_ASKED) {
        other_remote.asks = (struct lm_request){.target = &remote, .busy = true};
        remote.asked.busy = true;
        caller.thread.asks.busy = ANY_BOOL;
        lm_the_cores.inbox[remote.core].requests = &other_remote.asks;
        lm_the_cores.inbox[remote.core].last_request = &other_remote.asks;
    } else if (shape == WAITS) {
        wait_shared(&remote, &place.waiters, NULL);
    } else if (shape == HAS_NO_CORE) {
        remote.core = (uint8_t)any_between(LM_CORES, UINT8_MAX);
        remote.object.kind = (uint8_t)any_u32;
    }
}

/* What waits in the inbox of the core that serves it. */
enum inbox_shape { EMPTY, WOKEN, FAILED, TERMINATED, MOVES, TWO, PASSED_ON, ASKED };

static void put(struct lm_thread *thread)
{
    lm_cores_lock();
    (void)lm_cores_send(thread, lm_core_self(), 0);
}

static void wake(struct lm_thread *thread, enum lm_status status)
{
    wait_shared(thread, &place.waiters, NULL);
    lm_list_remove(&thread->node);
    thread->shared_listed = false;
    thread->shared_status = (uint8_t)status;
    put(thread);
}

/* A call about a thread of this core, or about one that has left it; from a thread that waits for
 * the answer, or an interrupt. */
static void ask(struct lm_thread *target, enum lm_call call, bool waits)
{
    struct lm_request *request = waits ? &remote.asks : &target->asked;
    struct lm_inbox *inbox = &lm_the_cores.inbox[lm_core_self()];

    *request = (struct lm_request){
        .target = target,
        .caller = waits ? &remote : NULL,
        .priority = (uint16_t)(call == LM_CALL_THREAD_MOVE ? lm_core_self() ^ 1U : 1U),
        .call = (uint16_t)call,
        .busy = true};
    inbox->requests = request;
    inbox->last_request = request;
}

static const enum lm_call asked_calls[] = {
    LM_CALL_THREAD_START,        LM_CALL_THREAD_RESUME,        LM_CALL_THREAD_SUSPEND,
    LM_CALL_THREAD_TERMINATE,    LM_CALL_THREAD_ABORT_WAIT,    LM_CALL_THREAD_MOVE,
    LM_CALL_THREAD_SET_PRIORITY, LM_CALL_THREAD_SET_THRESHOLD, LM_CALL_THREAD_RESET,
    LM_CALL_THREAD_RESTART,      LM_CALL_THREAD_DELETE,
};

void begin_inbox(unsigned shape)
{
    REQUIRE(lm_semaphore_create_shared(&place, "place", 0) == LM_OK);
    switch (shape) {
    case EMPTY:
        break;
    case WOKEN:
        wake(&first, LM_OK);
        break;
    case FAILED:
        wake(&first, LM_ABORTED);
        break;
    case TERMINATED:
        first.state = LM_STATE_TERMINATED;
        first.in_transit = true;
        put(&first);
        break;
    case MOVES:
    case TWO:
        wake(&first, LM_OK);
        first.moves_to = (uint8_t)(1 + (lm_core_self() ^ 1U));
        if (shape == TWO) {
            wake(&second, LM_OK);
        }
        break;
    case PASSED_ON:
        ask(&other_remote, LM_CALL_THREAD_SUSPEND, pattern != 1);
        break;
    default:
        ask(&first, asked_calls[shape - ASKED], pattern != 1);
        break;
    }
}

/* In the interrupt of the inbox. */
void serve_inbox(void)
{
    eva_context.in_interrupt = true;
}
