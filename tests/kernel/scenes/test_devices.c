/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: calls of devices return the status that limen/device.h names, in every state of handles and
 * devices. Handles and calls in progress keep the control block in use. A call is a kernel section.
 *
 * Method: examples. A driver logs a letter for each call and returns the status that the scene
 * sets.
 */
#include "support/scene.h"
#include <string.h>

static struct lm_device device, other;
static struct lm_handle handle, second;
static enum lm_status answer;
static struct lm_semaphore entered, leave;

static enum lm_status open_it(struct lm_device *of)
{
    CHECK_SAME(of, &device);
    tell('o');
    return answer;
}

static void close_it(struct lm_device *of)
{
    CHECK_SAME(of, &device);
    tell('c');
}

static enum lm_status read_it(struct lm_device *of, void *data, size_t bytes, size_t *done)
{
    CHECK_SAME(of->context, &answer);
    CHECK_EQUAL(*done, 0);
    if (bytes > 0) {
        memset(data, 'x', bytes);
    }
    *done = bytes;
    tell('r');
    return answer;
}

static enum lm_status write_it(struct lm_device *of, const void *data, size_t bytes, size_t *done)
{
    (void)of;
    (void)data;
    *done = bytes / 2;
    tell('w');
    return answer;
}

static enum lm_status control_it(struct lm_device *of, unsigned request, void *argument)
{
    (void)of;
    *(unsigned *)argument = request;
    tell('t');
    return answer;
}

static const struct lm_driver driver = {open_it, close_it, read_it, write_it, control_it};
static const struct lm_driver nothing = {.open = NULL};

/* Waits in the driver until the scene posts a semaphore. */
static enum lm_status read_slowly(struct lm_device *of, void *data, size_t bytes, size_t *done)
{
    (void)of;
    (void)data;
    *done = bytes;
    CHECK_STATUS(lm_semaphore_post(&entered), LM_OK);
    CHECK_STATUS(lm_semaphore_wait(&leave, LM_FOREVER), LM_OK);
    tell('s');
    return LM_OK;
}

static enum lm_status open_slowly(struct lm_device *of)
{
    size_t done;

    return read_slowly(of, NULL, 0, &done);
}

static const struct lm_driver slow = {.read = read_slowly, .close = close_it};
static const struct lm_driver slow_to_open = {.open = open_slowly, .close = close_it};

/* The number of sections of the calling thread: it leaves all of them, and enters them again. */
static unsigned count_sections(void)
{
    unsigned count = 0;

    while (lm_section_leave() == LM_OK) {
        count++;
    }
    for (unsigned i = 0; i < count; i++) {
        CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    }
    return count;
}

static void add_and_open(void)
{
    answer = LM_OK;
    CHECK_STATUS(lm_device_add(&device, "device", &driver, &answer), LM_OK);
    CHECK_STATUS(lm_device_open(&handle, "device"), LM_OK);
    told("o");
}

static void calls_reach_the_driver(void)
{
    char data[4] = "";
    unsigned seen = 0;
    size_t done = 9;

    add_and_open();
    CHECK_STATUS(lm_device_read(&handle, data, 3, &done), LM_OK);
    CHECK_EQUAL(done, 3);
    CHECK_TEXT(data, "xxx");
    CHECK_STATUS(lm_device_write(&handle, data, 4, &done), LM_OK);
    CHECK_EQUAL(done, 2);
    CHECK_STATUS(lm_device_control(&handle, 7, &seen), LM_OK);
    CHECK_EQUAL(seen, 7);
    CHECK_STATUS(lm_device_read(&handle, data, 1, NULL), LM_OK);
    CHECK_STATUS(lm_device_write(&handle, data, 1, NULL), LM_OK);
    answer = LM_TIMEOUT;
    CHECK_STATUS(lm_device_read(&handle, data, 3, &done), LM_TIMEOUT);
    CHECK_STATUS(lm_device_write(&handle, data, 3, &done), LM_TIMEOUT);
    CHECK_STATUS(lm_device_control(&handle, 7, &seen), LM_TIMEOUT);
    told("rwtrwrwt");
    CHECK_EQUAL(device.calls, 0);
    CHECK_EQUAL(count_sections(), 0);
    CHECK_STATUS(lm_device_close(&handle), LM_OK);
    told("c");
}

