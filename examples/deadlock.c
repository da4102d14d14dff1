/* SPDX-License-Identifier: Apache-2.0 */
/* A mistake that only the trace shows. Two threads lock two mutexes in opposite orders. The lock
 * that would close the circle is refused, but the program ignores the results of its calls, and the
 * audit reads the accounts in the middle of a transfer. */
#include <limen/board.h>
#include <limen/limen.h>

static struct lm_thread transfer, audit;
static struct lm_mutex accounts, journal;
static unsigned savings = 100, cash;
static _Alignas(4) unsigned char trace[LM_TRACE_BYTES(8, 64)];

LM_STACK(first_stack, 512);
LM_STACK(second_stack, 512);

static void run_transfer(void *argument)
{
    (void)argument;
    lm_mutex_lock(&accounts, LM_FOREVER);
    savings -= 10;
    lm_thread_sleep(LM_MS(2));
    lm_mutex_lock(&journal, LM_FOREVER);
    cash += 10;
    lm_mutex_unlock(&journal);
    lm_mutex_unlock(&accounts);
    lm_board_printf("there are %u\n", savings + cash);
    lm_trace_stop();
    lm_board_exit(lm_board_save("trace.limen", trace, sizeof trace));
}

static void run_audit(void *argument)
{
    (void)argument;
    lm_mutex_lock(&journal, LM_FOREVER);
    lm_thread_sleep(LM_MS(4));
    lm_mutex_lock(&accounts, LM_FOREVER); /* LM_DEADLOCK */
    lm_board_printf("audit counts %u\n", savings + cash);
    lm_mutex_unlock(&accounts); /* LM_NOT_OWNER */
    lm_mutex_unlock(&journal);
}

int main(void)
{
    static const struct lm_thread_config configs[] = {
        {.name = "transfer", LM_PREEMPTIVE(10), .entry = run_transfer, LM_USE_STACK(first_stack)},
        {.name = "audit", LM_PREEMPTIVE(11), .entry = run_audit, LM_USE_STACK(second_stack)},
    };

    lm_kernel_init();
    lm_trace_start(trace, sizeof trace, 8);
    lm_mutex_create(&accounts, "accounts", LM_INHERIT, 0, LM_FIFO);
    lm_mutex_create(&journal, "journal", LM_INHERIT, 0, LM_FIFO);
    lm_thread_create(&transfer, &configs[0]);
    lm_thread_create(&audit, &configs[1]);
    lm_kernel_start();
    return 1;
}
