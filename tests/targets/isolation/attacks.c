/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an attack of a user thread ends only this thread, and changes nothing else.
 *
 * Method: user threads attack, one after the other, a secret of the kernel, an object to which they
 * have no right, and two bystanders that exchange messages. A line is printed for each attack that
 * did not end as its row says. The last line has the state of the rest.
 */
#include "attacks.h"
#include "place.h"
#include <limen/board.h>

enum { MESSAGES = 1000, WATCH_TICKS = 20000, SETTLE_TICKS = 5000 };

static AREA(producer_area);
static struct lm_user_thread producer_thread, consumer_thread;
static struct lm_queue queue;
static uint32_t queue_storage[4];
static struct lm_semaphore done;
static struct lm_thread boss;
LM_STACK(boss_stack, 1024);

static const struct lm_user_grant bystander_grants[] = {
    {&queue, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
    {&done, LM_MAY_POST_SEMAPHORE},
};

static void produce(void *argument)
{
    struct area *area = argument;

    for (uint32_t i = 0; i < MESSAGES; i++) {
        area->data[0] = i;
        lm_user_queue_send(0, &area->data[0], LM_FOREVER);
    }
    lm_user_semaphore_post(1);
}

static void consume(void *argument)
{
    struct area *area = argument;

    for (uint32_t i = 0; i < MESSAGES; i++) {
        fill_floats();
        lm_user_queue_receive(0, &area->data[0], LM_FOREVER);
        area->data[1] += area->data[0] == i;
    }
    lm_user_semaphore_post(1);
}

static bool is_as_expected(const struct attack *attack, bool has_ended)
{
    if (has_ended != (attack->end != SPINS) ||
        (has_ended && (int)attacker.fault.cause != attack->end) ||
        attack_area.data[ATTACK_DATA - 1] != (attack->answers & ANSWERS)) {
        return false;
    }
    for (unsigned i = 0; i < (attack->answers & ANSWERS); i++) {
        if (attack_area.data[i] != (uint32_t)attack->answer) {
            return false;
        }
    }
    return true;
}

static void print(const struct attack *attack, bool has_ended)
{
    lm_board_printf("%s: %s, cause %u, status %08x, address %08lx, at %08lx, answers", attack->name,
                    has_ended ? "ended" : "runs", attacker.fault.cause,
                    (unsigned)attacker.fault.status, (unsigned long)attacker.fault.address,
                    (unsigned long)attacker.fault.pc);
    for (unsigned i = 0; i < attack_area.data[ATTACK_DATA - 1] && i < ATTACK_DATA; i++) {
        lm_board_printf(" %u", (unsigned)attack_area.data[i]);
    }
    lm_board_print("\n");
}

/* The attacker is more urgent than the bystanders, which run when it has ended or waits; if it does
 * not end, the boss ends it. */
static void watch(const struct attack *attack)
{
    struct lm_thread_info info;

    for (unsigned i = 0; i < ATTACK_DATA; i++) {
        attack_area.data[i] = 0;
    }
    fill_floats();
    create_in_area(&attacker, &attack_area,
                   (struct lm_user_config){
                       .thread = {.name = attack->name, LM_PREEMPTIVE(5), .entry = attack->run},
                       .grants = attacker_grants,
                       .grant_count = ATTACKER_HANDLES,
                       .without_floats = (attack->answers & WITHOUT_FLOATS) != 0,
                   });
    lm_thread_sleep(WATCH_TICKS);
    lm_thread_sleep(SETTLE_TICKS); /* the first interrupt may be its end */
    lm_thread_get_info(&attacker.thread, &info);

    bool has_ended = info.state == LM_TERMINATED;

    if (!is_as_expected(attack, has_ended)) {
        print(attack, has_ended);
    }
    if (!has_ended) {
        lm_thread_terminate(&attacker.thread);
    }
    lm_user_thread_delete(&attacker);
    lm_thread_sleep(SETTLE_TICKS);
}

static void manage(void *argument)
{
    (void)argument;
    create_in_area(&producer_thread, &producer_area,
                   (struct lm_user_config){
                       .thread = {.name = "producer", LM_PREEMPTIVE(10), .entry = produce},
                       .grants = bystander_grants,
                       .grant_count = 2,
                       .without_floats = true,
                   });
    create_in_area(&consumer_thread, &consumer_area,
                   (struct lm_user_config){
                       .thread = {.name = "consumer", LM_PREEMPTIVE(9), .entry = consume},
                       .grants = bystander_grants,
                       .grant_count = 2,
                   });
    for (unsigned i = 0; i < common_attack_count; i++) {
        watch(&common_attacks[i]);
    }
    for (unsigned i = 0; i < port_attack_count; i++) {
        watch(&port_attacks[i]);
    }
    lm_semaphore_wait(&done, LM_FOREVER);
    lm_semaphore_wait(&done, LM_FOREVER);
    lm_board_printf("attacks %u, messages %u, secret %u, forbidden %u\n",
                    common_attack_count + port_attack_count, (unsigned)consumer_area.data[1],
                    (unsigned)attack_secret, (unsigned)lm_semaphore_count(&forbidden));
    lm_board_exit(0);
}

int main(void)
{
    lm_kernel_init();
    lm_queue_create(&queue, "queue", queue_storage, 4, 4, LM_FIFO);
    lm_semaphore_create(&done, "done", 0, LM_FIFO);
    create_attacked_objects();
    lm_thread_create(
        &boss, &(struct lm_thread_config){
                   .name = "boss", LM_PREEMPTIVE(2), .entry = manage, LM_USE_STACK(boss_stack)});
    lm_kernel_start();
    return 0;
}
