/* SPDX-License-Identifier: Apache-2.0 */
/* The declarations of Zephyr's public interface that the recorder uses, as far as its documentation
 * says, for a test without Zephyr. The test plays the kernel. */
#ifndef ZEPHYR_KERNEL_H
#define ZEPHYR_KERNEL_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define CONFIG_NUM_COOP_PRIORITIES 4
#define CONFIG_NUM_PREEMPT_PRIORITIES 8
#define K_IDLE_PRIO CONFIG_NUM_PREEMPT_PRIORITIES

typedef struct {
    int64_t ticks;
} k_timeout_t;

struct k_thread {
    int priority;
    char name[20];
};

struct k_mutex {
    struct k_thread *owner;
    uint32_t lock_count;
    int owner_orig_prio;
};

struct k_sem {
    unsigned count;
};

struct k_msgq {
    uint32_t used_msgs;
};

struct k_event {
    uint32_t events;
};

struct k_condvar {
    int unused;
};

unsigned irq_lock(void);
void irq_unlock(unsigned key);
uint32_t k_cycle_get_32(void);
int sys_clock_hw_cycles_per_sec(void);
struct k_thread *k_current_get(void);
int k_is_in_isr(void);
int k_thread_priority_get(struct k_thread *thread);
const char *k_thread_name_get(struct k_thread *thread);
unsigned k_sem_count_get(struct k_sem *sem);
uint32_t k_msgq_num_used_get(struct k_msgq *queue);

void sys_trace_thread_create_user(struct k_thread *thread);
void sys_trace_thread_name_set_user(struct k_thread *thread);
void sys_trace_thread_abort_user(struct k_thread *thread);
void sys_trace_thread_suspend_user(struct k_thread *thread);
void sys_trace_thread_sched_ready_user(struct k_thread *thread);
void sys_trace_thread_pend_user(struct k_thread *thread);
void sys_trace_thread_priority_set_user(struct k_thread *thread, int priority);
void sys_trace_thread_switched_out_user(void);
void sys_trace_thread_switched_in_user(void);
void sys_trace_isr_enter_user(void);
void sys_trace_isr_exit_user(void);
void sys_trace_k_thread_sleep_enter_user(k_timeout_t timeout);
void sys_trace_k_thread_sleep_exit_user(k_timeout_t timeout, int left);
void sys_trace_k_mutex_lock_enter_user(struct k_mutex *mutex, k_timeout_t timeout);
void sys_trace_k_mutex_lock_blocking_user(struct k_mutex *mutex, k_timeout_t timeout);
void sys_trace_k_mutex_lock_exit_user(struct k_mutex *mutex, k_timeout_t timeout, int status);
void sys_trace_k_mutex_unlock_enter_user(struct k_mutex *mutex);
void sys_trace_k_mutex_unlock_exit_user(struct k_mutex *mutex, int status);
void sys_trace_k_sem_give_enter_user(struct k_sem *sem);
void sys_trace_k_sem_take_enter_user(struct k_sem *sem, k_timeout_t timeout);
void sys_trace_k_sem_take_blocking_user(struct k_sem *sem, k_timeout_t timeout);
void sys_trace_k_sem_take_exit_user(struct k_sem *sem, k_timeout_t timeout, int status);
void sys_trace_k_msgq_put_enter_user(struct k_msgq *queue, k_timeout_t timeout);
void sys_trace_k_msgq_put_blocking_user(struct k_msgq *queue, k_timeout_t timeout);
void sys_trace_k_msgq_put_exit_user(struct k_msgq *queue, k_timeout_t timeout, int status);
void sys_trace_k_msgq_get_enter_user(struct k_msgq *queue, k_timeout_t timeout);
void sys_trace_k_msgq_get_blocking_user(struct k_msgq *queue, k_timeout_t timeout);
void sys_trace_k_msgq_get_exit_user(struct k_msgq *queue, k_timeout_t timeout, int status);
void sys_trace_k_event_post_enter_user(struct k_event *event, uint32_t bits, int is_added);
void sys_trace_k_event_wait_blocking_user(struct k_event *event, uint32_t bits, unsigned options,
                                          k_timeout_t timeout);
void sys_trace_k_event_wait_exit_user(struct k_event *event, uint32_t bits, uint32_t found);
void sys_trace_k_condvar_wait_enter_user(struct k_condvar *condvar, k_timeout_t timeout);

#endif
