/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a queue copies messages of every short size, and nothing else. Method: messages of each
 * number of words go through a queue of the library without checks, whose ports may copy them by
 * instructions of their own; the words around them are compared as well. */
#include <limen/board.h>
#include <limen/kernel.h>
#include <limen/queue.h>
#include <limen/thread.h>
#include <stdbool.h>

enum { WORDS_MAX = 20, ROOM = WORDS_MAX + 2, GUARD = 0x5A5A5A5A };

static struct lm_queue queue;
static struct lm_thread thread;
LM_STACK(stack, 2048);
static uint32_t storage[3 * WORDS_MAX + 1];
static unsigned failures;

static void fill(uint32_t *message, unsigned words, uint32_t first)
{
    for (unsigned i = 0; i < ROOM; i++) {
        message[i] = i > 0 && i <= words ? first * 100 + i : (uint32_t)GUARD;
    }
}

static void compare(const uint32_t *message, unsigned words, uint32_t first)
{
    uint32_t expected[ROOM];
    bool is_same = true;

    fill(expected, words, first);
    for (unsigned i = 0; i < ROOM; i++) {
        is_same = is_same && message[i] == expected[i];
    }
    failures += !is_same;
}

/* Three messages, so that the places of the queue come in turn. */
static void pass(unsigned words)
{
    uint32_t message[ROOM];

    storage[3 * words] = (uint32_t)GUARD;
    (void)lm_queue_create(&queue, "queue", storage, 3, words * 4, LM_FIFO);
    for (uint32_t round = 0; round < 4; round++) {
        for (uint32_t each = 0; each < 3; each++) {
            fill(message, words, round + each);
            (void)lm_queue_send(&queue, message + 1, each == 1 ? LM_NO_WAIT : LM_FOREVER);
        }
        for (uint32_t each = 0; each < 3; each++) {
            fill(message, 0, 0);
            (void)lm_queue_receive(&queue, message + 1, each == 1 ? LM_NO_WAIT : LM_FOREVER);
            compare(message, words, round + each);
        }
    }
    failures += storage[3 * words] != (uint32_t)GUARD;
    (void)lm_queue_delete(&queue);
}

static void run(void *argument)
{
    (void)argument;
    for (unsigned words = 1; words <= WORDS_MAX; words++) {
        pass(words);
    }
    lm_board_printf(failures == 0 ? "copies ok\n" : "%u copies differ\n", failures);
    lm_board_exit(failures != 0);
}

int main(void)
{
    lm_kernel_init();
    (void)lm_thread_create(&thread, &(struct lm_thread_config){.name = "copies",
                                                               .entry = run,
                                                               LM_PREEMPTIVE(5),
                                                               .stack = stack,
                                                               .stack_bytes = sizeof stack});
    lm_kernel_start();
    return 1;
}
