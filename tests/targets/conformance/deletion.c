/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: every thread that waits for a deleted object gets LM_DELETED, even if the first one of them
 * creates the object again or terminates the thread that deletes.
 *
 * Method: both actions with each kind of object. Two threads wait, which are more urgent than the
 * one that deletes.
 */
#include "conformance.h"

enum { FULL = 1 };

static struct lm_semaphore semaphore;
static struct lm_mutex mutex;
static struct lm_queue queue;
static uint32_t storage, message;
static struct lm_thread *deleter, *waiters[2];
static bool terminates; /* the action of the first thread that runs */
static bool acted;

/* The actions of the waiting threads and the deleting one for a kind of object. */
struct kind {
    enum lm_status (*wait)(lm_timeout timeout);
    enum lm_status (*remove)(void);
    enum lm_status (*create)(void);
};

static const struct kind *kind;

static enum lm_status wait_for_semaphore(lm_timeout timeout)
{
    return lm_semaphore_wait(&semaphore, timeout);
}

static enum lm_status delete_semaphore(void)
{
    return lm_semaphore_delete(&semaphore);
}

static enum lm_status create_semaphore(void)
{
    return lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
}

static enum lm_status wait_for_mutex(lm_timeout timeout)
{
    return lm_mutex_lock(&mutex, timeout);
}

static enum lm_status delete_mutex(void)
{
    return lm_mutex_delete(&mutex);
}

static enum lm_status create_mutex(void)
{
    return lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
}

static enum lm_status receive(lm_timeout timeout)
{
    return lm_queue_receive(&queue, &message, timeout);
}

static enum lm_status send(lm_timeout timeout)
{
    return lm_queue_send(&queue, &message, timeout);
}

static enum lm_status delete_queue(void)
{
    return lm_queue_delete(&queue);
}

static enum lm_status create_empty_queue(void)
{
    return lm_queue_create(&queue, "empty queue", &storage, FULL, sizeof storage, LM_FIFO);
}

static enum lm_status create_full_queue(void)
{
    enum lm_status status =
        lm_queue_create(&queue, "full queue", &storage, FULL, sizeof storage, LM_FIFO);

    return status == LM_OK ? lm_queue_send(&queue, &message, LM_NO_WAIT) : status;
}

static const struct kind kinds[] = {
    {wait_for_semaphore, delete_semaphore, create_semaphore},
    {wait_for_mutex, delete_mutex, create_mutex},
    {receive, delete_queue, create_empty_queue},
    {send, delete_queue, create_full_queue},
};

/* The first thread that runs acts. */
static void wait_and_act(void *letter)
{
    CHECK(kind->wait(LM_MS(50)) == LM_DELETED);
    mark(*(const char *)letter);
    if (acted) {
        return;
    }
    acted = true;
    if (terminates) {
        CHECK(lm_thread_terminate(deleter) == LM_OK);
    } else {
        CHECK(kind->create() == LM_OK);
    }
}

/* It owns the mutex when the others begin to wait, because a thread waits only for an owned
 * mutex. */
static void create_and_delete(void *argument)
{
    (void)argument;
    CHECK(kind->create() == LM_OK);
    CHECK(kind->wait != wait_for_mutex || lm_mutex_lock(&mutex, LM_NO_WAIT) == LM_OK);
    CHECK(lm_thread_restart(waiters[1]) == LM_OK); /* first, because it is less urgent */
    CHECK(lm_thread_restart(waiters[0]) == LM_OK);
    CHECK(kind->remove() == LM_OK);
    mark('d');
}

static void delete_while(bool first_one_terminates)
{
    terminates = first_one_terminates;
    acted = false;
    CHECK(lm_thread_restart(deleter) == LM_OK);
    CHECK(lm_thread_sleep(LM_MS(1)) == LM_OK);
    told(terminates ? "12" : "12d");
    CHECK(lm_thread_terminate(waiters[0]) == LM_BAD_STATE); /* the deletion has ended both waits */
    CHECK(lm_thread_terminate(waiters[1]) == LM_BAD_STATE);
}

static void story(void *argument)
{
    (void)argument;
    CHECK(lm_thread_terminate(waiters[0]) == LM_OK);
    CHECK(lm_thread_terminate(waiters[1]) == LM_OK);
    CHECK(lm_thread_terminate(deleter) == LM_OK);
    for (size_t i = 0; i < LAB_LENGTH(kinds); i++) {
        kind = &kinds[i];
        delete_while(false);
        CHECK(kind->remove() == LM_OK); /* the new object */
        delete_while(true);
    }
    conformance_end();
}

static struct lm_thread *create(const char *name, uint16_t priority, void (*entry)(void *))
{
    return lab_thread((struct lm_thread_config){.name = name,
                                                LM_PREEMPTIVE(priority),
                                                .entry = entry,
                                                .argument = (void *)(uintptr_t)name,
                                                .suspended = true});
}

static void set_up(void)
{
    waiters[0] = create("1", 5, wait_and_act);
    waiters[1] = create("2", 6, wait_and_act);
    deleter = create("deleter", 9, create_and_delete);
    lab_thread((struct lm_thread_config){.name = "story", LM_PREEMPTIVE(3), .entry = story});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
