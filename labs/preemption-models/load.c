/* SPDX-License-Identifier: Apache-2.0 */
/* How late does an urgent thread run at most while drivers are always busy?
 *
 * "urgent" is released each millisecond, like the thread of cyclictest. Two other threads call the
 * same driver, whose calls take 20 ms, with or without a spinlock held.
 */
#include "models.h"

enum { PERIOD_MS = 1, SECTION_MS = 20, PAUSE_MS = 7, WATCH_MS = 200 };

static struct lm_device device;
static struct lm_spinlock lock;
static bool is_locking, is_over;
static unsigned at_work;
static struct lm_semaphore begin, finished;

static enum lm_status read_demo(struct lm_device *of, void *data, size_t bytes, size_t *done)
{
    (void)of;
    (void)data;
    if (is_locking) {
        (void)lm_spinlock_lock(&lock);
    }
    lm_work(LM_MS(SECTION_MS));
    if (is_locking) {
        (void)lm_spinlock_unlock(&lock);
    }
    *done = bytes;
    return LM_OK;
}

/* argument: a pause after each call, in ticks. */
static void drive(void *argument)
{
    const uint64_t *pause = argument;
    struct lm_handle handle;
    char data[8];

    (void)lm_device_open(&handle, "demo");
    for (;;) {
        (void)lm_semaphore_wait(&begin, LM_FOREVER);
        while (!is_over) {
            (void)lm_device_read(&handle, data, sizeof data, NULL);
            (void)lm_thread_sleep(*pause);
        }
        (void)lm_semaphore_post(&finished);
    }
}

/* Wait for each of a sequence of instants; skip those that have passed. */
static void watch(enum lm_model model)
{
    uint64_t end = lm_now() + LM_MS(WATCH_MS);
    uint64_t due = lm_now() + LM_MS(PERIOD_MS);
    uint64_t max = 0;

    while (due < end) {
        (void)lm_thread_sleep_until(due);

        uint64_t late = lm_now() - due;

        max = late > max ? late : max;
        due += LM_MS(PERIOD_MS) * (late / LM_MS(PERIOD_MS) + 1);
    }
    models_result_ms(model_names[model], "", max);
    models_result(model_names[model], "_ticks", max);
}

static void urgent(void *argument)
{
    (void)argument;
    for (enum lm_model model = LM_MODEL_NONE; model < LM_MODELS; model++) {
        models_set(model);
        is_over = false;
        lab_cycle();
        for (unsigned i = 0; i < at_work; i++) {
            (void)lm_semaphore_post(&begin);
        }
        watch(model);
        is_over = true;
        for (unsigned i = 0; i < at_work; i++) {
            (void)lm_semaphore_wait(&finished, LM_FOREVER);
        }
    }
    lab_cycle();
    lab_end();
}

static void create(bool locks)
{
    static const struct lm_driver driver = {.read = read_demo};
    static const uint64_t pauses[] = {LM_NO_WAIT, LM_MS(PAUSE_MS)};

    is_locking = locks;
    at_work = LAB_LENGTH(pauses);
    (void)lm_spinlock_create(&lock, "lock");
    (void)lm_semaphore_create(&begin, "begin", 0, LM_FIFO);
    (void)lm_semaphore_create(&finished, "finished", 0, LM_FIFO);
    (void)lm_device_add(&device, "demo", &driver, NULL);
    lab_thread((struct lm_thread_config){
        .name = "urgent", LM_PREEMPTIVE(MODELS_LEVEL(80)), .entry = urgent});
    lab_thread((struct lm_thread_config){.name = "always",
                                         LM_PREEMPTIVE(MODELS_LEVEL(10)),
                                         .entry = drive,
                                         .argument = (void *)&pauses[0]});
    lab_thread((struct lm_thread_config){.name = "at-times",
                                         LM_PREEMPTIVE(MODELS_LEVEL(30)),
                                         .entry = drive,
                                         .argument = (void *)&pauses[1]});
}

void load_plain(void)
{
    create(false);
}

void load_spinlock(void)
{
    create(true);
}
