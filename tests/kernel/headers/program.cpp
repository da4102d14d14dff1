// SPDX-License-Identifier: Apache-2.0
// Goal: a C++ program uses the public headers and links to the kernel.
//
// Method: two threads and one object of each kind, with the initialisers of C++, lambdas as entry
// functions, and the macros for stacks and times.
#include <cstdio>
#include <cstdlib>
#include <limen/limen.h>

namespace
{

LM_STACK(sender_stack, 4096);
LM_STACK(receiver_stack, 4096);
lm_thread sender, receiver;
lm_queue queue;
lm_mutex mutex;
lm_semaphore done;
lm_event_flags flags;
lm_timer timer;
uint32_t storage[4];
unsigned sum, calls;

void check(lm_status status)
{
    if (status != LM_OK) {
        std::printf("%s\n", lm_status_name(status));
        std::exit(1);
    }
}

lm_thread_config configure(const char *name, uint16_t priority, uint16_t threshold)
{
    lm_thread_config config = {};

    config.name = name;
    config.priority = priority;
    config.threshold = threshold;
    return config;
}

void send(void *)
{
    for (uint32_t message = 1; message <= 10; message++) {
        check(lm_queue_send(&queue, &message, LM_MS(5)));
        check(lm_thread_sleep(LM_US(10)));
    }
    check(lm_event_flags_set(&flags, 1));
}

void receive(void *)
{
    for (int i = 0; i < 10; i++) {
        uint32_t message = 0;

        check(lm_queue_receive(&queue, &message, LM_FOREVER));
        check(lm_mutex_lock(&mutex, LM_FOREVER));
        sum += message;
        check(lm_mutex_unlock(&mutex));
    }
    check(lm_event_flags_wait(&flags, 1, LM_ALL_CLEAR, nullptr, LM_FOREVER));
    check(lm_semaphore_post(&done));
}

} // namespace

int main()
{
    lm_kernel_init();
    check(lm_queue_create(&queue, "queue", storage, 4, sizeof storage[0], LM_FIFO));
    check(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_BY_PRIORITY));
    check(lm_semaphore_create(&done, "done", 0, LM_FIFO));
    check(lm_event_flags_create(&flags, "flags", LM_FIFO));
    check(lm_timer_create(
        &timer, "timer", [](void *) { calls++; }, nullptr));
    check(lm_timer_start(&timer, LM_US(35), 0));

    lm_thread_config config = configure("sender", 10, 5);
    config.entry = send;
    config.stack = sender_stack;
    config.stack_bytes = sizeof sender_stack;
    check(lm_thread_create(&sender, &config));
    config = configure("receiver", 8, 8);
    config.entry = receive;
    config.stack = receiver_stack;
    config.stack_bytes = sizeof receiver_stack;
    check(lm_thread_create(&receiver, &config));
    lm_kernel_start();
    std::printf("sum %u, calls %u, done %u\n", sum, calls,
                static_cast<unsigned>(lm_semaphore_count(&done)));
    return sum == 55 && calls == 1 && lm_semaphore_count(&done) == 1 ? 0 : 1;
}
