/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of two cores on the port without contexts; see pair.h. That port has one kernel, so a
 * change of the core swaps the data of both cores. */
#include "check.h"
#include "core/sched.h"
#include "cores/cores.h"
#include "pair.h"
#include "proofs/key.h"

unsigned null_core;

struct image {
    struct lm_kernel kernel;
    struct lm_null null;
};

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[ALL][LM_PORT_STACK_MIN];

static struct {
    struct image image[CORES]; /* the data of the core that does not run */
    struct lm_thread thread[ALL];
    struct lm_semaphore semaphore;
    bool is_asked[CORES]; /* the interrupt of the inbox is pending */
} own;

static const struct urgency *urgencies;

static void select(unsigned core)
{
    if (core != null_core) {
        own.image[null_core] = (struct image){lm_the_kernel, lm_null};
        lm_the_kernel = own.image[core].kernel;
        lm_null = own.image[core].null;
        null_core = core;
    }
}

enum lm_status lm_port_interrupt_core(unsigned core, lm_lock_key key)
{
    own.is_asked[core] = true;
    lm_port_unlock(key);
    return LM_OK;
}

void lm_port_attach_core(void)
{
}

void lm_port_start_core(unsigned core)
{
    unsigned caller = null_core;

    select(core);
    lm_core_main();
    select(caller);
}

static void enter(void *argument)
{
    (void)argument;
    CHECK(false); /* threads have no code in this test */
}

static void create_threads(void)
{
    for (unsigned i = null_core * ON_EACH; i < (null_core + 1) * ON_EACH; i++) {
        struct lm_thread_config config = {.name = "thread",
                                          .entry = enter,
                                          .stack = stacks[i],
                                          .stack_bytes = sizeof stacks[i],
                                          .priority = (uint16_t)urgencies[i].priority,
                                          .threshold = (uint16_t)urgencies[i].threshold};

        CHECK_EQUAL(lm_thread_create(&own.thread[i], &config), LM_OK);
    }
}

void kernels_begin(const struct urgency *urgency)
{
    urgencies = urgency;
    memset(&own, 0, sizeof own);
    memset(&lm_the_cores, 0, sizeof lm_the_cores);
    lm_the_cores.is_started[0] = true;
    null_core = 0;
    lm_kernel_init();
    create_threads();
    CHECK_EQUAL(lm_semaphore_create_shared(&own.semaphore, "shared", 0), LM_OK);
    CHECK_EQUAL(lm_core_start(1, create_threads), LM_OK);
    lm_kernel_start();
    own.is_asked[1] = false; /* a core looks once when it starts */
}

static enum lm_status call(const struct action *action)
{
    struct lm_thread *thread = action->thread != NOBODY ? &own.thread[action->thread] : NULL;

    switch (action->act) {
    case WAIT:
        return lm_semaphore_wait(&own.semaphore, LM_FOREVER);
    case TRY:
        return lm_semaphore_wait(&own.semaphore, LM_NO_WAIT);
    case POST:
    case POST_IN_INTERRUPT:
        return lm_semaphore_post(&own.semaphore);
    case YIELD:
        return lm_thread_yield();
    case SUSPEND:
        return lm_thread_suspend(thread);
    case RESUME:
        return lm_thread_resume(thread);
    case ABORT:
        return lm_thread_abort_wait(thread);
    case MOVE:
        return lm_thread_move(1 - null_core);
    default:
        own.is_asked[null_core] = false;
        lm_cores_serve();
        return LM_OK;
    }
}

static enum status status_of(enum lm_status status)
{
    switch (status) {
    case LM_OK:
        return OK;
    case LM_UNAVAILABLE:
        return UNAVAILABLE;
    case LM_ABORTED:
        return ABORTED;
    case LM_BAD_STATE:
        return BAD_STATE;
    default:
        return STATUSES;
    }
}

enum status kernels_act(const struct action *action)
{
    select((unsigned)action->core);
    bool in_interrupt = action->act == POST_IN_INTERRUPT || action->act == SERVE ||
                        lm_cpu()->running == &lm_cpu()->idle;

    if (in_interrupt) {
        null_interrupt_enter();
    }
    lm_null.blocked_result = LM_OK;
    enum lm_status status = call(action);

    if (in_interrupt) {
        null_interrupt_exit();
    }
    select(0);
    return status_of(status);
}

static int number_of(const struct lm_thread *thread)
{
    return thread == &lm_cpu()->idle ? NOBODY : (int)(thread - own.thread);
}

static void compare_thread(const struct thread *t, const struct lm_thread *thread, bool runs)
{
    static const enum life lives[] = {[LM_STATE_READY] = TURN,
                                      [LM_STATE_DISPATCHED] = LEVEL,
                                      [LM_STATE_BLOCKED] = WAITING,
                                      [LM_STATE_TERMINATED] = ENDED};

    CHECK_EQUAL(lives[thread->state], t->life);
    CHECK_EQUAL(thread->suspend_pending, t->stop);
    CHECK_EQUAL(thread->waits_for == LM_WAITS_FOR_RESUME,
                t->life == WAITING && t->wait == FOR_RESUME);
    if (t->life != WAITING) {
        CHECK_EQUAL(thread->level, t->level);
    }
    if (has_answer(t, false) && (runs || t->wait <= FOR_RESUME)) {
        CHECK_EQUAL(status_of((enum lm_status)thread->wait_status), t->activity.answer.status);
    }
}

/* The next thread, which may be at any place of the queue, and then the others in the order of the
 * ready queue. */
