/* SPDX-License-Identifier: Apache-2.0 */
/* One thread waits for a semaphore and a queue. An observer of each sends the address of each
 * object that receives something to a third queue, in the order of the events. */
#include <limen/board.h>
#include <limen/limen.h>

enum { PLACES = 4 };

static struct lm_thread thread[3];
static struct lm_semaphore button;
static struct lm_queue orders, changes;
static uint32_t order_places[PLACES];
static const struct lm_object *change_places[2 * PLACES];

LM_STACK(control_stack, 512);
LM_STACK(operator_stack, 512);
LM_STACK(radio_stack, 512);

static void note(struct lm_observer *observer)
{
    lm_queue_send(&changes, &observer->object, LM_NO_WAIT);
}

static struct lm_observer of_button = {.object = &button.object, .told = note};
static struct lm_observer of_orders = {.object = &orders.object, .told = note};

static void run_control(void *argument)
{
    const struct lm_object *changed = NULL;
    uint32_t order = 0;

    (void)argument;
    while (order != 2) {
        lm_queue_receive(&changes, &changed, LM_FOREVER);
        if (changed == &button.object) {
            lm_semaphore_wait(&button, LM_NO_WAIT);
            lm_board_printf("button at %u ms\n", (unsigned)(lm_now() / LM_MS(1)));
        } else {
            lm_queue_receive(&orders, &order, LM_NO_WAIT);
            lm_board_printf("order %u at %u ms\n", (unsigned)order,
                            (unsigned)(lm_now() / LM_MS(1)));
        }
    }
    lm_board_exit(0);
}

static void press(void *argument)
{
    (void)argument;
    lm_thread_sleep(LM_MS(3));
    lm_semaphore_post(&button);
}

static void send_orders(void *argument)
{
    (void)argument;
    for (uint32_t order = 1; order <= 2; order++) {
        lm_thread_sleep(LM_MS(2));
        lm_queue_send(&orders, &order, LM_FOREVER);
    }
}

int main(void)
{
    static const struct lm_thread_config configs[] = {
        {.name = "control", LM_PREEMPTIVE(5), .entry = run_control, LM_USE_STACK(control_stack)},
        {.name = "operator", LM_PREEMPTIVE(10), .entry = press, LM_USE_STACK(operator_stack)},
        {.name = "radio", LM_PREEMPTIVE(15), .entry = send_orders, LM_USE_STACK(radio_stack)},
    };

    lm_kernel_init();
    lm_semaphore_create(&button, "button", 0, LM_FIFO);
    lm_queue_create(&orders, "orders", order_places, PLACES, sizeof order_places[0], LM_FIFO);
    lm_queue_create(&changes, "changes", change_places, 2 * PLACES, sizeof change_places[0],
                    LM_FIFO);
    lm_observer_add(&of_button);
    lm_observer_add(&of_orders);
    for (int i = 0; i < 3; i++) {
        lm_thread_create(&thread[i], &configs[i]);
    }
    lm_kernel_start();
    return 1;
}
