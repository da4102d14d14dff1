/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the lives of user threads are correct: refused creations, the effect of a fault under each
 * policy, the next owners of their mutexes, calls about threads, and a driver.
 *
 * Method: scenes; each prints a line for an unexpected result. With the argument "halt", a fault
 * ends the program. With limen-traced the program leaves a trace. */
#include "attacks.h"
#include "driver.h"
#include "place.h"
#include "scenes.h"
#include <string.h>

struct area attack_area __attribute__((aligned(1024)));
static struct lm_user_thread user;
static struct lm_mutex inheriting, with_ceiling;
static struct lm_semaphore semaphore;
static struct lm_queue queue;
static struct lm_timer timer;
static uint32_t storage[2];
static struct lm_thread waiter;
LM_STACK(waiter_stack, 512);
static enum lm_status waiter_answer;

static const struct lm_user_grant grants[] = {
    {&inheriting, LM_MAY_LOCK_MUTEX},
    {&with_ceiling, LM_MAY_LOCK_MUTEX},
    {&semaphore, LM_MAY_WAIT_SEMAPHORE | LM_MAY_POST_SEMAPHORE},
    {&queue, LM_MAY_SEND_QUEUE},
};
enum { INHERITING, WITH_CEILING, SEMAPHORE, QUEUE_OF_WAITER };

static const struct lm_user_area own_areas[] = AREAS_OF(&attack_area);

static struct lm_user_config configured(void (*entry)(void *))
{
    return (struct lm_user_config){
        .thread = {.name = "user", LM_PREEMPTIVE(10), .entry = entry, IN_MEMORY(&attack_area)},
        .areas = own_areas,
        .area_count = 2,
        .grants = grants,
        .grant_count = sizeof grants / sizeof grants[0]};
}

static enum lm_thread_state state_of(const struct lm_thread *thread)
{
    struct lm_thread_info info;

    lm_thread_get_info(thread, &info);
    return info.state;
}

/* Refused configurations */

static void do_nothing(void *argument)
{
    (void)argument;
}

/* A configuration with one change, which answers this. */
#define REFUSED(answer, change)                                                                    \
    do {                                                                                           \
        struct lm_user_area areas[LM_USER_REGIONS + 1] = {own_areas[0], own_areas[1]};             \
        struct lm_user_grant grant = {&semaphore, LM_MAY_POST_SEMAPHORE};                          \
        struct lm_user_config config = configured(do_nothing);                                     \
        config.areas = areas;                                                                      \
        config.grants = &grant;                                                                    \
        config.grant_count = 1;                                                                    \
        change;                                                                                    \
        CHECK(lm_user_thread_create(&user, &config) == (answer));                                  \
    } while (0)

static void refuse_areas(void)
{
    REFUSED(LM_BAD_ARGUMENT, config.area_count = LM_USER_REGIONS + 1);
    REFUSED(LM_BAD_ARGUMENT, config.area_count = 1);
    REFUSED(LM_BAD_ARGUMENT, areas[1].bytes = 1000);
    REFUSED(LM_BAD_ARGUMENT, areas[1].bytes = 16);
    REFUSED(LM_BAD_ARGUMENT, areas[1].bytes = 0);
    REFUSED(LM_BAD_ARGUMENT, areas[1].base += 512);
    REFUSED(LM_BAD_ARGUMENT, areas[1].access = LM_USER_READ);
    REFUSED(LM_BAD_ARGUMENT, areas[1].access = 0);
    REFUSED(LM_BAD_ARGUMENT, areas[1].access = LM_USER_WRITE | LM_USER_EXECUTE);
    REFUSED(LM_BAD_ARGUMENT, areas[2] = areas[1]; config.area_count = 3);
    REFUSED(LM_BAD_ARGUMENT, config.thread.stack_bytes += 512);
    REFUSED(LM_BAD_ARGUMENT, config.thread.stack_bytes = 64);
    REFUSED(LM_BAD_ARGUMENT, config.thread.stack = (void *)((uintptr_t)&attack_area - 8));
    REFUSED(LM_BAD_ARGUMENT, config.thread.stack = NULL);
    REFUSED(LM_BAD_ARGUMENT, config.thread.entry = NULL);
    REFUSED(LM_BAD_ARGUMENT, config.policy = (enum lm_user_policy)(LM_USER_HALT + 1));
    CHECK(lm_user_thread_create(NULL, NULL) == LM_BAD_ARGUMENT);
    CHECK(lm_user_thread_delete(NULL) == LM_BAD_OBJECT);
}

