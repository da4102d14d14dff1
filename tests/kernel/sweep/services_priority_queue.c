/* SPDX-License-Identifier: Apache-2.0 */
/* Services on queues by priority. The calls on the member queue that only read are in
 * services_object.c. */
#include "world.h"

static uint32_t send(uint32_t message, uint32_t priority, lm_timeout timeout)
{
    return lm_priority_queue_send(&world.priority_queue, &message, priority, timeout);
}

static uint32_t receive(lm_timeout timeout)
{
    uint32_t message = 0, priority = 0;
    enum lm_status status =
        lm_priority_queue_receive(&world.priority_queue, &message, &priority, timeout);

    return (uint32_t)status << 16 | priority << 8 | message;
}

static uint32_t storage[ROLES][LM_PRIORITY_QUEUE_BYTES(1, sizeof(uint32_t)) / sizeof(uint32_t)];

STEP(priority_queue_create,
     lm_priority_queue_create(&world.spare_priority_queue[role], "spare", storage[role], 1,
                              sizeof(uint32_t), LM_BY_PRIORITY))
STEP(priority_queue_send, send(7, 1, LM_FOREVER))
STEP(priority_queue_send_urgent, send(8, 9, LM_FOREVER))
STEP(priority_queue_send_soon, send(6, 1, SOON))
STEP(priority_queue_try_send, send(5, 3, LM_NO_WAIT))
STEP(priority_queue_receive, receive(LM_FOREVER))
STEP(priority_queue_receive_soon, receive(SOON))
STEP(priority_queue_try_receive, receive(LM_NO_WAIT))
STEP(priority_queue_clear, lm_priority_queue_clear(&world.priority_queue))
STEP(priority_queue_flush, lm_queue_flush(&world.priority_queue.queue))
STEP(priority_queue_prioritize, lm_queue_prioritize(&world.priority_queue.queue))
STEP(priority_queue_delete, lm_queue_delete(&world.priority_queue.queue))

static const struct service table[] = {
    {"priority_queue_create", {priority_queue_create}, ANY},
    {"priority_queue_send", {priority_queue_send}, THREADS},
    {"priority_queue_send_urgent", {priority_queue_send_urgent}, THREADS},
    {"priority_queue_send_soon", {priority_queue_send_soon}, THREADS},
    {"priority_queue_try_send", {priority_queue_try_send}, ANY},
    {"priority_queue_receive", {priority_queue_receive}, THREADS},
    {"priority_queue_receive_soon", {priority_queue_receive_soon}, THREADS},
    {"priority_queue_try_receive", {priority_queue_try_receive}, ANY},
    {"priority_queue_clear", {priority_queue_clear}, ANY},
    {"priority_queue_flush", {priority_queue_flush}, ANY},
    {"priority_queue_prioritize", {priority_queue_prioritize}, ANY},
    {"priority_queue_delete", {priority_queue_delete}, ANY},
};

const struct services priority_queue_services = {table, sizeof table / sizeof *table};
