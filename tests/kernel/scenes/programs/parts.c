/* SPDX-License-Identifier: Apache-2.0 */
/* A system with each kind of object, in use all the time: the subject of `limen inject`. It prints
 * its results, saves its trace and ends. */
#include <limen/board.h>
#include <limen/limen.h>

enum { ROUNDS = 40, ROUNDS_A_LINE = 8, DONE = 1, EVENTS = 4096, OBJECTS = 16 };

LM_STACK(sampler_stack, 512);
LM_STACK(filter_stack, 512);
LM_STACK(keeper_stack, 512);
LM_STACK(left_stack, 512);
LM_STACK(right_stack, 512);
LM_STACK(watcher_stack, 512);

static struct lm_thread sampler, filter, keeper, left, right, watcher;
static struct lm_period sampling = LM_PERIOD(LM_MS(5), LM_MS(1), LM_MS(5));
static struct lm_slice left_slice = LM_SLICE(LM_US(200)), right_slice = LM_SLICE(LM_US(300));
static struct lm_queue samples;
static struct lm_mutex table;
static struct lm_semaphore filtered;
static struct lm_event_flags events;
static struct lm_block_pool blocks;
static struct lm_byte_pool bytes;
static struct lm_timer beat;
static uint32_t sample_storage[4];
static _Alignas(8) unsigned char block_area[4 * 32], byte_area[512];
static _Alignas(8) unsigned char trace[LM_TRACE_BYTES(OBJECTS, EVENTS)];
static uint32_t sum, beats, worked;

static void sample(void *argument)
{
    uint32_t value = 1;

    (void)argument;
    for (;;) {
        value = value * 1103515245U + 12345U;
        lm_work(LM_US(100));
        lm_queue_send(&samples, &value, LM_MS(2));
        lm_thread_wait_period();
    }
}

static void filter_samples(void *argument)
{
    uint32_t value;

    (void)argument;
    for (;;) {
        if (lm_queue_receive(&samples, &value, LM_FOREVER) == LM_OK) {
            lm_mutex_lock(&table, LM_FOREVER);
            lm_work(LM_US(300));
            sum = sum * 31 + value;
            lm_mutex_unlock(&table);
            lm_semaphore_post(&filtered);
        }
    }
}

/* Keeps the filtered values in two kinds of memory for some time. */
static void keep(void *argument)
{
    (void)argument;
    for (;;) {
        void *block = NULL;
        void *memory = NULL;

        if (lm_semaphore_wait(&filtered, LM_MS(7)) == LM_OK &&
            lm_block_allocate(&blocks, &block, LM_MS(1)) == LM_OK &&
            lm_byte_allocate(&bytes, &memory, 40, LM_MS(1)) == LM_OK) {
            lm_thread_sleep(LM_MS(1));
            lm_event_flags_set(&events, DONE);
        }
        if (memory != NULL) {
            lm_byte_release(&bytes, memory);
        }
        if (block != NULL) {
            lm_block_release(&blocks, block);
        }
    }
}

/* Two threads of one priority, which share it in slices, and a mutex with those above. */
static void work(void *argument)
{
    (void)argument;
    for (;;) {
        lm_work(LM_US(700));
        if (lm_mutex_lock(&table, LM_MS(3)) == LM_OK) {
            lm_work(LM_US(200));
            worked++;
            lm_mutex_unlock(&table);
        }
        lm_thread_sleep(LM_MS(2));
    }
}

static void watch(void *argument)
{
    (void)argument;
    for (unsigned round = 1; round <= ROUNDS; round++) {
        uint32_t found;

        lm_event_flags_wait(&events, DONE, LM_ANY_CLEAR, &found, LM_MS(50));
        if (round % ROUNDS_A_LINE == 0) {
            lm_board_printf("%u: %08x %u %u\n", round, (unsigned)sum, (unsigned)beats,
                            (unsigned)worked);
        }
    }
    lm_trace_stop();
    lm_board_save("trace.limen", trace, sizeof trace);
    lm_board_exit(0);
}

static void count_beat(void *argument)
{
    (void)argument;
    beats++;
}

static void create_objects(void)
{
    lm_queue_create(&samples, "samples", sample_storage, 4, sizeof(uint32_t), LM_FIFO);
    lm_mutex_create(&table, "table", LM_INHERIT, 0, LM_BY_PRIORITY);
    lm_semaphore_create(&filtered, "filtered", 0, LM_FIFO);
    lm_event_flags_create(&events, "events", LM_FIFO);
    lm_block_pool_create(&blocks, "blocks", block_area, sizeof block_area, 32, LM_FIFO);
    lm_byte_pool_create(&bytes, "bytes", byte_area, sizeof byte_area, LM_FIFO);
    lm_timer_create(&beat, "beat", count_beat, NULL);
    lm_timer_start(&beat, LM_MS(3), LM_MS(3));
}

int main(void)
{
    const struct lm_thread_config configs[] = {
        {.name = "sampler",
         LM_PREEMPTIVE(2),
         .entry = sample,
         .period = &sampling,
         LM_USE_STACK(sampler_stack)},
        {.name = "filter", LM_THRESHOLD(5, 3), .entry = filter_samples, LM_USE_STACK(filter_stack)},
        {.name = "keeper", LM_PREEMPTIVE(8), .entry = keep, LM_USE_STACK(keeper_stack)},
        {.name = "left",
         LM_PREEMPTIVE(12),
         .entry = work,
         .slice = &left_slice,
         LM_USE_STACK(left_stack)},
        {.name = "right",
         LM_PREEMPTIVE(12),
         .entry = work,
         .slice = &right_slice,
         LM_USE_STACK(right_stack)},
        {.name = "watcher", LM_PREEMPTIVE(4), .entry = watch, LM_USE_STACK(watcher_stack)},
    };
    struct lm_thread *const threads[] = {&sampler, &filter, &keeper, &left, &right, &watcher};

    lm_kernel_init();
    lm_trace_start(trace, sizeof trace, OBJECTS);
    create_objects();
    for (unsigned i = 0; i < sizeof configs / sizeof configs[0]; i++) {
        lm_thread_create(threads[i], &configs[i]);
    }
    lm_kernel_start();
    return 1;
}
