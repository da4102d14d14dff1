/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a program after a fault: report its place and its context.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B1.5.6, B1.5.8 and C1.6.1; Armv6-M
 * (DDI 0419), B1.5.6, B1.5.8 and C1.3.
 */
#include "cortex_m.h"
#include "port_udf.h"

enum {
    FRAME_R0 = 0,
    FRAME_LR = 5,
    FRAME_PC = 6,
    FRAME_XPSR = 7,
    FRAME_BYTES = 32,
    BKPT_BYTES = 2,
    EXCEPTION_MASK = 0x1FF,
    LAST_OF_FAULTS = 6,
    RETURN_TO_THREAD = 1 << 3, /* bits of EXC_RETURN */
    RETURN_TO_PROCESS_STACK = 1 << 2
};

/* From the linker script: the ends of the main stack. */
extern char main_stack_limit[], main_stack_lowest[], main_stack_top[];

/* On the stack of the interrupted context. */
struct frame {
    uint32_t words[FRAME_BYTES / 4];
};

static bool is_readable(const struct frame *frame)
{
    return (uintptr_t)frame % 4 == 0 && board_is_memory(frame, FRAME_BYTES);
}

#if __ARM_ARCH >= 8
/* Configurable fault status register, and a bit of its part for UsageFault. Source: Armv8-M
 * Architecture Reference Manual (DDI 0553), D1.2 (CFSR, UFSR), B3.21 (stack limit checks). */
#define CFSR (*(volatile uint32_t *)0xE000ED28U)
enum { PENDSV = 14 };
static const uint32_t stack_overflow = 1U << 20, undefined_instruction = 1U << 16;

/* The most urgent interrupt whose handler has begun, as the number of its exception; 0: none.
 * Source: DDI 0553, D1.2 (NVIC_IABR, NVIC_IPR). */
static unsigned innermost_interrupt(void)
{
    const volatile uint32_t *active = (const volatile uint32_t *)0xE000E300U;
    const volatile uint8_t *priority = (const volatile uint8_t *)0xE000E400U;
    enum { INTERRUPTS = 480, EXCEPTIONS = 16 };
    unsigned found = INTERRUPTS;

    for (unsigned i = 0; i < INTERRUPTS; i++) {
        bool is_active = (active[i / 32] >> i % 32 & 1) != 0;

        if (is_active && (found == INTERRUPTS || priority[i] < priority[found])) {
            found = i;
        }
    }
    return found == INTERRUPTS ? 0 : found + EXCEPTIONS;
}

/* True if the processor has refused to push below MSPLIM. */
static bool is_overflow_of_main_stack(uint32_t exc_return)
{
    return (exc_return & RETURN_TO_PROCESS_STACK) == 0 && (CFSR & stack_overflow) != 0;
}

/* True if the processor has written the frame, and not set the stack pointer to the limit
 * instead. */
static bool is_written(const struct frame *frame)
{
    return (uintptr_t)frame > (uintptr_t)main_stack_limit;
}

/* True if the processor has refused to push below PSPLIM, or PendSV to save a context (limit.inc).
 * The processor has not written the frame then, so the place of the program is unknown. */
static bool is_stack_overflow(const struct frame *frame, uint32_t exc_return)
{
    bool is_in_handler = (exc_return & RETURN_TO_THREAD) == 0;

    if (!is_in_handler) {
        return (CFSR & stack_overflow) != 0;
    }
    return (CFSR & undefined_instruction) != 0 && is_readable(frame) &&
           (frame->words[FRAME_XPSR] & EXCEPTION_MASK) == PENDSV;
}
#else
static bool is_overflow_of_main_stack(uint32_t exc_return)
{
    (void)exc_return;
    return false;
}

static unsigned innermost_interrupt(void)
{
    return 0;
}

static bool is_written(const struct frame *frame)
{
    (void)frame;
    return true;
}

static bool is_stack_overflow(const struct frame *frame, uint32_t exc_return)
{
    (void)frame;
    (void)exc_return;
    return false;
}
#endif

/* For processors that do not check it: true if the main stack has grown over its end. */
static bool is_below_main_stack(const struct frame *frame, uint32_t exc_return)
{
    bool is_on_it = (exc_return & RETURN_TO_PROCESS_STACK) == 0;

    return board_main_stack_is_used_up() ||
           (is_on_it && ((uintptr_t)frame < (uintptr_t)main_stack_lowest ||
                         (uintptr_t)frame > (uintptr_t)main_stack_top - FRAME_BYTES));
}

static uintptr_t process_stack_pointer(void)
{
    uintptr_t pointer;

    __asm__ volatile("mrs %0, psp" : "=r"(pointer));
    return pointer;
}

