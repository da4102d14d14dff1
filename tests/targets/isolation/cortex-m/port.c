/* SPDX-License-Identifier: Apache-2.0 */
/* The attacks for a Cortex-M. */
#include "attacks.h"
#include "floats.h"
#include "place.h"
#include "secure.h"

/* Set the stack pointer, and make the call lm_user_thread_yield. */
static __attribute__((naked, noreturn)) void call_with(uintptr_t stack_pointer
                                                       __attribute__((unused)))
{
    __asm__ volatile("mov sp, r0\n\tmov r12, #65\n\tsvc #0\n\t1: b 1b");
}

/* Set the stack pointer, and wait for an interrupt. */
static __attribute__((naked, noreturn)) void spin_with(uintptr_t stack_pointer
                                                       __attribute__((unused)))
{
    __asm__ volatile("mov sp, r0\n\t1: b 1b");
}

static void call_on_kernel(void *area)
{
    (void)area;
    call_with((uintptr_t)&attacker.context);
}

static void call_on_other(void *area)
{
    (void)area;
    call_with((uintptr_t)&consumer_area.data[ATTACK_DATA]);
}

static void call_on_nothing(void *area)
{
    (void)area;
    call_with(0);
}

static void call_on_code(void *area)
{
    (void)area;
    call_with(0x1000);
}

static void spin_on_kernel(void *area)
{
    (void)area;
    spin_with((uintptr_t)&attacker.context);
}

static void spin_on_nothing(void *area)
{
    (void)area;
    spin_with(0);
}

/* The frame of an interrupt fits, and the rest of a context would not. */
static void spin_at_end(void *area)
{
    spin_with((uintptr_t)area + ATTACK_STACK_END + ATTACK_FRAME + 8);
}

/* The frame of an interrupt would be half outside. */
static void spin_ahead_of_end(void *area)
{
    spin_with((uintptr_t)area + ATTACK_STACK_END + ATTACK_FRAME / 2);
}

static void call_with_odd_stack(void *argument)
{
    call_with((uintptr_t)argument + 512 + 4);
}

static void mask(void *area)
{
    (void)area;
    __asm__ volatile("cpsid i\n\tmovs r0, #1\n\tmsr basepri, r0\n\tmsr faultmask, r0\n\t1: b 1b");
}

static void take_privileges(void *area)
{
    (void)area;
    __asm__ volatile("movs r0, #0\n\tmsr control, r0\n\tisb");
    attack_secret = 1;
}

static void use_main_stack(void *area)
{
    (void)area;
    __asm__ volatile("movs r0, #1\n\tmsr control, r0\n\tmsr msp, r0\n\tisb\n\tpush {r0}");
}

static void return_as_handler(void *area)
{
    (void)area;
    jump_to(0xFFFFFFF9);
}

static void undefined(void *area)
{
    (void)area;
    __asm__ volatile("udf #0");
}

/* Two faults: of the instruction, and of its frame. */
static void undefined_on_nothing(void *area)
{
    (void)area;
    __asm__ volatile("mov r0, #0\n\tmov sp, r0\n\tudf #0" ::: "r0");
}

static void breakpoint(void *area)
{
    (void)area;
    __asm__ volatile("bkpt #0xab");
}

static void leave_thumb(void *area)
{
    (void)area;
    jump_to((uintptr_t)leave_thumb & ~(uintptr_t)1);
}

static void trigger_interrupt(void *area)
{
    (void)area;
    write_to(0xE000EF00); /* STIR */
}

static void move_vectors(void *area)
{
    (void)area;
    write_to(0xE000ED08); /* VTOR */
}

static void all_numbers_of_svc(void *argument)
{
    struct area *area = argument;

    for (unsigned i = 0; i < 3; i++) {
        __asm__ volatile("mov r12, #0\n\tsvc #255\n\tmov r12, #0\n\tsvc #1\n\tmov %0, r0"
                         : "=r"(area->data[i])::"r0", "r1", "r2", "r3", "r12");
        area->data[ATTACK_DATA - 1]++;
    }
}

/* The kernel must not use the values that the thread has left in registers. */
static void poisoned_registers(void *argument)
{
    (void)argument;
    __asm__ volatile(
        "ldr r4, =attacker\n\tmov r5, r4\n\tmov r6, r4\n\tmov r7, r4\n\tmov r8, r4\n\t"
        "mov r9, r4\n\tmov r10, r4\n\tmov r11, r4\n\tmov lr, r4\n\tmov r1, r4\n\tmov r2, r4\n\t"
        "mov r3, r4\n\t1: mov r0, #0\n\tmov r12, #65\n\tsvc #0\n\tb 1b");
}

const struct attack port_attacks[] = {
    {"call with the stack of the kernel", call_on_kernel, LM_USER_BAD_STACK, LM_OK, 0},
    {"call with the stack of another", call_on_other, LM_USER_BAD_STACK, LM_OK, 0},
    {"call without a stack", call_on_nothing, LM_USER_BAD_STACK, LM_OK, 0},
    {"call with the code as stack", call_on_code, LM_USER_BAD_STACK, LM_OK, 0},
    {"spin with the stack of the kernel", spin_on_kernel, LM_USER_BAD_STACK, LM_OK, 0},
    {"spin without a stack", spin_on_nothing, LM_USER_BAD_STACK, LM_OK, 0},
    {"spin at the end of the stack", spin_at_end, SPINS, LM_OK, 0},
    {"spin half outside", spin_ahead_of_end, LM_USER_BAD_STACK, LM_OK, 0},
    {"call with an odd stack", call_with_odd_stack, SPINS, LM_OK, 0},
    {"mask interrupts", mask, SPINS, LM_OK, 0},
    {"take privileges", take_privileges, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"use the main stack", use_main_stack, ENDS, LM_OK, 0},
    {"return as a handler", return_as_handler, LM_USER_BAD_JUMP, LM_OK, 0},
    {"undefined instruction", undefined, LM_USER_BAD_INSTRUCTION, LM_OK, 0},
    {"undefined instruction without a stack", undefined_on_nothing, LM_USER_BAD_STACK, LM_OK, 0},
    {"breakpoint", breakpoint, LM_USER_BAD_INSTRUCTION, LM_OK, 0},
    {"leave Thumb", leave_thumb, LM_USER_BAD_INSTRUCTION, LM_OK, 0},
    {"trigger an interrupt", trigger_interrupt, LM_USER_BUS_ERROR, LM_OK, 0},
    {"move the vectors", move_vectors, LM_USER_BUS_ERROR, LM_OK, 0},
    {"numbers of svc", all_numbers_of_svc, ENDS, LM_BAD_ARGUMENT, 3},
    {"poisoned registers", poisoned_registers, SPINS, LM_OK, 0},
    FLOAT_ATTACKS SECURE_ATTACKS};
const unsigned port_attack_count = sizeof port_attacks / sizeof port_attacks[0];
