/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: preemption by a signal at any instruction leaves everything correct: the registers of the
 * preempted thread, the data that mutexes guard, the queues of the kernel, and the C library that
 * all threads share. No release of a waiting thread is lost.
 *
 * Method: threads of several priorities spin, sleep, wait, print and allocate for some time, as a
 * random generator of each thread decides. The test checks sums and counts the preemptions. It
 * prints its seed, which repeats the decisions but not their times. Arguments: seed, seconds.
 * LIMEN_LONG=1: a minute.
 */
#define _GNU_SOURCE
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <limen_host.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

enum {
    THREADS = 7,
    SECONDS = 3,
    SECONDS_LONG = 60,
    HANGS_AFTER_SECONDS = 3600, /* more than the requested time */
    LINES = 3000,
    BLOCKS = 64,
    BLOCK_MAX = 700,
    MESSAGES = 4,
    SEED = 20260
};
enum { STACK_BYTES = LM_PORT_STACK_BYTES(8192) };

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[THREADS][STACK_BYTES];
static struct lm_thread threads[THREADS];
static struct lm_counters counters[THREADS];
static uint64_t seed = SEED;
static uint64_t seconds = SECONDS;
static volatile int over;

/* The data of a thread. */
struct actor {
    uint64_t random;
    unsigned number;
    volatile uint64_t steps;
    uint64_t locked;
    uint64_t sent, received, taken, given;
};

static struct actor actors[THREADS];
static struct lm_mutex mutex;
static struct lm_semaphore semaphore;
static struct lm_queue queue;
static uint32_t messages[MESSAGES];
static volatile uint64_t guarded[2]; /* by the mutex: both the same */
static FILE *lines;

static uint64_t choose(struct actor *actor, uint64_t limit)
{
    actor->random ^= actor->random << 13;
    actor->random ^= actor->random >> 7;
    actor->random ^= actor->random << 17;
    return actor->random % limit;
}

/* Uses many registers, for a result that is known. */
static void compute(uint64_t rounds)
{
    uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
    double x = 1, y = 2, z = 3, w = 4;

    for (uint64_t i = 0; i < rounds; i++) {
        a += b + i, b += c, c += d, d += e, e += f, f += 1;
        x += 1, y += x * 0, z += y - 2 + 1, w = z + x;
        __asm__ volatile("" : "+g"(a), "+g"(b), "+g"(c), "+g"(d), "+g"(e), "+g"(f));
    }
    double n = (double)rounds;

    CHECK(f == 6 + rounds && e == 5 + 6 * rounds + rounds * (rounds - 1) / 2);
    CHECK(x == 1 + n && y == 2 && z == 3 + n && (rounds == 0 || w == z + x));
}

static void spin(struct actor *actor)
{
    compute(choose(actor, 60000));
}

static void use_mutex(struct actor *actor)
{
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    guarded[0]++;
    compute(choose(actor, 2000));
    guarded[1]++;
    CHECK_EQUAL(guarded[0], guarded[1]);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    actor->locked++;
}

static void use_semaphore(struct actor *actor)
{
    if (choose(actor, 2) == 0) {
        CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
        actor->given++;
    } else if (lm_semaphore_wait(&semaphore, choose(actor, LM_US(300))) == LM_OK) {
        actor->taken++;
    }
}

static void use_queue(struct actor *actor)
{
    uint32_t message = actor->number;
    uint64_t timeout = choose(actor, LM_US(300));

    if (choose(actor, 2) == 0) {
        actor->sent += lm_queue_send(&queue, &message, timeout) == LM_OK;
    } else if (lm_queue_receive(&queue, &message, timeout) == LM_OK) {
        CHECK(message < THREADS);
        actor->received++;
    }
}

static void take_a_nap(struct actor *actor)
{
    uint64_t ticks = choose(actor, LM_US(800));
    uint64_t start = lm_now();

    CHECK_STATUS(lm_thread_sleep(ticks), LM_OK);
    CHECK(lm_now() - start >= ticks);
}

