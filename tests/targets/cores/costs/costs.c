/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of calls for shared objects, on one core: a loop around each, as in bench/calls.c.
 *
 * The emulator that counts has one hart. So case "remote" assigns a waiting thread to core 1 before
 * the post, and takes it back out of the inbox of that core afterwards. It counts only the work of
 * the post for another core, between bench_post and bench_posted. Case "called" is the other end:
 * it puts the thread into the inbox of this core, as another core does, and counts the interrupt
 * until the thread runs at bench_runs. */
#include "cores/cores.h"
#include "marks.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { ROUNDS = 50, STACK = 512, PLACES = 8 };

LM_STACK(stack_a, STACK);
LM_STACK(stack_b, STACK);

static struct lm_thread a, b;
static struct lm_semaphore semaphore;
static struct lm_queue queue;
static struct lm_mutex mutex;
static struct lm_core_lock lock;
static uint32_t storage[PLACES * 4];
static uint32_t message[4];

BENCH_MARK(bench_mark)
BENCH_MARK(bench_post)
BENCH_MARK(bench_posted)
BENCH_MARK(bench_runs)

static void post_and_wait(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_semaphore_post(&semaphore);
        lm_semaphore_wait(&semaphore, LM_FOREVER);
    }
    lm_board_exit(0);
}

static void send_and_receive(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_queue_send(&queue, message, LM_FOREVER);
        lm_queue_receive(&queue, message, LM_FOREVER);
    }
    lm_board_exit(0);
}

static void lock_and_unlock(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_mutex_lock(&mutex, LM_FOREVER);
        lm_mutex_unlock(&mutex);
    }
    lm_board_exit(0);
}

static void enter_and_leave(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_core_enter(&lock);
        lm_core_leave(&lock);
    }
    lm_board_exit(0);
}

static void wait_for_posts(void *argument)
{
    (void)argument;
    for (;;) {
        lm_semaphore_wait(&semaphore, LM_FOREVER);
    }
}

/* Take the thread out of the inbox of core 1. It waits again before the call ends. */
static void take_back(struct lm_thread *thread)
{
    lm_lock_key key = lm_port_lock();

    lm_the_cores.inbox[1].first = NULL;
    thread->core = 0;
    lm_shared_end(thread, LM_OK, false);
    lm_unlock_rarely(lm_cpu(), key);
}

static void post_to_other_core(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        b.core = 1;
        bench_post();
        lm_semaphore_post(&semaphore);
        bench_posted();
        take_back(&b);
    }
    lm_board_exit(0);
}

static void wait_for_calls(void *argument)
{
    (void)argument;
    for (;;) {
        lm_semaphore_wait(&semaphore, LM_FOREVER);
        bench_runs();
    }
}

static void call_own_core(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        lm_lock_key key = lm_port_lock();

        lm_list_unlink(&b.node);
        b.shared_listed = false;
        lm_the_cores.inbox[0].first = &b;
        lm_the_cores.inbox[0].last = &b;
        lm_port_interrupt_core(0, key);
    }
    lm_board_exit(0);
}

struct bench_case {
    const char *name;
    void (*entry_a)(void *);
    void (*entry_b)(void *);
};

static const struct bench_case cases[] = {
    {"semaphore", post_and_wait, NULL},
    {"queue-16", send_and_receive, NULL},
    {"mutex", lock_and_unlock, NULL},
    {"core-lock", enter_and_leave, NULL},
    {"remote", post_to_other_core, wait_for_posts},
    {"called", call_own_core, wait_for_calls},
};

static int run(const struct bench_case *chosen)
{
    lm_kernel_init();
    lm_semaphore_create_shared(&semaphore, "semaphore", 0);
    lm_mutex_create_shared(&mutex, "mutex", 0);
    lm_queue_create_shared(&queue, "queue", storage, PLACES, sizeof message);
    lm_thread_create(
        &a, &(struct lm_thread_config){
                .name = "a", .entry = chosen->entry_a, LM_PREEMPTIVE(5), LM_USE_STACK(stack_a)});
    if (chosen->entry_b != NULL) {
        lm_thread_create(&b, &(struct lm_thread_config){.name = "b",
                                                        .entry = chosen->entry_b,
                                                        LM_PREEMPTIVE(4),
                                                        LM_USE_STACK(stack_b)});
    }
    lm_core_start(1, NULL);
    lm_kernel_start();
    return 1;
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (argc > 1 && strcmp(argv[1], cases[i].name) == 0) {
            return run(&cases[i]);
        }
    }
    lm_board_print("usage: bench-cores CASE, with CASE one of:\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lm_board_printf("  %s\n", cases[i].name);
    }
    return 2;
}
