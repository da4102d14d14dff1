/* SPDX-License-Identifier: Apache-2.0 */
/* How late does an urgent thread run while another one is in a driver?
 *
 * "high" sleeps for 3 s. "low" calls read() of a driver at 1 s, which takes 5 s; with a preempt
 * point, which is at 4 s, it takes 7 s. The cases differ in the actions of the driver during the
 * call. In the cases of ordinary threads high is released 3 s and 1 ms after a tick of LAZY.
 */
#include "models.h"

static struct lm_device device;
static struct lm_spinlock lock;
static struct lm_raw_spinlock raw_lock;
static struct lm_readers readers;
static struct lm_semaphore begin, finished;
static uint64_t start;   /* of the time line */
static uint64_t release; /* of high, ticks after the start */
static bool is_ordinary;
static void (*inside)(void);

static void work(void)
{
    lm_work(MODELS_SECONDS(5));
}

static void pass_a_point(void)
{
    lm_work(MODELS_SECONDS(4));
    (void)lm_preempt_point();
    lm_work(MODELS_SECONDS(3));
}

static void hold_spinlock(void)
{
    (void)lm_spinlock_lock(&lock);
    work();
    (void)lm_spinlock_unlock(&lock);
}

static void hold_raw_spinlock(void)
{
    (void)lm_raw_spinlock_lock(&raw_lock);
    work();
    (void)lm_raw_spinlock_unlock(&raw_lock);
}

static void disable_preemption(void)
{
    (void)lm_preempt_disable();
    work();
    (void)lm_preempt_enable();
}

static void disable_interrupts(void)
{
    uint32_t key = lm_irq_off();

    work();
    lm_irq_on(key);
}

static void read_side(void)
{
    unsigned turn = lm_readers_enter(&readers);

    work();
    lm_readers_leave(&readers, turn);
}

static enum lm_status read_demo(struct lm_device *of, void *data, size_t bytes, size_t *done)
{
    (void)of;
    (void)data;
    inside();
    *done = bytes;
    return LM_OK;
}

static void low(void *argument)
{
    struct lm_handle handle;
    char data[8];

    (void)argument;
    (void)lm_device_open(&handle, "demo");
    for (;;) {
        (void)lm_semaphore_wait(&begin, LM_FOREVER);
        (void)lm_thread_sleep_until(start + MODELS_SECONDS(1));
        (void)lm_device_read(&handle, data, sizeof data, NULL);
        (void)lm_semaphore_post(&finished);
    }
}

/* A tick of LAZY, if the cases depend on it. */
static uint64_t next_start(void)
{
    uint64_t tick = is_ordinary ? LM_MS(MODELS_TICK_MS) : 1;

    return (lm_now() + tick - 1) / tick * tick;
}

static void high(void *argument)
{
    (void)argument;
    for (enum lm_model model = LM_MODEL_NONE; model < LM_MODELS; model++) {
        models_set(model);
        lab_cycle();
        start = next_start();
        (void)lm_semaphore_post(&begin);
        (void)lm_thread_sleep_until(start + release);

        uint64_t late = lm_now() - start - release;

        models_trace_late(late);
        models_result_ms(model_names[model], "", late);
        (void)lm_semaphore_wait(&finished, LM_FOREVER);
    }
    lab_cycle();
    lab_end();
}

static void create_with(void (*what)(void), uint16_t high_level, uint16_t low_level)
{
    static const struct lm_driver driver = {.read = read_demo};

    inside = what;
    (void)lm_spinlock_create(&lock, "lock");
    (void)lm_raw_spinlock_create(&raw_lock, "raw");
    (void)lm_readers_create(&readers, "readers");
    (void)lm_semaphore_create(&begin, "begin", 0, LM_FIFO);
    (void)lm_semaphore_create(&finished, "finished", 0, LM_FIFO);
    (void)lm_device_add(&device, "demo", &driver, NULL);
    lab_thread((struct lm_thread_config){.name = "high", LM_PREEMPTIVE(high_level), .entry = high});
    lab_thread((struct lm_thread_config){.name = "low", LM_PREEMPTIVE(low_level), .entry = low});
}

static void create(void (*what)(void))
{
    release = MODELS_SECONDS(3);
    create_with(what, MODELS_LEVEL(50), MODELS_LEVEL(30));
}

static void create_ordinary(void (*what)(void))
{
    is_ordinary = true;
    release = MODELS_SECONDS(3) + LM_MS(1);
    create_with(what, MODELS_BORDER, LM_LEVELS - 1);
}

void section_plain(void)
{
    create(work);
}

void section_point(void)
{
    create(pass_a_point);
}

void section_spinlock(void)
{
    create(hold_spinlock);
}

void section_raw_spinlock(void)
{
    create(hold_raw_spinlock);
}

void section_preempt_off(void)
{
    create(disable_preemption);
}

void section_irq_off(void)
{
    create(disable_interrupts);
}

void section_readers(void)
{
    create(read_side);
}

void section_ordinary(void)
{
    create_ordinary(work);
}

void section_ordinary_spinlock(void)
{
    create_ordinary(hold_spinlock);
}
