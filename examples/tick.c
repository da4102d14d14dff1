/* SPDX-License-Identifier: Apache-2.0 */
/* A periodic tick releases a thread with a period, and one that polls a register of a device. */
#include <limen/board.h>
#include <limen/limen.h>

enum { READY_FLAG = 1U << 3 };

static struct lm_tick tick;
static struct lm_thread blinker, reader;
static struct lm_cyclic blinks, reads;
static volatile uint32_t status_register;
LM_STACK(blinker_stack, 512);
LM_STACK(reader_stack, 512);

static void blink(void *argument)
{
    (void)argument;
    for (unsigned i = 0;; i++) {
        lm_board_printf("%u ms: blink\n", (unsigned)(lm_now() / LM_MS(1)));
        status_register = i == 3 ? READY_FLAG : 0;
        lm_thread_wait_period();
    }
}

static void read_device(void *argument)
{
    (void)argument;
    while (lm_cyclic_await(&status_register, READY_FLAG, 0, LM_MS(50)) == LM_TIMEOUT) {
        lm_board_printf("%u ms: nothing yet\n", (unsigned)(lm_now() / LM_MS(1)));
    }
    lm_board_printf("%u ms: ready\n", (unsigned)(lm_now() / LM_MS(1)));
    lm_board_exit(0);
}

static void drive(struct lm_cyclic *cyclic, struct lm_thread *thread,
                  struct lm_thread_config config, uint64_t period)
{
    config.suspended = true;
    lm_thread_create(thread, &config);
    lm_tick_attach(&tick, cyclic, thread);
    lm_cyclic_set_period(cyclic, period, period);
    lm_cyclic_enable(cyclic);
}

int main(void)
{
    lm_kernel_init();
    lm_tick_create(&tick, &(struct lm_tick_config){.name = "tick", .length = LM_MS(10)});
    drive(&blinks, &blinker,
          (struct lm_thread_config){LM_PREEMPTIVE(5), .entry = blink, LM_USE_STACK(blinker_stack)},
          LM_MS(20));
    drive(&reads, &reader,
          (struct lm_thread_config){LM_PREEMPTIVE(6), .entry = read_device,
                                    LM_USE_STACK(reader_stack)},
          0);
    lm_tick_start(&tick);
    lm_kernel_start();
    return 1;
}
