/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the kernel returns the defined results and schedules as defined for all calls, in any order
 * and any context.
 *
 * Method: random cases in lockstep with a model (driver.h). They run in a separate process, so that
 * the test also reports a case that crashes or hangs. A failing case is made shorter, printed step
 * by step, and written to a file.
 *
 *     fuzz-native [seed=N] [cases=N] [case=N]   this number of cases of a seed, from case N on
 *     fuzz-native replay=FILE                   replay and print a case from a file
 *
 * LIMEN_SEED=N in the environment is the seed for all programs that ctest runs. LIMEN_LONG=1: more
 * cases.
 */
#include "driver.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS_MAX = 20, PATH_BYTES = 100 };

/* Shared with the processes that run cases. */
static struct history *history;

/* A signal ends a case that hangs. The limit is in processor time, so that a busy machine ends no
 * case. */
static void limit_processor_time(void)
{
    struct itimerval limit = {.it_value = {.tv_sec = SECONDS_MAX}};

    (void)setitimer(ITIMER_PROF, &limit, NULL);
}

/* Run the cases from history->number on. Returns: whether none failed. */
static bool run_process(uint64_t end, bool quiet)
{
    int status = 0;

    (void)fflush(stdout);
    pid_t child = fork();

    if (child == 0) {
        if (quiet && (freopen("/dev/null", "w", stdout) == NULL ||
                      freopen("/dev/null", "w", stderr) == NULL)) {
            _exit(2);
        }
        for (; history->number < end; history->number++) {
            limit_processor_time();
            driver_run(history);
        }
        exit(0); /* so that coverage is written */
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("cannot run a process");
        exit(2);
    }
    if (!quiet && WIFSIGNALED(status)) {
        printf("ended by signal %d: %s\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool fails(const struct history *candidate)
{
    *history = *candidate;
    return !run_process(history->number + 1, true);
}

/* The case in history has failed. */
static void report(void)
{
    static struct history found;
    char path[PATH_BYTES];

    printf("case %llu of seed %llu fails after %u operations; shorter:\n",
           (unsigned long long)history->number, (unsigned long long)history->seed, history->count);
    history->generate = false;
    found = *history;
    history_shrink(&found, fails);
    found.tell = true;
    *history = found;
    if (run_process(history->number + 1, false)) {
        printf("... which does not fail when it is told: it depends on chance\n");
    }
    (void)snprintf(path, sizeof path, "fuzz-%llu-%llu.txt", (unsigned long long)found.seed,
                   (unsigned long long)found.number);
    if (history_save(&found, path)) {
        printf("again: replay=%s\n", path);
    }
}

static uint64_t number_of(const char *argument, const char *name, uint64_t otherwise)
{
    size_t length = strlen(name);

    return strncmp(argument, name, length) == 0 && argument[length] == '='
               ? strtoull(argument + length + 1, NULL, 0)
               : otherwise;
}

int main(int argc, char **argv)
{
    const char *wanted_seed = getenv("LIMEN_SEED");
    uint64_t seed = wanted_seed != NULL ? strtoull(wanted_seed, NULL, 0) : FUZZ_SEED;
    uint64_t cases = getenv("LIMEN_LONG") != NULL ? FUZZ_CASES_LONG : FUZZ_CASES;
    uint64_t first = 0;
    uint64_t shrink = 1;
    const char *path = NULL;

    for (int i = 1; i < argc; i++) {
        seed = number_of(argv[i], "seed", seed);
        cases = number_of(argv[i], "cases", cases);
        first = number_of(argv[i], "case", first);
        shrink = number_of(argv[i], "shrink", shrink);
        path = strncmp(argv[i], "replay=", 7) == 0 ? argv[i] + 7 : path;
    }
    history =
        mmap(NULL, sizeof *history, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (history == MAP_FAILED) {
        perror("no memory");
        return 2;
    }
    if (path != NULL) {
        if (!history_load(history, path)) {
            return 2;
        }
        history->tell = true;
        return run_process(1, false) ? 0 : 1;
    }
    printf("seed %llu, %llu cases from %llu on\n", (unsigned long long)seed,
           (unsigned long long)cases, (unsigned long long)first);
    *history = (struct history){.seed = seed, .number = first, .generate = true};
    if (!run_process(first + cases, false)) {
        if (shrink != 0) {
            report();
        }
        return 1;
    }
    printf("%llu comparisons\n", (unsigned long long)history->checks);
    return 0;
}
