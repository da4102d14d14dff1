/* SPDX-License-Identifier: Apache-2.0 */
/* Event groups: native event flags. A rendezvous sets bits and waits in one step. The native flags
 * do not have such a call, so its waits are in a list of the group. */
#include "event_groups.h"
#include "limen.h"

#pragma weak vPortFree /* in programs with a heap only */

/* A wait in xEventGroupSync. It is on the stack of the task. */
struct lm_freertos_rendezvous {
    struct lm_freertos_stay stay;
    struct lm_freertos_rendezvous *next;
    EventGroupHandle_t group;
    TaskHandle_t task;
    EventBits_t wanted, found;
    bool waits; /* until it is complete */
    bool begun; /* the task has begun to wait */
};

EventGroupHandle_t xEventGroupCreateStatic(StaticEventGroup_t *block)
{
    lm_freertos_begin();
    memset(block, 0, sizeof *block);
    (void)lm_event_flags_create(&block->flags, NULL, LM_FIFO);
    (void)lm_semaphore_create(&block->meeting, NULL, 0, LM_FIFO);
    return block;
}

/* End the wait, which may not have begun yet. Context: interrupts are disabled. */
static void end(struct lm_freertos_rendezvous *rendezvous, EventBits_t found)
{
    rendezvous->found = found;
    rendezvous->waits = false;
    rendezvous->task->stay = NULL;
    if (lm_wait_may_be_aborted(&rendezvous->task->thread.native)) {
        (void)lm_thread_abort_wait(&rendezvous->task->thread.native);
    }
}

/* Is it over, by a timeout, an abort or a suspension, although its task has not run since? */
static bool is_over(const struct lm_freertos_rendezvous *rendezvous)
{
    return rendezvous->begun && !lm_wait_may_be_aborted(&rendezvous->task->thread.native);
}

/* End each rendezvous that the bits complete, which finds these. Returns: the bits that this
 * clears. Context: interrupts are disabled. */
static EventBits_t complete(EventGroupHandle_t group, EventBits_t bits, EventBits_t found)
{
    struct lm_freertos_rendezvous **link = &group->rendezvous;
    EventBits_t clear = 0;

    while (*link != NULL) {
        struct lm_freertos_rendezvous *each = *link;

        if ((bits & each->wanted) == each->wanted && !is_over(each)) {
            *link = each->next;
            clear |= each->wanted;
            end(each, found);
        } else {
            link = &each->next;
        }
    }
    return clear;
}

static void leave(struct lm_freertos_stay *stay)
{
    struct lm_freertos_rendezvous *rendezvous = (struct lm_freertos_rendezvous *)(void *)stay;
    uint32_t key = lm_interrupts_disable();

    LM_LAYER_UNLINK(&rendezvous->group->rendezvous, rendezvous);
    lm_interrupts_enable(key);
}

void vEventGroupDelete(EventGroupHandle_t group)
{
    uint32_t key = lm_interrupts_disable();

    (void)complete(group, ~(EventBits_t)0, 0);
    lm_interrupts_enable(key);
    (void)lm_semaphore_delete(&group->meeting);
    (void)lm_event_flags_delete(&group->flags);
    if (group->is_dynamic) {
        vPortFree(group);
    }
}

static LM_LAYER_OTHERWISE EventBits_t wait(EventGroupHandle_t group, EventBits_t wanted,
                                           BaseType_t clear_on_exit, BaseType_t wait_for_all,
                                           TickType_t ticks)
{
    enum lm_event_mode mode = (wait_for_all ? LM_ALL : LM_ANY) + (clear_on_exit ? 2U : 0U);
    lm_timeout timeout = lm_freertos_is_forever(ticks) ? LM_FOREVER : lm_layer_timeout(ticks);
    uint32_t found = 0;
    enum lm_status status = lm_event_flags_wait(&group->flags, wanted, mode, &found, timeout);

    if (status == LM_DELETED) {
        return 0;
    }
    if (status == LM_TIMEOUT || status == LM_ABORTED) { /* bits may have come since then */
        status = lm_event_flags_wait(&group->flags, wanted, mode, &found, LM_NO_WAIT);
    }
    return status == LM_OK ? found : xEventGroupGetBits(group);
}

/* The usual call: the bits are there. */
EventBits_t xEventGroupWaitBits(EventGroupHandle_t group, const EventBits_t wanted,
                                const BaseType_t clear_on_exit, const BaseType_t wait_for_all,
                                TickType_t ticks)
{
    struct lm_event_flags *flags = &group->flags;
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(
            flags->pass == NULL && wanted != 0 &&
            lm_event_flags_satisfy(flags->bits, wanted, wait_for_all ? LM_ALL : LM_ANY))) {
        EventBits_t found = flags->bits;

        lm_event_flags_receive(flags, wanted, clear_on_exit ? wanted : 0);
        lm_port_unlock(key);
        return found;
    }
    lm_layer_unlock(key);
    return wait(group, wanted, clear_on_exit, wait_for_all, ticks);
}

