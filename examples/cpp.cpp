// SPDX-License-Identifier: Apache-2.0
// The API for C++ (limen.hpp): threads that run lambdas, a queue with a type, a lock that unlocks
// itself, and durations. It compiles to the instructions of the C API.
#include <limen/board.h>
#include <limen/limen.hpp>

namespace
{

using limen::Milliseconds;

struct sample {
    uint32_t number, value;
};

limen::Queue<sample, 4> samples;
limen::Mutex mutex;
limen::Thread<512> sensor, filter;
lm_period sampling = limen::period(Milliseconds{10});
uint32_t sum;

void run_filter()
{
    sample received = {0, 0};

    while (samples.receive(received, Milliseconds{25}) == LM_OK) {
        limen::Lock lock{mutex}; // until the end of the block
        sum += received.value;
        lm_board_printf("sample %u: sum %u\n", static_cast<unsigned>(received.number),
                        static_cast<unsigned>(sum));
    }
    lm_board_print("no more samples\n");
    lm_board_exit(0);
}

} // namespace

int main()
{
    static const uint32_t first = 100;

    lm_kernel_init();
    samples.create("samples");
    mutex.create("mutex");
    auto sample_thrice = [] {
        for (uint32_t number = 0; number < 3; number++) {
            samples.send({number, first + number});
            lm_thread_wait_period();
        }
    };
    sensor.create("sensor", limen::Priority{5}, sample_thrice, &sampling);
    filter.create("filter", limen::Priority{10}, run_filter);
    lm_kernel_start();
    return 1;
}
