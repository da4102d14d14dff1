/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of the calls of user threads, and of the same calls of threads with privileges: a loop
 * around each. argv[1] is the case. */
#include "marks.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <limen/user.h>
#include <string.h>

enum { ROUNDS = 50, STACK = 512 };
enum { SEMAPHORE, PONG, QUEUE, HANDLES };

extern char code_start[], code_end[]; /* from the linker script */

struct area {
    unsigned char stack[STACK];
    uint32_t data[(1024 - STACK) / 4];
};
static struct area area_a __attribute__((aligned(1024))), area_b __attribute__((aligned(1024)));
static struct lm_user_thread user_a, user_b;
static struct lm_thread thread_a, thread_b, thread_end;
LM_STACK(stack_a, STACK);
LM_STACK(stack_b, STACK);
LM_STACK(stack_end, STACK);
static struct lm_semaphore semaphore, pong;
static struct lm_queue queue;
static uint32_t storage[4];
static uint32_t message;

static const struct lm_user_grant grants[HANDLES] = {
    [SEMAPHORE] = {&semaphore, LM_MAY_POST_SEMAPHORE | LM_MAY_WAIT_SEMAPHORE},
    [PONG] = {&pong, LM_MAY_POST_SEMAPHORE | LM_MAY_WAIT_SEMAPHORE},
    [QUEUE] = {&queue, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
};

BENCH_MARK(bench_mark)

static void user_post_and_wait(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_user_semaphore_post(SEMAPHORE);
        lm_user_semaphore_wait(SEMAPHORE, LM_NO_WAIT);
    }
}

static void post_and_wait(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_semaphore_post(&semaphore);
        lm_semaphore_wait(&semaphore, LM_NO_WAIT);
    }
}

static void user_send_and_receive(void *argument)
{
    struct area *area = argument;

    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_user_queue_send(QUEUE, area->data, LM_NO_WAIT);
        lm_user_queue_receive(QUEUE, area->data, LM_NO_WAIT);
    }
}

static void send_and_receive(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_queue_send(&queue, &message, LM_NO_WAIT);
        lm_queue_receive(&queue, &message, LM_NO_WAIT);
    }
}

static void user_ping(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_user_semaphore_post(SEMAPHORE);
        lm_user_semaphore_wait_forever(PONG);
    }
}

static void user_pong(void *argument)
{
    (void)argument;
    for (;;) {
        lm_user_semaphore_wait_forever(SEMAPHORE);
        lm_user_semaphore_post(PONG);
    }
}

static void ping(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_semaphore_post(&semaphore);
        lm_semaphore_wait(&pong, LM_FOREVER);
    }
}

static void pong_back(void *argument)
{
    (void)argument;
    for (;;) {
        lm_semaphore_wait(&semaphore, LM_FOREVER);
        lm_semaphore_post(&pong);
    }
}

static void create_user(struct lm_user_thread *user, struct area *area, void (*entry)(void *),
                        uint16_t priority, bool without_floats)
{
    uintptr_t code_bytes = (uintptr_t)code_end - (uintptr_t)code_start;
    const struct lm_user_area areas[] = {
        {(uintptr_t)code_start, code_bytes, LM_USER_EXECUTE},
        {(uintptr_t)area, sizeof *area, LM_USER_WRITE},
    };

    lm_user_thread_create(user,
                          &(struct lm_user_config){.thread = {.name = "user",
                                                              LM_PREEMPTIVE(priority),
                                                              .entry = entry,
                                                              .argument = area,
                                                              .stack = area->stack,
                                                              .stack_bytes = sizeof area->stack},
                                                   .areas = areas,
                                                   .area_count = sizeof areas / sizeof areas[0],
                                                   .grants = grants,
                                                   .grant_count = HANDLES,
                                                   .without_floats = without_floats});
}

static void create(struct lm_thread *thread, void (*entry)(void *), uint16_t priority, void *stack)
{
    lm_thread_create(thread, &(struct lm_thread_config){.name = "thread",
                                                        LM_PREEMPTIVE(priority),
                                                        .entry = entry,
                                                        .stack = stack,
                                                        .stack_bytes = sizeof stack_a});
}

/* Runs when the other threads have ended, or wait. */
static void finish(void *argument)
{
    (void)argument;
    lm_board_exit(0);
}

/* Pairs of threads, of which the second one may be missing. */
static const struct {
    const char *name;
    void (*user[2])(void *argument);
    void (*thread[2])(void *argument);
} cases[] = {
    {"user-semaphore", {user_post_and_wait, NULL}, {NULL, NULL}},
    {"floats-semaphore", {user_post_and_wait, NULL}, {NULL, NULL}},
    {"semaphore", {NULL, NULL}, {post_and_wait, NULL}},
    {"user-queue", {user_send_and_receive, NULL}, {NULL, NULL}},
    {"queue", {NULL, NULL}, {send_and_receive, NULL}},
    {"user-ping-pong", {user_ping, user_pong}, {NULL, NULL}},
    {"floats-ping-pong", {user_ping, user_pong}, {NULL, NULL}},
    {"user-to-thread", {user_ping, NULL}, {NULL, pong_back}},
    {"ping-pong", {NULL, NULL}, {ping, pong_back}},
};

static void create_pair(unsigned number)
{
    static struct lm_user_thread *const users[] = {&user_a, &user_b};
    static struct lm_thread *const threads[] = {&thread_a, &thread_b};
    static struct area *const areas[] = {&area_a, &area_b};
    static unsigned char *const stacks[] = {stack_a, stack_b};

    for (unsigned i = 0; i < 2; i++) {
        uint16_t priority = (uint16_t)(10 - i);

        if (cases[number].user[i] != NULL) {
            create_user(users[i], areas[i], cases[number].user[i], priority,
                        strncmp(cases[number].name, "floats", 6) != 0);
        }
        if (cases[number].thread[i] != NULL) {
            create(threads[i], cases[number].thread[i], priority, stacks[i]);
        }
    }
}

int main(int argc, char **argv)
{
    lm_kernel_init();
    lm_semaphore_create(&semaphore, "ping", 0, LM_FIFO);
    lm_semaphore_create(&pong, "pong", 0, LM_FIFO);
    lm_queue_create(&queue, "queue", storage, 4, 4, LM_FIFO);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (argc > 1 && strcmp(argv[1], cases[i].name) == 0) {
            create_pair(i);
        }
    }
    create(&thread_end, finish, 20, stack_end);
    lm_kernel_start();
    return 0;
}
