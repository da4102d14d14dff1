/* SPDX-License-Identifier: Apache-2.0 */
/* Which threads preempt a thread of priority 20 with threshold 15?
 *
 * A thread of each priority is released while the subject works: in case "interrupt" by an
 * interrupt in the middle of its work, in case "call" by its own call. Then the subject sleeps, so
 * that a thread that was held off runs too, and the next priority follows.
 */
#include "lab.h"

enum { PRIORITY = 20, THRESHOLD = 15, LINE = 0 };

static struct lm_thread *candidate[LM_LEVELS];
static char names[LM_LEVELS][sizeof "p00"];
static bool has_run;
static unsigned current;
static struct lm_timer timer;

static void run_once(void *argument)
{
    (void)argument;
    has_run = true;
}

static void release(void *argument)
{
    (void)argument;
    lm_thread_start(candidate[current]);
}

static void raise_line(void *argument)
{
    (void)argument;
    lm_board_interrupt_raise(LINE);
}

static void by_interrupt(void)
{
    lm_timer_start(&timer, LM_MS(1), 0);
    lm_work(LM_MS(2));
}

static void by_call(void)
{
    release(NULL);
}

static void print(unsigned preempting, unsigned held_off, unsigned less_urgent)
{
    lab_result("preempting", preempting);
    lab_result("held_off", held_off);
    lab_result("less_urgent", less_urgent);
    lab_end();
}

static void try_all(void *argument)
{
    void (**const release_one)(void) = argument;
    unsigned preempting = 0, held_off = 0, less_urgent = 0;

    for (current = 0; current < LM_LEVELS; current++) {
        has_run = false;
        lab_cycle();
        (*release_one)();
        lm_board_printf("result preempted_by_%u %u\n", current, (unsigned)has_run);
        preempting += has_run;
        held_off += !has_run && current < PRIORITY;
        less_urgent += !has_run && current >= PRIORITY;
        lm_thread_sleep(LM_MS(1));
    }
    lab_cycle();
    print(preempting, held_off, less_urgent);
}

static void create(void (**release_one)(void))
{
    lm_board_interrupt_attach(LINE, 3, release, NULL);
    lm_timer_create(&timer, "timer", raise_line, NULL);
    for (uint16_t i = 0; i < LM_LEVELS; i++) {
        names[i][0] = 'p';
        names[i][1] = (char)('0' + i / 10);
        names[i][2] = (char)('0' + i % 10);
        candidate[i] = lab_thread((struct lm_thread_config){
            .name = names[i], LM_PREEMPTIVE(i), .entry = run_once, .suspended = true});
    }
    lab_thread((struct lm_thread_config){.name = "subject",
                                         LM_THRESHOLD(PRIORITY, THRESHOLD),
                                         .entry = try_all,
                                         .argument = release_one});
}

static void interrupt(void)
{
    static void (*release_one)(void) = by_interrupt;

    create(&release_one);
}

static void call(void)
{
    static void (*release_one)(void) = by_call;

    create(&release_one);
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {{"interrupt", interrupt}, {"call", call}};

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
