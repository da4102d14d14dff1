/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the audit compares the bits of the ready queue with each other, however many words of bits
 * there are, and finds no damage in an intact queue.
 *
 * Method: a thread of the most urgent level and one of the least urgent level are ready, or no
 * thread is. Break one relation and keep all others. The test is built with several LM_LEVELS.
 */
#include "check.h"
#include "objects/audit.h"
#include "threads.h"

enum { LEAST = LM_LEVELS - 1, LAST_WORD = LM_READY_WORDS - 1, PARTS = 2 };

static struct lm_audited parts[PARTS] = {{.object = &threads[0].object},
                                         {.object = &threads[1].object}};
static struct lm_audit audit;

static struct lm_ready_queue *begin(void)
{
    THREADS_BEGIN(0, LEAST);
    lm_audit_init(&audit, parts, PARTS);
    return &lm_cpu()->ready;
}

static struct lm_ready_queue *begin_idle(void)
{
    struct lm_ready_queue *queue = begin();

    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_EQUAL(threads_running(), -1);
    return queue;
}

static enum lm_damage whole(void)
{
    return lm_audit_kernel(&audit, 0);
}

static enum lm_damage at_level(unsigned level)
{
    return lm_audit_kernel(&audit, 1 + level);
}

static void check_round(void)
{
    for (unsigned i = lm_audit_steps(&audit); i > 0; i--) {
        CHECK_EQUAL(lm_kernel_audit(&audit), LM_DAMAGE_NONE);
    }
}

/* The summary has a bit for each word that is not 0. */
static void the_summary_agrees(void)
{
    begin()->summary ^= lm_ready_bit(LAST_WORD);
    CHECK_EQUAL(at_level(LEAST), LM_DAMAGE_LINK);
    CHECK_EQUAL(at_level(0), LM_DAMAGE_NONE);
    begin()->occupied[LAST_WORD] = 0;
    CHECK_EQUAL(at_level(LEAST), LM_DAMAGE_LINK);
    CHECK_EQUAL(at_level(0), LM_DAMAGE_NONE);
    begin()->summary = 0;
    CHECK_EQUAL(whole(), LM_DAMAGE_LINK);
    begin_idle()->summary = lm_ready_bit(LAST_WORD);
    CHECK_EQUAL(whole(), LM_DAMAGE_LINK);
    CHECK_EQUAL(at_level(LEAST), LM_DAMAGE_LINK);
}

/* One bit after those of the levels is always set. It belongs to no thread. */
static void the_last_bit_is_set(void)
{
    struct lm_ready_queue *queue = begin();

    queue->occupied[0] &= ~lm_ready_bit(LM_LEVELS);
    CHECK_EQUAL(whole(), LM_DAMAGE_LINK);
    queue = begin();
    queue->head[LM_LEVELS] = &threads[0];
    threads[0].place = LM_LEVELS;
    CHECK_EQUAL(whole(), LM_DAMAGE_LINK);
}

int main(void)
{
    begin();
    check_round();
    begin_idle();
    check_round();
    if (LM_READY_WORDS > 1) {
        the_summary_agrees();
    }
    if (LM_LEVELS < 32) {
        the_last_bit_is_set();
    }
    return 0;
}
