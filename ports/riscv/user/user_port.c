/* SPDX-License-Identifier: Apache-2.0 */
/* User threads on RISC-V: the PMP, the first registers of a thread, and the causes of faults.
 *
 * Source: The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.1.15 (mcause),
 * 3.7.1 (PMP).
 */
#include "behind.h"
#include "power_area.h"

enum { PMP_READ = 1, PMP_WRITE = 2, PMP_EXECUTE = 4, PMP_NAPOT = 3 << 3, PMP_BITS = 8 };
enum { CAUSE_JUMP_MISALIGNED = 0, CAUSE_JUMP = 1, CAUSE_INSTRUCTION = 2, CAUSE_BREAKPOINT = 3 };

/* user_switch.S */
extern LM_PORT_INSTANCE struct lm_user_context *lm_user_loaded;
extern char lm_user_traps[];
extern void lm_user_enter(struct lm_user_context *context) __attribute__((noreturn));

/* The context whose regions the PMP has. */
static struct lm_user_context nobody;
LM_PORT_INSTANCE struct lm_user_context *lm_user_loaded = &nobody;

bool lm_port_user_can_protect(const struct lm_user_area *area)
{
    return lm_port_is_power_area(area);
}

static uintptr_t settings_of(const struct lm_user_area *area)
{
    switch (area->access & ~(uint32_t)LM_USER_DEVICE) {
    case LM_USER_EXECUTE:
        return PMP_NAPOT | PMP_READ | PMP_EXECUTE;
    case LM_USER_WRITE:
        return PMP_NAPOT | PMP_READ | PMP_WRITE;
    default:
        return PMP_NAPOT | PMP_READ;
    }
}

void lm_port_user_set_regions(struct lm_user_context *context, const struct lm_user_area *areas)
{
    context->settings = 0;
    for (unsigned i = 0; i < LM_USER_REGIONS; i++) {
        const struct lm_user_area *area = &areas[i];

        context->addresses[i] = 0;
        if (area->bytes != 0) {
            context->addresses[i] = area->base >> 2 | (area->bytes / 8 - 1);
            context->settings |= settings_of(area) << i * PMP_BITS;
        }
    }
    lm_port_user_forget(context);
}

void lm_port_user_forget(struct lm_user_context *context)
{
    context->is_loaded = 0;
    if (lm_user_loaded == context) {
        lm_user_loaded = &nobody;
    }
}

/* User mode: the end of the entry function. */
static void leave(void)
{
    (void)lm_user_thread_exit();
}

static void clear_registers(struct lm_user_context *context)
{
    memset(context->t0_to_t6, 0, sizeof context->t0_to_t6);
    memset(context->a0_to_a7, 0, sizeof context->a0_to_a7);
}

void lm_port_user_begin(struct lm_user_thread *user)
{
    struct lm_user_context *context = &user->context;

    clear_registers(context);
    context->tp = 0;
    context->ra = (uintptr_t)leave;
    context->a0_to_a7[0] = (uintptr_t)user->argument;
    context->pc = (uintptr_t)user->entry;
    context->sp = user->stack_top;
    context->calls = lm_user_object_calls;
    context->grants = user->grants;
    context->grant_count = user->grant_count;
    __asm__ volatile("mv %0, gp" : "=r"(context->gp));
    context->kernel_gp = context->gp;
    __asm__ volatile("mv %0, tp" : "=r"(context->kernel_tp));
    __asm__ volatile("csrr %0, mtvec" : "=r"(context->kernel_traps));
    __asm__ volatile("csrr %0, mscratch" : "=r"(context->kernel_scratch));
    context->user_traps = (uintptr_t)lm_user_traps | (context->kernel_traps & 1U);
    lm_user_enter(context);
}

static enum lm_user_cause cause_of(uintptr_t cause)
{
    switch (cause) {
    case CAUSE_JUMP_MISALIGNED:
    case CAUSE_JUMP:
        return LM_USER_BAD_JUMP;
    case CAUSE_INSTRUCTION:
    case CAUSE_BREAKPOINT:
        return LM_USER_BAD_INSTRUCTION;
    default:
        return LM_USER_BAD_ACCESS;
    }
}

/* Thread mode, on the kernel stack. */
void lm_port_user_faulted(uintptr_t cause, uintptr_t address, uintptr_t pc)
    __attribute__((used, noreturn));

void lm_port_user_faulted(uintptr_t cause, uintptr_t address, uintptr_t pc)
{
    lm_user_faulted(&(struct lm_user_fault){
        .cause = cause_of(cause), .status = (uint32_t)cause, .address = address, .pc = pc});
}
