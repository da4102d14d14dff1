/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads, one on each of two cores, make a call for the same shared object in each round, at
 * the same time. test_stopped.py stops core 0 at each instruction of its call in turn, and lets
 * core 1 make its own call during this time. After each round this program checks that some order
 * of the two calls explains their results: status 1 if none does. It runs until the debugger ends
 * it. */
#include <limen/board.h>
#include <limen/cores.h>

enum { STACK_BYTES = 1024 };

LM_STACK(first_stack, STACK_BYTES);
LM_STACK(second_stack, STACK_BYTES);
static struct lm_thread first, second;
static struct lm_semaphore semaphore;
static struct lm_queue queue;
static uint32_t place;
static struct lm_mutex mutex;
static struct lm_event_flags flags;
static struct lm_block_pool pool;
static struct lm_notice notice;
static struct lm_priority_queue by_priority;
static uint32_t by_priority_place[2];
static struct lm_semaphore limited;
static _Alignas(8) unsigned char area[16];
static void *block;

/* The debugger sets the kind: 0 semaphore, 1 queue, 2 mutex, 3 event flags, 4 block pool, 5 notice,
 * 6 queue by priority, 7 semaphore with a ceiling. It reads how many calls of core 0 have begun and
 * ended. */
extern volatile unsigned stopped_kind, stopped_rounds, stopped_ended;
volatile unsigned stopped_kind, stopped_rounds, stopped_ended;
static volatile unsigned done;
static volatile enum lm_status of_first, of_second;
static volatile uint32_t received;
static volatile bool is_owned, were_two;
static void *block_of_second;

/* Before the call of core 0. */
void stopped_begin(void);
__attribute__((noinline)) void stopped_begin(void)
{
    __asm__ volatile("");
}

static enum lm_status own_for_a_moment(void)
{
    enum lm_status status = lm_mutex_lock(&mutex, LM_NO_WAIT);

    if (status == LM_OK) {
        were_two = were_two || is_owned;
        is_owned = true;
        is_owned = false;
        (void)lm_mutex_unlock(&mutex);
    }
    return status;
}

static enum lm_status call_first(unsigned kind)
{
    uint32_t message = stopped_rounds;

    switch (kind) {
    case 0:
        return lm_semaphore_post(&semaphore);
    case 1:
        return lm_queue_send(&queue, &message, LM_NO_WAIT);
    case 2:
        return own_for_a_moment();
    case 3:
        return lm_event_flags_set(&flags, 1);
    case 5:
        return lm_notice_set(&notice, 1, NULL);
    case 6:
        return lm_priority_queue_send(&by_priority, &message, 1, LM_NO_WAIT);
    case 7:
        return lm_semaphore_post_below(&limited, 1);
    default:
        return lm_block_release(&pool, block);
    }
}

static enum lm_status take_flag(void)
{
    return lm_event_flags_wait(&flags, 1, LM_ANY_CLEAR, NULL, LM_NO_WAIT);
}

static enum lm_status take_notice(void)
{
    struct lm_notice_request wait = {.wanted = 1, .clear = 1};

    return lm_notice_wait(&notice, &wait, LM_NO_WAIT);
}

static enum lm_status call_second(unsigned kind)
{
    uint32_t message = 0;
    enum lm_status status;

    switch (kind) {
    case 0:
        return lm_semaphore_wait(&semaphore, LM_NO_WAIT);
    case 1:
        status = lm_queue_receive(&queue, &message, LM_NO_WAIT);
        received = message;
        return status;
    case 2:
        return own_for_a_moment();
    case 3:
        return take_flag();
    case 5:
        return take_notice();
    case 6:
        status = lm_priority_queue_receive(&by_priority, &message, NULL, LM_NO_WAIT);
        received = message;
        return status;
    case 7:
        return lm_semaphore_wait(&limited, LM_NO_WAIT);
    default:
        return lm_block_allocate(&pool, &block_of_second, LM_NO_WAIT);
    }
}

/* The only block is at its place, and one core has it. */
static bool is_block_there(bool was_first)
{
    void *there = was_first ? NULL : block_of_second;

    return (!was_first || lm_block_allocate(&pool, &there, LM_NO_WAIT) == LM_OK) &&
           there == block &&
           lm_block_allocate(&pool, &(void *){NULL}, LM_NO_WAIT) == LM_UNAVAILABLE;
}

