/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that uses more stack than it has; the argument is the depth of the overflow in KiB.
 * Another thread has printed a line before. */
#include <limen/board.h>
#include <limen/limen.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME = 1024 };

static struct lm_thread digger, speaker;
static unsigned depth;

LM_STACK(digger_stack, 2048);
LM_STACK(speaker_stack, 512);

static __attribute__((noinline)) unsigned dig(unsigned levels)
{
    volatile unsigned char frame[FRAME];

    memset((unsigned char *)frame, (int)levels, sizeof frame);
    return levels > 1 ? dig(levels - 1) + frame[levels % FRAME] : frame[0];
}

static void run_digger(void *argument)
{
    (void)argument;
    (void)lm_thread_sleep(LM_MS(1));
    (void)dig(depth);
    lm_board_print("deep enough\n");
    lm_board_exit(0);
}

static void speak(void *argument)
{
    (void)argument;
    lm_board_printf("%s\n", "hello");
}

int main(int argc, char **argv)
{
    depth = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    lm_kernel_init();
    lm_thread_create(&digger, &(struct lm_thread_config){.name = "digger",
                                                         LM_PREEMPTIVE(5),
                                                         .entry = run_digger,
                                                         LM_USE_STACK(digger_stack)});
    lm_thread_create(&speaker, &(struct lm_thread_config){.name = "speaker",
                                                          LM_PREEMPTIVE(6),
                                                          .entry = speak,
                                                          LM_USE_STACK(speaker_stack)});
    lm_kernel_start();
    return 1;
}
