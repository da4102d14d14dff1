/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the audit finds the damage if a single relation in an object does not hold, for each kind,
 * and none in an intact object. The sum over an object changes with each constant field, and with
 * no other field.
 *
 * Method: scenes. In a state of audit_states.h, or in another one, break one relation and keep all
 * others.
 */
#include "audit_states.h"
#include "core/wait_list.h"
#include <limen/notice.h>
#include <string.h>

/* 0 and 1 wait for a semaphore, and 2 for a message; 3 runs. */
static void begin_with_waiters(void)
{
    uint32_t message;

    THREADS_BEGIN(1, 1, 2, 5, 5);
    create_objects(LM_FIFO, 0, LM_INHERIT, sizeof area);
    (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
    (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
    (void)lm_queue_receive(&queue, &message, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 3);
    add_parts();
}

static void lists_of_waiting_threads(void)
{
    BROKEN(begin_with_waiters, object_damage(&semaphore.object), LM_DAMAGE_NONE, (void)0);
    BROKEN(begin_with_waiters, object_damage(&semaphore.object), LM_DAMAGE_NONE,
           semaphore.waiters.count = PARTS);
    BROKEN(begin_with_waiters, object_damage(&semaphore.object), LM_DAMAGE_LINK,
           semaphore.waiters.count = PARTS + 1);
    BROKEN(begin_with_waiters, object_damage(&semaphore.object), LM_DAMAGE_LINK,
           semaphore.waiters.count = 0);
    BROKEN(begin_with_waiters, object_damage(&semaphore.object), LM_DAMAGE_LINK,
           semaphore.waiters.count = 1);
    BROKEN(begin_with_waiters, object_damage(&semaphore.object), LM_DAMAGE_LINK,
           threads[0].state = LM_STATE_READY);
    BROKEN(begin_with_waiters, object_damage(&semaphore.object), LM_DAMAGE_LINK,
           threads[0].wait_list = &queue.waiters);
    BROKEN(begin_with_waiters, object_damage(&semaphore.object), LM_DAMAGE_LINK,
           (semaphore.waiters.first = &lm_cpu()->idle, lm_cpu()->idle.wait_list = NULL));
    BROKEN(begin_with_waiters, object_damage(&semaphore.object), LM_DAMAGE_NONE,
           semaphore.waiters.order = LM_MIXED);
    BROKEN(begin_with_waiters, object_damage(&semaphore.object), LM_DAMAGE_CONSTANT,
           semaphore.waiters.order = LM_MIXED + 1);
}

/* Messages from the first place to this one, of which so many have been received. */
static void send_and_receive(unsigned sent, unsigned received)
{
    uint32_t message = 0;

    THREADS_BEGIN(1, 2, 3, 5, 5);
    create_objects(LM_FIFO, 0, LM_INHERIT, sizeof area);
    for (unsigned i = 0; i < sent; i++) {
        if (i >= queue.capacity) {
            CHECK_STATUS(lm_queue_receive(&queue, &message, LM_NO_WAIT), LM_OK);
            received--;
        }
        CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
    }
    while (received-- > 0) {
        CHECK_STATUS(lm_queue_receive(&queue, &message, LM_NO_WAIT), LM_OK);
    }
    add_parts();
}

static void streams(void)
{
    BROKEN(begin, object_damage(&stream.object), LM_DAMAGE_NONE,
           (stream.used = stream.capacity, stream.space = 0, stream.write = stream.read));
    BROKEN(begin, object_damage(&stream.object), LM_DAMAGE_FILL,
           (stream.used = stream.capacity, stream.space = 0));
}

static void queues(void)
{
    for (unsigned sent = 0; sent <= 7; sent++) {
        for (unsigned received = sent > 4 ? sent - 4 : 0; received <= sent; received++) {
            send_and_receive(sent, received);
            CHECK_EQUAL(object_damage(&queue.object), LM_DAMAGE_NONE);
        }
    }
    BROKEN(begin_with_waiters, object_damage(&queue.object), LM_DAMAGE_NONE, (void)0);
    BROKEN(begin_otherwise, object_damage(&queue.object), LM_DAMAGE_NONE, (void)0);
    BROKEN(begin_otherwise, object_damage(&queue.object), LM_DAMAGE_FILL,
           (queue.used = queue.available = 2, queue.write += sizeof storage / 2));
    BROKEN(begin, object_damage(&queue.object), LM_DAMAGE_FILL, queue.used = 4);
    BROKEN(begin, object_damage(&queue.object), LM_DAMAGE_FILL,
           (queue.used = 2, queue.available = 2));
    BROKEN(begin, object_damage(&queue.object), LM_DAMAGE_FILL, queue.available = 2);
    BROKEN(begin_otherwise, object_damage(&queue.object), LM_DAMAGE_FILL,
           queue.read = queue.write = queue.end);
}

static void semaphores_and_timers(void)
{
    BROKEN(begin, object_damage(&semaphore.object), LM_DAMAGE_FILL, semaphore.count = 1);
    BROKEN(begin_otherwise, object_damage(&timer.object), LM_DAMAGE_NONE, timer.due = 71);
    BROKEN(begin, object_damage(&timer.object), LM_DAMAGE_TIME, timer.due = 71);
    BROKEN(begin, object_damage(&timer.object), LM_DAMAGE_NONE,
           timer.due = lm_cpu()->timeouts.base - 1);
    BROKEN(begin, object_damage(&timer.object), LM_DAMAGE_NONE,
           timer.due = lm_cpu()->timeouts.base);
    BROKEN(begin, object_damage(&timer.object), LM_DAMAGE_TIME,
           timer.due = timer.timeout.expiry = 1U << 20);
}

static void set_free(uintptr_t offset)
{
    memcpy(&blocks.free, &(void *){area + offset}, sizeof blocks.free);
}

static void pools(void)
{
    BROKEN(begin, object_damage(&blocks.object), LM_DAMAGE_NONE, set_free(48));
    BROKEN(begin, object_damage(&blocks.object), LM_DAMAGE_FILL, set_free(64));
    BROKEN(begin, object_damage(&blocks.object), LM_DAMAGE_FILL, set_free(1));
    BROKEN(begin, object_damage(&blocks.object), LM_DAMAGE_NONE, blocks.available = 4);
    BROKEN(begin, object_damage(&blocks.object), LM_DAMAGE_FILL, blocks.available = 5);
    BROKEN(begin, object_damage(&blocks.object), LM_DAMAGE_FILL, blocks.available = 0);
    BROKEN(begin, object_damage(&blocks.object), LM_DAMAGE_FILL, blocks.free = NULL);
    BROKEN(begin_otherwise, object_damage(&blocks.object), LM_DAMAGE_FILL,
           (set_free(0), blocks.available = 1));
    BROKEN(begin, object_damage(&memory.object), LM_DAMAGE_FILL,
           memory.available = sizeof byte_area + 1);
    BROKEN(begin, object_damage(&memory.object), LM_DAMAGE_FILL, memory.pieces = 0);
}

static void mutexes(void)
{
    BROKEN(begin_with_waiters, object_damage(&mutex.object), LM_DAMAGE_NONE, (void)0);
    BROKEN(begin, object_damage(&mutex.object), LM_DAMAGE_STATE, mutex.held = 0);
    BROKEN(begin, object_damage(&mutex.object), LM_DAMAGE_STATE,
           (mutex.owner = NULL, mutex.held = 0));
    BROKEN(begin, object_damage(&mutex.object), LM_DAMAGE_STATE, mutex.urgency = LM_LEVELS + 1);
    BROKEN(begin, object_damage(&mutex.object), LM_DAMAGE_STATE, mutex.has_ceiling = true);
    BROKEN(begin_otherwise, object_damage(&mutex.object), LM_DAMAGE_STATE,
           mutex.has_ceiling = false);
    BROKEN(begin, object_damage(&mutex.object), LM_DAMAGE_LINK, mutex.owned.next = NULL);
}

/* A layer may have a kind that the audit does not know. The audit checks only the beginning of its
 * objects. */
static void unknown_kinds(void)
{
    static const unsigned kinds[] = {LM_KIND_DEVICE, LM_KIND_NOTICE + 1, UINT8_MAX};
    struct lm_object object = {0};

    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        object.kind = (uint8_t)kinds[i];
        CHECK_SAME(lm_audit_block(&object), &object);
        CHECK_EQUAL(lm_audit_bytes(&object), sizeof object);
    }
}

#define SUM_CHANGES(object, field)                                                                 \
    do {                                                                                           \
        begin();                                                                                   \
        uint32_t before = lm_audit_sum_of_object(object);                                          \
                                                                                                   \
        *(unsigned char *)&(field) ^= 1;                                                           \
        CHECK(lm_audit_sum_of_object(object) != before);                                           \
    } while (0)

static void sums(void)
{
    SUM_CHANGES(&queue.object, queue.capacity);
    SUM_CHANGES(&queue.object, queue.message_bytes);
    SUM_CHANGES(&timer.object, timer.timeout.expire);
    SUM_CHANGES(&timer.object, timer.function);
    begin();
    uint32_t before = lm_audit_sum_of_object(&mutex.object);

    mutex.urgency = 1; /* the priority of a thread that waits */
    CHECK_EQUAL(lm_audit_sum_of_object(&mutex.object), before);
}

/* The waiting threads of a notice are shown as those of event flags. */
static void notices(void)
{
    static struct lm_notice_request request = {.wanted = 1};
    struct lm_audited part = {.object = &notice.object};

    memset(&notice, 0, sizeof notice);
    THREADS_BEGIN(1, 2);
    CHECK_STATUS(lm_notice_create(&notice, "notice"), LM_OK);
    (void)lm_notice_wait(&notice, &request, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 1);
    lm_audit_init(&audit, (struct lm_audited[]){part, {.object = &threads[0].object}}, 2);
    CHECK_SAME(lm_audit_block(&notice.object), &notice);
    CHECK_EQUAL(lm_audit_bytes(&notice.object), sizeof notice);
    CHECK_EQUAL(object_damage(&notice.object), LM_DAMAGE_NONE);
    CHECK_EQUAL(thread_damage(0), LM_DAMAGE_NONE);
    notice.waiters.count = 0;
    CHECK_EQUAL(object_damage(&notice.object), LM_DAMAGE_LINK);
}

/* The bits may have any value, also the address of the object. A set that is under way may be at
 * any address. */
static void event_flags_are_no_notice(void)
{
    struct lm_object *object = &flags.object;

    begin();
    memcpy(&flags.bits, &object, sizeof object);
    CHECK_SAME(lm_audit_block(object), &flags);
    CHECK_EQUAL(object_damage(object), LM_DAMAGE_NONE);
    begin();
    memset(&flags.pass, LM_WAITS_FOR_EVENTS, sizeof flags.pass);
    CHECK_SAME(lm_audit_block(object), &flags);
    CHECK_EQUAL(object_damage(object), LM_DAMAGE_NONE);
}

int main(void)
{
    lists_of_waiting_threads();
    queues();
    streams();
    semaphores_and_timers();
    pools();
    mutexes();
    unknown_kinds();
    sums();
    notices();
    event_flags_are_no_notice();
    return 0;
}