static void refuse_grants(void)
{
    struct lm_semaphore none = {0};
    struct lm_semaphore *exposed = (struct lm_semaphore *)(void *)attack_area.data;

    REFUSED(LM_BAD_ARGUMENT, grant.rights = 0);
    REFUSED(LM_BAD_ARGUMENT, grant.rights = UINT32_C(1) << 31);
    REFUSED(LM_BAD_ARGUMENT, grant.rights = LM_MAY_POST_SEMAPHORE | LM_MAY_LOCK_MUTEX);
    REFUSED(LM_BAD_OBJECT, grant.rights = LM_MAY_LOCK_MUTEX);
    REFUSED(LM_BAD_OBJECT, grant.object = &queue);
    REFUSED(LM_BAD_OBJECT, grant.object = NULL);
    REFUSED(LM_BAD_OBJECT, grant.object = &none);
    CHECK(lm_semaphore_create(exposed, "exposed", 0, LM_FIFO) == LM_OK);
    REFUSED(LM_BAD_OBJECT, grant.object = exposed);
    CHECK(lm_semaphore_delete(exposed) == LM_OK);
}

/* Faults */

static void write_secret(void *argument)
{
    volatile struct area *area = argument;

    area->data[0]++;
    *(volatile uint32_t *)(uintptr_t)&attack_secret = 1;
}
volatile uint32_t attack_secret;

static void end_by_fault(void)
{
    struct lm_user_config config = configured(write_secret);

    attack_area.data[0] = 0;
    CHECK(lm_user_thread_create(&user, &config) == LM_OK);
    CHECK(lm_user_thread_create(&user, &config) == LM_BAD_OBJECT);
    lm_thread_sleep(10000);
    CHECK(state_of(&user.thread) == LM_TERMINATED);
    CHECK(user.faults == 1 && attack_area.data[0] == 1);
    CHECK(user.fault.cause == LM_USER_BAD_ACCESS);
    CHECK(user.fault.address == (uintptr_t)&attack_secret);
    CHECK(user.fault.pc - ((uintptr_t)write_secret & ~(uintptr_t)1) < 64);
    CHECK(lm_thread_restart(&user.thread) == LM_OK);
    lm_thread_sleep(10000);
    CHECK(user.faults == 2 && attack_area.data[0] == 2);
    CHECK(lm_user_thread_delete(&user) == LM_OK);
    CHECK(lm_user_thread_delete(&user) == LM_BAD_OBJECT);
}

static void begin_again(void)
{
    struct lm_user_config config = configured(write_secret);

    config.policy = LM_USER_RESTART;
    config.restarts = 3;
    config.restart_ticks = 20000;
    attack_area.data[0] = 0;
    CHECK(lm_user_thread_create(&user, &config) == LM_OK);
    lm_thread_sleep(10000);
    CHECK(user.faults == 1);
    lm_thread_sleep(20000);
    CHECK(user.faults == 2);
    lm_thread_sleep(100000);
    CHECK(user.faults == 4 && attack_area.data[0] == 4);
    CHECK(state_of(&user.thread) == LM_TERMINATED);
    CHECK(lm_user_thread_delete(&user) == LM_OK);
}

/* Mutexes */