static void keep_others_off(struct actor *actor)
{
    if (choose(actor, 2) == 0) {
        CHECK_STATUS(lm_preempt_disable(), LM_OK);
        compute(choose(actor, 5000));
        CHECK_STATUS(lm_preempt_enable(), LM_OK);
    } else {
        uint32_t key = lm_interrupts_disable();

        compute(choose(actor, 5000));
        lm_interrupts_enable(key);
    }
}

static void act(void *argument)
{
    static void (*const acts[])(struct actor *) = {
        spin,          spin,      spin,      use_mutex,  use_queue,     take_a_nap,
        use_semaphore, use_mutex, use_queue, take_a_nap, use_semaphore, keep_others_off};
    struct actor *actor = argument;

    while (!over) {
        acts[choose(actor, sizeof acts / sizeof acts[0])](actor);
        actor->steps++;
    }
}

static void ring(void *argument)
{
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    ((struct actor *)argument)->given++;
}

static void end_it(void *argument)
{
    CHECK_STATUS(lm_timer_stop(argument), LM_OK);
    over = true;
}

/* All threads, from 0 of the highest priority on; the last two are equal and sliced. */
static void create(void (*entry)(void *))
{
    static struct lm_slice slices[THREADS];

    for (unsigned i = 0; i < THREADS; i++) {
        slices[i] = (struct lm_slice)LM_SLICE(LM_US(400));

        unsigned priority = i == THREADS - 1 ? 9 + i : 10 + i;
        struct lm_thread_config config = {.name = "actor",
                                          LM_THRESHOLD((uint16_t)priority, (uint16_t)priority),
                                          .entry = entry,
                                          .argument = &actors[i],
                                          .slice = priority > 12 ? &slices[i] : NULL,
                                          .counters = &counters[i],
                                          LM_USE_STACK(stacks[i])};

        if (i == 3) {
            config.threshold = 11;
        }
        actors[i] = (struct actor){.random = seed * 31 + i + 1, .number = i};
        counters[i] = (struct lm_counters){0};
        CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    }
}

static uint32_t preemptions(void)
{
    uint32_t sum = 0;

    for (int i = 0; i < THREADS; i++) {
        sum += counters[i].preemptions_by_interrupt;
    }
    return sum;
}

static void check_sums(const struct actor *timer)
{
    struct actor sum = *timer;
    uint32_t rest = 0;
    uint32_t message;

    for (int i = 0; i < THREADS; i++) {
        sum.locked += actors[i].locked;
        sum.given += actors[i].given;
        sum.taken += actors[i].taken;
        sum.sent += actors[i].sent;
        sum.received += actors[i].received;
    }
    CHECK_EQUAL(guarded[0], sum.locked);
    CHECK_EQUAL(guarded[1], sum.locked);
    while (lm_semaphore_wait(&semaphore, LM_NO_WAIT) == LM_OK) {
        sum.taken++;
    }
    CHECK_EQUAL(sum.given, sum.taken);
    while (lm_queue_receive(&queue, &message, LM_NO_WAIT) == LM_OK) {
        rest++;
    }
    CHECK_EQUAL(sum.sent, sum.received + rest);
    printf("%llu locks, %llu units, %llu messages, %u preemptions\n",
           (unsigned long long)sum.locked, (unsigned long long)sum.given,
           (unsigned long long)sum.sent, (unsigned)preemptions());
    CHECK(preemptions() > 0);
    CHECK(actors[0].steps > 0); /* less urgent threads may not have run, if the machine is slow */
}

