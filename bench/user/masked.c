/* SPDX-License-Identifier: Apache-2.0 */
/* How long calls, interrupts and faults of user threads keep interrupts off: one trial after the
 * other. limen.bench.masked runs it in QEMU and pairs each printed line with a window. */
#include "marks.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <limen/user.h>

enum { STACK = 512, SETTLE_TICKS = 20000, TIMER_TICKS = 4000, CALLER = 10 };
enum { ONE, SMALL, LARGE, MUTEX, FLAGS, HANDLES };

extern char code_start[], code_end[]; /* from the linker script */

struct area {
    unsigned char stack[STACK];
    uint32_t data[(1024 - STACK) / 4];
};
static struct area areas[2] __attribute__((aligned(1024)));
static struct lm_user_thread caller, other;
static struct lm_thread boss;
LM_STACK(boss_stack, 1024);
static struct lm_semaphore one;
static struct lm_queue small, large;
static uint32_t small_storage[1], large_storage[16];
static struct lm_mutex mutex;
static struct lm_event_flags flags;
static struct lm_timer timer;

static const struct lm_user_grant grants[HANDLES] = {
    [ONE] = {&one, LM_MAY_POST_SEMAPHORE | LM_MAY_WAIT_SEMAPHORE},
    [SMALL] = {&small, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
    [LARGE] = {&large, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
    [MUTEX] = {&mutex, LM_MAY_LOCK_MUTEX},
    [FLAGS] = {&flags, LM_MAY_SET_EVENT_FLAGS | LM_MAY_WAIT_EVENT_FLAGS},
};

/* The functions at which the emulator begins and ends to measure. */
BENCH_MARK(bench_begin)
BENCH_MARK(bench_end)

/* A call between the marks. */
#define CALL(name, call)                                                                           \
    static void name(void *argument)                                                               \
    {                                                                                              \
        struct area *area = argument;                                                              \
        (void)area;                                                                                \
        bench_begin();                                                                             \
        call;                                                                                      \
        bench_end();                                                                               \
    }

CALL(post, lm_user_semaphore_post(ONE))
CALL(wait_for, lm_user_semaphore_wait(ONE, LM_FOREVER))
CALL(send_4, lm_user_queue_send(SMALL, area->data, LM_FOREVER))
CALL(receive_4, lm_user_queue_receive(SMALL, area->data, LM_FOREVER))
CALL(send_64, lm_user_queue_send(LARGE, area->data, LM_FOREVER))
CALL(receive_64, lm_user_queue_receive(LARGE, area->data, LM_FOREVER))
CALL(lock, lm_user_mutex_lock(MUTEX, LM_FOREVER))
CALL(set_flags, lm_user_event_flags_set(FLAGS, 1))
CALL(wait_for_flags, lm_user_event_flags_wait(FLAGS, 1, LM_ANY, area->data, LM_FOREVER))
CALL(refused, lm_user_semaphore_post(HANDLES))
CALL(write_outside, *(volatile uint32_t *)(uintptr_t)code_start = 0)

/* The first time it writes outside of its memory. */
static void write_once(void *argument)
{
    struct area *area = argument;

    if (area->data[0]++ == 0) {
        write_outside(argument);
    }
    bench_end();
}

static void spin(void *argument)
{
    (void)argument;
    bench_begin();
    for (;;) {
    }
}

static void wait_and_end(void *argument)
{
    (void)argument;
    lm_user_semaphore_wait(ONE, LM_FOREVER);
    bench_end();
}

static void end(void *argument)
{
    (void)argument;
    bench_end();
}

static void post_from_interrupt(void *argument)
{
    (void)argument;
    lm_semaphore_post(&one);
}

/* The other thread has a priority: more urgent than the caller, or less. */
static const struct {
    const char *name;
    void (*caller)(void *argument);
    void (*other)(void *argument);
    uint16_t priority;
    enum lm_user_policy policy;
    bool has_timer;
} cases[] = {
    {"post", post, NULL, 0, LM_USER_END, false},
    {"wait", wait_for, NULL, 0, LM_USER_END, false},
    {"post, to a waiting user thread", post, wait_and_end, 9, LM_USER_END, false},
    {"wait, and another user thread goes on", wait_for, end, 11, LM_USER_END, false},
    {"send, 4 bytes", send_4, NULL, 0, LM_USER_END, false},
    {"receive, 4 bytes", receive_4, NULL, 0, LM_USER_END, false},
    {"send, 64 bytes", send_64, NULL, 0, LM_USER_END, false},
    {"receive, 64 bytes", receive_64, NULL, 0, LM_USER_END, false},
    {"lock", lock, NULL, 0, LM_USER_END, false},
    {"event flags, set", set_flags, NULL, 0, LM_USER_END, false},
    {"event flags, wait", wait_for_flags, NULL, 0, LM_USER_END, false},
    {"a call without right", refused, NULL, 0, LM_USER_END, false},
    {"an interrupt in user mode that wakes a user thread", spin, wait_and_end, 9, LM_USER_END,
     true},
    {"a fault that ends the thread, and another user thread", write_outside, end, 11, LM_USER_END,
     false},
    {"a fault, and the thread begins again", write_once, NULL, 0, LM_USER_RESTART, false},
};

static void create(struct lm_user_thread *user, struct area *area, void (*entry)(void *),
                   uint16_t priority, enum lm_user_policy policy)
{
    const struct lm_user_area regions[] = {
        {(uintptr_t)code_start, (uintptr_t)code_end - (uintptr_t)code_start, LM_USER_EXECUTE},
        {(uintptr_t)area, sizeof *area, LM_USER_WRITE},
    };
    struct lm_user_config config = {.thread = {.name = "user",
                                               LM_PREEMPTIVE(priority),
                                               .entry = entry,
                                               .argument = area,
                                               .stack = area->stack,
                                               .stack_bytes = sizeof area->stack},
                                    .areas = regions,
                                    .area_count = 2,
                                    .grants = grants,
                                    .grant_count = HANDLES,
                                    .policy = policy,
                                    .restarts = 1};

    area->data[0] = 0;
    if (lm_user_thread_create(user, &config) != LM_OK) {
        lm_board_print("a user thread could not be created\n");
        lm_board_exit(1);
    }
}

static void delete (struct lm_user_thread *user)
{
    (void)lm_thread_terminate(&user->thread);
    (void)lm_user_thread_delete(user);
}

static void run(void *argument)
{
    (void)argument;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (cases[i].other != NULL) {
            create(&other, &areas[1], cases[i].other, cases[i].priority, LM_USER_END);
            if (cases[i].priority < CALLER) {
                lm_thread_sleep(SETTLE_TICKS);
            }
        }
        if (cases[i].has_timer) {
            lm_timer_start(&timer, TIMER_TICKS, 0);
        }
        create(&caller, &areas[0], cases[i].caller, CALLER, cases[i].policy);
        lm_thread_sleep(SETTLE_TICKS);
        lm_board_printf("1 %s\n", cases[i].name);
        delete (&caller);
        delete (&other);
    }
    lm_board_exit(0);
}

int main(void)
{
    lm_kernel_init();
    lm_semaphore_create(&one, "one", 0, LM_FIFO);
    lm_queue_create(&small, "small", small_storage, 1, 4, LM_FIFO);
    lm_queue_create(&large, "large", large_storage, 1, 64, LM_FIFO);
    lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
    lm_event_flags_create(&flags, "flags", LM_FIFO);
    lm_timer_create(&timer, "timer", post_from_interrupt, NULL);
    lm_thread_create(&boss,
                     &(struct lm_thread_config){
                         .name = "boss", LM_PREEMPTIVE(2), .entry = run, LM_USE_STACK(boss_stack)});
    lm_kernel_start();
    return 0;
}
