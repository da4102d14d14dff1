/* SPDX-License-Identifier: Apache-2.0 */
/* Run a program that is written for one core on the core that the argument names, while all other
 * cores use shared objects in endless loops. This file replaces its main and its calls that
 * initialise and start the kernel. On core 0 they have the usual effect. On another core, the
 * program prepares the core and is left at the call that would start the kernel. */
#include "beside.h"
#include <limen/board.h>
#include <limen/cores.h>
#include <stdlib.h>

enum { STACK_BYTES = 1024, THREADS = 3, PLACES = 2 };

static unsigned char stacks[LM_CORES][THREADS][LM_PORT_STACK_BYTES(STACK_BYTES)]
    __attribute__((aligned(LM_PORT_STACK_ALIGN)));
static struct lm_thread threads[LM_CORES][THREADS];
static struct lm_semaphore units;
static struct lm_mutex mutex;
static struct lm_queue queue;
static uint32_t places[PLACES];
static struct lm_core_lock lock;
static unsigned tested;
static char **arguments;
static void *before_start[5]; /* as __builtin_setjmp wants it */

/* Uses each object. The status of a call depends on the other cores. */
static void use(void *argument)
{
    uint32_t number = (uint32_t)(uintptr_t)argument;

    for (;; number++) {
        (void)lm_semaphore_post(&units);
        (void)lm_semaphore_wait(&units, 5 + number % 40);
        if (lm_mutex_lock(&mutex, number % 3 == 0 ? LM_FOREVER : number % 50) == LM_OK) {
            lm_work(number % 11);
            (void)lm_mutex_unlock(&mutex);
        }
        if (lm_core_enter(&lock) == LM_OK) {
            lm_work(number % 5);
            (void)lm_core_leave(&lock);
        }
        (void)lm_queue_send(&queue, &number, number % 30);
        (void)lm_queue_receive(&queue, &number, number % 20);
        (void)lm_thread_sleep(1 + number % 7);
    }
}

static void require(bool is_so, const char *what)
{
    if (!is_so) {
        lm_board_printf("not so: %s\n", what);
        lm_board_exit(1);
    }
}

static void create_shared(void)
{
    require(lm_semaphore_create_shared(&units, "units", 0) == LM_OK, "a semaphore is created");
    require(lm_mutex_create_shared(&mutex, "mutex beside", 1) == LM_OK, "a mutex is created");
    require(lm_queue_create_shared(&queue, "queue beside", places, PLACES, sizeof places[0]) ==
                LM_OK,
            "a queue is created");
}

static void prepare_beside(void)
{
    unsigned core = lm_core_self();

    if (core == (tested == 0)) { /* the numbers of the program's objects are those of its core */
        create_shared();
    }
    for (unsigned i = 0; i < THREADS; i++) {
        struct lm_thread_config config = {.name = "beside",
                                          .entry = use,
                                          .argument = (void *)(uintptr_t)(core * THREADS + i),
                                          .priority = (uint16_t)(2 + i),
                                          .threshold = (uint16_t)(1 + i),
                                          .stack = stacks[core][i],
                                          .stack_bytes = sizeof stacks[core][i]};

        require(lm_thread_create(&threads[core][i], &config) == LM_OK, "a thread is created");
    }
}

static __attribute__((noinline)) void prepare_program(void)
{
    if (__builtin_setjmp(before_start) == 0) {
        lm_board_exit(program_main(1, arguments));
    }
}

static void prepare(void)
{
    lm_core_self() == tested ? prepare_program() : prepare_beside();
}

static void start_others(void)
{
    for (unsigned core = 1; core < LM_CORES; core++) {
        require(lm_core_start(core, prepare) == LM_OK, "a core starts");
    }
}

void initialise_program(void)
{
    if (tested == 0) {
        lm_kernel_init();
    }
}

void start_program(void)
{
    if (tested != 0) {
        __builtin_longjmp(before_start, 1);
    }
    start_others();
    lm_kernel_start();
}

int main(int argc, char **argv)
{
    tested = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    arguments = argv;
    if (tested == 0) {
        return program_main(1, argv);
    }
    lm_kernel_init();
    prepare_beside();
    start_others();
    lm_kernel_start();
    return 1;
}
