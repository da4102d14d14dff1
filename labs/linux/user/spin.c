// SPDX-License-Identifier: Apache-2.0
/* spin PRIORITY SPIN_MS: how long a handler waits while the thread that raised its interrupt spins.
 *
 * The thread has this FIFO priority, or is an ordinary one with 0. Prints what /dev/limen-interrupt
 * reports: delay in microseconds, where the handler ran, its priority, its task.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

#include "clock.h"

enum { TEXT_BYTES = 128, AFTERWARDS_US = 100000 };

static void set_priority(int priority)
{
    const struct sched_param parameters = {.sched_priority = priority};
    if (sched_setscheduler(0, priority == 0 ? SCHED_OTHER : SCHED_FIFO, &parameters) != 0) {
        fail("sched_setscheduler");
    }
}

int main(int count, char **words)
{
    char text[TEXT_BYTES] = "";

    if (count != 3) {
        fputs("usage: spin PRIORITY SPIN_MS\n", stderr);
        return EXIT_FAILURE;
    }
    int64_t spin_us = strtoll(words[2], NULL, 10) * US_PER_MS;
    int device = open("/dev/limen-interrupt", O_RDWR);
    if (device < 0) {
        fail("/dev/limen-interrupt");
    }
    hold_cpu_and_memory();
    set_priority((int)strtol(words[1], NULL, 10));
    if (write(device, "x", 1) != 1) {
        fail("write");
    }
    int64_t end_us = now_us() + spin_us;
    while (now_us() < end_us) {
    }
    set_priority(0);
    usleep(AFTERWARDS_US);
    if (pread(device, text, sizeof text - 1, 0) <= 0) {
        fail("read");
    }
    fputs(text, stdout);
    return EXIT_SUCCESS;
}
