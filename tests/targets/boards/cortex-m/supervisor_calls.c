/* SPDX-License-Identifier: Apache-2.0 */
/* A program with its own supervisor calls: it defines SVC_Handler, and forwards the call of the
 * port, as docs/porting.md says. One thread makes such calls; another one preempts it in each
 * period, so that the port resumes it by its call.
 */
#include <limen/board.h>
#include <limen/limen.h>
#include <limen_port.h>

enum { CALL = 7, PERIODS = 50, PERIOD = LM_CLOCK_HZ / 5000 };

LM_STACK(caller_stack, 512);
LM_STACK(ticker_stack, 512);
static struct lm_thread caller, ticker;
static volatile uint32_t made, served, wrong;
volatile uint32_t passed_on;

/* frame: what the processor has stored; its first word is the argument, and becomes the result. */
void serve(uint32_t *frame);
void serve(uint32_t *frame)
{
    frame[0]++;
    served++;
}

void SVC_Handler(void);
__attribute__((naked)) void SVC_Handler(void)
{
    __asm__ volatile("mrs r0, psp\n\t"
                     "ldr r1, [r0, #24]\n\t" /* the address behind the instruction, */
                     "sub r1, #2\n\t"
                     "ldrb r1, [r1]\n\t" /* whose lower byte is the number */
                     "cmp r1, %0\n\t"
                     "beq 1f\n\t"
                     "ldr r1, =serve\n\t"
                     "bx r1\n"
                     "1: ldr r1, =passed_on\n\t"
                     "ldr r2, [r1]\n\t"
                     "add r2, #1\n\t"
                     "str r2, [r1]\n\t"
                     "ldr r1, =lm_port_svc_handler\n\t"
                     "bx r1\n\t"
                     ".ltorg" ::"i"(LM_PORT_SVC));
}

static uint32_t call(uint32_t argument)
{
    register uint32_t r0 __asm__("r0") = argument;

    __asm__ volatile("svc %1" : "+r"(r0) : "i"(CALL) : "r1", "r2", "r3", "r12", "memory");
    return r0;
}

static void make_calls(void *argument)
{
    (void)argument;
    for (;;) {
        wrong += call(made) != made + 1;
        made++;
    }
}

static void preempt(void *argument)
{
    (void)argument;
    for (int i = 0; i < PERIODS; i++) {
        (void)lm_thread_sleep(PERIOD);
    }
    /* The caller may be between a call and its count. */
    bool right = wrong == 0 && made > 0 && served - made <= 1 && passed_on >= PERIODS / 2;

    lm_board_print(right ? "served and passed on\n" : "wrong\n");
    lm_board_exit(right ? 0 : 1);
}

int main(void)
{
    lm_kernel_init();
    (void)lm_thread_create(&caller, &(struct lm_thread_config){.name = "caller",
                                                               LM_PREEMPTIVE(9),
                                                               .entry = make_calls,
                                                               LM_USE_STACK(caller_stack)});
    (void)lm_thread_create(&ticker, &(struct lm_thread_config){.name = "ticker",
                                                               LM_PREEMPTIVE(5),
                                                               .entry = preempt,
                                                               LM_USE_STACK(ticker_stack)});
    lm_kernel_start();
    return 1;
}
