/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: sections, preempt points, both spinlocks, disabled preemption, threaded interrupts and
 * timers behave under each of the models as limen/section.h says.
 *
 * The thread "story" uses one after the other. U (priority 3) becomes ready in each, and so does T,
 * which is less urgent than story and runs in none of them. O (7) is an ordinary thread under LAZY,
 * and runs at the tick, the interrupt of line 2. H is the handler in the interrupt, h the handler
 * in its thread (5); A and a are the function of the timer, likewise (4).
 */
#include "conformance.h"

enum { LINE = 1, TICK_LINE = 2, BORDER = 6 };

static struct lm_semaphore urgent_due, ordinary_due, later_due;
static struct lm_spinlock lock;
static struct lm_raw_spinlock raw_lock;
static struct lm_irq irq, tick;
static struct lm_timer timer;
static struct lm_timer_thread timers;
static struct lm_device device;
static struct lm_handle handle;
LM_STACK(irq_stack, LAB_STACK_BYTES);
LM_STACK(timers_stack, LAB_STACK_BYTES);

static void run_when_due(struct lm_semaphore *due, char letter)
{
    for (;;) {
        CHECK(lm_semaphore_wait(due, LM_FOREVER) == LM_OK);
        mark(letter);
    }
}

static void urgent(void *argument)
{
    (void)argument;
    run_when_due(&urgent_due, 'U');
}

static void ordinary(void *argument)
{
    (void)argument;
    run_when_due(&ordinary_due, 'O');
}

static void pass_tick(void *argument)
{
    (void)argument;
    (void)lm_preempt_tick();
}

static void later(void *argument)
{
    (void)argument;
    run_when_due(&later_due, 'T');
}

static void handle_irq(void *argument)
{
    (void)argument;
    mark(lm_in_interrupt() ? 'H' : 'h');
}

static void expire(void *argument)
{
    (void)argument;
    mark(lm_in_interrupt() ? 'A' : 'a');
}

/* The events within each section. */
static void happen(void)
{
    mark('1');
    CHECK(lm_semaphore_post(&later_due) == LM_OK);
    CHECK(lm_semaphore_post(&urgent_due) == LM_OK);
    mark('2');
    lm_board_interrupt_raise(LINE);
    mark('3');
}

static void use_point(void)
{
    CHECK(lm_semaphore_post(&urgent_due) == LM_OK);
    mark('1');
    CHECK(lm_preempt_point() == (lm_model_get() == LM_MODEL_VOLUNTARY));
    mark('2');
    CHECK(!lm_preempt_point());
}

static void use_spinlock(void)
{
    CHECK(lm_spinlock_lock(&lock) == LM_OK);
    happen();
    CHECK(lm_spinlock_unlock(&lock) == LM_OK);
}

static void use_raw_spinlock(void)
{
    CHECK(lm_raw_spinlock_lock(&raw_lock) == LM_OK);
    happen();
    CHECK(lm_raw_spinlock_unlock(&raw_lock) == LM_OK);
}

static void use_lock_with_interrupts_off(void)
{
    uint32_t key = lm_spinlock_lock_irq(&lock);

    happen();
    lm_spinlock_unlock_irq(&lock, key);
}

static void use_raw_lock_with_interrupts_off(void)
{
    uint32_t key = lm_raw_spinlock_lock_irq(&raw_lock);

    happen();
    lm_raw_spinlock_unlock_irq(&raw_lock, key);
}

static void use_no_preemption(void)
{
    CHECK(lm_preempt_disable() == LM_OK);
    happen();
    CHECK(lm_preempt_enable() == LM_OK);
}

static void use_timer(void)
{
    CHECK(lm_timer_start(&timer, LM_MS(1), 0) == LM_OK);
    lm_work(LM_MS(2));
    mark('w');
}

static void use_tick(void)
{
    CHECK(lm_semaphore_post(&ordinary_due) == LM_OK);
    mark('1');
    lm_board_interrupt_raise(TICK_LINE);
    mark('2');
}

static void (*const uses[])(void) = {happen,
                                     use_point,
                                     use_spinlock,
                                     use_raw_spinlock,
                                     use_lock_with_interrupts_off,
                                     use_raw_lock_with_interrupts_off,
                                     use_no_preemption,
                                     use_timer,
                                     use_tick};

