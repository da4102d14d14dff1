/* SPDX-License-Identifier: Apache-2.0 */
#include "scene.h"
#include <string.h>

enum { LETTERS_MAX = 200 };

static struct {
    struct lm_thread threads[SCENE_THREADS];
    char letters[LETTERS_MAX + 1];
    size_t count;
    size_t used;
    void (*play)(void);
    void (*in_interrupt)(void);
    bool ended;
} scene;

static _Alignas(16) unsigned char stacks[SCENE_THREADS][SCENE_STACK_BYTES];

void *scene_stack(void)
{
    CHECK(scene.used < SCENE_THREADS);
    return stacks[scene.used++];
}

struct lm_thread *scene_thread(unsigned priority, void (*entry)(void *argument), void *argument)
{
    struct lm_thread *thread = &scene.threads[scene.used];
    struct lm_thread_config config = {.name = "thread",
                                      .entry = entry,
                                      .argument = argument,
                                      .priority = (uint16_t)priority,
                                      .threshold = (uint16_t)priority,
                                      .stack = scene_stack(),
                                      .stack_bytes = SCENE_STACK_BYTES};

    CHECK_STATUS(lm_thread_create(thread, &config), LM_OK);
    return thread;
}

static void run_play(void *argument)
{
    (void)argument;
    scene.play();
    scene.ended = true;
}

void scene_run(enum lm_model model, void (*play)(void))
{
    memset(&scene, 0, sizeof scene);
    scene.play = play;
    lm_kernel_init();
    (void)model;
    LM_UNLESS_SMALL(CHECK_STATUS(lm_model_set(model), LM_OK));
    (void)scene_thread(SCENE_PRIORITY, run_play, NULL);
    lm_kernel_start();
    CHECK(scene.ended);
    told("");
}

void tell(char letter)
{
    CHECK(scene.count < LETTERS_MAX);
    scene.letters[scene.count++] = letter;
}

void told(const char *letters)
{
    CHECK(scene.ended || !lm_interrupts_are_disabled()); /* a call has left the lock */
    scene.letters[scene.count] = '\0';
    CHECK_TEXT(scene.letters, letters);
    scene.count = 0;
}

static void call(void *argument)
{
    (void)argument;
    scene.in_interrupt();
}

void scene_interrupt(void (*function)(void))
{
    scene.in_interrupt = function;
    lm_board_interrupt_attach(0, 3, call, NULL);
    lm_board_interrupt_raise(0);
}
