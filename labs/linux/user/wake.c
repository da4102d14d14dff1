// SPDX-License-Identifier: Apache-2.0
/* wake SLEEP_MS BEGIN_MS [inherit]: how late a thread of priority 50 wakes up while one of priority
 * 30 is in read() of a driver.
 *
 * The first thread sleeps until SLEEP_MS; the second calls read() of /dev/limen-section at
 * BEGIN_MS. Prints the lateness and the length of the read(), both in microseconds.
 *
 * Threads use the attributes that they are given only with PTHREAD_EXPLICIT_SCHED. Without it they
 * inherit the policy of their creator, and both are ordinary threads. "inherit" omits it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"

/* All of a stack is locked (mlockall), so a larger one delays the start. */
enum { HIGH = 50, LOW = 30, STACK_BYTES = 64 * 1024, TEXT_BYTES = 32 };

static int64_t start_us;
static int64_t sleep_us;
static int64_t begin_us;
static int64_t late_us;
static int64_t busy_us;

static void sleep_until(int64_t us)
{
    const struct timespec time = {.tv_sec = us / US_PER_S, .tv_nsec = us % US_PER_S * NS_PER_US};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {
    }
}

static void *high_thread(void *unused)
{
    sleep_until(start_us + sleep_us);
    late_us = now_us() - start_us - sleep_us;
    return unused;
}

static void *low_thread(void *unused)
{
    char text[TEXT_BYTES] = "";
    int device = open("/dev/limen-section", O_RDONLY);
    if (device < 0) {
        fail("/dev/limen-section");
    }
    sleep_until(start_us + begin_us);
    if (read(device, text, sizeof text - 1) <= 0) {
        fail("read");
    }
    busy_us = strtoll(text, NULL, 10);
    close(device);
    return unused;
}

static pthread_t start(void *(*entry)(void *), int priority, bool is_explicit)
{
    const struct sched_param parameters = {.sched_priority = priority};
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_attr_setschedpolicy(&attributes, SCHED_RR);
    pthread_attr_setschedparam(&attributes, &parameters);
    if (is_explicit) {
        pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    }
    errno = pthread_create(&thread, &attributes, entry, NULL);
    if (errno != 0) {
        fail("pthread_create");
    }
    return thread;
}

int main(int count, char **words)
{
    if (count < 3) {
        fputs("usage: wake SLEEP_MS BEGIN_MS [inherit]\n", stderr);
        return EXIT_FAILURE;
    }
    sleep_us = strtoll(words[1], NULL, 10) * US_PER_MS;
    begin_us = strtoll(words[2], NULL, 10) * US_PER_MS;
    bool is_explicit = count < 4 || strcmp(words[3], "inherit") != 0;

    hold_cpu_and_memory();
    start_us = now_us();
    pthread_t high = start(high_thread, HIGH, is_explicit);
    pthread_t low = start(low_thread, LOW, is_explicit);
    pthread_join(high, NULL);
    pthread_join(low, NULL);
    printf("%" PRId64 " %" PRId64 "\n", late_us, busy_us);
    return EXIT_SUCCESS;
}
