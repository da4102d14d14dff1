/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads that wake each other; see ping_pong.h. */
#include "ping_pong.h"
#include <limen/board.h>
#include <limen/limen.h>

static struct lm_semaphore ping, pong;
static unsigned rounds;

void bench_ping_pong_init(unsigned count)
{
    rounds = count;
    lm_semaphore_create(&ping, "ping", 0, LM_FIFO);
    lm_semaphore_create(&pong, "pong", 0, LM_FIFO);
}

void bench_ping(void *argument)
{
    (void)argument;
    for (unsigned i = rounds; i > 0; i--) {
        bench_mark();
        lm_semaphore_post(&ping);
        lm_semaphore_wait(&pong, LM_FOREVER);
    }
    lm_board_exit(0);
}

void bench_pong(void *argument)
{
    (void)argument;
    for (;;) {
        lm_semaphore_wait(&ping, LM_FOREVER);
        lm_semaphore_post(&pong);
    }
}
