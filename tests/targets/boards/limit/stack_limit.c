/* SPDX-License-Identifier: Apache-2.0 */
/* Overflows of a stack on a processor with a stack limit, one for each way in which a stack grows;
 * see test_stack_limit.py. The first argument selects one. */
#include "board.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { LINE = 0, URGENCY = 3, FRAME_BYTES = 32, MORE_THAN_MEMORY = 1000000 };
enum { URGENT_LINE = 1, MORE_URGENT = 1 };

extern char main_stack_limit[]; /* from the linker script */
LM_STACK(digger_stack, 1024);
LM_STACK(urgent_stack, 512);
LM_STACK(job_stack, 512);
static struct lm_thread digger, urgent;
static struct lm_shared_stack shared;
static const char *way;
static volatile unsigned wakes;

static void be_urgent(void *argument)
{
    (void)argument;
    for (;;) {
        (void)lm_thread_suspend(&urgent);
        wakes++;
    }
}

static void wake_urgent(void *argument)
{
    (void)argument;
    (void)lm_thread_resume(&urgent);
}

static __attribute__((noinline)) unsigned dig(unsigned depth)
{
    volatile unsigned here[8] = {depth};

    return depth == 0 ? 0 : dig(depth - 1) + here[depth % 8];
}

static void dig_deep(void *argument)
{
    (void)argument;
    (void)dig(1000);
}

/* The word and the bit of the interrupt controller that pend a line. Source: Armv8-M Architecture
 * Reference Manual (DDI 0553), D1.2 (NVIC_ISPR). */
static uintptr_t pend_register(unsigned line)
{
    return 0xE000E200U + (BOARD_FIRST_LINE + line) / 32 * 4;
}

static uint32_t pend_bit(unsigned line)
{
    return 1U << (BOARD_FIRST_LINE + line) % 32;
}

/* Raise the line with the stack pointer so many bytes above the lower end of the stack, and floats
 * in use. */
static void be_interrupted_with(uint32_t bytes_left)
{
    uintptr_t top = ((uintptr_t)digger_stack + bytes_left + 7U) & ~(uintptr_t)7U;

    __asm__ volatile("vmov s0, %0\n\t"
                     "mov r4, sp\n\t"
                     "mov sp, %0\n\t"
                     "str %1, [%2]\n\t"
                     "dsb\n\tisb\n\t"
                     "mov sp, r4"
                     :
                     : "r"(top), "r"(pend_bit(LINE)), "r"(pend_register(LINE))
                     : "r4", "s0", "memory");
}

/* Wait with this little room. */
static void call_with(uint32_t bytes_left)
{
    uintptr_t top = ((uintptr_t)digger_stack + bytes_left + 7U) & ~(uintptr_t)7U;

    __asm__ volatile("mov r4, sp\n\t"
                     "mov sp, %0\n\t"
                     "movs r0, #1\n\t"
                     "movs r1, #0\n\t"
                     "bl lm_thread_sleep\n\t"
                     "mov sp, r4"
                     :
                     : "r"(top)
                     : "r0", "r1", "r2", "r3", "r4", "r12", "lr", "cc", "memory");
}

/* On the main stack. */
static void dig_in_handler(void *argument)
{
    (void)argument;
    (void)dig(MORE_THAN_MEMORY);
}

/* A more urgent interrupt comes while the main stack has no room for its frame. */
static void be_interrupted_at_the_end(void *argument)
{
    (void)argument;
    __asm__ volatile("mov r4, sp\n\t"
                     "mov sp, %0\n\t"
                     "str %1, [%2]\n\t"
                     "dsb\n\tisb\n\t"
                     "mov sp, r4"
                     :
                     : "r"(main_stack_limit + FRAME_BYTES - 8), "r"(pend_bit(URGENT_LINE)),
                       "r"(pend_register(URGENT_LINE))
                     : "r4", "memory");
}

static void raise_line(void (*handler)(void *argument))
{
    lm_board_interrupt_attach(URGENT_LINE, MORE_URGENT, wake_urgent, NULL);
    lm_board_interrupt_attach(LINE, URGENCY, handler, NULL);
    lm_board_interrupt_raise(LINE);
}

static void run(void *argument)
{
    (void)argument;
    lm_board_interrupt_attach(LINE, URGENCY, wake_urgent, NULL);
    if (strcmp(way, "calls") == 0) {
        dig_deep(NULL);
    } else if (strcmp(way, "frame") == 0) {
        be_interrupted_with(FRAME_BYTES - 8);
    } else if (strcmp(way, "context") == 0) {
        be_interrupted_with(104 + 48 + 64 - 8);
    } else if (strcmp(way, "wait") == 0) {
        call_with(40);
    } else if (strcmp(way, "job") == 0) {
        lm_shared_stack_init(&shared, job_stack, sizeof job_stack);
        (void)lm_shared_stack_run(&shared, dig_deep, NULL);
    } else if (strcmp(way, "handler") == 0) {
        raise_line(dig_in_handler);
    } else if (strcmp(way, "nested") == 0) {
        raise_line(be_interrupted_at_the_end);
    } else {
        be_interrupted_with(LM_PORT_STACK_RESERVE);
        lm_board_printf("%u switches\n", wakes);
        lm_board_exit(wakes == 1 ? 0 : 1);
    }
    lm_board_print("not caught\n");
    lm_board_exit(1);
}

int main(int argc, char **argv)
{
    way = argc > 1 ? argv[1] : "";
    if (strcmp(way, "main") == 0) {
        return (int)dig(MORE_THAN_MEMORY);
    }
    lm_kernel_init();
    (void)lm_thread_create(
        &digger, &(struct lm_thread_config){
                     .name = "digger", LM_PREEMPTIVE(5), .entry = run, LM_USE_STACK(digger_stack)});
    (void)lm_thread_create(&urgent, &(struct lm_thread_config){.name = "urgent",
                                                               LM_PREEMPTIVE(3),
                                                               .entry = be_urgent,
                                                               LM_USE_STACK(urgent_stack)});
    lm_kernel_start();
    return 1;
}
