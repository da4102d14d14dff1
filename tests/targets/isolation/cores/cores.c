/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: user threads of two cores exchange messages through shared objects, while other threads
 * attack on each core. Each core has its own protection, and a handle reaches no object of the
 * other core.
 *
 * Method: core 0 sends, core 1 receives, both in user threads. On each core, two more threads pass
 * a semaphore of that core to each other, and one makes an attack, restarts and makes the next. The
 * attacked memory is compared with its earlier contents.
 */
#include "attacks.h"
#include "place.h"
#include <limen/board.h>
#include <limen/cores.h>

enum { MESSAGES = 500, CORES = 2, SECRET = 42, SLEEP_TICKS = 7000 };
enum { LINK, DONE, LINK_AND_DONE }; /* handles of those that exchange messages */
enum { PING, PONG, TURNS };         /* of those that stay on their core */

struct memory {
    unsigned char stack[512];
    uint32_t message, count, bad;
    uint32_t unused[128 - 3];
};

/* All of one core. */
static struct part {
    struct lm_user_thread link, ping, pong, attacker;
    struct lm_semaphore semaphores[TURNS];
    struct lm_user_grant turns[TURNS];
    struct lm_user_grant
        attacked[TURNS]; /* a semaphore for which it may only wait, and the queue */
    struct lm_semaphore forbidden;
    volatile uint32_t secret;
    enum lm_status answer_about_other;
} parts[CORES];
static struct memory memories[CORES][5] __attribute__((aligned(1024)));
static struct lm_queue queue;
static uint32_t storage[4];
static struct lm_semaphore done;
static struct lm_mutex robust;
static struct lm_user_thread holder;
static struct heir {
    struct lm_thread thread;
    uint32_t told, bad;
} heirs[CORES];
static struct lm_thread boss;
LM_STACK(boss_stack, 1024);
static unsigned char heir_stacks[CORES][1024] __attribute__((aligned(LM_PORT_STACK_ALIGN)));

