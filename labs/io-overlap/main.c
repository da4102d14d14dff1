/* SPDX-License-Identifier: Apache-2.0 */
/* While one thread waits for its input, another one works.
 *
 * A makes transfers of 5 ms, each of which ends with an interrupt of the device, and works for 1 ms
 * after each. B has 60 ms of work. Three programs do this:
 *
 *   threads   A waits for the interrupt, B works meanwhile
 *   polling   A asks the device again and again until it has finished; then B runs
 *   big-loop  one loop polls the device and does a part of the work of B in each iteration
 */
#include "lab.h"

enum { TRANSFERS = 10, PARTS = 30, LINE = 0 };

static struct lm_timer device;
static struct lm_semaphore finished;
static volatile bool is_finished;
static uint64_t begin, finished_at, delay_max;
static unsigned running; /* parts of the program that have not ended */

/* The device takes its time, then raises its interrupt line. */

static void raise_line(void *argument)
{
    (void)argument;
    finished_at = lm_now();
    lm_board_interrupt_raise(LINE);
}

static void start_transfer(void)
{
    is_finished = false;
    lm_timer_start(&device, LM_MS(5), 0);
}

static void handle(void *argument)
{
    (void)argument;
    is_finished = true;
    lm_semaphore_post(&finished);
}

static void process(void)
{
    uint64_t delay = lm_now() - finished_at;

    delay_max = delay > delay_max ? delay : delay_max;
    lm_work(LM_MS(1));
}

static void part_of_b(void)
{
    lm_work(LM_MS(2));
}

static void end_one(void)
{
    running--;
    if (running == 0) {
        lab_result("total", lm_now() - begin);
        lab_result("delay_of_a", delay_max);
        lab_cycle();
        lab_end();
    }
}

/* The programs. */

static void a_waits(void *argument)
{
    (void)argument;
    begin = lm_now();
    lab_cycle();
    for (int i = 0; i < TRANSFERS; i++) {
        start_transfer();
        lm_semaphore_wait(&finished, LM_FOREVER);
        process();
    }
    end_one();
}

static void b_works(void *argument)
{
    (void)argument;
    for (int i = 0; i < PARTS; i++) {
        part_of_b();
    }
    end_one();
}

static void a_polls(void *argument)
{
    (void)argument;
    begin = lm_now();
    lab_cycle();
    for (int i = 0; i < TRANSFERS; i++) {
        start_transfer();
        while (!is_finished) {
            lm_work(LM_US(10));
        }
        process();
    }
    b_works(NULL);
}

static void loop(void *argument)
{
    int transfers = 0;
    int parts = 0;

    (void)argument;
    begin = lm_now();
    lab_cycle();
    start_transfer();
    while (transfers < TRANSFERS || parts < PARTS) {
        if (is_finished && transfers < TRANSFERS) {
            process();
            if (++transfers < TRANSFERS) {
                start_transfer();
            }
        }
        if (parts < PARTS) {
            parts++;
            part_of_b();
        } else {
            lm_work(LM_US(10));
        }
    }
    end_one();
}

static void create_device(unsigned parts)
{
    running = parts;
    lm_semaphore_create(&finished, "finished", 0, LM_FIFO);
    lm_timer_create(&device, "device", raise_line, NULL);
    lm_board_interrupt_attach(LINE, 3, handle, NULL);
}

static void threads(void)
{
    create_device(2);
    lab_thread((struct lm_thread_config){.name = "A", LM_PREEMPTIVE(3), .entry = a_waits});
    lab_thread((struct lm_thread_config){.name = "B", LM_PREEMPTIVE(4), .entry = b_works});
}

static void polling(void)
{
    create_device(1);
    lab_thread((struct lm_thread_config){.name = "A", LM_PREEMPTIVE(3), .entry = a_polls});
}

static void big_loop(void)
{
    create_device(1);
    lab_thread((struct lm_thread_config){.name = "loop", LM_PREEMPTIVE(3), .entry = loop});
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {
        {"threads", threads}, {"polling", polling}, {"big-loop", big_loop}};

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
