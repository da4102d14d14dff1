/* SPDX-License-Identifier: Apache-2.0 */
/* The observable state of the world at the end of a trial. Addresses are part of it, because all
 * objects are static. Times are not, because they depend on the instruction at which the interrupt
 * came. */
#include "state.h"
#include "world.h"

static void add_address(const char *name, const void *address)
{
    outcome_add(name, (uint32_t)(uintptr_t)address);
}

static void add_waiters(const struct lm_waiters_info *waiters)
{
    add_address("first waiter", waiters->first);
    outcome_add("waiters", waiters->count);
}

static void observe_log(const struct actor *actor)
{
    outcome_add("starts", actor->starts);
    for (unsigned i = 0; i < actor->logged; i++) {
        outcome_add("log", actor->log[i]);
    }
}

static void observe_actor(const char *name, const struct actor *actor)
{
    struct lm_thread_info info;
    enum lm_status status = lm_thread_get_info(&actor->thread, &info);

    outcome_add(name, status);
    observe_log(actor);
    if (status != LM_OK) {
        return;
    }
    outcome_add("state", info.state);
    outcome_add("waits for", info.waits_for);
    add_address("wait object", info.wait_object);
    outcome_add("suspend pending", info.suspend_pending);
    outcome_add("slice", info.slice);
    if (info.state != LM_TERMINATED) { /* the values of a terminated thread have no meaning */
        outcome_add("priority", (uint32_t)info.priority << 16 | info.threshold);
    }
    outcome_add("base priority", (uint32_t)info.base_priority << 16 | info.base_threshold);
    outcome_add("job", info.job);
    if (info.wait_object != NULL && info.wait_object->kind == LM_KIND_NONE) {
        trial_failed("a thread waits for an object that was deleted");
    }
    if (info.state == LM_READY || info.state == LM_RUNNING) {
        trial_failed("a thread is ready, and a less urgent one runs");
    }
}

static void observe_actors(void)
{
    observe_actor("caller", &world.caller);
    observe_actor("waiter 0", &world.waiter[0]);
    observe_actor("waiter 1", &world.waiter[1]);
    observe_actor("waiter 2", &world.waiter[2]);
    observe_actor("waiter 3", &world.waiter[3]);
    observe_actor("fresh", &world.fresh);
    observe_actor("ended", &world.ended);
}

static void observe_mutex(const char *name, const struct lm_mutex *mutex)
{
    struct lm_mutex_info info = {0};

    outcome_add(name, lm_mutex_get_info(mutex, &info));
    add_address("owner", info.owner);
    outcome_add("held", info.held);
    add_waiters(&info.waiters);
}

static void observe_semaphore(const char *name, const struct lm_semaphore *semaphore)
{
    struct lm_semaphore_info info = {0};

    outcome_add(name, lm_semaphore_get_info(semaphore, &info));
    outcome_add("count", info.count);
    add_waiters(&info.waiters);
}

static void observe_queue(const char *name, const struct lm_queue *queue)
{
    struct lm_queue_info info = {0};

    outcome_add(name, lm_queue_get_info(queue, &info));
    outcome_add("used", info.used);
    add_waiters(&info.waiters);
    if (info.used > 0) {
        outcome_add("message", *(const uint32_t *)(const void *)queue->storage);
    }
}

static void observe_priority_queue(const char *name, const struct lm_priority_queue *priority_queue)
{
    const struct lm_queue *queue = &priority_queue->queue;
    struct lm_queue_info info = {0};
    const unsigned char *place = queue->read;

    outcome_add(name, lm_queue_get_info(queue, &info));
    outcome_add("used", info.used);
    add_waiters(&info.waiters);
    for (uint32_t i = 0; i < info.used; i++) {
        const uint32_t *message = (const uint32_t *)(const void *)place;

        outcome_add("message", message[0] << 16 | message[1]);
        place += queue->message_bytes;
        place = place == queue->end ? queue->storage : place;
    }
}

static void observe_flags(const char *name, const struct lm_event_flags *flags)
{
    struct lm_event_flags_info info = {0};

    outcome_add(name, lm_event_flags_get_info(flags, &info));
    outcome_add("bits", info.bits);
    add_waiters(&info.waiters);
}

/* No call reads who waits for a notice, or whether it was given and not received. */
static void observe_notice(const char *name, const struct lm_notice *notice)
{
    outcome_add(name, notice->object.kind);
    if (notice->object.kind == LM_KIND_NOTICE) {
        outcome_add("value", lm_notice_value(notice));
        outcome_add("given", notice->given);
        add_address("first waiter", notice->waiters.first);
        outcome_add("waiters", notice->waiters.count);
    }
}

