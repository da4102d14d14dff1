/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the recorder's hooks without Zephyr.
 *
 * Method: this program plays the kernel. Each line of its input is a word and numbers: a state that
 * the kernel's functions return from then on, or a hook that is called. Tests write the lines from
 * a model of the scheduler, which knows the truth.
 */
#include <zephyr/kernel.h>

#include "limen_zephyr.h"

#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 16, OBJECTS = 8 };

static struct k_thread threads[THREADS];
static struct k_mutex mutexes[OBJECTS];
static struct k_sem semaphores[OBJECTS];
static struct k_msgq queues[OBJECTS];
static struct k_event events[OBJECTS];
static struct k_condvar condvars[OBJECTS];
static uint32_t cycles;
static int is_in_isr, current;

unsigned irq_lock(void)
{
    return 0;
}

void irq_unlock(unsigned key)
{
    (void)key;
}

uint32_t k_cycle_get_32(void)
{
    return cycles;
}

int sys_clock_hw_cycles_per_sec(void)
{
    return 1000000;
}

struct k_thread *k_current_get(void)
{
    return &threads[current];
}

int k_is_in_isr(void)
{
    return is_in_isr;
}

int k_thread_priority_get(struct k_thread *thread)
{
    return thread->priority;
}

const char *k_thread_name_get(struct k_thread *thread)
{
    return thread->name;
}

unsigned k_sem_count_get(struct k_sem *sem)
{
    return sem->count;
}

uint32_t k_msgq_num_used_get(struct k_msgq *queue)
{
    return queue->used_msgs;
}

static int is_state(const char *word, long a, long b, long c)
{
    if (strcmp(word, "clock") == 0) {
        cycles = (uint32_t)a;
    } else if (strcmp(word, "current") == 0) {
        current = (int)a;
    } else if (strcmp(word, "isr") == 0) {
        is_in_isr = (int)a;
    } else if (strcmp(word, "priority") == 0) {
        threads[a].priority = (int)b;
    } else if (strcmp(word, "name") == 0) {
        snprintf(threads[a].name, sizeof threads[a].name, "t%ld", a);
    } else if (strcmp(word, "owner") == 0) { /* the thread, -1 none, and how often it locked */
        mutexes[a].owner = b < 0 ? NULL : &threads[b];
        mutexes[a].lock_count = (uint32_t)c;
    } else if (strcmp(word, "count") == 0) {
        semaphores[a].count = (unsigned)b;
    } else if (strcmp(word, "used") == 0) {
        queues[a].used_msgs = (uint32_t)b;
    } else {
        return 0;
    }
    return 1;
}

static int is_thread_hook(const char *word, long a, long b)
{
    const k_timeout_t forever = {-1};

    if (strcmp(word, "create") == 0) {
        sys_trace_thread_create_user(&threads[a]);
        sys_trace_thread_name_set_user(&threads[a]);
    } else if (strcmp(word, "abort") == 0) {
        sys_trace_thread_abort_user(&threads[a]);
    } else if (strcmp(word, "suspend") == 0) {
        sys_trace_thread_suspend_user(&threads[a]);
    } else if (strcmp(word, "ready") == 0) {
        sys_trace_thread_sched_ready_user(&threads[a]);
    } else if (strcmp(word, "pend") == 0) {
        sys_trace_thread_pend_user(&threads[a]);
    } else if (strcmp(word, "set") == 0) {
        sys_trace_thread_priority_set_user(&threads[a], (int)b);
    } else if (strcmp(word, "out") == 0) {
        sys_trace_thread_switched_out_user();
    } else if (strcmp(word, "in") == 0) {
        sys_trace_thread_switched_in_user();
    } else if (strcmp(word, "isr-enter") == 0) {
        sys_trace_isr_enter_user();
    } else if (strcmp(word, "isr-exit") == 0) {
        sys_trace_isr_exit_user();
    } else if (strcmp(word, "sleep-enter") == 0) {
        sys_trace_k_thread_sleep_enter_user(forever);
    } else if (strcmp(word, "sleep-exit") == 0) {
        sys_trace_k_thread_sleep_exit_user(forever, 0);
    } else {
        return 0;
    }
    return 1;
}