static const struct lm_user_grant link_grants[LINK_AND_DONE] = {
    [LINK] = {&queue, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
    [DONE] = {&done, LM_MAY_POST_SEMAPHORE},
};

static const struct lm_user_grant hold_grants[] = {{&robust, LM_MAY_LOCK_MUTEX}};

static void send(void *argument)
{
    struct memory *own = argument;

    for (own->message = 0; own->message < MESSAGES; own->message++) {
        own->bad += lm_user_queue_send(LINK, &own->message, LM_FOREVER) != LM_OK;
    }
    lm_user_semaphore_post(DONE);
}

static void receive(void *argument)
{
    struct memory *own = argument;

    for (uint32_t i = 0; i < MESSAGES; i++) {
        own->bad += lm_user_queue_receive(LINK, &own->message, LM_FOREVER) != LM_OK;
        own->count += own->message == i;
    }
    lm_user_semaphore_post(DONE);
}

static void ping(void *argument)
{
    struct memory *own = argument;

    for (;;) {
        own->bad += lm_user_semaphore_post(PING) != LM_OK;
        own->bad += lm_user_semaphore_wait(PONG, LM_FOREVER) != LM_OK;
        own->count++;
        lm_user_thread_sleep(SLEEP_TICKS);
    }
}

static void pong(void *argument)
{
    struct memory *own = argument;

    for (;;) {
        own->bad += lm_user_semaphore_wait(PING, LM_FOREVER) != LM_OK;
        own->bad += lm_user_semaphore_post(PONG) != LM_OK;
        own->count++;
    }
}

/* The number of the attack is in the memory of the thread, which a restart keeps. */
static void attack(void *argument)
{
    struct memory *own = argument;
    unsigned core = own >= memories[1];

    lm_user_thread_sleep(SLEEP_TICKS);
    poison_registers();
    switch (own->count++ % 7) {
    case 0:
        parts[0].secret = 1;
        break;
    case 1:
        parts[1].secret = 1;
        break;
    case 2:
        memories[1 - core][0].count = 0;
        break;
    case 3:
        memories[core][1].count = 0;
        break;
    case 4:
        own->bad += lm_user_semaphore_post(0) != LM_BAD_OBJECT;
        own->bad += lm_user_queue_send(1, (const void *)&parts[0].secret, LM_NO_WAIT) == LM_OK;
        jump_to(ATTACK_NOTHING);
        break;
    case 5:
        lm_semaphore_post(&done); /* without the gate */
        break;
    default:
        write_to((uintptr_t)&queue);
    }
}

/* The thread dies as the owner of the mutex, and restarts. Exactly one next owner gets the status
 * of each death, on either core, whether it waits already or not. */
static void hold(void *argument)
{
    struct memory *own = argument;
    enum lm_status status = lm_user_mutex_lock(0, LM_FOREVER);

    own->count += status == LM_OWNER_DIED;
    own->bad += status != LM_OK && status != LM_OWNER_DIED;
    lm_user_thread_sleep(SLEEP_TICKS);
    jump_to(ATTACK_NOTHING);
}

static void inherit(void *argument)
{
    struct heir *heir = argument;

    for (;;) {
        enum lm_status status = lm_mutex_lock(&robust, LM_FOREVER);

        heir->told += status == LM_OWNER_DIED;
        heir->bad += status != LM_OK && status != LM_OWNER_DIED;
        heir->bad += lm_mutex_unlock(&robust) != LM_OK;
        lm_thread_sleep(heir == heirs ? 3 * SLEEP_TICKS : 5 * SLEEP_TICKS / 2);
    }
}

static enum lm_status create(struct lm_user_thread *user, struct memory *memory,
                             void (*entry)(void *), const struct lm_user_grant *grants,
                             unsigned grant_count, uint16_t priority)
{
    const struct lm_user_area areas[] = AREAS_OF(memory);

    return lm_user_thread_create(
        user,
        &(struct lm_user_config){
            .thread = {.name = "user", LM_PREEMPTIVE(priority), .entry = entry, IN_MEMORY(memory)},
            .areas = areas,
            .area_count = 2,
            .grants = grants,
            .grant_count = grant_count,
            .policy = LM_USER_RESTART,
            .restarts = UINT32_MAX,
            .restart_ticks = 1000});
}

/* A grant of a semaphore of the other core is refused. */
static enum lm_status ask_for_other(struct part *part, struct memory *memory, unsigned core)
{
    struct lm_user_grant grant = {&parts[1 - core].forbidden, LM_MAY_POST_SEMAPHORE};

    return create(&part->attacker, memory, attack, &grant, 1, 11);
}

static void prepare(void)
{
    unsigned core = lm_core_self();
    struct part *part = &parts[core];
    struct memory *memory = memories[core];

    part->secret = SECRET;
    lm_semaphore_create(&part->forbidden, "forbidden", 0, LM_FIFO);
    for (unsigned i = 0; i < TURNS; i++) {
        lm_semaphore_create(&part->semaphores[i], "turn", 0, LM_FIFO);
        part->turns[i].object = &part->semaphores[i];
        part->turns[i].rights = LM_MAY_POST_SEMAPHORE | LM_MAY_WAIT_SEMAPHORE;
    }
    part->attacked[0] = (struct lm_user_grant){&part->forbidden, LM_MAY_WAIT_SEMAPHORE};
    part->attacked[1] = (struct lm_user_grant){&queue, LM_MAY_SEND_QUEUE};
    part->answer_about_other = core == 1 ? ask_for_other(part, &memory[3], core) : LM_BAD_OBJECT;
    create(&part->link, &memory[0], core == 0 ? send : receive, link_grants, LINK_AND_DONE, 12);
    create(&part->ping, &memory[1], ping, part->turns, TURNS, 9);
    create(&part->pong, &memory[2], pong, part->turns, TURNS, 10);
    create(&part->attacker, &memory[3], attack, part->attacked, TURNS, 8);
    if (core == 0) {
        create(&holder, &memory[4], hold, hold_grants, 1, 13);
    }
    lm_thread_create(&heirs[core].thread, &(struct lm_thread_config){.name = "heir",
                                                                     LM_PREEMPTIVE(14),
                                                                     .entry = inherit,
                                                                     .argument = &heirs[core],
                                                                     .stack = heir_stacks[core],
                                                                     .stack_bytes = 1024});
}

static void report(void)
{
    uint32_t bad = 0, turns = UINT32_MAX, faults = UINT32_MAX;

    for (unsigned core = 0; core < CORES; core++) {
        const struct part *part = &parts[core];

        for (unsigned i = 0; i < 5; i++) {
            bad += memories[core][i].bad;
        }
        bad += heirs[core].bad;
        bad += part->secret != SECRET || part->answer_about_other != LM_BAD_OBJECT ||
               part->link.faults + part->ping.faults + part->pong.faults != 0;
        turns = memories[core][1].count < turns ? memories[core][1].count : turns;
        faults = part->attacker.faults < faults ? part->attacker.faults : faults;
    }
    lm_board_printf("messages %u, bad %u, turns %u, faults %u\n", (unsigned)memories[1][0].count,
                    (unsigned)bad, (unsigned)turns, (unsigned)faults);
    lm_board_printf("deaths %u, told to itself %u, to its core %u, to the other core %u\n",
                    (unsigned)holder.faults, (unsigned)memories[0][4].count,
                    (unsigned)heirs[0].told, (unsigned)heirs[1].told);
    lm_board_exit(0);
}

static void manage(void *argument)
{
    (void)argument;
    lm_semaphore_wait(&done, LM_FOREVER);
    lm_semaphore_wait(&done, LM_FOREVER);
    lm_thread_sleep(100 * SLEEP_TICKS);
    report();
}

int main(void)
{
    lm_kernel_init();
    lm_queue_create_shared(&queue, "queue", storage, 4, 4);
    lm_semaphore_create_shared(&done, "done", 0);
    lm_mutex_create_shared(&robust, "robust", 13);
    lm_thread_create(
        &boss, &(struct lm_thread_config){
                   .name = "boss", LM_PREEMPTIVE(5), .entry = manage, LM_USE_STACK(boss_stack)});
    prepare();
    lm_core_start(1, prepare);
    lm_kernel_start();
    return 0;
}
