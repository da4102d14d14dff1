/* SPDX-License-Identifier: Apache-2.0 */
/* One trial; see trial.h. The master, which is the least urgent thread, waits until the interrupt
 * has come: if it gets so far, the caller has ended or waits. */
#include "trial.h"
#include "kernel.h"
#include "sched.h"
#include "world.h"

enum { LOST = 20000, LOG_B = 2 * STEPS };

volatile enum role role;

static const struct trial *now;
static struct outcome outcome;
static bool shows_outcome;
static volatile bool fired;
static bool is_second;
static volatile bool handler_runs;
static uint32_t log_b[LOG_B];
static unsigned logged_b;
static struct lm_thread *master;

void board_timer_handler(void);
void take_interrupt(const uint32_t *frame);
void registers_changed(void);

void trial_failed(const char *what)
{
    if (outcome.failure == NULL) {
        outcome.failure = what;
    }
}

void registers_changed(void)
{
    trial_failed("a call has changed a register that it must keep");
}

void outcome_add(const char *name, uint32_t value)
{
    uint32_t hash = (outcome.hash ^ value) * 0x9E3779B1U;

    outcome.hash = hash ^ hash >> 15;
    if (shows_outcome) {
        lm_board_printf("  %s %x\n", name, (unsigned)value);
    }
}

static void check_invariants(void)
{
    lm_lock_key key = lm_port_lock();

    if (!lm_sched_is_consistent(lm_kernel())) {
        trial_failed("the scheduler is not consistent");
    }
    if (!lm_timeout_is_consistent(&lm_kernel()->timeouts)) {
        trial_failed("the timeouts are not consistent");
    }
    lm_port_unlock(key);
}

/* Is A in the midst of a call? Not while it waits. */
static bool a_is_busy(void)
{
    struct lm_thread_info info;

    return handler_runs ||
           (world.caller.in_call && lm_thread_get_info(&world.caller.thread, &info) == LM_OK &&
            (info.state == LM_READY || info.state == LM_RUNNING));
}

/* Did the trigger interrupt the kernel? */
static bool kernel_was_interrupted(void)
{
    const struct lm_thread *running = lm_thread_self();

    if (outcome.exception != 0 || running == NULL) {
        return true;
    }
    return running != master && ((const struct actor *)(const void *)running)->in_call;
}

static void note_frame(const uint32_t *frame)
{
    enum { FRAME_PC = 6, FRAME_XPSR = 7, EXCEPTION_MASK = 0x1FF };

    outcome.address = frame[FRAME_PC];
    outcome.exception = frame[FRAME_XPSR] & EXCEPTION_MASK;
    outcome.overlaps = kernel_was_interrupted() || a_is_busy();
    outcome.came_late = !outcome.overlaps && lm_thread_self() == master;
}

static void run_b(void)
{
    role = ROLE_B;
    for (unsigned i = 0; i < STEPS && now->b->steps[i] != NULL; i++) {
        log_b[logged_b++] = now->b->steps[i]();
    }
    role = ROLE_A;
}

/* frame: the registers that the processor saved. */
__attribute__((used)) void take_interrupt(const uint32_t *frame)
{
    trigger_clear();
    if (is_second) {
        is_second = false;
    } else {
        note_frame(frame);
        is_second = now->mode == MODE_TWICE;
        if (is_second) {
            trigger_set(now->delta);
        }
    }
    check_invariants();
    run_b();
    check_invariants();
    fired = !is_second;
}

/* The frame is on the stack that EXC_RETURN names; lr stays EXC_RETURN. */
__attribute__((naked)) void board_timer_handler(void)
{
    __asm__ volatile(".syntax unified\n\t"
                     "mov r1, lr\n\t"
                     "mrs r0, msp\n\t"
                     "lsrs r1, r1, #3\n\t" /* bit 2 into the carry */
                     "bcc 1f\n\t"
                     "mrs r0, psp\n"
                     "1:\n\t"
                     "ldr r1, =take_interrupt\n\t"
                     "bx r1\n\t"
                     ".ltorg");
}

static uint32_t raise_line(void)
{
    trigger_set(now->offset);
    lm_board_interrupt_raise(HANDLER_LINE);
    return 0;
}

/* A in a handler: what its calls return goes into the caller's log. */
static void handle_line(void *argument)
{
    (void)argument;
    handler_runs = true;
    actor_run(&world.caller, now->a->steps);
    handler_runs = false;
}

/* The entry of the caller. */
static void call(void *argument)
{
    struct actor *caller = argument;

    caller->in_call = false;
    if (caller->starts++ > 0) {
        actor_log(caller, 0x20000U);
    } else if (now->mode == MODE_HANDLER) {
        (void)registers_guard(raise_line);
    } else {
        trigger_set(now->offset);
        actor_run(caller, now->a->steps);
    }
    actor_park(caller);
}

static void wait_for_interrupt(void)
{
    for (unsigned i = 0; !fired; i++) {
        if (i == LOST) {
            trial_failed("the interrupt was lost");
            return;
        }
    }
}

static void observe(void)
{
    outcome_add("world", now->world);
    for (unsigned i = 0; i < logged_b; i++) {
        outcome_add("B", log_b[i]);
    }
    world_observe();
}

struct outcome trial_run(const struct trial *trial, bool shows)
{
    enum { PRIORITY = 10, THRESHOLD = 5 };

    now = trial;
    outcome = (struct outcome){0};
    shows_outcome = shows;
    fired = is_second = handler_runs = false;
    role = ROLE_A;
    logged_b = 0;
    world_set_up(trial->world, trial->mode == MODE_THRESHOLD ? THRESHOLD : PRIORITY, call);
    (void)lm_thread_resume(&world.caller.thread);
    wait_for_interrupt();
    (void)lm_thread_sleep(QUIET);
    check_invariants();
    observe();
    world_tear_down();
    return outcome;
}

void trial_init(void)
{
    master = lm_thread_self();
    trigger_prepare(TRIGGER_URGENCY);
    lm_board_interrupt_attach(HANDLER_LINE, HANDLER_URGENCY, handle_line, NULL);
    world_init();
}