static int is_lock_hook(const char *word, long a, int status)
{
    const k_timeout_t forever = {-1};

    if (strcmp(word, "lock-enter") == 0) {
        sys_trace_k_mutex_lock_enter_user(&mutexes[a], forever);
    } else if (strcmp(word, "lock-blocking") == 0) {
        sys_trace_k_mutex_lock_blocking_user(&mutexes[a], forever);
    } else if (strcmp(word, "lock-exit") == 0) {
        sys_trace_k_mutex_lock_exit_user(&mutexes[a], forever, status);
    } else if (strcmp(word, "unlock-enter") == 0) {
        sys_trace_k_mutex_unlock_enter_user(&mutexes[a]);
    } else if (strcmp(word, "unlock-exit") == 0) {
        sys_trace_k_mutex_unlock_exit_user(&mutexes[a], status);
    } else if (strcmp(word, "give") == 0) {
        sys_trace_k_sem_give_enter_user(&semaphores[a]);
    } else if (strcmp(word, "take-enter") == 0) {
        sys_trace_k_sem_take_enter_user(&semaphores[a], forever);
    } else if (strcmp(word, "take-blocking") == 0) {
        sys_trace_k_sem_take_blocking_user(&semaphores[a], forever);
    } else if (strcmp(word, "take-exit") == 0) {
        sys_trace_k_sem_take_exit_user(&semaphores[a], forever, status);
    } else {
        return 0;
    }
    return 1;
}

static int is_other_hook(const char *word, long a, int status, uint32_t bits)
{
    const k_timeout_t forever = {-1};

    if (strcmp(word, "put-enter") == 0) {
        sys_trace_k_msgq_put_enter_user(&queues[a], forever);
    } else if (strcmp(word, "put-blocking") == 0) {
        sys_trace_k_msgq_put_blocking_user(&queues[a], forever);
    } else if (strcmp(word, "put-exit") == 0) {
        sys_trace_k_msgq_put_exit_user(&queues[a], forever, status);
    } else if (strcmp(word, "get-enter") == 0) {
        sys_trace_k_msgq_get_enter_user(&queues[a], forever);
    } else if (strcmp(word, "get-blocking") == 0) {
        sys_trace_k_msgq_get_blocking_user(&queues[a], forever);
    } else if (strcmp(word, "get-exit") == 0) {
        sys_trace_k_msgq_get_exit_user(&queues[a], forever, status);
    } else if (strcmp(word, "post") == 0) {
        sys_trace_k_event_post_enter_user(&events[a], bits, 1);
    } else if (strcmp(word, "event-blocking") == 0) {
        sys_trace_k_event_wait_blocking_user(&events[a], bits, 0, forever);
    } else if (strcmp(word, "event-exit") == 0) {
        sys_trace_k_event_wait_exit_user(&events[a], bits, bits);
    } else if (strcmp(word, "condvar-enter") == 0) {
        sys_trace_k_condvar_wait_enter_user(&condvars[a], forever);
    } else {
        return 0;
    }
    return 1;
}

static int is_file(const char *word, const char *folder, long number)
{
    char name[400];

    if (strcmp(word, "start") == 0) {
        limen_zephyr_start();
        limen_add(&mutexes[0], LIMEN_KIND_MUTEX, 0, 0, "lock");
    } else if (strcmp(word, "write") == 0) {
        snprintf(name, sizeof name, "%s/%ld.limen", folder, number);
        FILE *const file = fopen(name, "wb");
        if (file == NULL) {
            return 0;
        }
        fwrite(limen_recorder_image, 1, limen_recorder_size(), file);
        fclose(file);
    } else {
        return 0;
    }
    return 1;
}

int main(int count, char **arguments)
{
    char word[32];
    long a, b, c;

    if (count != 2) {
        return EXIT_FAILURE;
    }
    while (scanf("%31s %ld %ld %ld", word, &a, &b, &c) == 4) {
        if (!is_state(word, a, b, c) && !is_thread_hook(word, a, b) &&
            !is_lock_hook(word, a, (int)b) && !is_other_hook(word, a, (int)b, (uint32_t)c) &&
            !is_file(word, arguments[1], a)) {
            fprintf(stderr, "replay: unknown word %s\n", word);
            return EXIT_FAILURE;
        }
    }
    return EXIT_SUCCESS;
}