/* A further call takes exactly the rest that the second call has left. */
static bool is_explained(unsigned kind)
{
    bool was_first = of_second == LM_UNAVAILABLE;
    uint32_t message = 0;

    if ((of_second != LM_OK && !was_first) || (kind != 2 && of_first != LM_OK)) {
        return false;
    }
    switch (kind) {
    case 0:
        return (!was_first || lm_semaphore_wait(&semaphore, LM_NO_WAIT) == LM_OK) &&
               lm_semaphore_wait(&semaphore, LM_NO_WAIT) == LM_UNAVAILABLE;
    case 1:
        return (was_first ? lm_queue_receive(&queue, &message, LM_NO_WAIT) == LM_OK &&
                                message == stopped_rounds
                          : received == stopped_rounds) &&
               lm_queue_receive(&queue, &message, LM_NO_WAIT) == LM_UNAVAILABLE;
    case 2:
        return !were_two && lm_mutex_lock(&mutex, LM_NO_WAIT) == LM_OK &&
               lm_mutex_unlock(&mutex) == LM_OK;
    case 3:
        return (!was_first || take_flag() == LM_OK) && take_flag() == LM_UNAVAILABLE;
    case 5:
        return (!was_first || take_notice() == LM_OK) && take_notice() == LM_UNAVAILABLE;
    case 6:
        return (was_first ? lm_priority_queue_receive(&by_priority, &message, NULL, LM_NO_WAIT) ==
                                    LM_OK &&
                                message == stopped_rounds
                          : received == stopped_rounds) &&
               lm_priority_queue_receive(&by_priority, &message, NULL, LM_NO_WAIT) ==
                   LM_UNAVAILABLE;
    case 7:
        return (!was_first || lm_semaphore_wait(&limited, LM_NO_WAIT) == LM_OK) &&
               lm_semaphore_wait(&limited, LM_NO_WAIT) == LM_UNAVAILABLE;
    default:
        return is_block_there(was_first);
    }
}

static void make_first_calls(void *argument)
{
    (void)argument;
    for (;;) {
        unsigned kind = stopped_kind;

        stopped_rounds++;
        stopped_begin();
        of_first = call_first(kind);
        stopped_ended = stopped_rounds;
        while (done != stopped_rounds) {
        }
        if (!is_explained(kind)) {
            lm_board_printf("kind %u, round %u: no order of the two calls explains it\n", kind,
                            stopped_rounds);
            lm_board_exit(1);
        }
    }
}

static void make_second_calls(void *argument)
{
    (void)argument;
    for (;;) {
        unsigned round = stopped_rounds;

        if (done != round) {
            of_second = call_second(stopped_kind);
            __atomic_store_n(&done, round, __ATOMIC_RELEASE);
        }
    }
}

static void prepare(void)
{
    lm_thread_create(&second, &(struct lm_thread_config){.name = "second",
                                                         LM_PREEMPTIVE(5),
                                                         .entry = make_second_calls,
                                                         LM_USE_STACK(second_stack)});
}

int main(void)
{
    lm_kernel_init();
    lm_semaphore_create_shared(&semaphore, "semaphore", 0);
    lm_queue_create_shared(&queue, "queue", &place, 1, sizeof place);
    lm_mutex_create_shared(&mutex, "mutex", 0);
    lm_event_flags_create_shared(&flags, "flags");
    lm_block_pool_create_shared(&pool, "blocks", area, sizeof area, sizeof area);
    lm_block_allocate(&pool, &block, LM_NO_WAIT);
    lm_notice_create_shared(&notice, "notice");
    lm_priority_queue_create_shared(&by_priority, "by priority", by_priority_place, 1,
                                    sizeof(uint32_t));
    lm_semaphore_create_shared(&limited, "limited", 0);
    lm_thread_create(&first, &(struct lm_thread_config){.name = "first",
                                                        LM_PREEMPTIVE(5),
                                                        .entry = make_first_calls,
                                                        LM_USE_STACK(first_stack)});
    lm_core_start(1, prepare);
    lm_kernel_start();
    return 2;
}
