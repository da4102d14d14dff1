/* SPDX-License-Identifier: Apache-2.0 */
/* Notices for the threads of all cores. They are served in FIFO order, one after the other, as
 * those of one core are. */
#include "cores/cores.h"
#include "cores/notice_parts.h"
#include "cores/shared_trace.h"

enum lm_status lm_notice_create_shared(struct lm_notice *notice, const char *name)
{
    enum lm_status status = lm_notice_create(notice, name);

    if (status == LM_OK) {
        lm_shared_list_init(&notice->waiters);
        notice->object.kind = LM_KIND_NOTICE | LM_KIND_SHARED;
    }
    return status;
}

/* Choose the threads that have what they wait for. Each sees what those before it have left.
 * Requires: both locks. */
static void serve(struct lm_notice *notice, struct lm_inbox *chosen)
{
    for (struct lm_list *each = LM_MARK(&notice->waiters)->next, *next;
         each != LM_MARK(&notice->waiters); each = next) {
        struct lm_thread *thread = LM_CONTAINER(each, struct lm_thread, node);
        struct lm_notice_request *wait = thread->wait_data;

        next = each->next;
        if (lm_notice_is_satisfied(notice, wait->wanted, (enum lm_notice_mode)wait->mode)) {
            wait->found = lm_notice_receive(notice, wait->clear);
            LM_COUNT_OBJECT(&notice->object, taken);
            lm_shared_note(thread, LM_CALL_EVENT_FLAGS_SET, lm_object_id(&notice->object));
            lm_shared_choose(chosen, thread);
        }
    }
}

/* Requires: both locks. Frees both. Returns: the value that is left. */
static uint32_t give(struct lm_notice *notice, uint32_t keep, uint32_t add, lm_lock_key key)
{
    struct lm_inbox chosen = {NULL, NULL, NULL, NULL};

    lm_notice_give(notice, (notice->value & keep) + add, add);
    serve(notice, &chosen);
    uint32_t left = notice->value;

    lm_cores_unlock();
    lm_shared_wake_chosen(&chosen);
    (void)lm_unlock_rarely(lm_cpu(), key);
    return left;
}

uint32_t lm_notice_give_shared_value(struct lm_notice *notice, uint32_t keep, uint32_t add,
                                     lm_lock_key key)
{
    lm_cores_lock();
    return give(notice, keep, add, key);
}

enum lm_status lm_notice_give_shared(struct lm_notice *notice, uint32_t keep, uint32_t add,
                                     uint32_t *after, lm_lock_key key)
{
    uint32_t left = lm_notice_give_shared_value(notice, keep, add, key);

    if (after != NULL) {
        *after = left;
    }
    return LM_OK;
}

enum lm_status lm_notice_offer_shared(struct lm_notice *notice, uint32_t value, lm_lock_key key)
{
    lm_cores_lock();
    if (notice->given) {
        return lm_shared_leave(key, LM_UNAVAILABLE);
    }
    (void)give(notice, 0, value, key);
    return LM_OK;
}

/* A successful wait. Requires: both locks. */
static uint32_t receive(struct lm_notice *notice, uint32_t wanted, uint32_t clear)
{
    uint32_t found = lm_notice_receive(notice, clear);

    lm_notice_observe_wait(notice, LM_OUTCOME_DONE, wanted);
    return found;
}

uint32_t lm_notice_take_shared(struct lm_notice *notice, uint32_t wanted, uint32_t clear,
                               enum lm_notice_mode mode, lm_lock_key key)
{
    uint32_t found = 0;

    lm_cores_lock();
    if (lm_notice_is_satisfied(notice, wanted, mode)) {
        found = receive(notice, wanted, clear);
    }
    (void)lm_shared_leave(key, LM_OK);
    return found;
}

enum lm_status lm_notice_wait_shared(struct lm_notice *notice, struct lm_notice_request *wait,
                                     lm_timeout timeout, lm_lock_key key)
{
    lm_cores_lock();
    wait->found = notice->value;
    if (lm_notice_is_satisfied(notice, wait->wanted, (enum lm_notice_mode)wait->mode)) {
        wait->found = receive(notice, wait->wanted, wait->clear);
        return lm_shared_leave(key, LM_OK);
    }
    if (timeout == LM_NO_WAIT) {
        lm_notice_observe_wait(notice, LM_OUTCOME_UNAVAILABLE, wait->wanted);
        return lm_shared_leave(key, LM_UNAVAILABLE);
    }
    lm_notice_observe_wait(notice, LM_OUTCOME_WAITS, wait->wanted);
    lm_cpu()->running->wait_data = wait;
    return lm_shared_wait(&notice->waiters, timeout);
}
