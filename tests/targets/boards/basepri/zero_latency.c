/* SPDX-License-Identifier: Apache-2.0 */
/* An interrupt above the kernel's mask is served at once, at any point of the kernel; in a build
 * with LM_KERNEL_PRIORITY for mps2-an385.
 *
 * TIMER1 has the most urgent priority of the NVIC. It interrupts after 1, 2, 3 ... instructions of
 * a round of calls of the kernel that threads and the alarm make. Its handler records its lateness
 * and whether the kernel had taken its lock, and makes no calls. It overwrites registers: if it
 * came at a wrong place, a thread would get a wrong register, and the round a wrong result. An
 * interrupt below the mask has to wait.
 */
#include <limen/board.h>
#include <limen/limen.h>

struct timer {
    volatile uint32_t control;
    volatile uint32_t value;
    volatile uint32_t reload;
    volatile uint32_t interrupt; /* read: pending; write 1: clear */
};

#define TIMER1 ((struct timer *)0x40001000U)
#define COUNTER (*(volatile uint32_t *)0x40028018U)
#define NVIC_ENABLE (*(volatile uint32_t *)0xE000E100U)
#define NVIC_PRIORITY ((volatile uint8_t *)0xE000E400U)

enum { TIMER_OFF = 0, TIMER_ON = 1 << 0 | 1 << 3, TIMER1_IRQ = 9 };
enum { LINE = 1, ROUNDS = 700 };

/* Ticks of 0.625 instructions: the first instructions of the handler, up to the read of the
 * counter. */
enum { LATE_MAX = 24 };

LM_STACK(low_stack, 512);
LM_STACK(high_stack, 512);

static struct lm_thread low, high;
static struct lm_semaphore ping, pong;
static struct lm_mutex mutex;
static uint32_t due, latest, kept_off;
static volatile uint32_t interrupts, in_kernel, lines;

static void interrupted(uint32_t basepri)
{
    uint32_t late = COUNTER - due;

    TIMER1->control = TIMER_OFF;
    TIMER1->interrupt = 1;
    interrupts++;
    in_kernel += basepri != 0;
    latest = late > latest ? late : latest;
}

/* Replaces the handler in the driver of timers. */
void board_timer_handler(void);
void board_timer_handler(void)
{
    uint32_t basepri;

    __asm__ volatile("mrs %0, basepri" : "=r"(basepri));
    interrupted(basepri);
}

static void arm(uint32_t ticks)
{
    TIMER1->control = TIMER_OFF;
    TIMER1->value = ticks;
    due = COUNTER + ticks;
    TIMER1->control = TIMER_ON;
}

static void answer(void *argument)
{
    (void)argument;
    for (;;) {
        lm_semaphore_wait(&ping, LM_FOREVER);
        lm_mutex_lock(&mutex, LM_FOREVER);
        lm_mutex_unlock(&mutex);
        lm_semaphore_post(&pong);
    }
}

/* Switches by calls and by an interrupt, in and out of the idle thread. */
static bool call_kernel(void)
{
    bool right = lm_mutex_lock(&mutex, LM_FOREVER) == LM_OK;

    right = lm_semaphore_post(&ping) == LM_OK && right;
    right = lm_mutex_unlock(&mutex) == LM_OK && right;
    right = lm_semaphore_wait(&pong, LM_MS(10)) == LM_OK && right;
    lm_board_interrupt_raise(0);
    right = lm_semaphore_wait(&pong, LM_MS(10)) == LM_OK && right;
    return lm_thread_sleep(LM_US(40)) == LM_OK && right;
}

static void post(void *argument)
{
    lm_semaphore_post(argument);
}

static void count_line(void *argument)
{
    (void)argument;
    lines++;
}

/* With the lock: the urgent interrupt comes, the other one waits. */
static bool lock_tells_them_apart(void)
{
    uint32_t before = interrupts;
    uint32_t key = lm_interrupts_disable();

    arm(2);
    lm_board_interrupt_raise(LINE);
    while (COUNTER - due > UINT32_MAX / 2 || COUNTER - due < 100) {
    }
    bool right = interrupts == before + 1 && lines == kept_off;

    lm_interrupts_enable(key);
    kept_off++;
    return right && lines == kept_off;
}

static void measure(void *argument)
{
    bool right = true;

    (void)argument;
    for (uint32_t round = 0; round < ROUNDS && right; round++) {
        arm(10 + 3 * round);
        right = call_kernel();
        while (interrupts == 2 * round) {
        }
        right = lock_tells_them_apart() && right;
    }
    lm_board_printf("%u interrupts, %s in the kernel, %s, %s\n", (unsigned)interrupts,
                    in_kernel > ROUNDS + ROUNDS / 8 ? "many" : "few",
                    latest <= LATE_MAX ? "at once" : "late", right ? "harmless" : "harmful");
    lm_board_exit(0);
}

int main(void)
{
    lm_kernel_init();
    lm_semaphore_create(&ping, "ping", 0, LM_FIFO);
    lm_semaphore_create(&pong, "pong", 0, LM_FIFO);
    lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
    lm_board_interrupt_attach(0, 0, post, &ping);
    lm_board_interrupt_attach(LINE, 0, count_line, NULL);
    NVIC_PRIORITY[TIMER1_IRQ] = 0;
    NVIC_ENABLE = 1U << TIMER1_IRQ;
    lm_thread_create(
        &low, &(struct lm_thread_config){
                  .name = "low", LM_PREEMPTIVE(5), .entry = measure, LM_USE_STACK(low_stack)});
    lm_thread_create(
        &high, &(struct lm_thread_config){
                   .name = "high", LM_PREEMPTIVE(4), .entry = answer, LM_USE_STACK(high_stack)});
    lm_kernel_start();
    return 1;
}