static void what_a_driver_lacks_is_refused(void)
{
    size_t done = 9;

    CHECK_STATUS(lm_device_add(&device, "device", &nothing, NULL), LM_OK);
    CHECK_STATUS(lm_device_open(&handle, "device"), LM_OK);
    CHECK_STATUS(lm_device_read(&handle, &done, 1, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_write(&handle, &done, 1, &done), LM_BAD_ARGUMENT);
    CHECK_EQUAL(done, 0);
    CHECK_STATUS(lm_device_control(&handle, 0, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_close(&handle), LM_OK);
}

static void names_are_looked_for(void)
{
    struct lm_device third;

    add_and_open();
    CHECK_STATUS(lm_device_add(&other, "device", &driver, NULL), LM_BAD_STATE);
    CHECK_STATUS(lm_device_add(&other, "device2", &nothing, NULL), LM_OK);
    CHECK_STATUS(lm_device_add(&third, "dev", &nothing, NULL), LM_OK);
    CHECK_STATUS(lm_device_open(&second, "device2"), LM_OK);
    CHECK_SAME(second.device, &other);
    CHECK_STATUS(lm_device_open(&second, "dev"), LM_OK);
    CHECK_SAME(second.device, &third);
    CHECK_STATUS(lm_device_open(&second, "d"), LM_UNAVAILABLE);
    CHECK(second.device == NULL);
    CHECK_STATUS(lm_device_open(&second, ""), LM_UNAVAILABLE);
}

static void bad_arguments_are_refused(void)
{
    char byte;
    size_t done = 9;

    add_and_open();
    CHECK_STATUS(lm_device_add(NULL, "a", &driver, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_add(&other, NULL, &driver, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_add(&other, "a", NULL, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_open(NULL, "device"), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_open(&second, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_close(NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_read(NULL, &byte, 1, &done), LM_BAD_ARGUMENT);
    CHECK_EQUAL(done, 0);
    CHECK_STATUS(lm_device_read(&handle, NULL, 1, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_write(NULL, &byte, 1, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_write(&handle, NULL, 1, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_control(NULL, 1, &byte), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_remove(NULL), LM_BAD_OBJECT);
    memset(&other, 0, sizeof other);
    CHECK_STATUS(lm_device_remove(&other), LM_BAD_OBJECT);
    CHECK_STATUS(lm_device_write(&handle, NULL, 0, NULL), LM_OK);
    told("w");
}

static void a_closed_handle_answers(void)
{
    char byte;
    struct lm_handle copy;

    add_and_open();
    copy = handle;
    CHECK_STATUS(lm_device_close(&handle), LM_OK);
    told("c");
    for (int again = 0; again < 2; again++) {
        CHECK_STATUS(lm_device_close(&handle), LM_BAD_STATE);
        CHECK_STATUS(lm_device_read(&handle, &byte, 1, NULL), LM_BAD_STATE);
        CHECK_STATUS(lm_device_write(&handle, &byte, 1, NULL), LM_BAD_STATE);
        CHECK_STATUS(lm_device_control(&handle, 1, &byte), LM_BAD_STATE);
    }
    CHECK_STATUS(lm_device_remove(&device), LM_OK);
    CHECK_STATUS(lm_device_read(&copy, &byte, 1, NULL), LM_DELETED);
    CHECK_EQUAL(count_sections(), 0);
    told("");
}

static void a_refused_open_holds_nothing(void)
{
    add_and_open();
    answer = LM_UNAVAILABLE;
    CHECK_STATUS(lm_device_open(&second, "device"), LM_UNAVAILABLE);
    CHECK(second.device == NULL);
    CHECK_EQUAL(device.handles, 1);
    told("o");
    CHECK_STATUS(lm_device_close(&second), LM_BAD_STATE);
}

static void handles_keep_a_removed_device(void)
{
    char byte;

    add_and_open();
    struct lm_handle copy = handle;

    CHECK_STATUS(lm_device_open(&second, "device"), LM_OK);
    CHECK_STATUS(lm_device_remove(&device), LM_UNAVAILABLE);
    CHECK_STATUS(lm_device_open(&handle, "device"), LM_UNAVAILABLE); /* the handle is overwritten */
    handle = copy;
    CHECK_STATUS(lm_device_read(&handle, &byte, 1, NULL), LM_DELETED);
    CHECK_STATUS(lm_device_write(&handle, &byte, 1, NULL), LM_DELETED);
    CHECK_STATUS(lm_device_control(&handle, 1, &byte), LM_DELETED);
    CHECK_STATUS(lm_device_close(&handle), LM_OK);
    CHECK_STATUS(lm_device_remove(&device), LM_UNAVAILABLE);
    CHECK_STATUS(lm_device_close(&second), LM_OK);
    CHECK_STATUS(lm_device_remove(&device), LM_OK);
    CHECK_STATUS(lm_device_remove(&device), LM_BAD_OBJECT);
    told("occ");
    CHECK_STATUS(lm_device_add(&device, "device", &driver, &answer), LM_OK); /* the name is free */
    CHECK_STATUS(lm_device_open(&handle, "device"), LM_OK);
    told("o");
}

static void removal_finds_its_place_in_the_list(void)
{
    struct lm_device devices[3];
    const char *const names[] = {"a", "b", "c"};

    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(lm_device_add(&devices[i], names[i], &nothing, NULL), LM_OK);
    }
    CHECK_STATUS(lm_device_remove(&devices[1]), LM_OK);
    CHECK_STATUS(lm_device_open(&handle, "a"), LM_OK);
    CHECK_STATUS(lm_device_open(&handle, "b"), LM_UNAVAILABLE);
    CHECK_STATUS(lm_device_open(&handle, "c"), LM_OK);
    CHECK_STATUS(lm_device_remove(&devices[0]), LM_UNAVAILABLE);
    CHECK_STATUS(lm_device_open(&second, "c"), LM_OK);
}

static void read_in_a_thread(void *of)
{
    char byte;
    size_t done;

    CHECK_STATUS(lm_device_read(of, &byte, 1, &done), LM_OK);
    CHECK_EQUAL(done, 1);
    tell('e');
}

static void calls_keep_a_removed_device(void)
{
    CHECK_STATUS(lm_semaphore_create(&entered, "entered", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&leave, "leave", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_device_add(&device, "device", &slow, NULL), LM_OK);
    CHECK_STATUS(lm_device_open(&handle, "device"), LM_OK);
    (void)scene_thread(9, read_in_a_thread, &handle);
    CHECK_STATUS(lm_semaphore_wait(&entered, LM_NO_WAIT), LM_OK);
    CHECK_EQUAL(device.calls, 1);
    CHECK_STATUS(lm_device_remove(&device), LM_UNAVAILABLE);
    CHECK_STATUS(lm_device_close(&handle), LM_OK);
    CHECK_STATUS(lm_device_remove(&device), LM_UNAVAILABLE); /* the call alone keeps it */
    CHECK_STATUS(lm_semaphore_post(&leave), LM_OK);
    told("cse");
    CHECK_STATUS(lm_device_remove(&device), LM_OK);
}

static void open_in_a_thread(void *of)
{
    CHECK_STATUS(lm_device_open(of, "device"), LM_OK);
}

static void a_device_may_go_while_it_is_opened(void)
{
    char byte;

    CHECK_STATUS(lm_semaphore_create(&entered, "entered", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&leave, "leave", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_device_add(&device, "device", &slow_to_open, NULL), LM_OK);
    (void)scene_thread(9, open_in_a_thread, &handle);
    CHECK_STATUS(lm_device_remove(&device), LM_UNAVAILABLE);
    CHECK_STATUS(lm_semaphore_post(&leave), LM_OK);
    CHECK_STATUS(lm_device_read(&handle, &byte, 1, NULL), LM_DELETED);
    CHECK_STATUS(lm_device_close(&handle), LM_OK);
    told("sc");
    CHECK_STATUS(lm_device_remove(&device), LM_OK);
}

static void call_all(void)
{
    char byte;

    CHECK_STATUS(lm_device_open(&second, "device"), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_device_close(&handle), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_device_read(&handle, &byte, 1, NULL), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_device_write(&handle, &byte, 1, NULL), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_device_control(&handle, 1, &byte), LM_BAD_CONTEXT);
}

static void change_the_list(void)
{
    CHECK_STATUS(lm_device_add(&other, "other", &driver, NULL), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_device_remove(&device), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_section_enter(NULL), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_section_leave(), LM_BAD_CONTEXT);
}

static void calls_need_a_thread_that_may_wait(void)
{
    add_and_open();
    scene_interrupt(call_all);
    scene_interrupt(change_the_list);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    call_all();
    CHECK_STATUS(lm_preempt_enable(), LM_OK);

    uint32_t key = lm_interrupts_disable();

    call_all();
    CHECK_STATUS(lm_section_enter(NULL), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_device_add(&other, "other", &nothing, NULL), LM_OK); /* no other thread runs */
    lm_interrupts_enable(key);
    CHECK_STATUS(lm_device_read(&handle, NULL, 0, NULL), LM_OK);
    told("r");
}

/* Section, model. */

static unsigned seen_sections;

static enum lm_status look(struct lm_device *of, unsigned request, void *argument)
{
    struct lm_thread_info self;

    (void)of;
    (void)argument;
    if (request > 0) {
        CHECK_STATUS(lm_device_control(&handle, request - 1, NULL), LM_OK); /* a driver over one */
    }
    unsigned sections = count_sections();

    seen_sections = seen_sections > sections ? seen_sections : sections;
    CHECK_STATUS(lm_thread_get_info(lm_thread_self(), &self), LM_OK);
    CHECK_EQUAL(self.level == 0, lm_model_get() <= LM_MODEL_VOLUNTARY);
    return LM_OK;
}

static const struct lm_driver looking = {.control = look};

static void a_call_is_a_section(void)
{
    CHECK_STATUS(lm_device_add(&device, "device", &looking, NULL), LM_OK);
    CHECK_STATUS(lm_device_open(&handle, "device"), LM_OK);
    seen_sections = 0;
    CHECK_STATUS(lm_device_control(&handle, 2, NULL), LM_OK);
    CHECK_EQUAL(seen_sections, 3);
    CHECK_EQUAL(count_sections(), 0);
    CHECK_STATUS(lm_section_leave(), LM_BAD_STATE);
}

static void sections_are_counted(void)
{
    for (unsigned i = 0; i < UINT16_MAX; i++) {
        CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    }
    CHECK_STATUS(lm_section_enter(NULL), LM_TOO_MANY);
    CHECK_STATUS(lm_model_set(LM_MODELS), LM_BAD_ARGUMENT);
}

static void before_the_start(void)
{
    lm_kernel_init();
    CHECK_STATUS(lm_device_add(&device, "device", &driver, &answer), LM_OK);
    call_all();
    CHECK_STATUS(lm_device_remove(&device), LM_OK);
    CHECK_STATUS(lm_section_enter(NULL), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_section_leave(), LM_BAD_CONTEXT);
}

int main(void)
{
    before_the_start();
    for (enum lm_model model = LM_MODEL_NONE; model < LM_MODELS; model++) {
        scene_run(model, calls_reach_the_driver);
        scene_run(model, what_a_driver_lacks_is_refused);
        scene_run(model, names_are_looked_for);
        scene_run(model, bad_arguments_are_refused);
        scene_run(model, a_closed_handle_answers);
        scene_run(model, a_refused_open_holds_nothing);
        scene_run(model, handles_keep_a_removed_device);
        scene_run(model, removal_finds_its_place_in_the_list);
        scene_run(model, calls_keep_a_removed_device);
        scene_run(model, a_device_may_go_while_it_is_opened);
        scene_run(model, calls_need_a_thread_that_may_wait);
        scene_run(model, a_call_is_a_section);
        scene_run(model, sections_are_counted);
    }
    return 0;
}
