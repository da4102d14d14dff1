/* SPDX-License-Identifier: Apache-2.0 */
/* Services on semaphores, mutexes, queues and event flags. */
#include "world.h"

/* The results of a get_info call in one value. */
static uint32_t in_one(enum lm_status status, uint32_t value, const struct lm_waiters_info *waiters)
{
    return (uint32_t)status << 20 | (value & 0xFFU) << 12 | (waiters->count & 15U) << 8 |
           ((uint32_t)(uintptr_t)waiters->first >> 4 & 0xFFU);
}

STEP(semaphore_create, lm_semaphore_create(&world.spare_semaphore[role], "spare", 1, LM_FIFO))
STEP(semaphore_wait, lm_semaphore_wait(&world.semaphore, LM_FOREVER))
STEP(semaphore_wait_soon, lm_semaphore_wait(&world.semaphore, SOON))
STEP(semaphore_try, lm_semaphore_wait(&world.semaphore, LM_NO_WAIT))
STEP(semaphore_post, lm_semaphore_post(&world.semaphore))
STEP(semaphore_post_below, lm_semaphore_post_below(&world.semaphore, 1))
STEP(semaphore_prioritize, lm_semaphore_prioritize(&world.semaphore))
STEP(semaphore_count, lm_semaphore_count(&world.semaphore))
STEP(semaphore_delete, lm_semaphore_delete(&world.semaphore))

static uint32_t semaphore_get_info(void)
{
    struct lm_semaphore_info info = {0};
    enum lm_status status = lm_semaphore_get_info(&world.semaphore, &info);

    return in_one(status, info.count, &info.waiters);
}

static uint32_t suspend_self(void)
{
    return lm_thread_suspend(lm_thread_self());
}

STEP(mutex_create, lm_mutex_create(&world.spare_mutex[role], "spare", LM_INHERIT, 0, LM_FIFO))
STEP(mutex_lock, lm_mutex_lock(&world.mutex, LM_FOREVER))
STEP(mutex_lock_soon, lm_mutex_lock(&world.mutex, SOON))
STEP(mutex_try, lm_mutex_lock(&world.mutex, LM_NO_WAIT))
STEP(mutex_unlock, lm_mutex_unlock(&world.mutex))
STEP(mutex_prioritize, lm_mutex_prioritize(&world.mutex))
STEP(mutex_owner, (uintptr_t)lm_mutex_owner(&world.mutex) & 0xFFFFFFU)
STEP(mutex_delete, lm_mutex_delete(&world.mutex))
STEP(ceiling_lock, lm_mutex_lock(&world.ceiling, LM_FOREVER))
STEP(ceiling_unlock, lm_mutex_unlock(&world.ceiling))
STEP(ceiling_delete, lm_mutex_delete(&world.ceiling))

static uint32_t mutex_get_info(void)
{
    struct lm_mutex_info info = {0};
    enum lm_status status = lm_mutex_get_info(&world.mutex, &info);

    return in_one(status, info.held << 1 | (info.owner != NULL), &info.waiters);
}

static uint32_t receive(lm_timeout timeout)
{
    uint32_t message = 0;
    enum lm_status status = lm_queue_receive(&world.queue, &message, timeout);

    return (uint32_t)status << 8 | message;
}

static uint32_t send(uint32_t message, lm_timeout timeout)
{
    return lm_queue_send(&world.queue, &message, timeout);
}

static uint32_t send_front(uint32_t message, lm_timeout timeout)
{
    return lm_queue_send_front(&world.queue, &message, timeout);
}

static uint32_t queue_storage[ROLES];

STEP(queue_create, lm_queue_create(&world.spare_queue[role], "spare", &queue_storage[role], 1,
                                   sizeof queue_storage[0], LM_FIFO))
STEP(queue_send, send(7, LM_FOREVER))
STEP(queue_send_soon, send(6, SOON))
STEP(queue_try_send, send(5, LM_NO_WAIT))
STEP(queue_send_front, send_front(8, LM_FOREVER))
STEP(queue_try_send_front, send_front(9, LM_NO_WAIT))
STEP(queue_receive, receive(LM_FOREVER))
STEP(queue_receive_soon, receive(SOON))
STEP(queue_try_receive, receive(LM_NO_WAIT))
STEP(queue_flush, lm_queue_flush(&world.queue))
STEP(queue_prioritize, lm_queue_prioritize(&world.queue))
STEP(queue_used, lm_queue_used(&world.queue))
STEP(queue_delete, lm_queue_delete(&world.queue))

static uint32_t queue_peek(void)
{
    uint32_t message = 0;
    enum lm_status status = lm_queue_peek(&world.queue, &message);

    return (uint32_t)status << 8 | message;
}

static uint32_t queue_overwrite(void)
{
    static const uint32_t message = 4;

    return lm_queue_overwrite(&world.queue, &message);
}

static uint32_t queue_get_info(void)
{
    struct lm_queue_info info = {0};
    enum lm_status status = lm_queue_get_info(&world.queue, &info);

    return in_one(status, info.used, &info.waiters);
}

static uint32_t wait_for(uint32_t wanted, enum lm_event_mode mode, lm_timeout timeout)
{
    uint32_t found = 0;
    enum lm_status status = lm_event_flags_wait(&world.flags, wanted, mode, &found, timeout);

    return (uint32_t)status << 8 | found;
}

