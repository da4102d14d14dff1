/* SPDX-License-Identifier: Apache-2.0 */
/* The program of the source, call for call: a driver whose read() is busy, a thread of priority 50
 * that sleeps, one of priority 30 that reads, and a main function that waits for both. README.md
 * compares its output with that of the article.
 *
 * It runs under one model after the other, and prints "transcript MODEL SECOND TEXT" where the
 * program of the article prints TEXT. SECOND counts from its start, in the time of the article.
 */
#include "models.h"
#include <string.h>

static struct lm_device demo;
static enum lm_model model;
static uint64_t start, late;
LM_STACK(hi_stack, LAB_STACK_BYTES);
LM_STACK(low_stack, LAB_STACK_BYTES);

static struct {
    const char *text;
    uint64_t ticks;
} lines[5];
static unsigned count;

/* The text is printed after the run, because a slow console would delay the threads. */
static void print(const char *text)
{
    lines[count].text = text;
    lines[count].ticks = lm_now() - start;
    count++;
}

static void print_lines(void)
{
    for (unsigned i = 0; i < count; i++) {
        uint64_t ms = lines[i].ticks * MODELS_SCALE / LM_MS(1);

        lm_board_printf("transcript %s %llu.%03u %s\n", model_names[model],
                        (unsigned long long)(ms / 1000U), (unsigned)(ms % 1000U), lines[i].text);
    }
    models_result_ms(model_names[model], "", late);
    count = 0;
}

static enum lm_status copy_to_user(void *data, size_t size, size_t *done)
{
    static const char hello[] = {'h', 'e', 'l', 'l', 'o'};

    if (size < sizeof hello) {
        return LM_BAD_ARGUMENT;
    }
    memcpy(data, hello, sizeof hello);
    *done = sizeof hello;
    return LM_OK;
}

static enum lm_status my_read(struct lm_device *of, void *data, size_t size, size_t *done)
{
    (void)of;
    lm_work(MODELS_SECONDS(5));
    return copy_to_user(data, size, done);
}

static enum lm_status my_read_with_checkpoint(struct lm_device *of, void *data, size_t size,
                                              size_t *done)
{
    (void)of;
    lm_work(MODELS_SECONDS(4));
    (void)lm_preempt_point();
    lm_work(MODELS_SECONDS(3));
    return copy_to_user(data, size, done);
}

static const struct lm_driver my_fops = {.read = my_read};
static const struct lm_driver my_fops_with_checkpoint = {.read = my_read_with_checkpoint};

static void hi_prio(void *argument)
{
    (void)argument;
    print("thread1 start");
    (void)lm_thread_sleep(MODELS_SECONDS(3));
    print("thread1 stop");
    late = lines[count - 1].ticks - MODELS_SECONDS(3);
}

static void low_prio(void *argument)
{
    struct lm_handle handle;
    char buf[20];

    (void)argument;
    (void)lm_thread_sleep(MODELS_SECONDS(1));
    (void)lm_device_open(&handle, "demo");
    print("thread2 start");
    (void)lm_device_read(&handle, buf, sizeof buf, NULL);
    print("thread2 stop");
}

/* The main function of the article. Its threads begin to run when it creates them. */
static void run(void)
{
    static struct lm_thread t1, t2; /* the threads of the previous run have ended */

    (void)lm_thread_create(&t1, &(struct lm_thread_config){.name = "thread1",
                                                           LM_PREEMPTIVE(MODELS_LEVEL(50)),
                                                           .entry = hi_prio,
                                                           LM_USE_STACK(hi_stack)});
    (void)lm_thread_create(&t2, &(struct lm_thread_config){.name = "thread2",
                                                           LM_PREEMPTIVE(MODELS_LEVEL(30)),
                                                           .entry = low_prio,
                                                           LM_USE_STACK(low_stack)});
    (void)lm_thread_sleep_until(start + MODELS_SECONDS(10));
    print("end test");
}

static void run_under_each_model(void *argument)
{
    (void)argument;
    for (model = LM_MODEL_NONE; model < LM_MODELS; model++) {
        models_set(model);
        lab_cycle();
        start = lm_now();
        run();
        print_lines();
    }
    lab_cycle();
    lab_end();
}

static void create(const struct lm_driver *fops)
{
    (void)lm_device_add(&demo, "demo", fops, NULL);
    lab_thread((struct lm_thread_config){
        .name = "main", LM_PREEMPTIVE(LM_LEVELS - 1), .entry = run_under_each_model});
}

void article(void)
{
    create(&my_fops);
}

void article_checkpoint(void)
{
    create(&my_fops_with_checkpoint);
}
