/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an event that becomes due during a service of the kernel happens before or after the
 * service, and no timer, timeout or release is lost. tests/targets/edges/test_edges.py has the
 * arguments.
 *
 * Method: a thread wakes up and calls a service a little later. An event is due at an instant that
 * moves from the wake-up to the time after the call, tick by tick. A scene observes the state
 * before the interrupt of that instant or after it; some scenes also observe the time between the
 * instant and its interrupt.
 */
#include "edges.h"
#include <limen/board.h>
#include <stdlib.h>
#include <string.h>

LM_STACK(caller_stack, 1024);
LM_STACK(waiter_stack, 1024);
static struct lm_thread caller;
static unsigned offsets, stride;

struct lm_thread edges_waiter;
struct lm_timer edges_timer;
struct lm_semaphore edges_go;
void (*edges_waiter_acts)(void);
uint64_t edges_start, edges_due;
unsigned edges_calls;
uint64_t edges_called_at;

void edges_check(bool holds, const char *what)
{
    if (!holds) {
        lm_board_printf("not so: %s\n", what);
        lm_board_exit(1);
    }
}

void edges_note_call(void *argument)
{
    (void)argument;
    edges_calls++;
    edges_called_at = lm_now();
}

static void wait_for_scene(void *argument)
{
    (void)argument;
    for (;;) {
        if (lm_semaphore_wait(&edges_go, LM_FOREVER) == LM_OK) {
            edges_waiter_acts();
        }
    }
}

/* Returns: the observation of the scene. */
static unsigned try_once(const struct scene *scene, unsigned offset)
{
    edges_start = lm_now() + EDGES_LEAD;
    edges_due = edges_start + offset;
    edges_calls = 0;
    scene->prepare();
    edges_check(lm_thread_sleep_until(edges_start) == LM_OK, "the caller slept");
    lm_work(EDGES_WORK);

    unsigned seen = scene->call();
    uint64_t before = lm_now();

    edges_check(lm_thread_sleep(EDGES_SETTLE) == LM_OK, "the caller slept again");
    edges_check(lm_now() - before < 2 * EDGES_SETTLE, "the alarm is not lost");
    return scene->judge(seen);
}

/* The first instants have to be before the call, and the last ones after it. Returns: whether that
 * holds and each outcome is one of the three. */
static bool try_all(const struct scene *scene)
{
    unsigned count[OUTCOMES] = {0};
    unsigned first = WRONG, last = WRONG;

    for (unsigned offset = 0; offset < offsets; offset += stride) {
        last = try_once(scene, offset);
        first = offset == 0 ? last : first;
        if (last >= OUTCOMES) {
            lm_board_printf("%s: wrong at offset %u\n", scene->name, offset);
            return false;
        }
        count[last]++;
    }
    lm_board_printf("%s: %u after, %u between, %u before\n", scene->name, count[AFTER],
                    count[BETWEEN], count[BEFORE]);
    return first == AFTER && last == BEFORE;
}

static void run(void *argument)
{
    bool ok = true;

    (void)argument;
    for (const struct scene *scene = edges_scenes; scene->name != NULL; scene++) {
        ok = try_all(scene) && ok;
    }
    lm_board_print(ok ? "edges ok\n" : "edges failed\n");
    lm_board_exit(ok ? 0 : 1);
}

int main(int argc, char **argv)
{
    offsets = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
    stride = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1;
    lm_kernel_init();
    edges_check(lm_semaphore_create(&edges_go, "go", 0, LM_FIFO) == LM_OK, "semaphore");
    edges_check(lm_timer_create(&edges_timer, "timer", edges_note_call, NULL) == LM_OK, "timer");
    edges_check(lm_thread_create(&edges_waiter,
                                 &(struct lm_thread_config){.name = "waiter",
                                                            LM_PREEMPTIVE(3),
                                                            .entry = wait_for_scene,
                                                            LM_USE_STACK(waiter_stack)}) == LM_OK,
                "waiter");
    edges_check(lm_thread_create(&caller, &(struct lm_thread_config){.name = "caller",
                                                                     LM_PREEMPTIVE(5),
                                                                     .entry = run,
                                                                     LM_USE_STACK(caller_stack)}) ==
                    LM_OK,
                "caller");
    lm_kernel_start();
    return 1;
}
