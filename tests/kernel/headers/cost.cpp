// SPDX-License-Identifier: Apache-2.0
// The functions of cost.c, written with limen.hpp.
#include <limen/limen.hpp>

using Milliseconds = limen::Milliseconds;

struct sample {
    uint32_t number, value;
};

extern limen::Mutex mutex;
extern limen::Queue<sample, 4> queue;
extern limen::Semaphore semaphore;
extern uint32_t count;

extern "C" {

void count_locked()
{
    if (limen::Lock lock{mutex}) {
        count++;
    }
}

lm_status count_locked_in_time()
{
    limen::Lock lock{mutex, Milliseconds{5}};

    if (lock) {
        count++;
    }
    return lock.status();
}

lm_status send_sample(uint32_t number)
{
    return queue.send({number, count});
}

lm_status send_sample_now(uint32_t number)
{
    return queue.send({number, count}, limen::no_wait);
}

lm_status send_sample_in_time(uint32_t number)
{
    return queue.send({number, count}, limen::Microseconds{250});
}

uint32_t receive_value()
{
    sample received = {0, 0};

    return queue.receive(received) == LM_OK ? received.value : 0;
}

lm_status wait_and_post()
{
    lm_status status = semaphore.wait(limen::until(1000));

    return status == LM_OK ? semaphore.post() : status;
}

lm_status sleep_a_while()
{
    return limen::sleep(limen::Seconds{2});
}
}
