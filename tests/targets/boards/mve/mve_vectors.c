/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a thread keeps q0 to q7, VPR and FPSCR if an interrupt comes at any of its vector
 * instructions: in a VPT block, in a loop with tail predication, between two additions with carry.
 *
 * Method: the first thread computes a number from all of these registers. An interrupt at a random
 * instant runs a handler, lets another thread with vectors or one without preempt, or suspends the
 * first thread and lets another interrupt resume it. The number must not change. The test continues
 * until each instruction of the computation has been interrupted in each of these ways. The thread
 * with vectors also computes, and is preempted at random instants.
 */
#include <limen/board.h>
#include <limen/limen.h>

extern const uint32_t mve_begin[], mve_end[]; /* instructions of 4 bytes */
uint32_t mve_compute(uint32_t seed, void (*function)(void *argument), void *argument);
void mve_spoil(void *argument);

enum way { HANDLER, TO_VECTORS, TO_PLAIN, SUSPEND, WAYS };
enum { INSTRUCTIONS_MAX = 256, TRIALS_MAX = 60000, TICKS_MAX = 2048 };

LM_STACK(first_stack, 1024);
LM_STACK(vectors_stack, 1024);
LM_STACK(plain_stack, 1024);
static struct lm_thread first, vectors, plain;
static struct lm_semaphore to_vectors, to_plain;
static struct lm_timer disturb, again, resume;
static enum way way;
static bool spoils;
static bool interrupted[WAYS][INSTRUCTIONS_MAX];
static volatile bool disturbed;
static unsigned distinct, failures, rounds_of_vectors, rounds_of_plain;

static uint32_t any(uint32_t below)
{
    static uint32_t state = 2463534242;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static void check(bool condition, const char *what)
{
    if (!condition) {
        failures++;
        lm_board_printf("not so: %s\n", what);
    }
}

/* The instruction of the computation that was interrupted: the processor has saved its address. */
static void note_place(void)
{
    enum { FRAME_PC = 6 };
    const uint32_t *frame;
    uintptr_t begin = (uintptr_t)mve_begin, end = (uintptr_t)mve_end;

    __asm__ volatile("mrs %0, psp" : "=r"(frame));
    uint32_t address = frame[FRAME_PC];

    if (address >= begin && address < end && !interrupted[way][(address - begin) / 4]) {
        interrupted[way][(address - begin) / 4] = true;
        distinct++;
    }
}

static void perhaps_spoil(void)
{
    if (spoils) {
        mve_spoil(NULL);
    }
}

/* The first thread is preempted, if it has not waited for this. */
static void take_disturbance(void *argument)
{
    (void)argument;
    if (lm_thread_self() == &first) {
        note_place();
    }
    disturbed = true;
    perhaps_spoil();
    if (way == TO_VECTORS) {
        (void)lm_semaphore_post(&to_vectors);
    } else if (way == TO_PLAIN) {
        (void)lm_semaphore_post(&to_plain);
    } else if (way == SUSPEND) {
        (void)lm_thread_suspend(&first);
        (void)lm_semaphore_post(&to_vectors);
        (void)lm_timer_start(&resume, TICKS_MAX * 4, 0);
    }
}

static void take_again(void *argument)
{
    (void)argument;
    perhaps_spoil();
    (void)lm_semaphore_post(&to_plain);
}

static void take_resume(void *argument)
{
    (void)argument;
    perhaps_spoil();
    (void)lm_thread_resume(&first);
}

/* Its wait in the middle of the computation is a switch by a call. */
static void wait_for_vectors(void *argument)
{
    (void)argument;
    (void)lm_semaphore_wait(&to_vectors, LM_FOREVER);
    (void)lm_timer_start(&again, 1 + any(TICKS_MAX), 0);
    mve_spoil(NULL);
}

static void run_vectors(void *argument)
{
    (void)argument;
    uint32_t seed = 1U << 20;
    uint32_t expected = mve_compute(seed, mve_spoil, NULL);

    for (;;) {
        check(mve_compute(seed, wait_for_vectors, NULL) == expected,
              "the thread that preempts keeps its vectors");
        rounds_of_vectors++;
    }
}

static void run_plain(void *argument)
{
    (void)argument;
    for (;;) {
        (void)lm_semaphore_wait(&to_plain, LM_FOREVER);
        rounds_of_plain++;
    }
}

static void try(uint32_t seed, uint32_t expected)
{
    way = any(WAYS);
    spoils = any(2) != 0;
    disturbed = false;
    (void)lm_timer_start(&disturb, 1 + any(TICKS_MAX), 0);
    check(mve_compute(seed, mve_spoil, NULL) == expected, "a thread keeps its vectors");
    while (!disturbed) {
    }
}

static void run_first(void *argument)
{
    (void)argument;
    unsigned wanted = (unsigned)(mve_end - mve_begin) * WAYS;
    uint32_t expected[2];

    for (uint32_t i = 0; i < 2; i++) {
        expected[i] = mve_compute(i * 1024, mve_spoil, NULL);
    }
    check(expected[0] != expected[1], "the number depends on the registers");
    for (unsigned i = 0; i < TRIALS_MAX && distinct < wanted && failures == 0; i++) {
        try(i % 2 * 1024, expected[i % 2]);
    }
    lm_board_printf("%u of %u instructions, %u rounds, %u failures\n", distinct, wanted,
                    rounds_of_vectors + rounds_of_plain, failures);
    lm_board_exit(failures == 0 && distinct == wanted ? 0 : 1);
}

int main(void)
{
    lm_kernel_init();
    lm_semaphore_create(&to_vectors, "to_vectors", 0, LM_FIFO);
    lm_semaphore_create(&to_plain, "to_plain", 0, LM_FIFO);
    lm_timer_create(&disturb, "disturb", take_disturbance, NULL);
    lm_timer_create(&again, "again", take_again, NULL);
    lm_timer_create(&resume, "resume", take_resume, NULL);
    (void)lm_thread_create(&first, &(struct lm_thread_config){.name = "first",
                                                              LM_PREEMPTIVE(9),
                                                              .entry = run_first,
                                                              LM_USE_STACK(first_stack)});
    (void)lm_thread_create(&vectors, &(struct lm_thread_config){.name = "vectors",
                                                                LM_PREEMPTIVE(5),
                                                                .entry = run_vectors,
                                                                LM_USE_STACK(vectors_stack)});
    (void)lm_thread_create(&plain, &(struct lm_thread_config){.name = "plain",
                                                              LM_PREEMPTIVE(3),
                                                              .entry = run_plain,
                                                              LM_USE_STACK(plain_stack)});
    lm_kernel_start();
    return 1;
}