static uint32_t meet(uint32_t bits, uint32_t wanted, enum lm_event_mode mode, lm_timeout timeout)
{
    uint32_t found = 0;
    enum lm_status status =
        lm_event_flags_set_and_wait(&world.flags, bits, wanted, mode, &found, timeout);

    return (uint32_t)status << 8 | found;
}

STEP(flags_meet, meet(1, 3, LM_ALL_CLEAR, LM_FOREVER))
STEP(flags_meet_soon, meet(2, 3, LM_ALL_CLEAR, SOON))
STEP(flags_meet_try, meet(2, 1, LM_ANY_CLEAR, LM_NO_WAIT))
STEP(flags_create, lm_event_flags_create(&world.spare_flags[role], "spare", LM_FIFO))
STEP(flags_wait_all, wait_for(3, LM_ALL_CLEAR, LM_FOREVER))
STEP(flags_wait_soon, wait_for(3, LM_ANY, SOON))
STEP(flags_try, wait_for(1, LM_ANY_CLEAR, LM_NO_WAIT))
STEP(flags_set_1, lm_event_flags_set(&world.flags, 1))
STEP(flags_set_2, lm_event_flags_set(&world.flags, 2))
STEP(flags_set_both, lm_event_flags_set(&world.flags, 3))
STEP(flags_clear, lm_event_flags_clear(&world.flags, 1))
STEP(flags_get, lm_event_flags_get(&world.flags))
STEP(flags_delete, lm_event_flags_delete(&world.flags))

static uint32_t flags_get_info(void)
{
    struct lm_event_flags_info info = {0};
    enum lm_status status = lm_event_flags_get_info(&world.flags, &info);

    return in_one(status, info.bits, &info.waiters);
}

static const struct service table[] = {
    {"semaphore_create", {semaphore_create}, ANY},
    {"semaphore_wait", {semaphore_wait}, THREADS},
    {"semaphore_wait_soon", {semaphore_wait_soon}, THREADS},
    {"semaphore_try", {semaphore_try}, ANY},
    {"semaphore_post", {semaphore_post}, ANY},
    {"semaphore_post_below", {semaphore_post_below}, ANY},
    {"semaphore_prioritize", {semaphore_prioritize}, ANY},
    {"semaphore_count", {semaphore_count}, ANY},
    {"semaphore_get_info", {semaphore_get_info}, ANY},
    {"semaphore_delete", {semaphore_delete}, ANY},
    {"mutex_create", {mutex_create}, ANY},
    {"mutex_lock", {mutex_lock}, THREADS},
    {"mutex_lock_soon", {mutex_lock_soon}, THREADS},
    {"mutex_try", {mutex_try}, THREADS},
    {"mutex_lock_unlock", {mutex_lock, mutex_unlock}, THREADS},
    {"mutex_hold", {mutex_lock, suspend_self, mutex_unlock}, THREADS},
    {"mutex_prioritize", {mutex_prioritize}, ANY},
    {"mutex_owner", {mutex_owner}, ANY},
    {"mutex_get_info", {mutex_get_info}, ANY},
    {"mutex_delete", {mutex_delete}, ANY},
    {"ceiling_lock_unlock", {ceiling_lock, ceiling_unlock}, THREADS},
    {"ceiling_delete", {ceiling_delete}, ANY},
    {"queue_create", {queue_create}, ANY},
    {"queue_send", {queue_send}, THREADS},
    {"queue_send_soon", {queue_send_soon}, THREADS},
    {"queue_try_send", {queue_try_send}, ANY},
    {"queue_send_front", {queue_send_front}, THREADS},
    {"queue_try_send_front", {queue_try_send_front}, ANY},
    {"queue_receive", {queue_receive}, THREADS},
    {"queue_receive_soon", {queue_receive_soon}, THREADS},
    {"queue_try_receive", {queue_try_receive}, ANY},
    {"queue_peek", {queue_peek}, ANY},
    {"queue_overwrite", {queue_overwrite}, ANY},
    {"queue_flush", {queue_flush}, ANY},
    {"queue_prioritize", {queue_prioritize}, ANY},
    {"queue_used", {queue_used}, ANY},
    {"queue_get_info", {queue_get_info}, ANY},
    {"queue_delete", {queue_delete}, ANY},
    {"flags_create", {flags_create}, ANY},
    {"flags_wait_all", {flags_wait_all}, THREADS},
    {"flags_meet", {flags_meet}, THREADS},
    {"flags_meet_soon", {flags_meet_soon}, THREADS},
    {"flags_meet_try", {flags_meet_try}, ANY},
    {"flags_wait_soon", {flags_wait_soon}, THREADS},
    {"flags_try", {flags_try}, ANY},
    {"flags_set_1", {flags_set_1}, ANY},
    {"flags_set_2", {flags_set_2}, ANY},
    {"flags_set_both", {flags_set_both}, ANY},
    {"flags_clear", {flags_clear}, ANY},
    {"flags_get", {flags_get}, ANY},
    {"flags_get_info", {flags_get_info}, ANY},
    {"flags_delete", {flags_delete}, ANY},
};

const struct services object_services = {table, sizeof table / sizeof *table};
