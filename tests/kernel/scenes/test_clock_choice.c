/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a kernel has the clock that LIMEN_CLOCK names, or else the one that the program has chosen.
 * Any other text is refused with a message. The time of each kernel begins at 0.
 *
 * Method: LIMEN_CLOCK is read before main, so the test starts itself again for each case, with the
 * name of the case as argument. The environment variable LIMEN_EMULATOR names the emulator that the
 * program needs to run, if any.
 */
#define _GNU_SOURCE
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <limen_host.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAS_VIRTUAL = 3, WAS_REAL = 4, SAID_BYTES = 256 };

LM_STACK(stack, 8192);
static struct lm_thread thread;

static void create(void (*entry)(void *), uint32_t bytes)
{
    struct lm_thread_config config = {LM_PREEMPTIVE(9), .entry = entry, .stack = stack,
                                      .stack_bytes = bytes};

    CHECK_STATUS(lm_thread_create(&thread, &config), LM_OK);
}

static void sleep_for_long(void *argument)
{
    uint64_t start = lm_now();

    (void)argument;
    CHECK_STATUS(lm_thread_sleep(LM_MS(20)), LM_OK);
    CHECK(lm_now() - start >= LM_MS(20));
}

/* Run two kernels. The time of the second begins at 0 again. */
static void run_real_kernels(void)
{
    for (int i = 0; i < 2; i++) {
        CHECK(lm_host_set_clock("real:10"));
        lm_kernel_init();
        CHECK(lm_now() < LM_SECONDS(1000));
        create(sleep_for_long, sizeof stack);
        lm_kernel_start();
    }
}

static void sleep_exactly(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_sleep(12345), LM_OK);
    CHECK_EQUAL(lm_now(), 12345);
    lm_work(55);
    CHECK_EQUAL(lm_now(), 12400);
}

static void virtual_time_is_exact(void)
{
    CHECK(lm_host_set_clock("virtual"));
    lm_kernel_init();
    create(sleep_exactly, sizeof stack);
    lm_kernel_start();
    CHECK_EQUAL(lm_now(), 12400);
}

static const char *const bad_clocks[] = {"",
                                         "Real",
                                         "real:",
                                         "real:0",
                                         "real:0.0009",
                                         "real:1000.1",
                                         "real:-1",
                                         "real:1e2",
                                         "real:0x10",
                                         "real:.5",
                                         "real: 1",
                                         "real:1 ",
                                         "real:1,5",
                                         "realtime",
                                         "virtual:2",
                                         "real:99999999999999999999999999"};

static void bad_clocks_change_nothing(void)
{
    CHECK(lm_host_set_clock("virtual"));
    for (size_t i = 0; i < sizeof bad_clocks / sizeof bad_clocks[0]; i++) {
        CHECK(!lm_host_set_clock(bad_clocks[i]));
    }
    lm_kernel_init();
    CHECK_EQUAL(lm_now(), 0);
    CHECK_EQUAL(lm_now(), 0);
}

/* Start this program with a variable and the name of a case. said gets its output on stderr.
 * Returns: its exit status. */
static int run_anew(const char *variable, const char *value, const char *name,
                    char said[SAID_BYTES])
{
    char self[1024];
    const char *emulator = getenv("LIMEN_EMULATOR");
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    int ends[2];
    int status;

    CHECK(length > 0 && pipe(ends) == 0);
    self[length] = '\0';
    pid_t child = fork();

    if (child == 0) {
        (void)dup2(ends[1], STDERR_FILENO);
        (void)setenv(variable, value, 1);
        if (emulator != NULL && emulator[0] != '\0') {
            (void)execlp(emulator, emulator, self, name, (char *)NULL);
        }
        (void)execl(self, self, name, (char *)NULL);
        _exit(127);
    }
    (void)close(ends[1]);
    FILE *errors = fdopen(ends[0], "r");

    CHECK(child > 0 && errors != NULL);
    said[fread(said, 1, SAID_BYTES - 1, errors)] = '\0';
    (void)fclose(errors);
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void a_bad_environment_is_refused(void)
{
    char said[SAID_BYTES];

    for (size_t i = 0; i < sizeof bad_clocks / sizeof bad_clocks[0]; i++) {
        char expected[SAID_BYTES];

        (void)snprintf(expected, sizeof expected,
                       "LIMEN_CLOCK: '%s' is not virtual, real or real:FACTOR "
                       "(FACTOR: 0.001 to 1000)\n",
                       bad_clocks[i]);
        CHECK_EQUAL(run_anew("LIMEN_CLOCK", bad_clocks[i], "real", said), 2);
        CHECK_TEXT(said, expected);
    }
}

static void the_environment_wins(void)
{
    char said[SAID_BYTES];

    CHECK_EQUAL(run_anew("LIMEN_CLOCK", "virtual", "real", said), WAS_VIRTUAL);
    CHECK_EQUAL(run_anew("LIMEN_CLOCK", "real", "virtual", said), WAS_REAL);
    CHECK_EQUAL(run_anew("LIMEN_CLOCK", "real:2.5", "virtual", said), WAS_REAL);
}

static void costs_are_for_virtual_time(void)
{
    char said[SAID_BYTES];

    CHECK_EQUAL(run_anew("LIMEN_COSTS", "call=4000000000", "kernels", said), 0);
    CHECK_TEXT(said, "");
}

static void too_small_a_stack_is_refused(void)
{
    char said[SAID_BYTES];

    CHECK_EQUAL(run_anew("LIMEN_CLOCK", "real", "stack", said), 2);
    CHECK(strstr(said, "LIMEN_CLOCK: a stack of 4096 bytes is too small for real time") == said);
    CHECK_EQUAL(run_anew("LIMEN_CLOCK", "virtual", "stack", said), 0);
}

/* The program that run_anew starts. Returns: the exit status. */
static int run_case(const char *name)
{
    if (strcmp(name, "kernels") == 0) {
        run_real_kernels();
        return 0;
    }
    if (strcmp(name, "stack") == 0) {
        lm_kernel_init();
        create(sleep_exactly, LM_PORT_STACK_MIN);
        return 0;
    }
    CHECK(lm_host_set_clock(name));
    lm_kernel_init();
    uint64_t start = lm_now();

    (void)usleep(1000);
    return lm_now() == start ? WAS_VIRTUAL : WAS_REAL;
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        return run_case(argv[1]);
    }
    virtual_time_is_exact();
    run_real_kernels();
    virtual_time_is_exact();
    bad_clocks_change_nothing();
    a_bad_environment_is_refused();
    the_environment_wins();
    costs_are_for_virtual_time();
    too_small_a_stack_is_refused();
    return 0;
}