_Static_assert(LM_ANY + 2 == LM_ANY_CLEAR && LM_ALL + 2 == LM_ALL_CLEAR, "wait");

/* Context: interrupts are disabled. */
static void set(EventGroupHandle_t group, EventBits_t bits)
{
    EventBits_t all = xEventGroupGetBits(group) | bits;
    EventBits_t clear = group->rendezvous != NULL ? complete(group, all, all) : 0;

    (void)lm_event_flags_set(&group->flags, bits);
    if (clear != 0) {
        (void)lm_event_flags_clear(&group->flags, clear);
    }
}

/* A rendezvous that begins between the look and the set comes after the set. */
static LM_LAYER_OTHERWISE EventBits_t set_any(EventGroupHandle_t group, EventBits_t bits)
{
    if (group->rendezvous == NULL) {
        (void)lm_event_flags_set(&group->flags, bits);
        bits = 0;
    }
    if (group->rendezvous != NULL) {
        uint32_t key = lm_interrupts_disable();

        set(group, bits);
        lm_interrupts_enable(key);
    }
    return xEventGroupGetBits(group);
}

/* The usual call: no task waits, and no call sets bits. */
EventBits_t xEventGroupSetBits(EventGroupHandle_t group, const EventBits_t bits)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(group->rendezvous == NULL && group->flags.waiters.first == NULL &&
                         group->flags.pass == NULL)) {
        lm_event_flags_give(&group->flags, bits);

        EventBits_t all = group->flags.bits;

        lm_port_unlock(key);
        return all;
    }
    lm_layer_unlock(key);
    return set_any(group, bits);
}

BaseType_t xEventGroupSetBitsFromISR(EventGroupHandle_t group, const EventBits_t bits,
                                     BaseType_t *woken)
{
    lm_freertos_note_woken(group->flags.waiters.first, woken);
    (void)xEventGroupSetBits(group, bits);
    return pdPASS;
}

EventBits_t xEventGroupClearBits(EventGroupHandle_t group, const EventBits_t bits)
{
    uint32_t key = lm_interrupts_disable();
    EventBits_t before = xEventGroupGetBits(group);

    (void)lm_event_flags_clear(&group->flags, bits);
    lm_interrupts_enable(key);
    return before;
}

void vEventGroupSetBitsCallback(void *group, uint32_t bits)
{
    (void)xEventGroupSetBits(group, bits);
}

void vEventGroupClearBitsCallback(void *group, uint32_t bits)
{
    (void)xEventGroupClearBits(group, bits);
}

EventBits_t xEventGroupGetBitsFromISR(EventGroupHandle_t group)
{
    return lm_event_flags_get(&group->flags);
}

/* An end that comes before the lock is not lost. Context: interrupts are enabled. */
static void meet(EventGroupHandle_t group, struct lm_freertos_rendezvous *own, lm_timeout until)
{
    lm_lock_key key = lm_lock();

    if (own->waits && until != LM_NO_WAIT) {
        own->begun = true;
        lm_semaphore_observe_wait(&group->meeting);
        (void)lm_wait_in(&group->meeting.waiters, until);
    } else {
        lm_port_unlock(key);
    }
}

/* Tasks of one priority run in the order in which they came. Context: interrupts are disabled. */
static void append(EventGroupHandle_t group, struct lm_freertos_rendezvous *own)
{
    struct lm_freertos_rendezvous **link = &group->rendezvous;

    while (*link != NULL) {
        link = &(*link)->next;
    }
    *link = own;
}

EventBits_t xEventGroupSync(EventGroupHandle_t group, const EventBits_t bits,
                            const EventBits_t wanted, TickType_t ticks)
{
    lm_timeout until = lm_layer_timeout(ticks);
    TaskHandle_t self = lm_freertos_self();
    struct lm_freertos_rendezvous own = {
        .stay = {leave}, .group = group, .task = self, .wanted = wanted, .waits = true};
    uint32_t key = lm_interrupts_disable();

    own.found = xEventGroupGetBits(group) | bits;
    set(group, bits);
    if ((own.found & wanted) == wanted) {
        (void)lm_event_flags_clear(&group->flags, wanted);
    } else if (ticks != 0 && self != NULL) {
        append(group, &own);
        self->stay = &own.stay;
        lm_interrupts_enable(key);
        meet(group, &own, until);
        key = lm_interrupts_disable();
        self->stay = NULL;
        if (own.waits) {
            LM_LAYER_UNLINK(&group->rendezvous, &own);
            own.found = xEventGroupGetBits(group);
            if ((own.found & wanted) == wanted) { /* since then */
                (void)lm_event_flags_clear(&group->flags, wanted);
            }
        }
    } else {
        own.found = xEventGroupGetBits(group);
    }
    lm_interrupts_enable(key);
    return own.found;
}
