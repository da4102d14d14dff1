/* SPDX-License-Identifier: Apache-2.0 */
/* A queue of commands. It copies each message; the sender learns whether there was room in time,
 * and an urgent message goes to the front. */
#include <limen/board.h>
#include <limen/limen.h>

enum command { MOVE, TURN, STOP };

static const char *const names[] = {"move", "turn", "stop"};
static struct lm_thread operator_thread, robot;
static struct lm_queue commands;
static enum command storage[3];

LM_STACK(operator_stack, 512);
LM_STACK(robot_stack, 512);

static void send(enum command command, lm_timeout timeout)
{
    enum lm_status status = lm_queue_send(&commands, &command, timeout);

    lm_board_printf("send %s: %s\n", names[command], lm_status_name(status));
}

static void operate(void *argument)
{
    enum command stop = STOP;

    (void)argument;
    send(MOVE, LM_FOREVER);
    send(TURN, LM_FOREVER);
    send(MOVE, LM_NO_WAIT);
    send(MOVE, LM_NO_WAIT); /* the queue has room for three, and the robot does not take any */
    send(TURN, LM_MS(2));
    lm_thread_sleep(LM_MS(10));
    lm_queue_send_front(&commands, &stop, LM_FOREVER); /* ahead of turn and move */
}

static void run_robot(void *argument)
{
    enum command command = MOVE;

    (void)argument;
    lm_thread_sleep(LM_MS(5));
    while (command != STOP) {
        lm_queue_receive(&commands, &command, LM_FOREVER);
        lm_board_printf("robot: %s\n", names[command]);
        lm_work(LM_MS(8));
    }
    lm_board_printf("%u commands are left\n", (unsigned)lm_queue_used(&commands));
    lm_board_exit(0);
}

int main(void)
{
    static const struct lm_thread_config configs[] = {
        {.name = "operator", LM_PREEMPTIVE(5), .entry = operate, LM_USE_STACK(operator_stack)},
        {.name = "robot", LM_PREEMPTIVE(10), .entry = run_robot, LM_USE_STACK(robot_stack)},
    };

    lm_kernel_init();
    lm_queue_create(&commands, "commands", storage, 3, sizeof storage[0], LM_FIFO);
    lm_thread_create(&operator_thread, &configs[0]);
    lm_thread_create(&robot, &configs[1]);
    lm_kernel_start();
    return 1;
}
