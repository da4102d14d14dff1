/* SPDX-License-Identifier: Apache-2.0 */
/* An interrupt above the mask of the kernel calls the kernel, which is an error: see
 * test_zero_latency.py. The argument selects the interrupt: one of the NVIC, SysTick, or one that
 * may make calls.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B3.2.4 (ICSR), B3.2.12 (SHPR3), B3.4.
 */
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

#define ICSR (*(volatile uint32_t *)0xE000ED04U)
#define SYSTICK_PRIORITY (*(volatile uint8_t *)0xE000ED23U)
#define NVIC_ENABLE (*(volatile uint32_t *)0xE000E100U)
#define NVIC_PEND (*(volatile uint32_t *)0xE000E200U)
#define NVIC_PRIORITY ((volatile uint8_t *)0xE000E400U)

enum { TIMER1_IRQ = 9, PEND_SYSTICK = 1 << 26, KERNEL_PRIORITY = 0x20 };

LM_STACK(stack, 512);
static struct lm_thread thread;
static struct lm_semaphore semaphore;
static const char *which = "";

/* No thread waits: the call only counts. */
void board_timer_handler(void);
void board_timer_handler(void)
{
    (void)lm_semaphore_post(&semaphore);
}

void SysTick_Handler(void);
void SysTick_Handler(void)
{
    (void)lm_semaphore_post(&semaphore);
}

static void be_interrupted(uint8_t priority, bool by_systick)
{
    NVIC_PRIORITY[TIMER1_IRQ] = priority;
    SYSTICK_PRIORITY = priority;
    NVIC_ENABLE = 1U << TIMER1_IRQ;
    if (by_systick) {
        ICSR = PEND_SYSTICK;
    } else {
        NVIC_PEND = 1U << TIMER1_IRQ;
    }
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

static void run(void *argument)
{
    (void)argument;
    if (strstr(which, "allowed") != NULL) {
        be_interrupted(KERNEL_PRIORITY, strstr(which, "systick") != NULL);
    } else {
        be_interrupted(0, strstr(which, "systick") != NULL);
    }
    lm_board_printf("%u posts\n", (unsigned)lm_semaphore_count(&semaphore));
    lm_board_exit(0);
}

int main(int argc, char **argv)
{
    which = argc > 1 ? argv[1] : which;
    lm_kernel_init();
    (void)lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
    (void)lm_thread_create(
        &thread, &(struct lm_thread_config){
                     .name = "thread", LM_PREEMPTIVE(5), .entry = run, LM_USE_STACK(stack)});
    lm_kernel_start();
    return 1;
}
