// SPDX-License-Identifier: Apache-2.0
/* wake SLEEP_MS BEGIN_MS POLICY [USER_MS]: how late the first thread wakes up while the second one
 * keeps the CPU busy.
 *
 * The first thread sleeps until SLEEP_MS; the second calls read() of /dev/limen-section at
 * BEGIN_MS, or with USER_MS works for that long outside of the kernel. Prints the lateness and the
 * time that the second one was busy, both in microseconds. POLICY:
 *
 *   realtime   priorities 50 and 30
 *   inherit    the same attributes without PTHREAD_EXPLICIT_SCHED: threads then inherit the policy
 *              of their creator, and both are ordinary threads
 *   ordinary   ordinary threads, the first one with the best nice value
 *
 * The first thread wakes up 1 ms after a tick of the kernel if SLEEP_MS is a multiple of the tick,
 * so that a wait for the next tick has a known length.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clock.h"

/* All of a stack is locked (mlockall), so a larger one delays the start. */
enum { HIGH = 50, LOW = 30, STACK_BYTES = 64 * 1024, TEXT_BYTES = 32 };
enum { NICE_BEST = -20, AFTER_TICK_US = 1000 };

static int64_t start_us;
static int64_t sleep_us;
static int64_t begin_us;
static int64_t user_us;
static bool is_ordinary;
static int64_t late_us;
static int64_t busy_us;

static void sleep_until(int64_t us)
{
    const struct timespec time = {.tv_sec = us / US_PER_S, .tv_nsec = us % US_PER_S * NS_PER_US};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {
    }
}

/* The coarse clock stands still between two ticks. */
static int64_t next_tick_us(void)
{
    struct timespec first;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &first);
    do {
        clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    } while (now.tv_nsec == first.tv_nsec);
    return now_us();
}

static void *high_thread(void *unused)
{
    if (is_ordinary && setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICE_BEST) != 0) {
        fail("setpriority");
    }
    sleep_until(start_us + sleep_us);
    late_us = now_us() - start_us - sleep_us;
    return unused;
}

static int64_t work_in_the_kernel_us(int device)
{
    char text[TEXT_BYTES] = "";
    if (read(device, text, sizeof text - 1) <= 0) {
        fail("read");
    }
    return strtoll(text, NULL, 10);
}

static int64_t work_in_user_mode_us(void)
{
    int64_t began_us = now_us();
    while (now_us() < began_us + user_us) {
    }
    return now_us() - began_us;
}

static void *low_thread(void *unused)
{
    int device = open("/dev/limen-section", O_RDONLY);
    if (device < 0) {
        fail("/dev/limen-section");
    }
    sleep_until(start_us + begin_us);
    busy_us = user_us > 0 ? work_in_user_mode_us() : work_in_the_kernel_us(device);
    close(device);
    return unused;
}

static pthread_t start(void *(*entry)(void *), const char *name, int priority, bool is_real_time)
{
    const struct sched_param parameters = {.sched_priority = priority};
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_attr_setschedpolicy(&attributes, SCHED_RR);
    pthread_attr_setschedparam(&attributes, &parameters);
    if (is_real_time) {
        pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    }
    errno = pthread_create(&thread, &attributes, entry, NULL);
    if (errno != 0) {
        fail("pthread_create");
    }
    pthread_setname_np(thread, name);
    return thread;
}

int main(int count, char **words)
{
    if (count < 4) {
        fputs("usage: wake SLEEP_MS BEGIN_MS realtime|inherit|ordinary [USER_MS]\n", stderr);
        return EXIT_FAILURE;
    }
    sleep_us = strtoll(words[1], NULL, 10) * US_PER_MS;
    begin_us = strtoll(words[2], NULL, 10) * US_PER_MS;
    bool is_real_time = strcmp(words[3], "realtime") == 0;
    is_ordinary = strcmp(words[3], "ordinary") == 0;
    user_us = count > 4 ? strtoll(words[4], NULL, 10) * US_PER_MS : 0;

    hold_cpu_and_memory();
    start_us = next_tick_us() + AFTER_TICK_US;
    pthread_t high = start(high_thread, "high", HIGH, is_real_time);
    pthread_t low = start(low_thread, "low", LOW, is_real_time);
    pthread_join(high, NULL);
    pthread_join(low, NULL);
    printf("%" PRId64 " %" PRId64 "\n", late_us, busy_us);
    return EXIT_SUCCESS;
}
