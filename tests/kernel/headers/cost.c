/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the C++ API costs no instruction.
 *
 * Method: this file and cost.cpp define the same functions, one with the C API and the other with
 * limen.hpp. tests/house/test_cost.py compiles both and compares the instructions.
 */
#include <limen/limen.h>

struct sample {
    uint32_t number, value;
};

extern struct lm_mutex mutex;
extern struct lm_queue queue;
extern struct lm_semaphore semaphore;
extern uint32_t count;

void count_locked(void);
enum lm_status count_locked_in_time(void);
enum lm_status send_sample(uint32_t number);
enum lm_status send_sample_now(uint32_t number);
enum lm_status send_sample_in_time(uint32_t number);
uint32_t receive_value(void);
enum lm_status wait_and_post(void);
enum lm_status sleep_a_while(void);

void count_locked(void)
{
    if (lm_mutex_lock(&mutex, LM_FOREVER) == LM_OK) {
        count++;
        (void)lm_mutex_unlock(&mutex);
    }
}

enum lm_status count_locked_in_time(void)
{
    enum lm_status status = lm_mutex_lock(&mutex, LM_MS(5));

    if (status == LM_OK) {
        count++;
        (void)lm_mutex_unlock(&mutex);
    }
    return status;
}

enum lm_status send_sample(uint32_t number)
{
    struct sample sample = {number, count};

    return lm_queue_send(&queue, &sample, LM_FOREVER);
}

enum lm_status send_sample_now(uint32_t number)
{
    struct sample sample = {number, count};

    return lm_queue_send(&queue, &sample, LM_NO_WAIT);
}

enum lm_status send_sample_in_time(uint32_t number)
{
    struct sample sample = {number, count};

    return lm_queue_send(&queue, &sample, LM_US(250));
}

uint32_t receive_value(void)
{
    struct sample sample = {0, 0};

    return lm_queue_receive(&queue, &sample, LM_FOREVER) == LM_OK ? sample.value : 0;
}

enum lm_status wait_and_post(void)
{
    enum lm_status status = lm_semaphore_wait(&semaphore, LM_UNTIL(1000));

    return status == LM_OK ? lm_semaphore_post(&semaphore) : status;
}

enum lm_status sleep_a_while(void)
{
    return lm_thread_sleep(LM_SECONDS(2));
}