static void compare_ready(const struct list *ready)
{
    const struct lm_cpu *cpu = lm_cpu();
    int count = cpu->next != &cpu->idle;

    CHECK_EQUAL(number_of(cpu->next), ready->count != 0 ? ready->thread[0] : NOBODY);
    for (unsigned level = 0; level < LM_LEVELS; level++) {
        const struct lm_thread *thread = cpu->ready.head[level];
        bool more = lm_ready_is_occupied(&cpu->ready, level);

        while (more) {
            if (thread != cpu->next) {
                CHECK(count < ready->count);
                CHECK_EQUAL(number_of(thread), ready->thread[count++]);
            }
            thread = lm_ready_behind(thread);
            more = thread != cpu->ready.head[level];
        }
    }
    CHECK_EQUAL(count, ready->count);
}

static void compare_core(const struct pair *pair, unsigned core)
{
    const struct model *model = &pair->core[core];
    const struct lm_inbox *inbox = &lm_the_cores.inbox[core];
    const struct lm_thread *thread = inbox->first;

    select(core);
    CHECK(lm_sched_is_consistent(lm_cpu()));
    CHECK(lm_null.locked == 0 && lm_null.depth == 0 && !lm_null.switch_pending);
    CHECK_EQUAL(number_of(lm_cpu()->running), model->running);
    compare_ready(&model->ready);
    for (int i = 0; i < ALL; i++) {
        if (model->thread[i].life != GONE) {
            compare_thread(&model->thread[i], &own.thread[i], i == model->running);
            CHECK_EQUAL(own.thread[i].core, core);
        }
    }
    CHECK_EQUAL(own.is_asked[core], pair->inbox[core].count != 0); /* C5 */
    for (int i = 0; i < pair->inbox[core].count; i++) {
        CHECK(i == 0 || thread != inbox->last);
        thread = i == 0 ? inbox->first : (const struct lm_thread *)(void *)thread->node.next;
        CHECK_EQUAL(number_of(thread), pair->inbox[core].thread[i]);
    }
    CHECK(pair->inbox[core].count == 0 ? inbox->first == NULL : thread == inbox->last);
}

void kernels_compare(const struct pair *pair)
{
    const struct lm_list *mark = &own.semaphore.waiters.mark;
    const struct lm_list *node = mark->next;

    for (unsigned core = 0; core < CORES; core++) {
        compare_core(pair, core);
    }
    select(0);
    for (int i = 0; i < pair->waiters.count; i++, node = node->next) {
        CHECK(node != mark);
        CHECK_EQUAL((const struct lm_thread *)(const void *)node - own.thread,
                    pair->waiters.thread[i]);
    }
    CHECK(node == mark);
    for (int i = 0; i < ALL; i++) { /* C2 */
        CHECK_EQUAL(own.thread[i].shared_listed, list_has(&pair->waiters, i));
    }
    CHECK_EQUAL(own.semaphore.supply == 0 ? 0 : own.semaphore.supply - 1, pair->units);
    CHECK(own.semaphore.supply == 0 || pair->waiters.count == 0);
    CHECK_EQUAL(lm_the_cores.next, lm_the_cores.serving); /* the shared lock is free */
}

static const struct {
    void *at;
    size_t bytes;
} shared[] = {{&own, sizeof own}, {&lm_the_cores, sizeof lm_the_cores}};

/* Core 0 runs. */
size_t kernels_save(unsigned char *bytes)
{
    struct image image = {lm_the_kernel, lm_null};
    size_t used = sizeof image;

    memcpy(bytes, &image, sizeof image);
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        memcpy(bytes + used, shared[i].at, shared[i].bytes);
        used += shared[i].bytes;
    }
    return used;
}

void kernels_load(const unsigned char *bytes)
{
    struct image image;

    memcpy(&image, bytes, sizeof image);
    lm_the_kernel = image.kernel;
    lm_null = image.null;
    bytes += sizeof image;
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        memcpy(shared[i].at, bytes, shared[i].bytes);
        bytes += shared[i].bytes;
    }
}

static void hash_core(struct key *key, struct lm_kernel kernel)
{
    for (unsigned level = 0; level < LM_LEVELS; level++) {
        if (!lm_ready_is_occupied(&kernel.cpu.ready, level)) {
            kernel.cpu.ready.head[level] = NULL;
        }
    }
    hash(key, &kernel, sizeof kernel);
}

static void hash_thread(struct key *key, const struct pair *pair, int number)
{
    struct lm_thread t = own.thread[number];
    const struct lm_inbox *inbox = &lm_the_cores.inbox[t.core];
    const struct thread *defined = &pair->core[t.core].thread[number];

    if (!list_has(&pair->inbox[t.core], number)) {
        t.shared_status = 0;
    } else {
        t.node.prev = NULL;
        t.node.next = inbox->last == &own.thread[number] ? NULL : t.node.next;
    }
    if (!t.shared_listed) {
        t.wait_list = NULL;
    }
    if (t.state == LM_STATE_BLOCKED) {
        t.place = 0;
    }
    if (!has_answer(defined, number == pair->core[t.core].running)) {
        t.wait_status = 0;
    }
    hash(key, &t, sizeof t);
}

/* Core 0 has no other data: the port and the lock have no state between two calls. */
void kernels_hash(struct key *key, const struct pair *pair)
{
    hash_core(key, lm_the_kernel);
    hash_core(key, own.image[1].kernel);
    for (int i = 0; i < ALL; i++) {
        hash_thread(key, pair, i);
    }
    hash(key, &own.semaphore, sizeof own.semaphore);
    for (int core = 0; core < CORES; core++) {
        const struct lm_inbox *inbox = &lm_the_cores.inbox[core];

        hash_number(key, (uintptr_t)inbox->first);
        hash_number(key, inbox->first != NULL ? (uintptr_t)inbox->last : 0);
    }
}
