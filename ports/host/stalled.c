/* SPDX-License-Identifier: Apache-2.0 */
/* Says that virtual time stands still. A thread that neither works nor waits stops it, as tasks do
 * that compute or poll in programs for other kernels, and such a program seems to hang. After some
 * processor time, which does not pass while the machine is busy with something else, one line on
 * stderr names the thread and the remedy. The program continues. LIMEN_STALLED is this time in
 * milliseconds; 0: the line is not written. */
#define _GNU_SOURCE
#include "clock.h"
#include "host.h"
#include "state.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum {
    SIGNAL = SIGVTALRM, /* that of clock.c, which has no use for it in virtual time */
    MILLISECONDS = 3000
};

static _Thread_local struct {
    uint64_t now;
    const struct lm_thread *running;
    unsigned run;
} seen;
static _Thread_local unsigned runs; /* of the kernel: each begins at instant 0 */
static _Thread_local timer_t timer;

/* The signal may come at any point, also in the C library. */
static void say(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));

    (void)written;
}

static bool is_on(const struct lm_thread *thread, const void *place)
{
    return thread != NULL && (uintptr_t)place - (uintptr_t)thread->stack < thread->stack_bytes;
}

static void look(int number)
{
    const struct lm_thread *running = lm_cpu()->running;
    bool is_same = seen.now == lm_host.now && seen.running == running && seen.run == runs;

    (void)number;
    seen.now = lm_host.now;
    seen.running = running;
    seen.run = runs;
    if (is_same && !lm_host.real && is_on(running, &is_same)) {
        const char *name = lm_object_get_name(&running->object);

        say("limen: virtual time stands still, because thread ");
        say(name != NULL && name[0] != '\0' ? name : "(without a name)");
        say(" neither works nor waits: let it call lm_work(), or set LIMEN_CLOCK=real "
            "(docs/host.md)\n");
        (void)timer_delete(timer);
    }
}

static unsigned long interval(void)
{
    const char *text = getenv("LIMEN_STALLED");
    char *end;

    if (text == NULL) {
        return MILLISECONDS;
    }
    unsigned long given = strtoul(text, &end, 10);

    if (*text < '0' || *text > '9' || *end != '\0') {
        (void)fprintf(stderr, "LIMEN_STALLED: '%s' is not a number of milliseconds\n", text);
        exit(2);
    }
    return given;
}

void lm_host_stalled_init(void)
{
    struct sigaction action = {.sa_handler = look, .sa_flags = SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGNAL};
    unsigned long milliseconds = interval();
    struct itimerspec setting = {.it_value = {.tv_sec = (time_t)(milliseconds / 1000),
                                              .tv_nsec = (long)(milliseconds % 1000) * 1000000}};

    setting.it_interval = setting.it_value;
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    (void)sigaction(SIGNAL, &action, NULL);
    if (runs++ == 0 && timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0) {
        (void)timer_settime(timer, 0, &setting, NULL); /* of 0: it never expires */
    }
}
