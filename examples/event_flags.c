/* SPDX-License-Identifier: Apache-2.0 */
/* Event flags join threads. The station starts when the network and the sensor are both ready, in
 * any order. Then it waits for either of two events and takes the ones that it has seen. */
#include <limen/board.h>
#include <limen/limen.h>

enum { NETWORK = 1, SENSOR = 2, COMMAND = 4, FAULT = 8 };

static struct lm_thread thread[3];
static struct lm_event_flags flags;

LM_STACK(station_stack, 512);
LM_STACK(network_stack, 512);
LM_STACK(sensor_stack, 512);

static void run_station(void *argument)
{
    uint32_t found = 0;

    (void)argument;
    lm_event_flags_wait(&flags, NETWORK | SENSOR, LM_ALL, NULL, LM_FOREVER);
    lm_board_print("station starts\n");
    while (!(found & FAULT)) {
        lm_event_flags_wait(&flags, COMMAND | FAULT, LM_ANY_CLEAR, &found, LM_FOREVER);
        lm_board_print(found & FAULT ? "fault\n" : "command\n");
    }
    lm_board_exit(0);
}

static void run_network(void *argument)
{
    (void)argument;
    lm_thread_sleep(LM_MS(3));
    lm_board_print("network is ready\n");
    lm_event_flags_set(&flags, NETWORK);
    lm_thread_sleep(LM_MS(2));
    lm_event_flags_set(&flags, COMMAND);
}

static void run_sensor(void *argument)
{
    (void)argument;
    lm_board_print("sensor is ready\n");
    lm_event_flags_set(&flags, SENSOR);
    lm_thread_sleep(LM_MS(8));
    lm_event_flags_set(&flags, FAULT);
}

int main(void)
{
    static const struct lm_thread_config configs[] = {
        {.name = "station", LM_PREEMPTIVE(5), .entry = run_station, LM_USE_STACK(station_stack)},
        {.name = "network", LM_PREEMPTIVE(10), .entry = run_network, LM_USE_STACK(network_stack)},
        {.name = "sensor", LM_PREEMPTIVE(15), .entry = run_sensor, LM_USE_STACK(sensor_stack)},
    };

    lm_kernel_init();
    lm_event_flags_create(&flags, "flags", LM_FIFO);
    for (int i = 0; i < 3; i++) {
        lm_thread_create(&thread[i], &configs[i]);
    }
    lm_kernel_start();
    return 1;
}