static void observe_stream(const char *name, const struct lm_stream *stream)
{
    const unsigned char *place = stream->read;

    outcome_add(name, stream->object.kind);
    if (stream->object.kind != LM_KIND_STREAM) {
        return;
    }
    outcome_add("used", (uint32_t)lm_stream_used(stream));
    outcome_add("space", (uint32_t)lm_stream_space(stream));
    outcome_add("level", (uint32_t)stream->level);
    add_address("first waiter", stream->waiters.first);
    for (size_t i = 0; i < stream->used; i++) {
        outcome_add("byte", *place++);
        place = place == stream->end ? stream->storage : place;
    }
}

static void observe_blocks(const char *name, const struct lm_block_pool *pool)
{
    struct lm_block_pool_info info = {0};

    outcome_add(name, lm_block_pool_get_info(pool, &info));
    outcome_add("available", info.available);
    add_waiters(&info.waiters);
}

static void observe_bytes(const char *name, const struct lm_byte_pool *pool)
{
    struct lm_byte_pool_info info = {0};

    outcome_add(name, lm_byte_pool_get_info(pool, &info));
    outcome_add("available", (uint32_t)info.available);
    outcome_add("pieces", info.pieces);
    add_waiters(&info.waiters);
}

static void observe_timer(const char *name, const struct lm_timer *timer)
{
    struct lm_timer_info info = {0};

    outcome_add(name, lm_timer_get_info(timer, &info));
    outcome_add("active", info.active);
    if (timer->object.kind == LM_KIND_NONE && lm_timeout_is_started(&timer->timeout)) {
        trial_failed("a timer that was deleted goes on");
    }
    outcome_add("period", (uint32_t)info.period);
}

/* Most trials create no such object. */
static void observe_spares(unsigned i)
{
    if (world.spare[i].thread.object.kind != LM_KIND_NONE) {
        observe_actor("spare thread", &world.spare[i]);
    }
    if (world.spare_semaphore[i].object.kind != LM_KIND_NONE) {
        observe_semaphore("spare semaphore", &world.spare_semaphore[i]);
    }
    if (world.spare_mutex[i].object.kind != LM_KIND_NONE) {
        observe_mutex("spare mutex", &world.spare_mutex[i]);
    }
    if (world.spare_queue[i].object.kind != LM_KIND_NONE) {
        observe_queue("spare queue", &world.spare_queue[i]);
    }
    if (world.spare_priority_queue[i].queue.object.kind != LM_KIND_NONE) {
        observe_priority_queue("spare priority queue", &world.spare_priority_queue[i]);
    }
    if (world.spare_flags[i].object.kind != LM_KIND_NONE) {
        observe_flags("spare flags", &world.spare_flags[i]);
    }
    if (world.spare_notice[i].object.kind != LM_KIND_NONE) {
        observe_notice("spare notice", &world.spare_notice[i]);
    }
    if (world.spare_stream[i].object.kind != LM_KIND_NONE) {
        observe_stream("spare stream", &world.spare_stream[i]);
    }
    if (world.spare_blocks[i].object.kind != LM_KIND_NONE) {
        observe_blocks("spare blocks", &world.spare_blocks[i]);
    }
    if (world.spare_bytes[i].object.kind != LM_KIND_NONE) {
        observe_bytes("spare bytes", &world.spare_bytes[i]);
    }
    if (world.spare_timer[i].object.kind != LM_KIND_NONE) {
        observe_timer("spare timer", &world.spare_timer[i]);
    }
}

static void observe_models(void)
{
    observe_mutex("readers", &world.readers.writers);
    outcome_add("inside", world.readers.inside[0] << 16 | world.readers.inside[1]);
    observe_semaphore("readers left", &world.readers.left);
    observe_mutex("spinlock", &world.spinlock.mutex);
    add_address("spinlock holder", world.spinlock.spin.holder);
    outcome_add("spinlock is held", world.spinlock.spin.how);
    outcome_add("raw spinlock is held", world.raw_spinlock.spin.how);
    add_address("raw spinlock holder", world.raw_spinlock.spin.holder);
    outcome_add("device", world.device.object.kind);
    outcome_add("removed", world.device.removed);
    outcome_add("handles", world.device.handles);
    outcome_add("calls", world.device.calls);
    outcome_add("irqs", world.irqs);
}

void world_observe(void)
{
    observe_actors();
    observe_semaphore("semaphore", &world.semaphore);
    observe_mutex("mutex", &world.mutex);
    observe_mutex("ceiling", &world.ceiling);
    observe_queue("queue", &world.queue);
    observe_priority_queue("priority queue", &world.priority_queue);
    observe_flags("flags", &world.flags);
    observe_notice("notice", &world.notice);
    observe_stream("stream", &world.stream);
    observe_stream("messages", &world.messages);
    observe_blocks("blocks", &world.blocks);
    observe_bytes("bytes", &world.bytes);
    observe_timer("timer", &world.timer);
    observe_timer("poster", &world.poster);
    for (unsigned i = 0; i < ROLES; i++) {
        observe_spares(i);
    }
    observe_models();
    outcome_add("timer calls", world.timer_calls);
}
