/* SPDX-License-Identifier: Apache-2.0 */
/* A threshold instead of a mutex. The writer has the priority of the reader as its threshold, so
 * the reader never sees half of a pair, and no call protects it. A thread that does not use the
 * pair is not held off. */
#include <limen/board.h>
#include <limen/limen.h>

static struct lm_thread writer, reader, unrelated;
static struct {
    unsigned first, second;
} pair;

LM_STACK(writer_stack, 512);
LM_STACK(reader_stack, 512);
LM_STACK(unrelated_stack, 512);

static void write(void *argument)
{
    (void)argument;
    pair.first = 1;
    lm_work(LM_MS(4)); /* the others become ready in this time */
    pair.second = 1;
    lm_thread_yield(); /* gives up the threshold: the reader runs here */
    lm_board_exit(0);
}

static void read(void *argument)
{
    (void)argument;
    lm_thread_sleep(LM_MS(1));
    lm_board_printf("reader at %u ms: %u %u\n", (unsigned)(lm_now() / LM_MS(1)), pair.first,
                    pair.second);
}

static void run_unrelated(void *argument)
{
    (void)argument;
    lm_thread_sleep(LM_MS(2));
    lm_board_printf("unrelated at %u ms\n", (unsigned)(lm_now() / LM_MS(1)));
}

int main(void)
{
    static const struct lm_thread_config configs[] = {
        {.name = "unrelated",
         LM_PREEMPTIVE(5),
         .entry = run_unrelated,
         LM_USE_STACK(unrelated_stack)},
        {.name = "reader", LM_PREEMPTIVE(10), .entry = read, LM_USE_STACK(reader_stack)},
        {.name = "writer", LM_THRESHOLD(20, 10), .entry = write, LM_USE_STACK(writer_stack)},
    };

    lm_kernel_init();
    lm_thread_create(&unrelated, &configs[0]);
    lm_thread_create(&reader, &configs[1]);
    lm_thread_create(&writer, &configs[2]);
    lm_kernel_start();
    return 1;
}
