/* SPDX-License-Identifier: Apache-2.0 */
/* Faults, one for each context that a report of boards/common/fault.c knows; see test_faults.py.
 * The first argument says which. */
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { LINE = 0, URGENCY = 3 };

LM_STACK(worker_stack, 512);
static struct lm_thread worker;
static const char *context;

static void fault(void)
{
#ifdef __riscv
    __asm__ volatile("unimp");
#else
    __asm__ volatile("udf #0");
#endif
}

static void handle(void *argument)
{
    (void)argument;
    fault();
}

/* As if it had grown to its end: nothing of the pattern is left. */
static void fill_stack(void)
{
    const unsigned char *here = __builtin_frame_address(0);

    memset(worker_stack, 0, (size_t)(here - worker_stack) / 2);
}

static void run(void *argument)
{
    (void)argument;
    if (strcmp(context, "handler") == 0) {
        lm_board_interrupt_attach(LINE, URGENCY, handle, NULL);
        lm_board_interrupt_raise(LINE);
    } else if (strcmp(context, "full") == 0) {
        fill_stack();
    }
    fault();
}

int main(int argc, char **argv)
{
    context = argc > 1 ? argv[1] : "";
    if (strcmp(context, "start") == 0) {
        fault();
    }
    lm_kernel_init();
    (void)lm_thread_create(
        &worker, &(struct lm_thread_config){
                     .name = "worker", LM_PREEMPTIVE(5), .entry = run, LM_USE_STACK(worker_stack)});
    lm_kernel_start();
}