static void lock_both_and_fault(void *argument)
{
    lm_user_mutex_lock(INHERITING, LM_FOREVER);
    lm_user_mutex_lock(INHERITING, LM_FOREVER);
    lm_user_mutex_lock(WITH_CEILING, LM_FOREVER);
    lm_user_semaphore_wait(SEMAPHORE, LM_FOREVER);
    write_secret(argument);
}

static void lock_and_note(void *argument)
{
    struct lm_mutex *mutex = argument;

    waiter_answer = lm_mutex_lock(mutex, LM_FOREVER);
    if (lm_mutex_owner(mutex) == &waiter) {
        lm_mutex_unlock(mutex);
    }
}

static void begin_waiter(struct lm_mutex *mutex)
{
    waiter_answer = LM_BAD_STATE;
    lm_thread_create(&waiter, &(struct lm_thread_config){.name = "waiter",
                                                         LM_PREEMPTIVE(9),
                                                         .entry = lock_and_note,
                                                         .argument = mutex,
                                                         LM_USE_STACK(waiter_stack)});
    lm_thread_sleep(10000);
}

/* One thread after the other locks a mutex whose owner has died while nobody waited. */
static void lock_later(struct lm_mutex *mutex)
{
    begin_waiter(mutex);
    CHECK(waiter_answer == LM_OWNER_DIED);
    CHECK(lm_thread_delete(&waiter) == LM_OK);
    begin_waiter(mutex);
    CHECK(waiter_answer == LM_OK);
    CHECK(lm_thread_delete(&waiter) == LM_OK);
}

static void hand_over(struct lm_mutex *mutex, struct lm_mutex *unwanted)
{
    struct lm_user_config config = configured(lock_both_and_fault);

    CHECK(lm_user_thread_create(&user, &config) == LM_OK);
    lm_thread_sleep(10000);
    begin_waiter(mutex);
    CHECK(lm_mutex_owner(mutex) == &user.thread);
    lm_semaphore_post(&semaphore);
    lm_thread_sleep(20000);
    CHECK(waiter_answer == LM_OWNER_DIED);
    CHECK(lm_mutex_owner(&inheriting) == NULL && lm_mutex_owner(&with_ceiling) == NULL);
    CHECK(state_of(&user.thread) == LM_TERMINATED && state_of(&waiter) == LM_TERMINATED);
    CHECK(lm_user_thread_delete(&user) == LM_OK);
    CHECK(lm_thread_delete(&waiter) == LM_OK);
    lock_later(unwanted);
}

/* Memory that the thread may only read. Others write it, also the kernel for a thread that waits
 * there for a message. */

static struct {
    uint32_t value, unused[7];
} published __attribute__((aligned(32)));

static void copy_published(void *argument)
{
    volatile struct area *area = argument;
    uint32_t message = 7;

    for (;;) {
        lm_user_semaphore_wait(SEMAPHORE, LM_FOREVER);
        area->data[0] = *(volatile uint32_t *)&published.value;
        lm_user_queue_send(QUEUE_OF_WAITER, &message, LM_FOREVER);
    }
}

static void receive_into_published(void *argument)
{
    (void)argument;
    lm_queue_receive(&queue, &published.value, LM_FOREVER);
}

static void publish(void)
{
    struct lm_user_config config = configured(copy_published);
    struct lm_user_area areas[3] = {
        own_areas[0], own_areas[1], {(uintptr_t)&published, sizeof published, LM_USER_READ}};

    config.areas = areas;
    config.area_count = 3;
    published.value = 1;
    CHECK(lm_user_thread_create(&user, &config) == LM_OK);
    lm_thread_sleep(10000);
    published.value = 2; /* its regions are loaded */
    lm_semaphore_post(&semaphore);
    lm_thread_create(&waiter, &(struct lm_thread_config){.name = "waiter",
                                                         LM_PREEMPTIVE(9),
                                                         .entry = receive_into_published,
                                                         LM_USE_STACK(waiter_stack)});
    lm_thread_sleep(10000);
    CHECK(attack_area.data[0] == 2 && published.value == 7);
    lm_semaphore_post(&semaphore);
    lm_thread_sleep(10000);
    CHECK(attack_area.data[0] == 7 && user.faults == 0);
    CHECK(lm_thread_terminate(&user.thread) == LM_OK);
    CHECK(lm_user_thread_delete(&user) == LM_OK);
    CHECK(lm_thread_delete(&waiter) == LM_OK);
    CHECK(lm_queue_flush(&queue) == LM_OK);
}

