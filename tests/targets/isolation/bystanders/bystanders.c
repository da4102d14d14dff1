/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an attack does not change the actions of other threads, and hardly their times.
 *
 * Method: a boss creates a user thread for each attack of attacks.h, and ends it after a time.
 * Beside it, a control loop releases a producer and a consumer, which are user threads and more
 * urgent than the attacker. A slow thread is less urgent. With the argument "harmless" the attacker
 * only works. The test compares the traces.
 */
#include "attacks.h"
#include "place.h"
#include <limen/board.h>
#include <string.h>

enum { LIFE_TICKS = LM_MS(1000), ENTRY = ATTACK_DATA - 2 };
enum { PERIOD_TICKS = LM_MS(1), SLOW_TICKS = LM_MS(10), WORK_TICKS = LM_US(20) };
enum { BEGIN_TICKS = LM_MS(210) }; /* the memory of the trace is clear by then */
enum { RECORDS = 40000, OBJECTS = 24 };

static AREA(producer_area);
static struct lm_user_thread producer, consumer;

static struct lm_queue queue;
static uint32_t queue_storage[4];
static struct lm_semaphore go;
static struct lm_thread boss, control, slow;
LM_STACK(boss_stack, 1024);
LM_STACK(control_stack, 512);
LM_STACK(slow_stack, 512);
static struct lm_period period = LM_PERIOD(PERIOD_TICKS, LM_MS(180), PERIOD_TICKS);
static struct lm_period slow_period = LM_PERIOD(SLOW_TICKS, LM_MS(180), SLOW_TICKS);
static bool is_harmless;
static unsigned char trace[LM_TRACE_BYTES(OBJECTS, RECORDS)] __attribute__((aligned(4)));

enum { GO = 1 };
static const struct lm_user_grant bystander_grants[] = {
    [QUEUE] = {&queue, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
    [GO] = {&go, LM_MAY_WAIT_SEMAPHORE},
};

static void produce(void *argument)
{
    struct area *area = argument;

    for (;; area->data[0]++) {
        lm_user_semaphore_wait(GO, LM_FOREVER);
        lm_user_queue_send(QUEUE, &area->data[0], LM_FOREVER);
    }
}

static void consume(void *argument)
{
    struct area *area = argument;

    for (;;) {
        lm_user_queue_receive(QUEUE, &area->data[0], LM_FOREVER);
    }
}

static void begin_jobs(void *argument)
{
    (void)argument;
    for (;;) {
        lm_thread_wait_period();
        lm_semaphore_post(&go);
    }
}

static void work_slowly(void *argument)
{
    (void)argument;
    for (;;) {
        lm_thread_wait_period();
        lm_work(WORK_TICKS);
    }
}

/* A second fault waits until the boss ends the thread. */
static void attack(void *argument)
{
    struct area *area = argument;
    uintptr_t entry;

    memcpy(&entry, &area->data[ENTRY], sizeof entry);
    if (entry != 0) {
        ((void (*)(void *))entry)(area);
    }
    for (;;) {
    }
}

static void create(struct lm_user_thread *user, struct area *area, struct lm_thread_config thread,
                   const struct lm_user_grant *grants, unsigned grant_count)
{
    create_in_area(user, area,
                   (struct lm_user_config){
                       .thread = thread,
                       .grants = grants,
                       .grant_count = grant_count,
                       .policy = LM_USER_RESTART,
                       .restarts = 1,
                       .restart_ticks = LIFE_TICKS,
                   });
}

/* The boss acts in the middle between two jobs of the control loop. */
static void attack_for_a_time(const struct attack *one, uint64_t begin)
{
    uintptr_t entry = is_harmless ? 0 : (uintptr_t)one->run;

    memset(attack_area.data, 0, sizeof attack_area.data);
    memcpy(&attack_area.data[ENTRY], &entry, sizeof entry);
    create(&attacker, &attack_area,
           (struct lm_thread_config){.name = "attacker", LM_PREEMPTIVE(5), .entry = attack},
           attacker_grants, ATTACKER_HANDLES);
    lm_thread_sleep_until(begin + 2 * (uint64_t)PERIOD_TICKS);
    lm_thread_terminate(&attacker.thread);
    lm_user_thread_delete(&attacker);
    lm_thread_sleep_until(begin + 3 * (uint64_t)PERIOD_TICKS);
}

static void manage(void *argument)
{
    (void)argument;
    create(&producer, &producer_area,
           (struct lm_thread_config){.name = "producer", LM_PREEMPTIVE(4), .entry = produce},
           bystander_grants, 2);
    create(&consumer, &consumer_area,
           (struct lm_thread_config){.name = "consumer", LM_PREEMPTIVE(3), .entry = consume},
           bystander_grants, 2);
    uint64_t begin = BEGIN_TICKS + PERIOD_TICKS / 2;

    lm_thread_sleep_until(begin);
    for (unsigned i = 0; i < common_attack_count; i++, begin += 3 * (uint64_t)PERIOD_TICKS) {
        attack_for_a_time(&common_attacks[i], begin);
    }
    for (unsigned i = 0; i < port_attack_count; i++, begin += 3 * (uint64_t)PERIOD_TICKS) {
        attack_for_a_time(&port_attacks[i], begin);
    }
    lm_board_exit(lm_board_save("trace.limen", trace, sizeof trace));
}

static void create_threads(void)
{
    lm_thread_create(
        &boss, &(struct lm_thread_config){
                   .name = "boss", LM_PREEMPTIVE(1), .entry = manage, LM_USE_STACK(boss_stack)});
    lm_thread_create(&control, &(struct lm_thread_config){.name = "control",
                                                          LM_PREEMPTIVE(2),
                                                          .entry = begin_jobs,
                                                          .period = &period,
                                                          LM_USE_STACK(control_stack)});
    lm_thread_create(&slow, &(struct lm_thread_config){.name = "slow",
                                                       LM_PREEMPTIVE(10),
                                                       .entry = work_slowly,
                                                       .period = &slow_period,
                                                       LM_USE_STACK(slow_stack)});
}

int main(int argc, char **argv)
{
    is_harmless = argc > 1 && strcmp(argv[1], "harmless") == 0;
    lm_kernel_init();
    lm_trace_start(trace, sizeof trace, OBJECTS);
    lm_queue_create(&queue, "queue", queue_storage, 4, 4, LM_FIFO);
    lm_semaphore_create(&go, "go", 0, LM_FIFO);
    create_attacked_objects();
    create_threads();
    lm_kernel_start();
    return 0;
}
