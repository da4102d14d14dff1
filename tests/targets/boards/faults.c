/* SPDX-License-Identifier: Apache-2.0 */
/* Faults, one for each context that a report of boards/common/fault.c knows; see test_faults.py.
 * The first argument selects one. */
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

extern void board_begin_report(void);
extern void lm_port_call_on(void *top, void (*function)(void *argument), void *argument);

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

/* Recursion until the stack and the memory below it are used up; the compiler must not turn it into
 * a loop. */
static __attribute__((noinline)) unsigned dig(unsigned depth)
{
    volatile unsigned here[8] = {depth};

    return depth == 0 ? 0 : dig(depth - 1) + here[depth % 8];
}

static void dig_deep(void *argument)
{
    (void)argument;
    (void)dig(UINT32_MAX);
}

static void call_outside(void *argument)
{
    (void)argument;
    fault();
}

/* With the stack pointer on another stack than the thread's. */
static void fault_outside(void)
{
    static _Alignas(16) unsigned char other[1024];

    lm_port_call_on(other + sizeof other, call_outside, NULL);
}

static const struct {
    const char *context;
    void (*in_handler)(void *argument);
} handlers[] = {{"handler", handle}, {"handler-full", handle}, {"handler-overflow", dig_deep}};

static void fault_in_handler(void)
{
    for (unsigned i = 0; i < sizeof handlers / sizeof handlers[0]; i++) {
        if (strcmp(context, handlers[i].context) == 0) {
            lm_board_interrupt_attach(LINE, URGENCY, handlers[i].in_handler, NULL);
            lm_board_interrupt_raise(LINE);
        }
    }
}

/* Overwrite the complete pattern, as a stack does that has grown to its end. */
static void fill_stack(void)
{
    const unsigned char *here = __builtin_frame_address(0);

    memset(worker_stack, 0, (size_t)(here - worker_stack) / 2);
}

static void run(void *argument)
{
    (void)argument;
    if (strstr(context, "full") != NULL) {
        fill_stack();
    }
    fault_in_handler();
    if (strcmp(context, "overflow") == 0) {
        dig_deep(NULL);
    } else if (strcmp(context, "outside") == 0) {
        fault_outside();
    } else if (strcmp(context, "overwritten") == 0) {
        memset(&worker, 0xA5, sizeof worker);
    } else if (strcmp(context, "twice") == 0) {
        board_begin_report(); /* as if the fault were one of a report */
    }
    fault();
}

int main(int argc, char **argv)
{
    context = argc > 1 ? argv[1] : "";
    if (strcmp(context, "start") == 0) {
        fault();
    } else if (strcmp(context, "start-overflow") == 0) {
        dig_deep(NULL);
    }
    lm_kernel_init();
    (void)lm_thread_create(
        &worker, &(struct lm_thread_config){
                     .name = "worker", LM_PREEMPTIVE(5), .entry = run, LM_USE_STACK(worker_stack)});
    lm_kernel_start();
}