static void follow_published(void *argument)
{
    volatile struct area *area = argument;

    for (;;) {
        area->data[0] = *(volatile uint32_t *)&published.value;
    }
}

static void publish_next(void *argument)
{
    (void)argument;
    published.value++;
}

static void publish_from_interrupt(void)
{
    struct lm_user_config config = configured(follow_published);
    struct lm_user_area areas[3] = {
        own_areas[0], own_areas[1], {(uintptr_t)&published, sizeof published, LM_USER_READ}};

    config.areas = areas;
    config.area_count = 3;
    published.value = 0;
    CHECK(lm_user_thread_create(&user, &config) == LM_OK);
    CHECK(lm_timer_start(&timer, 4001, 4001) == LM_OK);
    lm_thread_sleep(240000);
    CHECK(lm_timer_stop(&timer) == LM_OK);
    lm_thread_sleep(5000);
    CHECK(published.value > 20 && attack_area.data[0] == published.value && user.faults == 0);
    CHECK(lm_thread_terminate(&user.thread) == LM_OK);
    CHECK(lm_user_thread_delete(&user) == LM_OK);
}

/* Calls for threads */

static void count(void *argument)
{
    volatile struct area *area = argument;

    for (;;) {
        area->data[0]++;
    }
}

static void suspend_and_resume(void)
{
    struct lm_user_config config = configured(count);
    uint32_t before;

    config.thread.suspended = true;
    attack_area.data[0] = 0;
    CHECK(lm_user_thread_create(&user, &config) == LM_OK);
    lm_thread_sleep(5000);
    CHECK(attack_area.data[0] == 0);
    CHECK(lm_thread_start(&user.thread) == LM_OK);
    lm_thread_sleep(5000);
    before = attack_area.data[0];
    CHECK(before > 0);
    CHECK(lm_thread_suspend(&user.thread) == LM_OK);
    lm_thread_sleep(5000);
    CHECK(attack_area.data[0] == before);
    CHECK(lm_thread_resume(&user.thread) == LM_OK);
    lm_thread_sleep(5000);
    CHECK(attack_area.data[0] > before);
    CHECK(lm_thread_terminate(&user.thread) == LM_OK);
    CHECK(lm_user_thread_delete(&user) == LM_OK);
}

static void manage(void *argument)
{
    if (argument != NULL) {
        struct lm_user_config config = configured(write_secret);

        config.policy = LM_USER_HALT;
        lm_user_thread_create(&user, &config);
        lm_thread_sleep(LM_FOREVER >> 1);
    }
    refuse_areas();
    refuse_grants();
    end_by_fault();
    begin_again();
    hand_over(&inheriting, &with_ceiling);
    hand_over(&with_ceiling, &inheriting);
    publish();
    publish_from_interrupt();
    suspend_and_resume();
    drive_device();
    CHECK(attack_secret == 0);
    end_scenes();
}

int main(int argc, char **argv)
{
    begin_scenes();
    lm_mutex_create(&inheriting, "inheriting", LM_INHERIT, 0, LM_FIFO);
    lm_mutex_create(&with_ceiling, "ceiling", LM_CEILING, 5, LM_FIFO);
    lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
    lm_queue_create(&queue, "queue", storage, 2, 4, LM_FIFO);
    lm_timer_create(&timer, "timer", publish_next, NULL);
    return play_scenes(manage, 2, argc, argv);
}
