// SPDX-License-Identifier: Apache-2.0
// The API for C++17: locks that unlock themselves, queues with a type, times of std::chrono, and
// threads that run a callable. Each function here is inline and makes the call of the C API that
// its comment names; tests/kernel/headers/test_cost.py compares the instructions.
//
// It needs no standard library, no heap, no exceptions and no code before main: an object without
// create() is all zeros, and is used as the control block of the C API is used: as a static
// variable that is created after lm_kernel_init.
//
//     static limen::Mutex mutex;
//     static limen::Thread<512> blinker;
//
//     lm_kernel_init();
//     mutex.create("mutex");
//     blinker.create("blinker", limen::Priority{10}, [] {
//         for (;;) {
//             limen::Lock lock{mutex};
//             toggle();
//             limen::sleep(500ms);
//         }
//     });
//     lm_kernel_start();
#ifndef LIMEN_LIMEN_HPP
#define LIMEN_LIMEN_HPP

#include <limen/signals.hpp>
#include <limen/times.hpp>

namespace limen
{

// Mutexes

// The names of its functions are those of the standard, so that std::scoped_lock and
// std::unique_lock take it, too.
class Mutex
{
  public:
    // lm_mutex_create
    enum lm_status create(const char *name, enum lm_protocol protocol = LM_INHERIT,
                          unsigned ceiling = 0)
    {
        return lm_mutex_create(&mutex_, name, protocol, ceiling, LM_BY_PRIORITY);
    }

    // lm_mutex_lock
    enum lm_status lock(Forever = forever)
    {
        return lm_mutex_lock_forever(&mutex_);
    }
    enum lm_status lock(Timeout timeout)
    {
        return (lm_mutex_lock)(&mutex_, timeout.ticks());
    }

    bool try_lock()
    {
        return lock(no_wait) == LM_OK;
    }

    // lm_mutex_unlock
    enum lm_status unlock()
    {
        return lm_mutex_unlock(&mutex_);
    }

    struct lm_mutex *native()
    {
        return &mutex_;
    }

  private:
    struct lm_mutex mutex_;
};

// Owns a mutex until the end of the block, if it got it: if (limen::Lock lock{mutex, 5ms}) ...
class [[nodiscard]] Lock
{
  public:
    explicit Lock(Mutex &mutex, Forever = forever) : mutex_{mutex}, status_{mutex.lock()}
    {
    }
    Lock(Mutex &mutex, Timeout timeout) : mutex_{mutex}, status_{mutex.lock(timeout)}
    {
    }
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;

    ~Lock()
    {
        if (status_ == LM_OK) {
            (void)mutex_.unlock();
        }
    }

    explicit operator bool() const
    {
        return status_ == LM_OK;
    }
    enum lm_status status() const
    {
        return status_;
    }

  private:
    Mutex &mutex_;
    const enum lm_status status_;
};

// Queues

// A queue of messages of one type, with room for some of them. Messages are copied byte by byte.
template <typename Message, uint32_t Capacity> class Queue
{
    static_assert(__is_trivially_copyable(Message), "a queue copies its messages byte by byte");
    static_assert(Capacity > 0, "a queue has room for a message");

  public:
    // lm_queue_create
    enum lm_status create(const char *name, enum lm_order order = LM_FIFO)
    {
        return lm_queue_create(&queue_, name, storage_, Capacity, sizeof(Message), order);
    }

    // lm_queue_send, lm_queue_send_front, lm_queue_receive
    enum lm_status send(const Message &message, Forever = forever)
    {
        return lm_queue_send_forever(&queue_, &message);
    }
    enum lm_status send(const Message &message, Timeout timeout)
    {
        return (lm_queue_send)(&queue_, &message, timeout.ticks());
    }
    enum lm_status send_front(const Message &message, Forever = forever)
    {
        return lm_queue_send_front(&queue_, &message, LM_FOREVER);
    }
    enum lm_status send_front(const Message &message, Timeout timeout)
    {
        return lm_queue_send_front(&queue_, &message, timeout.ticks());
    }
    enum lm_status receive(Message &message, Forever = forever)
    {
        return lm_queue_receive_forever(&queue_, &message);
    }
    enum lm_status receive(Message &message, Timeout timeout)
    {
        return (lm_queue_receive)(&queue_, &message, timeout.ticks());
    }

    // lm_queue_used
    uint32_t used() const
    {
        return lm_queue_used(&queue_);
    }

    struct lm_queue *native()
    {
        return &queue_;
    }

  private:
    struct lm_queue queue_;
    alignas(Message) alignas(uint32_t) unsigned char storage_[Capacity * sizeof(Message)];
};

// A queue of messages in the order of their priorities: the highest number is received first.
template <typename Message, uint32_t Capacity> class PriorityQueue
{
    static_assert(__is_trivially_copyable(Message), "a queue copies its messages byte by byte");
    static_assert(Capacity > 0, "a queue has room for a message");

  public:
    // lm_priority_queue_create
    enum lm_status create(const char *name, enum lm_order order = LM_FIFO)
    {
        return lm_priority_queue_create(&queue_, name, storage_, Capacity, sizeof(Message), order);
    }

    // lm_priority_queue_send, lm_priority_queue_receive, lm_priority_queue_clear
    enum lm_status send(const Message &message, uint32_t priority, Forever = forever)
    {
        return lm_priority_queue_send(&queue_, &message, priority, LM_FOREVER);
    }
    enum lm_status send(const Message &message, uint32_t priority, Timeout timeout)
    {
        return lm_priority_queue_send(&queue_, &message, priority, timeout.ticks());
    }
    enum lm_status receive(Message &message, uint32_t *priority = nullptr, Forever = forever)
    {
        return lm_priority_queue_receive(&queue_, &message, priority, LM_FOREVER);
    }
    enum lm_status receive(Message &message, uint32_t *priority, Timeout timeout)
    {
        return lm_priority_queue_receive(&queue_, &message, priority, timeout.ticks());
    }
    enum lm_status clear()
    {
        return lm_priority_queue_clear(&queue_);
    }

    // lm_queue_used
    uint32_t used() const
    {
        return lm_queue_used(&queue_.queue);
    }

    struct lm_priority_queue *native()
    {
        return &queue_;
    }

  private:
    struct lm_priority_queue queue_;
    uint32_t storage_[LM_PRIORITY_QUEUE_BYTES(Capacity, sizeof(Message)) / sizeof(uint32_t)];
};

// Semaphores

class Semaphore
{
  public:
    // lm_semaphore_create
    enum lm_status create(const char *name, uint32_t count, enum lm_order order = LM_FIFO)
    {
        return lm_semaphore_create(&semaphore_, name, count, order);
    }

