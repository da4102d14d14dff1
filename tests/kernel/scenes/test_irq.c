/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: under each model a handler runs in the context that limen/irq.h defines. A handler in a
 * thread is preempted by more urgent threads and preempts less urgent ones. Each arrival is handled
 * once. A change of the model does not let a handler run before it has completed an earlier
 * arrival.
 *
 * Method: examples. The letters of a handler are upper case in an interrupt.
 */
#include "support/scene.h"

enum { LINE = 1, THREAD = 10 };

static struct lm_irq irq;
static uint64_t work;

static void handle(void *letter)
{
    char base = *(const char *)letter;

    CHECK(lm_in_interrupt() || lm_thread_self() == &irq.thread);
    tell(lm_in_interrupt() ? (char)(base - 'a' + 'A') : base);
    lm_work(work);
}

static void acknowledge(void *argument)
{
    (void)argument;
    CHECK(lm_in_interrupt());
    tell('q');
}

static struct lm_irq_config config(void)
{
    work = 0;
    return (struct lm_irq_config){.name = "irq",
                                  .line = LINE,
                                  .urgency = 3,
                                  .handler = handle,
                                  .argument = "h",
                                  .priority = THREAD,
                                  .threshold = THREAD,
                                  .stack = scene_stack(),
                                  .stack_bytes = SCENE_STACK_BYTES};
}

static void attach(struct lm_irq_config with)
{
    irq.unhandled = 7; /* whatever was there */
    CHECK_STATUS(lm_irq_attach(&irq, &with), LM_OK);
}

/* Raise the interrupt; u: this thread continues. */
static void raise(void)
{
    lm_board_interrupt_raise(LINE);
    tell('u');
}

static const char *of_model(const char *none, const char *voluntary, const char *full,
                            const char *rt)
{
    const char *const all[] = {none, voluntary, full, rt, full}; /* LAZY is as FULL */

    return all[lm_model_get()];
}

static void handlers_run_where_the_model_says(void)
{
    attach(config());
    raise();
    told(of_model("Hu", "Hu", "Hu", "hu"));
    lm_irq_set_threaded(true);
    raise();
    told(of_model("Hu", "Hu", "hu", "hu"));
    lm_irq_set_threaded(false);
    raise();
    told(of_model("Hu", "Hu", "Hu", "hu"));
}

static void some_ask_for_a_thread(void)
{
    struct lm_irq_config with = config();

    with.threaded = true;
    with.acknowledge = acknowledge;
    attach(with);
    raise();
    told(of_model("Hu", "Hu", "qhu", "qhu"));
}

static void raw_ones_never_have_one(void)
{
    struct lm_irq_config with = config();

    with.raw = true;
    with.threaded = true;
    with.acknowledge = acknowledge;
    with.stack = NULL;
    attach(with);
    lm_irq_set_threaded(true);
    raise();
    told("Hu");
}

static void arguments_are_checked(void)
{
    struct lm_irq_config with = config();

    CHECK_STATUS(lm_irq_attach(NULL, &with), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_irq_attach(&irq, NULL), LM_BAD_ARGUMENT);
    with.line = LM_BOARD_LINES;
    CHECK_STATUS(lm_irq_attach(&irq, &with), LM_BAD_ARGUMENT);
    with.line = LINE;
    with.handler = NULL;
    CHECK_STATUS(lm_irq_attach(&irq, &with), LM_BAD_ARGUMENT);
    with.handler = handle;
    with.stack = NULL;
    CHECK_STATUS(lm_irq_attach(&irq, &with), LM_BAD_ARGUMENT);
}

static void serve(void)
{
    lm_irq_serve(&irq);
    CHECK(!lm_interrupts_are_disabled());
}

static void boards_may_serve_by_themselves(void)
{
    struct lm_irq_config with = config();

    with.line = LM_IRQ_NO_LINE;
    attach(with);
    scene_interrupt(serve);
    told(of_model("H", "H", "H", "h"));
}

/* Handlers in threads. */

static void raise_and_work(void *argument)
{
    (void)argument;
    tell('(');
    lm_board_interrupt_raise(LINE);
    lm_work(LM_MS(1));
    tell(')');
}

