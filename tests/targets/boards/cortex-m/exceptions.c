/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the settings of the port in the processor. PendSV and the supervisor call, which only end
 * a switch, have the lowest priority, so that they delay no interrupt. Threads use the process
 * stack.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B1.4.4 (CONTROL), B3.2.11 and B3.2.12
 * (SHPR2, SHPR3); Armv6-M (DDI 0419), which has only two bits of a priority.
 */
#include <limen/board.h>
#include <limen/limen.h>

#define SHPR2 (*(volatile uint32_t *)0xE000ED1CU)
#define SHPR3 (*(volatile uint32_t *)0xE000ED20U)

enum { SVCALL_SHIFT = 24, PENDSV_SHIFT = 16, SPSEL = 1 << 1 };

LM_STACK(stack, 512);
static struct lm_thread thread;

/* The bits of a priority that the processor implements. */
static uint32_t lowest_priority(void)
{
    uint32_t before = SHPR3;

    SHPR3 = before | 0xFFU << PENDSV_SHIFT;
    uint32_t lowest = SHPR3 >> PENDSV_SHIFT & 0xFFU;

    SHPR3 = before;
    return lowest;
}

static bool has_lowest(uint32_t word, unsigned shift)
{
    return (word >> shift & 0xFFU) == lowest_priority();
}

static void run(void *argument)
{
    uint32_t control;
    bool right = has_lowest(SHPR2, SVCALL_SHIFT) && has_lowest(SHPR3, PENDSV_SHIFT);

    (void)argument;
    __asm__ volatile("mrs %0, control" : "=r"(control));
    right = right && (control & SPSEL) != 0;
    lm_board_print(right ? "set\n" : "not set\n");
    lm_board_exit(right ? 0 : 1);
}

int main(void)
{
    lm_kernel_init();
    (void)lm_thread_create(
        &thread, &(struct lm_thread_config){
                     .name = "thread", LM_PREEMPTIVE(5), .entry = run, LM_USE_STACK(stack)});
    lm_kernel_start();
    return 1;
}
