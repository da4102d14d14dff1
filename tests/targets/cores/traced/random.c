/* SPDX-License-Identifier: Apache-2.0 */
/* Makes random calls on all cores and prints each of them, for a check of the trace
 * (test_cores_trace.py). Threads of each core post, wait, send and receive with timeouts, work,
 * sleep, and move; a timer of each core posts from its interrupt. It prints a line before each call
 * that can wake a thread, and lines around each call that can wait. The simulated cores take turns,
 * so that the lines are in the order in which the calls take effect. The arguments are a seed and
 * the number of cores. */
#include <limen/board.h>
#include <limen/cores.h>
#include <limen/mutex.h>
#include <limen/timer.h>
#include <limen/trace.h>
#include <stdlib.h>

enum {
    STACK_BYTES = 2048,
    THREADS = 3, /* of each core */
    OBJECTS = 8,
    EVENTS = 16384,
    SEMAPHORES = 2,
    ROUNDS = 60,
    PLACES = 2,
    TIMER_TICKS = 777
};

static unsigned char stacks[LM_CORES][THREADS][LM_PORT_STACK_BYTES(STACK_BYTES)]
    __attribute__((aligned(LM_PORT_STACK_ALIGN)));
static _Alignas(4) unsigned char traces[LM_CORES][LM_TRACE_BYTES(OBJECTS, EVENTS)];
static struct lm_thread threads[LM_CORES][THREADS];
static struct lm_timer timers[LM_CORES];
static struct lm_semaphore semaphores[SEMAPHORES];
static struct lm_queue queue;
static struct lm_mutex mutex;
static uint32_t places[PLACES];
static char names[LM_CORES][THREADS][4]; /* of core 1: t10, t11, t12 */
static const char *const semaphore_names[SEMAPHORES] = {"s0", "s1"};
static unsigned cores = LM_CORES, left;
static uint32_t state = 1;

static unsigned below(unsigned limit)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % limit;
}

static void say(const char *who, const char *what, const char *about)
{
    lm_board_printf("%llu %u %s %s %s\n", (unsigned long long)lm_now(), lm_core_self(), who, what,
                    about);
}

static void wait_for_unit(const char *own)
{
    unsigned which = below(SEMAPHORES);

    say(own, "wait", semaphore_names[which]);
    enum lm_status status = lm_semaphore_wait(&semaphores[which], 1 + below(2000));

    say(own, status == LM_OK ? "got" : "late", semaphore_names[which]);
}

static void receive(const char *own)
{
    uint32_t message;

    say(own, "receive", "q");
    enum lm_status status = lm_queue_receive(&queue, &message, 1 + below(2000));

    say(own, status == LM_OK ? "got" : "late", "q");
}

static void send(const char *own)
{
    uint32_t message = 0;

    say(own, "send", "q");
    enum lm_status status = lm_queue_send(&queue, &message, 1 + below(2000));

    say(own, status == LM_OK ? "got" : "late", "q");
}

static void lock(const char *own)
{
    say(own, "lock", "m");
    enum lm_status status = lm_mutex_lock(&mutex, 1 + below(2000));

    say(own, status == LM_OK ? "got" : "late", "m");
    if (status == LM_OK) {
        lm_work(1 + below(200));
        say(own, "unlock", "m");
        lm_mutex_unlock(&mutex);
    }
}

static void act(const char *own)
{
    unsigned which = below(SEMAPHORES);

    switch (below(10)) {
    case 0:
    case 1:
        say(own, "post", semaphore_names[which]);
        lm_semaphore_post(&semaphores[which]);
        break;
    case 2:
    case 3:
        wait_for_unit(own);
        break;
    case 4:
        receive(own);
        break;
    case 5:
        send(own);
        break;
    case 6:
        lm_thread_sleep(1 + below(300));
        break;
    case 7:
        if (below(3) == 0) {
            lm_thread_move(below(cores));
        }
        break;
    case 8:
        lock(own);
        break;
    default:
        lm_work(1 + below(200));
    }
}

static void run(void *argument)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        act(argument);
    }
    if (--left == 0) {
        lm_board_exit(lm_board_save("trace.limen", traces, sizeof traces));
    }
}

static void on_timer(void *argument)
{
    unsigned which = below(SEMAPHORES);

    (void)argument;
    say("interrupt", "post", semaphore_names[which]);
    lm_semaphore_post(&semaphores[which]);
}

static void prepare(void)
{
    unsigned core = lm_core_self();

    lm_trace_start(traces[core], sizeof traces[core], OBJECTS);
    lm_timer_create(&timers[core], "timer", on_timer, NULL);
    lm_timer_start(&timers[core], TIMER_TICKS + 100 * core, TIMER_TICKS);
    for (unsigned i = 0; i < THREADS; i++) {
        uint16_t priority = (uint16_t)(2 + below(6));
        char *name = names[core][i];

        name[0] = 't';
        name[1] = (char)('0' + core);
        name[2] = (char)('0' + i);
        lm_thread_create(&threads[core][i],
                         &(struct lm_thread_config){
                             .name = name,
                             .priority = priority,
                             .threshold = (uint16_t)(priority - below(priority + 1U)),
                             .entry = run,
                             .argument = name,
                             LM_USE_STACK(stacks[core][i]),
                         });
    }
}

int main(int count, char **arguments)
{
    if (count > 2) {
        state = (uint32_t)atoi(arguments[1]) * 2 + 1;
        cores = (unsigned)atoi(arguments[2]);
    }
    left = cores * THREADS;
    lm_kernel_init();
    prepare();
    for (unsigned which = 0; which < SEMAPHORES; which++) {
        lm_semaphore_create_shared(&semaphores[which], semaphore_names[which], 0);
    }
    lm_queue_create_shared(&queue, "q", places, PLACES, sizeof places[0]);
    lm_mutex_create_shared(&mutex, "m", 1);
    for (unsigned core = 1; core < cores; core++) {
        lm_core_start(core, prepare);
    }
    lm_kernel_start();
    return 1;
}