static void urgency_decides(void)
{
    attach(config());
    (void)scene_thread(THREAD - 1, raise_and_work, NULL);
    told("()h");
    (void)scene_thread(THREAD, raise_and_work, NULL); /* of equal priority: it continues later */
    told("()h");
    (void)scene_thread(THREAD + 1, raise_and_work, NULL);
    told("(h)");
}

static void raise_thrice(void *argument)
{
    (void)argument;
    raise();
    raise();
    raise();
}

static void each_arrival_is_handled(void)
{
    attach(config());
    (void)scene_thread(THREAD - 1, raise_thrice, NULL);
    told("uuuhhh");
    CHECK_EQUAL(irq.unhandled, 0);
}

static struct lm_timer again;

static void raise_again(void *argument)
{
    (void)argument;
    lm_board_interrupt_raise(LINE);
}

static void one_that_comes_meanwhile_is_handled_after(void)
{
    attach(config());
    work = LM_MS(2);
    CHECK_STATUS(lm_timer_create(&again, "again", raise_again, NULL), LM_OK);
    CHECK_STATUS(lm_timer_start(&again, LM_MS(1), 0), LM_OK);
    raise();
    told("hhu");
    CHECK_EQUAL(lm_now(), LM_MS(4));
}

static void who_ends_the_wait_does_not_make_it_an_arrival(void)
{
    attach(config());
    CHECK_STATUS(lm_thread_abort_wait(&irq.thread), LM_OK);
    told("");
    raise();
    told("hu");
    CHECK_EQUAL(irq.unhandled, 0);
}

/* Handlers at work when the model changes. */

static void change_to_full(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_model_set(LM_MODEL_FULL), LM_OK);
    lm_board_interrupt_raise(LINE);
    tell('c');
}

static void no_handler_overtakes_itself(void)
{
    attach(config());
    work = LM_MS(2);
    CHECK_STATUS(lm_timer_create(&again, "again", change_to_full, NULL), LM_OK);
    CHECK_STATUS(lm_timer_start(&again, LM_MS(1), 0), LM_OK);
    raise();
    told("hchu");
    raise();
    told("Hu");
}

static struct lm_spinlock lock;
static struct lm_raw_spinlock raw;

static void end_with_the_lock(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_OK);
    tell('l');
}

static void end_with_the_raw_lock(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_raw_spinlock_lock(&raw), LM_OK);
    tell('r');
}

/* While a thread holds a lock as a mutex handlers run in threads, and not after its end. */
static void a_thread_that_ends_holds_no_lock(void)
{
    attach(config());
    CHECK_STATUS(lm_spinlock_create(&lock, "lock"), LM_OK);
    CHECK_STATUS(lm_raw_spinlock_create(&raw, "raw"), LM_OK);
    (void)scene_thread(THREAD - 1, end_with_the_lock, NULL);
    (void)scene_thread(THREAD - 1, end_with_the_raw_lock, NULL);
    CHECK_STATUS(lm_model_set(LM_MODEL_FULL), LM_OK);
    raise();
    told("lrHu");
}

static void run_scenario(enum lm_model model)
{
    scene_run(model, handlers_run_where_the_model_says);
    scene_run(model, some_ask_for_a_thread);
    scene_run(model, raw_ones_never_have_one);
    scene_run(model, arguments_are_checked);
    scene_run(model, boards_may_serve_by_themselves);
}

int main(void)
{
    for (enum lm_model model = LM_MODEL_NONE; model < LM_MODELS; model++) {
        run_scenario(model);
    }
    scene_run(LM_MODEL_RT, urgency_decides);
    scene_run(LM_MODEL_RT, each_arrival_is_handled);
    scene_run(LM_MODEL_RT, one_that_comes_meanwhile_is_handled_after);
    scene_run(LM_MODEL_RT, who_ends_the_wait_does_not_make_it_an_arrival);
    scene_run(LM_MODEL_RT, no_handler_overtakes_itself);
    scene_run(LM_MODEL_RT, a_thread_that_ends_holds_no_lock);
    return 0;
}