static enum lm_status control(struct lm_device *of, unsigned request, void *argument)
{
    (void)of;
    (void)argument;
    uses[request]();
    mark('.');
    return LM_OK;
}

/* By kind of section and model: NONE, VOLUNTARY, FULL, RT, LAZY. At the end T runs. */
static const char *const expected[][LM_MODELS] = {
    {"12H3.UT", "12H3.UT", "1U2H3.T", "1U2h3.T", "1U2H3.T"},
    {"12.U", "1U2.", "U12.", "U12.", "U12."},
    {"12H3.UT", "12H3.UT", "12H3U.T", "1U2h3.T", "12H3U.T"},
    {"12H3.UT", "12H3.UT", "12H3U.T", "123Uh.T", "12H3U.T"},
    {"123H.UT", "123H.UT", "123HU.T", "1U2h3.T", "123HU.T"},
    {"123H.UT", "123H.UT", "123HU.T", "123Uh.T", "123HU.T"},
    {"12H3.UT", "12H3.UT", "12H3U.T", "123Uh.T", "12H3U.T"},
    {"Aw.", "Aw.", "Aw.", "aw.", "Aw."},
    {"12.O", "12.O", "O12.", "O12.", "1O2."},
};

static void story(void *argument)
{
    (void)argument;
    for (enum lm_model model = LM_MODEL_NONE; model < LM_MODELS; model++) {
        CHECK(lm_model_set(model) == LM_OK);
        CHECK(lm_device_open(&handle, "device") == LM_OK);
        for (unsigned use = 0; use < LAB_LENGTH(uses); use++) {
            CHECK(lm_device_control(&handle, use, NULL) == LM_OK);
            CHECK(lm_thread_sleep(LM_MS(1)) == LM_OK);
            told(expected[use][model]);
        }
        CHECK(lm_device_close(&handle) == LM_OK);
    }
    conformance_end();
}

static void set_up(void)
{
    static const struct lm_driver driver = {.control = control};

    CHECK(lm_semaphore_create(&urgent_due, "urgent due", 0, LM_FIFO) == LM_OK);
    CHECK(lm_lazy_set(BORDER, 0) == LM_OK);
    CHECK(lm_semaphore_create(&ordinary_due, "ordinary due", 0, LM_FIFO) == LM_OK);
    CHECK(lm_semaphore_create(&later_due, "later due", 0, LM_FIFO) == LM_OK);
    CHECK(lm_spinlock_create(&lock, "lock") == LM_OK);
    CHECK(lm_raw_spinlock_create(&raw_lock, "raw lock") == LM_OK);
    CHECK(lm_timer_create(&timer, "timer", expire, NULL) == LM_OK);
    CHECK(lm_device_add(&device, "device", &driver, NULL) == LM_OK);
    CHECK(lm_irq_attach(&irq, &(struct lm_irq_config){.name = "irq",
                                                      .line = LINE,
                                                      .urgency = 3,
                                                      .handler = handle_irq,
                                                      LM_PREEMPTIVE(5),
                                                      LM_USE_STACK(irq_stack)}) == LM_OK);
    CHECK(lm_irq_attach(&tick, &(struct lm_irq_config){.name = "tick",
                                                       .line = TICK_LINE,
                                                       .urgency = 3,
                                                       .raw = true,
                                                       .handler = pass_tick}) == LM_OK);
    CHECK(lm_timer_thread_create(&timers, &(struct lm_thread_config){.name = "timers",
                                                                     LM_PREEMPTIVE(4),
                                                                     LM_USE_STACK(timers_stack)}) ==
          LM_OK);
    lab_thread((struct lm_thread_config){.name = "U", LM_PREEMPTIVE(3), .entry = urgent});
    lab_thread((struct lm_thread_config){.name = "O", LM_PREEMPTIVE(7), .entry = ordinary});
    lab_thread((struct lm_thread_config){.name = "T", LM_PREEMPTIVE(20), .entry = later});
    lab_thread((struct lm_thread_config){.name = "story", LM_PREEMPTIVE(9), .entry = story});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
