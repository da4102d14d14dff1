/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: of two equal threads with a time slice each has 45 to 55 % of the work, for every length of
 * the slice, while a timer lets a more urgent thread preempt them. The arguments are the first and
 * the last length and the step between two, in microseconds.
 *
 * Method: the slices go through all positions to the period of the timer, so that they end before
 * the alarm of the timer, in its interrupt, and after it.
 */
#include <limen/board.h>
#include <limen/limen.h>
#include <stdlib.h>
#include <string.h>

enum { PEERS = 2, SLICES = 40 };

#define PERIOD LM_US(500)
#define URGENT_WORK LM_US(100)

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[PEERS][LM_PORT_STACK_BYTES(512)];
LM_STACK(urgent_stack, 512);
LM_STACK(judge_stack, 1024);
static struct lm_thread peers[PEERS], urgent, judge;
static struct lm_slice slices[PEERS];
static struct lm_semaphore wanted;
static struct lm_timer timer;
static volatile bool ends;
static volatile uint32_t turns[PEERS];
static uint64_t length, last, step;

static void work(void *argument)
{
    volatile uint32_t *turn = argument;

    while (!ends) {
        lm_work(LM_US(2));
        ++*turn;
    }
}

static void be_urgent(void *argument)
{
    (void)argument;
    while (lm_semaphore_wait(&wanted, LM_FOREVER) == LM_OK) {
        lm_work(URGENT_WORK);
    }
}

static void want(void *argument)
{
    (void)argument;
    (void)lm_semaphore_post(&wanted);
}

static void create(struct lm_thread *thread, struct lm_thread_config config)
{
    memset(thread, 0, sizeof *thread);
    if (lm_thread_create(thread, &config) != LM_OK) {
        lm_board_exit(1);
    }
}

/* Returns: the share of the peer that has less, in percent. */
static unsigned share(void)
{
    ends = false;
    for (int i = 0; i < PEERS; i++) {
        turns[i] = 0;
        slices[i] = (struct lm_slice)LM_SLICE((uint32_t)length);
        create(&peers[i], (struct lm_thread_config){.name = "peer",
                                                    LM_PREEMPTIVE(20),
                                                    .entry = work,
                                                    .argument = (void *)(uintptr_t)&turns[i],
                                                    .slice = &slices[i],
                                                    .stack = stacks[i],
                                                    .stack_bytes = sizeof stacks[i]});
    }
    (void)lm_timer_start(&timer, PERIOD, PERIOD);
    (void)lm_thread_sleep(length * SLICES);
    (void)lm_timer_stop(&timer);
    ends = true;
    (void)lm_thread_sleep(length * 3);

    uint32_t less = turns[0] < turns[1] ? turns[0] : turns[1];

    return 100 * less / (turns[0] + turns[1] + 1);
}

static void run(void *argument)
{
    unsigned tried = 0;

    (void)argument;
    for (; length <= last; length += step) {
        unsigned percent = share();

        tried++;
        if (percent < 45) {
            lm_board_printf("a peer has %u %% with a slice of %u us\n", percent,
                            (unsigned)(length / LM_US(1)));
            lm_board_exit(1);
        }
    }
    lm_board_printf("%u slices ok\n", tried);
    lm_board_exit(0);
}

static uint64_t microseconds(const char *text)
{
    return LM_US(strtoul(text, NULL, 10));
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        return 1;
    }
    length = microseconds(argv[1]);
    last = microseconds(argv[2]);
    step = microseconds(argv[3]);
    lm_kernel_init();
    (void)lm_semaphore_create(&wanted, "wanted", 0, LM_FIFO);
    (void)lm_timer_create(&timer, "timer", want, NULL);
    create(&judge, (struct lm_thread_config){
                       .name = "judge", LM_PREEMPTIVE(1), .entry = run, LM_USE_STACK(judge_stack)});
    create(&urgent, (struct lm_thread_config){.name = "urgent",
                                              LM_PREEMPTIVE(10),
                                              .entry = be_urgent,
                                              LM_USE_STACK(urgent_stack)});
    lm_kernel_start();
    return 1;
}
