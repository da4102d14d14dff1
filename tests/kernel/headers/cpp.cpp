// SPDX-License-Identifier: Apache-2.0
// Goal: the additions of limen.hpp to the C API do what their comments say.
//
// Method: threads with captures exchange messages in virtual time, with durations of std::chrono.
// A lock that is not obtained in time is not released; conversions of times are compared with
// numbers that were computed by hand.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limen/limen.hpp>
#include <mutex>

using namespace std::chrono_literals;

namespace
{

static_assert(limen::ticks(5ms) == LM_MS(5));
static_assert(limen::ticks(limen::Milliseconds{5}) == LM_MS(5));
static_assert(limen::ticks(limen::Seconds{3}) == LM_SECONDS(3));
static_assert(limen::ticks(0ms) == LM_NO_WAIT && limen::ticks(-1h) == LM_NO_WAIT);
// A conversion never gives a shorter time than requested, and a time that is too long does not
// overflow.
static_assert(limen::ticks(std::chrono::nanoseconds{1}) == 1);
static_assert(limen::ticks(std::chrono::hours::max()) == LM_FOREVER);
static_assert(limen::ticks(std::chrono::nanoseconds::max()) / LM_CLOCK_HZ == 9223372036);
static_assert(std::chrono::seconds{1} > 999ms && limen::ticks(1h) == 3600 * LM_SECONDS(1));

struct message {
    uint32_t number;
    uint64_t sent;
};

limen::Mutex mutex;
limen::Queue<message, 2> queue;
limen::PriorityQueue<message, 2> by_priority;
limen::Semaphore done;
limen::Notice notice;
limen::EventFlags flags;
limen::Stream<8> stream;
limen::Thread<4096> sender, receiver, owner;
lm_period sending = limen::period(10ms, 5ms, 8ms);
unsigned failures;

void check(bool holds, int line)
{
    if (!holds) {
        std::printf("cpp.cpp:%d\n", line);
        failures++;
    }
}
#define CHECK(condition) check((condition), __LINE__)

// All within one instant of the first thread.
void use_the_signals()
{
    lm_notice_request any = {};
    unsigned char bytes[4] = {1, 2, 3, 4}, got[8] = {};
    uint32_t found = 0;

    any.wanted = any.clear = 5;
    CHECK(notice.set(1) == LM_OK && notice.increase() == LM_OK && notice.value() == 2);
    CHECK(notice.wait(any, limen::no_wait) == LM_UNAVAILABLE);
    CHECK(notice.write(7) == LM_OK && notice.offer(9) == LM_UNAVAILABLE);
    CHECK(notice.wait(any) == LM_OK && any.found == 7);
    CHECK(notice.clear(2) == LM_OK && notice.value() == 0 && notice.native() != nullptr);
    CHECK(flags.set(6) == LM_OK && flags.clear(4) == LM_OK && flags.get() == 2);
    CHECK(flags.wait(2, LM_ANY_CLEAR, &found) == LM_OK && found == 2);
    CHECK(flags.wait(2, LM_ANY, nullptr, limen::no_wait) == LM_UNAVAILABLE);
    CHECK(flags.set_and_wait(5, 4, LM_ALL_CLEAR, &found) == LM_OK && found == 5);
    CHECK(flags.set_and_wait(0, 2, LM_ANY, nullptr, limen::no_wait) == LM_UNAVAILABLE);
    CHECK(flags.clear(1) == LM_OK);
    CHECK(stream.send(bytes, sizeof bytes) == 4 && stream.used() == 4);
    CHECK(stream.send(bytes, sizeof bytes, limen::no_wait) == 4);
    CHECK(stream.send(bytes, sizeof bytes, limen::no_wait) == 0);
    CHECK(stream.receive(got, sizeof got) == 8 && got[3] == 4 && got[4] == 1);
    CHECK(stream.receive(got, sizeof got, limen::no_wait) == 0 && flags.native() != nullptr);
    CHECK(stream.native() != nullptr);
}

void send(uint32_t first)
{
    for (uint32_t number = first; number < first + 3; number++) {
        CHECK(queue.send({number, lm_now()}) == LM_OK);
        CHECK(lm_thread_wait_period() == LM_OK);
    }
    CHECK(queue.send({9, 0}, limen::no_wait) == LM_OK);
    CHECK(queue.send_front({7, 0}, 1ms) == LM_OK);
    CHECK(queue.used() == 2 && queue.send({8, 0}, 1ms) == LM_TIMEOUT);
    done.post();
}

void receive()
{
    message received = {0, 0};

    CHECK(queue.receive(received, 4ms) == LM_TIMEOUT && lm_now() == LM_MS(4));
    for (uint32_t number = 40; number < 43; number++) {
        CHECK(queue.receive(received) == LM_OK && received.number == number);
        CHECK(received.sent == LM_MS(5) + (number - 40) * LM_MS(10));
    }
    CHECK(done.wait() == LM_OK && done.wait(limen::no_wait) == LM_UNAVAILABLE);
    CHECK(queue.receive(received) == LM_OK && received.number == 7);
    CHECK(queue.receive(received) == LM_OK && received.number == 9);
}

void receive_by_priority()
{
    message received = {0, 0};
    uint32_t priority = 0;

    CHECK(by_priority.create("by priority") == LM_OK);
    CHECK(by_priority.receive(received, &priority, limen::no_wait) == LM_UNAVAILABLE);
    CHECK(by_priority.send({1, 0}, 3) == LM_OK);
    CHECK(by_priority.send({2, 0}, 5, 1ms) == LM_OK && by_priority.used() == 2);
    CHECK(by_priority.receive(received, &priority) == LM_OK);
    CHECK(received.number == 2 && priority == 5);
    CHECK(by_priority.clear() == LM_OK && by_priority.used() == 0);
    CHECK(by_priority.native()->queue.capacity == 2);
}

void lock_late()
{
    {
        limen::Lock lock{mutex, 1ms};
        CHECK(!lock && lock.status() == LM_TIMEOUT);
    }
    CHECK(lm_mutex_owner(mutex.native()) == owner.native() && !mutex.try_lock());
    CHECK(limen::sleep_until(LM_MS(20)) == LM_OK && lm_now() == LM_MS(20));
    {
        std::scoped_lock lock{mutex};
        CHECK(lm_mutex_owner(mutex.native()) == lm_thread_self());
    }
    CHECK(lm_mutex_owner(mutex.native()) == nullptr);
    CHECK(queue.native()->capacity == 2 && limen::Priority{3}.threshold == 3);
    receive_by_priority();
}

} // namespace

int main()
{
    static limen::Thread<4096> late;
    uint32_t first = 40;

    lm_kernel_init();
    CHECK(mutex.create("mutex") == LM_OK && queue.create("queue") == LM_OK);
    CHECK(done.create("done", 0) == LM_OK);
    CHECK(notice.create("notice") == LM_OK && flags.create("flags") == LM_OK);
    CHECK(stream.create("stream", 2) == LM_OK);
    CHECK(owner.create("owner", limen::Priority{3, 0}, [] {
        use_the_signals();
        limen::Lock lock{mutex};
        limen::sleep(10ms);
    }) == LM_OK);
    CHECK(sender.create(
              "sender", limen::Priority{10}, [first] { send(first); }, &sending) == LM_OK);
    CHECK(receiver.create("receiver", limen::Priority{12, 5}, receive) == LM_OK);
    CHECK(late.create("late", limen::Priority{20}, lock_late) == LM_OK);
    lm_kernel_start();
    std::printf("%u failures\n", failures);
    return failures == 0 && lm_now() == LM_MS(36) ? 0 : 1;
}
