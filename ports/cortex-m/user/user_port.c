/* SPDX-License-Identifier: Apache-2.0 */
/* User threads on ARMv7-M and ARMv8-M mainline: the MPU, the first frame of a thread, and the
 * causes of faults.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B3.2.13 (SHCSR), B3.2.15 (CFSR,
 * HFSR), B1.5.6 (the frame). Armv8-M (DDI 0553), D1.2 (CFSR, HFSR).
 */
#include "behind.h"
#include "user_floats.h"
#if __ARM_ARCH >= 8
#include "pmsa_v8.h"
#else
#include "pmsa_v7.h"
#endif

#define SHCSR (*(volatile uint32_t *)0xE000ED24U)
#define CFSR (*(volatile uint32_t *)0xE000ED28U)
#define HFSR (*(volatile uint32_t *)0xE000ED2CU)
#define MPU_CTRL (*(volatile uint32_t *)0xE000ED94U)

enum { ENABLE_FAULTS = 7 << 16 };
enum { PLAIN_FRAME_WORDS = 8, FRAME_R0 = 0, FRAME_LR = 5, FRAME_PC = 6, FRAME_XPSR = 7 };
enum { THUMB = 1 << 24 };

/* CFSR and HFSR */
enum {
    BAD_JUMP = 1 << 0,
    BAD_ACCESS = 1 << 1,
    STACK_LIMIT = 1 << 20,
    STACKING = STACK_LIMIT | 1 << 3 | 1 << 4 | 1 << 11 | 1 << 12, /* of MemManage and BusFault */
    BUS = 0xFF << 8,
    SECURE_FAULT = 1 << 29, /* of user.inc: a jump into the non-secure state */
    NO_FRAME = SECURE_FAULT | STACK_LIMIT | 1 << 4 | 1 << 12
};

/* user_switch.S */
extern struct lm_user_context *lm_user_loaded[LM_CORES];
extern void lm_user_gate(void);
extern void lm_user_enter(struct lm_user_context *context) __attribute__((noreturn));

/* The context whose regions the MPU of each core has. */
static struct lm_user_context nobody;
struct lm_user_context *lm_user_loaded[LM_CORES];

static struct lm_user_context **loaded_of_core(void)
{
    return &lm_user_loaded[LM_CORES_OR(lm_port_core(), 0U)];
}

bool lm_port_user_can_protect(const struct lm_user_area *area)
{
    return can_protect(area);
}

void lm_port_user_set_regions(struct lm_user_context *context, const struct lm_user_area *areas)
{
    for (unsigned i = 0; i < LM_USER_REGIONS; i++) {
        const struct lm_user_area *area = &areas[i];

        context->regions[i].base = base_of(area, i);
        context->regions[i].rest = area->bytes != 0 ? rest_of(area) : 0;
    }
    lm_port_user_forget(context);
}

void lm_port_user_forget(struct lm_user_context *context)
{
    struct lm_user_context **loaded = loaded_of_core();

    context->loaded = 0;
    if (*loaded == context || *loaded == NULL) {
        *loaded = &nobody;
    }
}

/* Each core has an MPU. */
static void prepare_core(void)
{
    prepare_floats();
    prepare_regions();
    SHCSR |= ENABLE_FAULTS;
    MPU_CTRL = LM_USER_PROTECTION_ON;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

#if __ARM_ARCH >= 8
/* In the handler of a fault of the kernel, which may write to memory that a user thread may only
 * read. The switch that is requested comes before the next instruction of a user thread, and the
 * regions are loaded on the way back from it. Returns: whether regions were loaded. */
bool lm_port_user_unload(void) __attribute__((used));

bool lm_port_user_unload(void)
{
    if (!are_regions_loaded()) {
        return false;
    }
    unload_regions();
    (*loaded_of_core())->loaded = 0;
    CFSR = UINT32_MAX;
    HFSR = UINT32_MAX;
    lm_port_request_switch();
    return true;
}
#endif

/* User mode: the end of the entry function. */
static void leave(void)
{
    (void)lm_user_thread_exit();
}

void lm_port_user_begin(struct lm_user_thread *user)
{
    struct lm_user_context *context = &user->context;
    unsigned words = set_floats(user);
    uint32_t *frame = (uint32_t *)user->stack_top - words;

    prepare_core();
    memset(frame, 0, words * sizeof *frame);
    set_float_mode(frame, words);
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
    if ((status & (BAD_JUMP | SECURE_FAULT)) != 0) {
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
                     lm_user_may_read(frame, PLAIN_FRAME_WORDS * sizeof *frame);

    lm_user_faulted(&(struct lm_user_fault){.cause = cause_of(status),
                                            .status = status,
                                            .address = address,
                                            .pc = has_frame ? frame[FRAME_PC] : 0});
}
