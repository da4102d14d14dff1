/* SPDX-License-Identifier: Apache-2.0 */
/* User threads on ARMv7-M: the MPU, the first frame of a thread, and the causes of faults.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B3.2.13 (SHCSR), B3.2.15 (CFSR,
 * HFSR), B3.5 (PMSAv7), B1.5.6 (the frame).
 */
#include "behind.h"

#define SHCSR (*(volatile uint32_t *)0xE000ED24U)
#define MPU_CTRL (*(volatile uint32_t *)0xE000ED94U)

enum { ENABLE_FAULTS = 7 << 16, MPU_ENABLE = 1 << 0, MPU_BACKGROUND = 1 << 2 };
enum { FRAME_WORDS = 8, FRAME_R0 = 0, FRAME_LR = 5, FRAME_PC = 6, FRAME_XPSR = 7 };
enum { THUMB = 1 << 24 };

/* RBAR and RASR: DDI 0403E, B3.5.8, B3.5.9, table B3-13 (access). */
enum { RBAR_VALID = 1 << 4, RASR_ENABLE = 1, RASR_SIZE = 1 };
static const uint32_t rasr_no_execute = 1U << 28, rasr_read_write = 3U << 24,
                      rasr_read_only = 2U << 24, rasr_normal = 1U << 17,
                      rasr_device = 1U << 18 | 1U << 16;

/* CFSR */
enum {
    BAD_JUMP = 1 << 0,
    STACKING = 1 << 3 | 1 << 4 | 1 << 11 | 1 << 12, /* of MemManage and BusFault */
    BAD_ACCESS = 1 << 1,
    NO_FRAME = 1 << 4 | 1 << 12,
    BUS = 0xFF << 8
};

/* user_switch.S */
extern struct lm_user_context *lm_user_loaded;
extern void lm_user_gate(void);
extern void lm_user_enter(struct lm_user_context *context) __attribute__((noreturn));

/* The context whose regions the MPU has. */
static struct lm_user_context nobody;
struct lm_user_context *lm_user_loaded = &nobody;

void lm_port_user_init(void)
{
    SHCSR |= ENABLE_FAULTS;
    MPU_CTRL = MPU_ENABLE | MPU_BACKGROUND;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

static uint32_t access_of(const struct lm_user_area *area)
{
    uint32_t memory = (area->access & LM_USER_DEVICE) != 0 ? rasr_device : rasr_normal;

    switch (area->access & ~(uint32_t)LM_USER_DEVICE) {
    case LM_USER_EXECUTE:
        return memory | rasr_read_only;
    case LM_USER_WRITE:
        return memory | rasr_read_write | rasr_no_execute;
    default:
        return memory | rasr_read_only | rasr_no_execute;
    }
}

void lm_port_user_set_regions(struct lm_user_context *context, const struct lm_user_area *areas)
{
    for (unsigned i = 0; i < LM_USER_REGIONS; i++) {
        const struct lm_user_area *area = &areas[i];
        bool is_used = area->bytes != 0;
        uint32_t log2 = is_used ? 31U - (uint32_t)__builtin_clz(area->bytes) : 0;

        context->regions[i].rbar = area->base | RBAR_VALID | i;
        context->regions[i].rasr =
            is_used ? access_of(area) | (log2 - 1) << RASR_SIZE | RASR_ENABLE : 0;
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

void lm_port_user_begin(struct lm_user_thread *user)
{
    struct lm_user_context *context = &user->context;
    uint32_t *frame = (uint32_t *)user->stack_top - FRAME_WORDS;

    memset(frame, 0, FRAME_WORDS * sizeof *frame);
    frame[FRAME_R0] = (uintptr_t)user->argument;
    frame[FRAME_LR] = (uintptr_t)leave;
    frame[FRAME_PC] = (uintptr_t)user->entry & ~(uintptr_t)1U;
    frame[FRAME_XPSR] = THUMB;
    context->calls = lm_user_object_calls;
    context->grants = user->grants;
    context->grant_count = user->grant_count;
    context->frame = (uintptr_t)frame;
    context->gate = (uintptr_t)lm_user_gate & ~(uintptr_t)1U;
    context->xpsr = THUMB;
    lm_user_enter(context);
}

static enum lm_user_cause cause_of(uint32_t status)
{
    if ((status & STACKING) != 0) {
        return LM_USER_BAD_STACK;
    }
    if ((status & BAD_ACCESS) != 0) {
        return LM_USER_BAD_ACCESS;
    }
    if ((status & BAD_JUMP) != 0) {
        return LM_USER_BAD_JUMP;
    }
    return (status & BUS) != 0 ? LM_USER_BUS_ERROR : LM_USER_BAD_INSTRUCTION;
}

/* Thread mode, on the kernel stack. frame: where the stack pointer of the thread was. */
void lm_port_user_faulted(const uint32_t *frame, uint32_t status, uintptr_t address)
    __attribute__((used));

void lm_port_user_faulted(const uint32_t *frame, uint32_t status, uintptr_t address)
{
    bool has_frame = (status & NO_FRAME) == 0 && (uintptr_t)frame % sizeof *frame == 0 &&
                     lm_user_may_read(frame, FRAME_WORDS * sizeof *frame);

    lm_user_faulted(&(struct lm_user_fault){.cause = cause_of(status),
                                            .status = status,
                                            .address = address,
                                            .pc = has_frame ? frame[FRAME_PC] : 0});
}