static void everything_at_once(void)
{
    struct lm_timer ringing, last;
    struct actor timer = {0};

    lm_kernel_init();
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_BY_PRIORITY), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_create(&queue, "queue", messages, MESSAGES, sizeof messages[0], LM_FIFO),
                 LM_OK);
    CHECK_STATUS(lm_timer_create(&ringing, "ringing", ring, &timer), LM_OK);
    CHECK_STATUS(lm_timer_start(&ringing, LM_US(170), LM_US(170)), LM_OK);
    CHECK_STATUS(lm_timer_create(&last, "last", end_it, &ringing), LM_OK);
    CHECK_STATUS(lm_timer_start(&last, LM_SECONDS(seconds), 0), LM_OK);
    create(act);
    lm_kernel_start();
    check_sums(&timer);
}

static void print_lines(void *argument)
{
    struct actor *actor = argument;

    for (unsigned i = 0; i < LINES; i++) {
        double third = (double)i / 3;

        CHECK(fprintf(lines, "%u %u %.3f %*s.\n", actor->number, i, third, (int)(i % 40), "") > 0);
        if (actor->number < THREADS - 2 && choose(actor, 20) == 0) {
            CHECK_STATUS(lm_thread_sleep(choose(actor, LM_US(900))), LM_OK);
        }
    }
}

static void printed_lines_are_whole(void)
{
    unsigned next[THREADS] = {0};
    char line[128];

    lines = tmpfile();
    CHECK(lines != NULL);
    lm_kernel_init();
    create(print_lines);
    lm_kernel_start();
    CHECK(preemptions() > 0);
    rewind(lines);
    while (fgets(line, sizeof line, lines) != NULL) {
        unsigned number = (unsigned)strtoul(line, NULL, 10);
        char expected[128];

        CHECK(number < THREADS);
        unsigned i = next[number]++;

        (void)snprintf(expected, sizeof expected, "%u %u %.3f %*s.\n", number, i, (double)i / 3,
                       (int)(i % 40), "");
        CHECK_TEXT(line, expected);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK_EQUAL(next[i], LINES);
    }
    (void)fclose(lines);
}

static void allocate(void *argument)
{
    struct actor *actor = argument;
    unsigned char *blocks[BLOCKS] = {NULL};
    size_t sizes[BLOCKS] = {0};

    for (unsigned i = 0; i < 10 * LINES; i++) {
        uint64_t place = choose(actor, BLOCKS);

        for (size_t byte = 0; byte < sizes[place]; byte++) {
            CHECK_EQUAL(blocks[place][byte], actor->number);
        }
        free(blocks[place]);
        sizes[place] = 1 + (size_t)choose(actor, BLOCK_MAX);
        blocks[place] = malloc(sizes[place]);
        CHECK(blocks[place] != NULL);
        memset(blocks[place], (int)actor->number, sizes[place]);
        if (actor->number < THREADS - 2 && choose(actor, 100) == 0) {
            CHECK_STATUS(lm_thread_sleep(choose(actor, LM_US(900))), LM_OK);
        }
    }
    for (int place = 0; place < BLOCKS; place++) {
        free(blocks[place]);
    }
}

static void allocated_blocks_are_whole(void)
{
    lm_kernel_init();
    create(allocate);
    lm_kernel_start();
    CHECK(preemptions() > 0);
}

int main(int argc, char **argv)
{
    seed = argc > 1 ? strtoull(argv[1], NULL, 0) : SEED;
    seconds = getenv("LIMEN_LONG") != NULL ? SECONDS_LONG : SECONDS;
    seconds = argc > 2 ? strtoull(argv[2], NULL, 0) : seconds;
    (void)alarm((unsigned)seconds + HANGS_AFTER_SECONDS);
    CHECK(lm_host_set_clock("real"));
    printf("seed %llu, %llu seconds\n", (unsigned long long)seed, (unsigned long long)seconds);
    (void)fflush(stdout);
    everything_at_once();
    if (getauxval(AT_BASE) == 0) { /* no dynamic linker, so no shared libraries */
        printf("the C library is part of this program: it is not spared, so nothing is printed\n");
        return 0;
    }
    printed_lines_are_whole();
    allocated_blocks_are_whole();
    return 0;
}
