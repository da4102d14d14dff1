/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of a model: the same work under each of them.
 *
 * A device interrupts every 730 us, which is not a multiple of other times, and its handler puts a
 * byte into a ring. "reader" waits for bytes and takes all available ones. "writer" makes calls of
 * 5 ms, in ten parts. Half of each part is spent with a spinlock held, and a preempt point follows
 * it. If the reader has to wait longer, it finds more bytes at once: fewer switches, more
 * throughput, later responses.
 */
#include "models.h"

enum { LINE = 0, PERIOD_US = 730, PART_US = 250, BYTE_US = 25, CALLS = 12, PARTS = 10, RING = 64 };

/* Events that the trace omits, so that it has room for all others. */
enum {
    SEMAPHORES = LM_TRACE_CLASS(32),
    TIMERS = LM_TRACE_CLASS(56),
    SECTIONS = LM_TRACE_CLASS(112)
};

static struct lm_irq irq;
static struct lm_timer timer; /* the device */
static struct lm_device source, sink;
static struct lm_spinlock lock;
static struct lm_raw_spinlock ring_lock;
static struct lm_semaphore arrived;
static uint64_t ring[RING]; /* the arrival of each byte */
static unsigned first, last;
static uint64_t late_max;
LM_STACK(irq_stack, LAB_STACK_BYTES);

static void raise_line(void *argument)
{
    (void)argument;
    lm_board_interrupt_raise(LINE);
}

static void handle(void *argument)
{
    (void)argument;
    uint32_t key = lm_raw_spinlock_lock_irq(&ring_lock);
    bool was_empty = first == last;

    ring[last % RING] = lm_now();
    last++;
    lm_raw_spinlock_unlock_irq(&ring_lock, key);
    if (was_empty) {
        (void)lm_semaphore_post(&arrived);
    }
}

/* Returns: whether a byte was there. */
static bool take(uint64_t *came)
{
    uint32_t key = lm_raw_spinlock_lock_irq(&ring_lock);
    bool is_one = first != last;

    if (is_one) {
        *came = ring[first % RING];
        first++;
    }
    lm_raw_spinlock_unlock_irq(&ring_lock, key);
    return is_one;
}

/* A byte counts as answered when all bytes that were available have been processed. */
static enum lm_status read_source(struct lm_device *of, void *data, size_t size, size_t *done)
{
    uint64_t came;

    (void)of;
    (void)data;
    (void)size;
    (void)lm_semaphore_wait(&arrived, LM_FOREVER);
    (void)lm_spinlock_lock(&lock);
    for (*done = 0; take(&came); (*done)++) {
        uint64_t late = lm_now() - came;

        late_max = late > late_max ? late : late_max;
        lm_work(LM_US(BYTE_US));
    }
    (void)lm_spinlock_unlock(&lock);
    return LM_OK;
}

static enum lm_status write_sink(struct lm_device *of, const void *data, size_t size, size_t *done)
{
    (void)of;
    (void)data;
    for (int i = 0; i < PARTS; i++) {
        lm_work(LM_US(PART_US));
        (void)lm_spinlock_lock(&lock);
        lm_work(LM_US(PART_US));
        (void)lm_spinlock_unlock(&lock);
        (void)lm_preempt_point();
    }
    *done = size;
    return LM_OK;
}

static void reader(void *argument)
{
    struct lm_handle handle;
    char data[8];

    (void)argument;
    (void)lm_device_open(&handle, "source");
    for (;;) {
        (void)lm_device_read(&handle, data, sizeof data, NULL);
    }
}

static uint32_t switches(void)
{
    struct lm_counters counters = lm_kernel_counters();

    return counters.switches;
}

static void measure(enum lm_model model, struct lm_handle *handle)
{
    uint32_t switches_before = switches();

    late_max = 0;
    lab_cycle(); /* the even cycles contain the work */
    lm_timer_start(&timer, LM_US(PERIOD_US), LM_US(PERIOD_US));
    for (int i = 0; i < CALLS; i++) {
        (void)lm_device_write(handle, "12345678", 8, NULL);
    }
    lm_timer_stop(&timer);
    lab_cycle();
    models_result(model_names[model], "_switches", switches() - switches_before);
    models_result_ms(model_names[model], "_latest", late_max);
}

static void writer(void *argument)
{
    struct lm_handle handle;

    (void)argument;
    (void)lm_device_open(&handle, "sink");
    for (enum lm_model model = LM_MODEL_NONE; model < LM_MODELS; model++) {
        models_set(model);
        measure(model, &handle);
        (void)lm_thread_sleep(LM_MS(1)); /* the remaining bytes are read */
    }
    lab_result("calls", CALLS);
    lab_cycle();
    lab_end();
}

static void create(uint16_t reader_level, uint16_t writer_level)
{
    static const struct lm_driver source_driver = {.read = read_source};
    static const struct lm_driver sink_driver = {.write = write_sink};

    lm_trace_filter(SEMAPHORES | TIMERS | SECTIONS);
    (void)lm_spinlock_create(&lock, "lock");
    (void)lm_raw_spinlock_create(&ring_lock, "ring");
    (void)lm_semaphore_create(&arrived, "arrived", 0, LM_FIFO);
    (void)lm_timer_create(&timer, "timer", raise_line, NULL);
    (void)lm_device_add(&source, "source", &source_driver, NULL);
    (void)lm_device_add(&sink, "sink", &sink_driver, NULL);
    (void)lm_irq_attach(&irq, &(struct lm_irq_config){.name = "irq",
                                                      .line = LINE,
                                                      .urgency = 3,
                                                      .handler = handle,
                                                      LM_PREEMPTIVE(MODELS_LEVEL(50)),
                                                      LM_USE_STACK(irq_stack)});
    lab_thread(
        (struct lm_thread_config){.name = "reader", LM_PREEMPTIVE(reader_level), .entry = reader});
    lab_thread(
        (struct lm_thread_config){.name = "writer", LM_PREEMPTIVE(writer_level), .entry = writer});
}

void cost(void)
{
    create(MODELS_LEVEL(40), MODELS_LEVEL(10));
}

void cost_ordinary(void)
{
    create(MODELS_BORDER, LM_LEVELS - 1);
}
