/* SPDX-License-Identifier: Apache-2.0 */
/* The size that a feature adds to a program, and the sizes of control blocks. The programs are
 * linked and measured, but not run.
 *
 * Each function uses a feature as an application would, and the linker keeps the functions that
 * cmake/programs.cmake names. The sizes are those in the information for debuggers.
 */
#include <limen/board.h>
#include <limen/cyclic.h>
#include <limen/limen.h>
#include <limen/readers.h>
#include <limen/section.h>
#include <limen/spinlock.h>

enum { STACK = 256 };

/* Linked from outside the C text: the linker's options name them. */
#define FEATURE(name)                                                                              \
    void use_##name(void);                                                                         \
    void use_##name(void)

LM_STACK(stack, STACK);
static struct lm_thread thread;
static struct lm_semaphore semaphore;
static struct lm_queue queue;
static struct lm_mutex mutex;
static struct lm_event_flags flags;
static struct lm_timer timer;
static struct lm_block_pool blocks;
static struct lm_byte_pool bytes;
static struct lm_readers readers;
static struct lm_spinlock spinlock;
static struct lm_cyclic cyclic;
static struct lm_tick tick;
static uint32_t area[64];

static void entry(void *argument)
{
    (void)argument;
    lm_thread_yield();
}

FEATURE(suspension)
{
    lm_thread_suspend(&thread);
    lm_thread_resume(&thread);
}

FEATURE(sleep)
{
    lm_thread_sleep(LM_MS(1));
}

FEATURE(semaphores)
{
    lm_semaphore_create(&semaphore, "", 0, LM_FIFO);
    lm_semaphore_post(&semaphore);
    lm_semaphore_wait(&semaphore, LM_FOREVER);
}

FEATURE(queues)
{
    lm_queue_create(&queue, "", area, 8, 16, LM_FIFO);
    lm_queue_send(&queue, area, LM_FOREVER);
    lm_queue_receive(&queue, area, LM_FOREVER);
}

FEATURE(mutexes)
{
    lm_mutex_create(&mutex, "", LM_INHERIT, 0, LM_FIFO);
    lm_mutex_lock(&mutex, LM_FOREVER);
    lm_mutex_unlock(&mutex);
}

FEATURE(event_flags)
{
    lm_event_flags_create(&flags, "", LM_FIFO);
    lm_event_flags_set(&flags, 1);
    lm_event_flags_wait(&flags, 1, LM_ANY_CLEAR, area, LM_FOREVER);
}

static void on_timer(void *argument)
{
    (void)argument;
}

FEATURE(timers)
{
    lm_timer_create(&timer, "", on_timer, NULL);
    lm_timer_start(&timer, LM_MS(1), 0);
    lm_timer_stop(&timer);
}

FEATURE(block_pools)
{
    void *block;

    lm_block_pool_create(&blocks, "", area, sizeof area, 16, LM_FIFO);
    lm_block_allocate(&blocks, &block, LM_FOREVER);
    lm_block_release(&blocks, block);
}

FEATURE(byte_pools)
{
    void *memory;

    lm_byte_pool_create(&bytes, "", area, sizeof area, LM_FIFO);
    lm_byte_allocate(&bytes, &memory, 16, LM_FOREVER);
    lm_byte_release(&bytes, memory);
}

FEATURE(periods)
{
    static struct lm_period period = LM_PERIOD(LM_MS(1), 0, 0);

    lm_thread_create(&thread, &(struct lm_thread_config){.period = &period});
    lm_thread_wait_period();
}

FEATURE(slices)
{
    static struct lm_slice slice;

    lm_thread_set_slice(&thread, &slice, 1);
}

FEATURE(priorities)
{
    lm_thread_set_priority(&thread, 3, 3);
    lm_thread_set_threshold(&thread, 2, NULL);
}

FEATURE(ends)
{
    lm_thread_terminate(&thread);
    lm_thread_reset(&thread);
    lm_thread_delete(&thread);
}

FEATURE(aborts)
{
    lm_thread_abort_wait(&thread);
}

FEATURE(sections)
{
    lm_section_enter(&mutex.object);
    lm_section_leave();
}

FEATURE(spinlocks)
{
    lm_spinlock_create(&spinlock, "");
    lm_spinlock_lock(&spinlock);
    lm_spinlock_unlock(&spinlock);
}

FEATURE(readers)
{
    lm_readers_create(&readers, "");
    lm_readers_leave(&readers, lm_readers_enter(&readers));
    lm_readers_synchronize(&readers);
}

FEATURE(cyclic)
{
    lm_tick_create(&tick, &(struct lm_tick_config){.name = "", .length = LM_MS(1)});
    lm_tick_start(&tick);
    lm_tick_attach(&tick, &cyclic, &thread);
    lm_cyclic_set_period(&cyclic, LM_MS(2), 0);
}

/* Threads alone: the base to which all other features are added. */
FEATURE(threads)
{
}

int main(void)
{
    lm_kernel_init();
    lm_thread_create(&thread,
                     &(struct lm_thread_config){
                         .name = "", .entry = entry, LM_PREEMPTIVE(5), LM_USE_STACK(stack)});
    lm_kernel_start();
    return 1;
}
