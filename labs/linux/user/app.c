// SPDX-License-Identifier: Apache-2.0
/* app DIVISOR: the program of the article, with the same calls in the same order.
 *
 * docs/labs/linux.md compares it with the listing of the article. All times of the article are
 * divided by DIVISOR. Each line begins with the seconds since the start of the program.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "clock.h"

enum { HIGH = 50, LOW = 30, HIGH_SLEEPS_MS = 3000, LOW_SLEEPS_MS = 1000, ALL_MS = 10000 };
enum { TEXT_BYTES = 20 };

static int64_t start_us;
static int64_t divisor;

static void say(const char *text)
{
    printf("%.3f %s\n", (double)(now_us() - start_us) / US_PER_S, text);
}

static void sleep_ms(int64_t ms)
{
    usleep((useconds_t)(ms * US_PER_MS / divisor));
}

static void *high_thread(void *unused)
{
    say("thread1 start");
    sleep_ms(HIGH_SLEEPS_MS);
    say("thread1 stop");
    return unused;
}

static void *low_thread(void *unused)
{
    char text[TEXT_BYTES];

    sleep_ms(LOW_SLEEPS_MS);
    int device = open("/dev/demo", O_RDWR);
    if (device < 0) {
        fail("/dev/demo");
    }
    say("thread2 start");
    if (read(device, text, sizeof text) <= 0) {
        fail("read");
    }
    say("thread2 stop");
    close(device);
    return unused;
}

static void create(pthread_t *thread, pthread_attr_t *attributes, int priority,
                   void *(*entry)(void *))
{
    const struct sched_param parameters = {.sched_priority = priority};

    pthread_attr_setschedparam(attributes, &parameters);
    errno = pthread_create(thread, attributes, entry, NULL);
    if (errno != 0) {
        fail("pthread_create");
    }
}

int main(int count, char **words)
{
    pthread_t high;
    pthread_t low;
    pthread_attr_t attributes;

    divisor = count == 2 ? strtoll(words[1], NULL, 10) : 0;
    if (divisor <= 0) {
        fputs("usage: app DIVISOR\n", stderr);
        return EXIT_FAILURE;
    }
    start_us = now_us();
    pthread_attr_init(&attributes);
    pthread_attr_setschedpolicy(&attributes, SCHED_RR);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    create(&high, &attributes, HIGH, high_thread);
    create(&low, &attributes, LOW, low_thread);
    sleep_ms(ALL_MS);
    say("end test");
    return EXIT_SUCCESS;
}
