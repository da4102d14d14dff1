/* SPDX-License-Identifier: Apache-2.0 */
/* A program of scenes: a boss plays them and prints a line for each unexpected result. With
 * limen-traced the program writes a trace. */
#ifndef ISOLATION_SCENES_H
#define ISOLATION_SCENES_H

#include <limen/board.h>
#include <limen/limen.h>

static inline void check_at(const char *file, int line, bool is_right)
{
    if (!is_right) {
        lm_board_printf("%s:%d\n", file, line);
    }
}
#define CHECK(condition) check_at(__FILE__, __LINE__, condition)

enum { SCENES_OBJECTS = 32 };
static unsigned char scenes_trace[LM_TRACE_BYTES(SCENES_OBJECTS, 2048)] __attribute__((aligned(4)));
static struct lm_thread boss;
LM_STACK(boss_stack, 2048);

static inline void begin_scenes(void)
{
    lm_kernel_init();
    lm_trace_start(scenes_trace, sizeof scenes_trace, SCENES_OBJECTS);
}

/* The boss gets the argument of the program, or NULL. Returns: what main returns. */
static inline int play_scenes(void (*play)(void *argument), uint16_t priority, int argc,
                              char **argv)
{
    lm_thread_create(&boss, &(struct lm_thread_config){.name = "boss",
                                                       LM_PREEMPTIVE(priority),
                                                       .entry = play,
                                                       .argument = argc > 1 ? argv[1] : NULL,
                                                       LM_USE_STACK(boss_stack)});
    lm_kernel_start();
    return 0;
}

static inline void end_scenes(void)
{
    if (lm_board_save("trace.limen", scenes_trace, sizeof scenes_trace) != 0) {
        lm_board_print("the trace could not be written\n");
    }
    lm_board_print("done\n");
    lm_board_exit(0);
}

#endif
