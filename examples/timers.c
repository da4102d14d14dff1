/* SPDX-License-Identifier: Apache-2.0 */
/* Software timers. One calls its function in each period; the other is started again by each key
 * before it expires, and so switches the light off only when no key has come for a while. Their
 * functions run in the alarm's interrupt and must not wait. */
#include <limen/board.h>
#include <limen/limen.h>

static struct lm_thread keys;
static struct lm_timer blink, light;

LM_STACK(keys_stack, 512);

static unsigned now_ms(void)
{
    return (unsigned)(lm_now() / LM_MS(1));
}

static void toggle(void *argument)
{
    (void)argument;
    lm_board_printf("%u ms: blink\n", now_ms());
}

static void switch_off(void *argument)
{
    (void)argument;
    lm_board_printf("%u ms: light off\n", now_ms());
    lm_timer_stop(&blink);
}

static void press_keys(void *argument)
{
    (void)argument;
    lm_timer_start(&blink, LM_MS(12), LM_MS(12));
    for (int key = 0; key < 3; key++) {
        lm_thread_sleep(LM_MS(10));
        lm_board_printf("%u ms: key\n", now_ms());
        lm_timer_start(&light, LM_MS(20), 0); /* 0: no period, it expires once */
    }
    lm_thread_sleep(LM_MS(40));
    lm_board_exit(0);
}

int main(void)
{
    lm_kernel_init();
    lm_timer_create(&blink, "blink", toggle, NULL);
    lm_timer_create(&light, "light", switch_off, NULL);
    lm_thread_create(&keys, &(struct lm_thread_config){.name = "keys",
                                                       LM_PREEMPTIVE(5),
                                                       .entry = press_keys,
                                                       LM_USE_STACK(keys_stack)});
    lm_kernel_start();
    return 1;
}
