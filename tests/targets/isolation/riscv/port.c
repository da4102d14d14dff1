/* SPDX-License-Identifier: Apache-2.0 */
/* The attacks for RISC-V. */
#include "attacks.h"
#include "place.h"

/* Set sp, and the other registers of the environment to an address of the kernel, and yield for
 * ever: no call and no interrupt may use them. */
static __attribute__((naked, noreturn)) void call_with(uintptr_t stack_pointer
                                                       __attribute__((unused)))
{
    __asm__ volatile("mv sp, a0\n\tla gp, attacker\n\tla tp, attacker\n\t"
                     "1: li a7, 65\n\tecall\n\tj 1b");
}

static __attribute__((naked, noreturn)) void spin_with(uintptr_t stack_pointer
                                                       __attribute__((unused)))
{
    __asm__ volatile("mv sp, a0\n\tla gp, attacker\n\tmv tp, zero\n\t1: j 1b");
}

static void call_on_kernel(void *area)
{
    (void)area;
    call_with((uintptr_t)&attacker.context);
}

static void call_on_nothing(void *area)
{
    (void)area;
    call_with(0);
}

static void call_on_odd(void *argument)
{
    call_with((uintptr_t)argument + 513);
}

static void spin_on_kernel(void *area)
{
    (void)area;
    spin_with((uintptr_t)&attacker.context);
}

static void spin_on_other(void *area)
{
    (void)area;
    spin_with((uintptr_t)&consumer_area.data[ATTACK_DATA]);
}

static void spin_on_nothing(void *area)
{
    (void)area;
    spin_with(0);
}

static void mask(void *area)
{
    (void)area;
    __asm__ volatile("csrci mstatus, 8");
}

static void mask_one(void *area)
{
    (void)area;
    __asm__ volatile("csrw mie, zero");
}

static void move_traps(void *area)
{
    (void)area;
    __asm__ volatile("csrw mtvec, zero");
}

static void read_scratch(void *argument)
{
    struct area *area = argument;

    __asm__ volatile("csrr %0, mscratch" : "=r"(area->data[0]));
}

static void open_protection(void *area)
{
    (void)area;
    __asm__ volatile("csrw pmpaddr1, zero");
}

static void return_as_machine(void *area)
{
    (void)area;
    __asm__ volatile("la t0, lm_port_swap\n\tmret");
}

static void undefined(void *area)
{
    (void)area;
    __asm__ volatile(".word 0xFFFFFFFF");
}

static void breakpoint(void *area)
{
    (void)area;
    __asm__ volatile("ebreak");
}

/* Semihosting, which the emulator would serve for the kernel. */
static void call_host(void *area)
{
    (void)area;
    __asm__ volatile(".option push\n\t.option norvc\n\t.balign 16\n\tli a0, 0x18\n\t"
                     "li a1, 0x20026\n\tslli zero, zero, 0x1f\n\tebreak\n\tsrai zero, zero, 7\n\t"
                     ".option pop" ::
                         : "a0", "a1");
}

/* The processor ignores the lowest bit. */
static void jump_to_odd(void *area)
{
    (void)area;
    jump_to((uintptr_t)jump_to_odd + 1);
}

/* A call must leave no value of the kernel in registers. */
static void look_at_registers(void *argument)
{
    uintptr_t sum;

    __asm__ volatile("li a7, 65\n\tecall\n\t"
                     "or %0, t1, t2\n\tor %0, %0, t3\n\tor %0, %0, t4\n\t"
                     "or %0, %0, t5\n\tor %0, %0, t6\n\tor %0, %0, a1\n\tor %0, %0, a2\n\t"
                     "or %0, %0, a3\n\tor %0, %0, a4\n\tor %0, %0, a5\n\tor %0, %0, a6\n\t"
                     "or %0, %0, a7"
                     : "=&r"(sum)::"ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1", "a2",
                       "a3", "a4", "a5", "a6", "a7", "memory");
    note(argument, sum == 0 ? LM_OK : LM_BAD_STATE);
}

const struct attack port_attacks[] = {
    {"call with the stack of the kernel", call_on_kernel, SPINS, LM_OK, 0},
    {"call without a stack", call_on_nothing, SPINS, LM_OK, 0},
    {"call with an odd stack", call_on_odd, SPINS, LM_OK, 0},
    {"spin with the stack of the kernel", spin_on_kernel, SPINS, LM_OK, 0},
    {"spin with the stack of another", spin_on_other, SPINS, LM_OK, 0},
    {"spin without a stack", spin_on_nothing, SPINS, LM_OK, 0},
    {"mask interrupts", mask, LM_USER_BAD_INSTRUCTION, LM_OK, 0},
    {"mask each interrupt", mask_one, LM_USER_BAD_INSTRUCTION, LM_OK, 0},
    {"move the traps", move_traps, LM_USER_BAD_INSTRUCTION, LM_OK, 0},
    {"read the scratch register", read_scratch, LM_USER_BAD_INSTRUCTION, LM_OK, 0},
    {"open the protection", open_protection, LM_USER_BAD_INSTRUCTION, LM_OK, 0},
    {"return as the machine", return_as_machine, LM_USER_BAD_INSTRUCTION, LM_OK, 0},
    {"undefined instruction", undefined, LM_USER_BAD_INSTRUCTION, LM_OK, 0},
    {"breakpoint", breakpoint, LM_USER_BAD_INSTRUCTION, LM_OK, 0},
    {"call the host", call_host, LM_USER_BAD_INSTRUCTION, LM_OK, 0},
    {"jump to an odd address", jump_to_odd, SPINS, LM_OK, 0},
    {"look at registers", look_at_registers, ENDS, LM_OK, 1},
};
const unsigned port_attack_count = sizeof port_attacks / sizeof port_attacks[0];
