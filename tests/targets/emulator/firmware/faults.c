/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that fail, each in its own way. */
#include "firmware.h"
#include <stdbool.h>

enum { STATUS_FAULT = 3 };

static bool faults_again;

void hard_fault(void)
{
    if (faults_again) {
        (void)REGISTER(0x30000000U);
    }
    print("handled\n");
    finish(STATUS_FAULT);
}

static void jump(uint32_t address)
{
    __asm__ volatile("bx %0" ::"r"(address));
}

static void read_nothing(void)
{
    (void)REGISTER(0x30000000U);
}

static void read_misaligned(void)
{
    __asm__ volatile("ldr r0, [%0]" ::"r"(0x20000002U) : "r0");
}

static void write_flash(void)
{
    REGISTER(0x10000000U) = 0;
}

static void undefined_instruction(void)
{
    __asm__ volatile("udf #1");
}

static void undefined_wide_instruction(void)
{
    __asm__ volatile(".hword 0xf7f0, 0xa000");
}

static void jump_to_zero(void)
{
    jump(1);
}

static void jump_without_thumb_bit(void)
{
    jump(0x10000100U);
}

static void call_without_thumb_bit(void)
{
    __asm__ volatile("blx %0" ::"r"(0x10000100U) : "lr");
}

static void run_a_device(void)
{
    jump(0x40054001U);
}

static void run_erased_flash(void)
{
    jump(0x10100001U);
}

static void breakpoint(void)
{
    __asm__ volatile("bkpt 1");
}

static void supervisor_call_masked(void)
{
    mask();
    __asm__ volatile("svc 0");
}

static void fault_masked(void)
{
    mask();
    read_nothing();
}

static void fault_in_fault_handler(void)
{
    faults_again = true;
    read_nothing();
}

static void overflow_stack(void)
{
    __asm__ volatile("1: push {r0-r7, lr}\n\tb 1b");
}

/* On a stack of its own, so that the fault handler still has one. */
static void overflow_thread_stack(void)
{
    __asm__ volatile("msr psp, %0\n\tmovs r0, #2\n\tmsr control, r0\n\tisb\n"
                     "1: push {r0-r7, lr}\n\tb 1b" ::"r"(0x20000100U)
                     : "r0");
}

/* No vector can be read, not even that of HardFault. */
static void lose_vectors(void)
{
    REGISTER(0xE000ED08U) = 0x30000000U;
    __asm__ volatile("svc 0");
}

static void spin(void)
{
    for (;;) {
        __asm__ volatile("");
    }
}

static void sleep_for_ever(void)
{
    wait_for_interrupt();
}

static void sleep_masked_line(void)
{
    TIMER_ALARM0 = TIMER_RAWL + 10; /* INTE is 0: no interrupt */
    wait_for_interrupt();
}

static void print_for_ever(void)
{
    for (;;) {
        print("again and again and again and again and again and again and again\n");
    }
}

static void ask_for_reset(void)
{
    REGISTER(0xE000ED0CU) = 0x05FA0004U;
    spin();
}

const struct firmware_case firmware_cases[] = {
    {"read-nothing", read_nothing},
    {"read-misaligned", read_misaligned},
    {"write-flash", write_flash},
    {"undefined", undefined_instruction},
    {"undefined-wide", undefined_wide_instruction},
    {"jump-to-zero", jump_to_zero},
    {"jump-without-thumb-bit", jump_without_thumb_bit},
    {"call-without-thumb-bit", call_without_thumb_bit},
    {"run-a-device", run_a_device},
    {"run-erased-flash", run_erased_flash},
    {"breakpoint", breakpoint},
    {"supervisor-call-masked", supervisor_call_masked},
    {"fault-masked", fault_masked},
    {"fault-in-fault-handler", fault_in_fault_handler},
    {"overflow-stack", overflow_stack},
    {"overflow-thread-stack", overflow_thread_stack},
    {"lose-vectors", lose_vectors},
    {"spin", spin},
    {"sleep-for-ever", sleep_for_ever},
    {"sleep-masked-line", sleep_masked_line},
    {"print-for-ever", print_for_ever},
    {"ask-for-reset", ask_for_reset},
    {0, 0},
};