static void print_context(const struct frame *frame, uint32_t exc_return)
{
    if ((exc_return & RETURN_TO_THREAD) == 0) {
        bool is_known = is_readable(frame) && is_written(frame);
        unsigned exception =
            is_known ? frame->words[FRAME_XPSR] & EXCEPTION_MASK : innermost_interrupt();

        lm_board_printf(exception != 0 ? "in the handler of exception %u\n" : "in a handler\n",
                        exception);
        board_print_used_up(process_stack_pointer());
    } else if ((exc_return & RETURN_TO_PROCESS_STACK) == 0) {
        lm_board_print("before the first thread\n");
    } else {
        board_print_thread((uintptr_t)frame);
    }
}

/* The message of the undefined instruction with which the port has ended the program; NULL if the
 * fault is another one. */
static const char *reason_of_port(const struct frame *frame)
{
    const uint16_t *pc = is_readable(frame) ? (const uint16_t *)frame->words[FRAME_PC] : NULL;

    if (!board_is_code(pc, sizeof *pc) || (*pc & LM_PORT_UDF_MASK) != LM_PORT_UDF) {
        return NULL;
    }
    switch (*pc & ~LM_PORT_UDF_MASK) {
    case LM_PORT_UDF_CALLER:
        return "an interrupt more urgent than LM_KERNEL_PRIORITY has called the kernel";
    case LM_PORT_UDF_ERRATUM:
        return "this Cortex-M7 needs a build with LM_ERRATUM_837070";
    default:
        return NULL;
    }
}

static void print_place(const struct frame *frame, uint32_t exc_return)
{
    if (is_readable(frame)) {
        lm_board_printf("at %08x, lr %08x, ", (unsigned)frame->words[FRAME_PC],
                        (unsigned)frame->words[FRAME_LR]);
    }
    print_context(frame, exc_return);
}

/* The report of a fault for which the processor has not written a place. */
static bool print_overflow(const struct frame *frame, uint32_t exc_return)
{
    if (is_overflow_of_main_stack(exc_return) || is_below_main_stack(frame, exc_return)) {
        lm_board_print("fault: the main stack has overflowed ");
        print_context(frame, exc_return);
        return true;
    }
    if (is_stack_overflow(frame, exc_return)) {
        lm_board_print("fault: a stack has overflowed ");
        board_print_thread(process_stack_pointer());
        return true;
    }
    return false;
}

static void print_fault(const struct frame *frame, uint32_t exc_return, uint32_t exception)
{
    const char *reason = reason_of_port(frame);

    if (exception > LAST_OF_FAULTS) {
        lm_board_printf("fault: no handler for exception %u\n", (unsigned)exception);
    } else if (reason != NULL) {
        lm_board_printf("fault: %s\n", reason);
    } else if (print_overflow(frame, exc_return)) {
        return;
    } else {
        lm_board_print(
            "fault: the processor met an instruction or address that it cannot handle\n");
    }
    print_place(frame, exc_return);
}

/* Called by lm_board_fault. */
void board_end_with_fault(uint32_t *frame, uint32_t exc_return)
{
    uint32_t exception;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    if (exception <= LAST_OF_FAULTS && board_has_no_debugger()) { /* the BKPT of semihosting */
        frame[FRAME_R0] = UINT32_MAX;
        frame[FRAME_PC] += BKPT_BYTES;
        return;
    }
    board_begin_report();
    print_fault((const struct frame *)frame, exc_return, exception);
    lm_board_exit(3);
}

#if __ARM_ARCH >= 8
#define LIFT_LIMIT "movs r2, #0\n\tmsr msplim, r2\n\t"
#define LIMIT_AGAIN "ldr r2, =main_stack_limit\n\tmsr msplim, r2\n\t"
#else
#define LIFT_LIMIT ""
#define LIMIT_AGAIN ""
#endif

/* The frame is on the stack that EXC_RETURN names. The report has a stack of its own, the memory
 * below the main stack, since the main stack may have overflowed. If the function returns, the
 * exception returns too. */
__attribute__((naked)) void lm_board_fault(void)
{
    __asm__ volatile(".syntax unified\n\t" LIFT_LIMIT "mov r1, lr\n\t"
                     "mrs r3, msp\n\t"
                     "mov r0, r3\n\t"
                     "lsrs r2, r1, #3\n\t" /* bit 2 into the carry */
                     "bcc 1f\n\t"
                     "mrs r0, psp\n"
                     "1:\n\t"
                     "ldr r2, =report_stack_top\n\t"
                     "msr msp, r2\n\t"
                     "push {r1, r3}\n\t"
                     "bl board_end_with_fault\n\t"
                     "pop {r1, r3}\n\t"
                     "msr msp, r3\n\t" LIMIT_AGAIN "bx r1\n\t"
                     ".ltorg");
}
