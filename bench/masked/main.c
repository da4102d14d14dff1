/* SPDX-License-Identifier: Apache-2.0 */
/* How long each service keeps interrupts off: one trial after the other; see masked.h.
 *
 * limen.bench.masked runs it in QEMU and pairs each printed line with a window.
 */
#include "marks.h"
#include "masked.h"

enum { STACK = 512, MAIN = 30 };

struct lm_thread caller, spare, waiters[MANY + 1];
struct lm_semaphore semaphore;
struct lm_mutex mutexes[MANY + 1], ceiling;
struct lm_queue queue;
struct lm_event_flags flags;
struct lm_timer timers[MANY];
struct lm_block_pool blocks;
struct lm_byte_pool bytes;
_Alignas(8) uint32_t message[MESSAGE_BYTES_MAX / 4 + 1];
unsigned count;

LM_STACK(main_stack, 1024);
LM_STACK(caller_stack, STACK);
LM_STACK(spare_stack, STACK);
static _Alignas(
    LM_PORT_STACK_ALIGN) unsigned char waiter_stacks[MANY + 1][LM_PORT_STACK_BYTES(STACK)];
static struct lm_thread main_thread;
static uint32_t storage[MESSAGE_BYTES_MAX / 4];
static _Alignas(8) unsigned char block_area[4 * 16];
static _Alignas(8) unsigned char byte_area[4096];
static const struct masked_case *current;

/* The functions at which the emulator begins and ends to measure. */
BENCH_MARK(bench_begin)
BENCH_MARK(bench_end)

void fail(const char *what)
{
    bench_end();
    lm_board_printf("%s with %u: %s\n", current->name, count, what);
    lm_board_exit(1);
}

static void run_spare(void *argument)
{
    (void)argument;
    bench_end();
}

void create_spare(unsigned priority, bool suspended)
{
    if (lm_thread_create(&spare, &(struct lm_thread_config){.name = "spare",
                                                            LM_PREEMPTIVE((uint16_t)priority),
                                                            .entry = run_spare,
                                                            .suspended = suspended,
                                                            LM_USE_STACK(spare_stack)}) != LM_OK) {
        fail("spare");
    }
}

static void expire(void *argument)
{
    (void)argument;
}

static void create_objects(void)
{
    uint32_t message_bytes = current->message_bytes != 0 ? current->message_bytes : 4;
    enum lm_order order = current->order;

    lm_semaphore_create(&semaphore, "semaphore", 0, order);
    lm_mutex_create(&ceiling, "ceiling", LM_CEILING, 1, order);
    for (unsigned i = 0; i <= MANY; i++) {
        lm_mutex_create(&mutexes[i], "mutex", LM_INHERIT, 0, order);
    }
    lm_queue_create(&queue, "queue", storage, 1, message_bytes, order);
    lm_event_flags_create(&flags, "flags", order);
    for (unsigned i = 0; i < MANY; i++) {
        lm_timer_create(&timers[i], "timer", expire, NULL);
    }
    lm_block_pool_create(&blocks, "blocks", block_area, sizeof block_area, 16, order);
    lm_byte_pool_create(&bytes, "bytes", byte_area, sizeof byte_area, order);
}

/* The case may have deleted some of the threads and objects itself. */
static void remove_thread(struct lm_thread *thread)
{
    if (thread->entry != NULL) { /* created in this trial: limen-small has no kinds of objects */
        (void)lm_thread_terminate(thread);
        (void)lm_thread_delete(thread);
        thread->entry = NULL;
    }
}

static void remove_all(void)
{
    remove_thread(&caller);
    remove_thread(&spare);
    for (unsigned i = 0; i <= MANY; i++) {
        remove_thread(&waiters[i]);
        (void)lm_mutex_delete(&mutexes[i]);
    }
    for (unsigned i = 0; i < MANY; i++) {
        (void)lm_timer_delete(&timers[i]);
    }
    (void)lm_mutex_delete(&ceiling);
    (void)lm_semaphore_delete(&semaphore);
    (void)lm_queue_delete(&queue);
    (void)lm_event_flags_delete(&flags);
    (void)lm_block_pool_delete(&blocks);
    (void)lm_byte_pool_delete(&bytes);
    delete_signals();
}

static void run_waiter(void *argument)
{
    current->wait((unsigned)(uintptr_t)argument);
    bench_end();
    (void)lm_thread_suspend(lm_thread_self());
}

static void run_caller(void *argument)
{
    (void)argument;
    if (current->prepare != NULL) {
        current->prepare();
    }
    (void)lm_thread_suspend(&caller); /* until all wait */
    if (current->ready != NULL) {
        current->ready();
    }
    bench_begin();
    current->act();
    bench_end();
}

static void create(struct lm_thread *thread, void (*entry)(void *), unsigned index,
                   unsigned priority, void *stack)
{
    enum lm_status status = lm_thread_create(
        thread, &(struct lm_thread_config){.name = "thread",
                                           LM_PREEMPTIVE((uint16_t)priority),
                                           .entry = entry,
                                           .argument = (void *)(uintptr_t)index,
                                           .stack = stack,
                                           .stack_bytes = sizeof waiter_stacks[0]});

    if (status != LM_OK) {
        fail("a thread");
    }
}

/* Most priorities differ, and they are not in the order in which the threads wait. */
static void try(void)
{
    create_objects();
    create(&caller, run_caller, 0, current->priority != 0 ? current->priority : CALLER,
           caller_stack);
    for (unsigned i = current->wait != NULL ? count : 0; i-- > 0;) {
        create(&waiters[i], run_waiter, i, MIDDLE + i * 7 % 20, waiter_stacks[i]);
    }
    (void)lm_thread_resume(&caller);
    lm_work(current->lasts);
    bench_end();
    lm_board_printf("%u %s\n", count, current->name);
    LM_IF_CORES(if (current->undo != NULL) { current->undo(); })
    remove_all();
}

static void try_all(const struct masked_case *cases)
{
    for (current = cases; current->name != NULL; current++) {
        count = 1;
        try();
        if (current->scales) {
            count = MANY;
            try();
        }
    }
}

static void run(void *argument)
{
    (void)argument;
    try_all(thread_cases);
    try_all(mutex_cases);
    try_all(object_cases);
    try_all(message_cases);
    try_all(signal_cases);
    try_all(time_cases);
    LM_CORES_OR(try_all(shared_cases), LM_SMALL_OR(, try_all(model_cases)));
    LM_CORES_OR(, LM_SMALL_OR(, try_all(tick_cases)));
    try_all(slice_cases);
    lm_board_exit(0);
}

int main(void)
{
    lm_kernel_init();
    lm_thread_create(&main_thread, &(struct lm_thread_config){.name = "main",
                                                              LM_PREEMPTIVE(MAIN),
                                                              .entry = run,
                                                              LM_USE_STACK(main_stack)});
    lm_kernel_start();
    return 1;
}