    // lm_semaphore_wait, lm_semaphore_post
    enum lm_status wait(Forever = forever)
    {
        return lm_semaphore_wait_forever(&semaphore_);
    }
    enum lm_status wait(Timeout timeout)
    {
        return (lm_semaphore_wait)(&semaphore_, timeout.ticks());
    }
    enum lm_status post()
    {
        return lm_semaphore_post(&semaphore_);
    }

    struct lm_semaphore *native()
    {
        return &semaphore_;
    }

  private:
    struct lm_semaphore semaphore_;
};

// Threads

// Priority{10}: preemptive; Priority{10, 5}: with the threshold 5; cooperative: Priority{10, 0}.
struct Priority {
    constexpr explicit Priority(uint16_t priority_) : Priority{priority_, priority_}
    {
    }
    constexpr Priority(uint16_t priority_, uint16_t threshold_)
        : priority{priority_}, threshold{threshold_}
    {
    }
    uint16_t priority, threshold;
};

// The initial value of a struct lm_period, as LM_PERIOD gives it in C.
template <typename Duration> constexpr struct lm_period period(const Duration &length)
{
    struct lm_period made = {};

    made.releaser.kind = &lm_period_kind;
    made.length = ticks(length);
    return made;
}

// ... with the first release after an offset, and a deadline after each release.
template <typename Duration, typename Offset, typename Deadline>
constexpr struct lm_period period(const Duration &length, const Offset &offset,
                                  const Deadline &deadline)
{
    struct lm_period made = period(length);

    made.offset = ticks(offset);
    made.releaser.deadline = ticks(deadline);
    return made;
}

// A thread with its stack, whose room LM_STACK describes, and with a copy of the callable that it
// runs: a function, or a lambda whose captures take up to CallableBytes.
template <uint32_t StackBytes, size_t CallableBytes = 4 * sizeof(void *)> class Thread
{
  public:
    // lm_thread_create. period: NULL, or that of a periodic thread.
    template <typename Callable>
    enum lm_status create(const char *name, Priority priority, Callable callable,
                          struct lm_period *period = nullptr)
    {
        static_assert(__is_trivially_copyable(Callable),
                      "a thread copies its callable byte by byte");
        static_assert(sizeof(Callable) <= CallableBytes, "Thread<StackBytes, CallableBytes>: more");
        struct lm_thread_config config = {};

        __builtin_memcpy(callable_, &callable, sizeof callable);
        config.name = name;
        config.entry = run<Callable>;
        config.argument = callable_;
        config.stack = stack_;
        config.stack_bytes = sizeof stack_;
        config.priority = priority.priority;
        config.threshold = priority.threshold;
        config.period = period;
        return lm_thread_create(&thread_, &config);
    }

    struct lm_thread *native()
    {
        return &thread_;
    }

  private:
    template <typename Callable> static void run(void *callable)
    {
        (*static_cast<Callable *>(callable))();
    }

    struct lm_thread thread_;
    alignas(LM_PORT_STACK_ALIGN) unsigned char stack_[LM_PORT_STACK_BYTES(StackBytes)];
    alignas(alignof(max_align_t)) unsigned char callable_[CallableBytes];
};

} // namespace limen

#endif
