/* SPDX-License-Identifier: Apache-2.0 */
/* The common part of the ThreadX programs of this suite; see suite.h. */
#include "suite.h"
#include "errors.h"
#include "record.h"
#include <limen/board.h>
#include <string.h>

enum { SCENARIO_BYTES = 400, MAIN_STACK_BYTES = 8192, FAULTS_MAX = 40 };

static TX_THREAD main_thread;
static ULONG main_stack[MAIN_STACK_BYTES / sizeof(ULONG)];
static char scenario[SCENARIO_BYTES];
static size_t scenario_bytes;
static unsigned faults;
static char running = 'I';

/* The last part of a path: the same on each machine. */
static const char *short_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

static void end(void)
{
    record_print();
    lm_board_print(faults == 0 ? "suite ok\n" : "suite failed\n");
    lm_board_exit(faults == 0 ? 0 : 1);
}

static void fault(void)
{
    if (++faults == FAULTS_MAX) {
        lm_board_print("too many faults\n");
        end();
    }
}

void suite_call(const char *file, int line, const char *service, UINT expected, UINT result)
{
    record(service, result, running, errors_of(service, result));
    if (result != expected) {
        lm_board_printf("%s:%d: %s in %c: expected %02x, got %02x\n", short_name(file), line,
                        service, running, (unsigned)expected, (unsigned)result);
        fault();
    }
}

void suite_both(const char *file, int line, const char *service, UINT first, UINT second,
                UINT result)
{
    suite_call(file, line, service, first, result);
    if (result == first) {
        record_order(service, first, second);
    }
}

void suite_done(const char *call)
{
    record(call, RECORD_DONE, running, errors_of(call, RECORD_DONE));
}

void suite_check(const char *file, int line, const char *condition, int holds)
{
    if (!holds) {
        lm_board_printf("%s:%d: not so: %s\n", short_name(file), line, condition);
        fault();
    }
}

void suite_equal(const char *file, int line, const char *what, uintptr_t expected, uintptr_t actual)
{
    if (expected != actual) {
        lm_board_printf("%s:%d: %s: expected %llu, got %llu\n", short_name(file), line, what,
                        (unsigned long long)expected, (unsigned long long)actual);
        fault();
    }
}

void say(const char *word)
{
    size_t bytes = strlen(word);

    if (scenario_bytes + bytes + 2 < sizeof scenario) {
        if (scenario_bytes > 0) {
            scenario[scenario_bytes++] = ' ';
        }
        memcpy(scenario + scenario_bytes, word, bytes);
        scenario_bytes += bytes;
    }
}

void suite_told(const char *file, int line, const char *words)
{
    scenario[scenario_bytes] = '\0';
    scenario_bytes = 0;
    if (strcmp(scenario, words) != 0) {
        lm_board_printf("%s:%d:\n  expected %s\n  got      %s\n", short_name(file), line, words,
                        scenario);
        fault();
    }
}

char context(void)
{
    return running;
}

char context_enter(char letter)
{
    char before = running;

    running = letter;
    return before;
}

void context_leave(char before)
{
    running = before;
}

static VOID run_main(ULONG input)
{
    (void)input;
    running = 'T';
    program_main();
    end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)errors_of("tx_kernel_enter", RECORD_DONE);
    suite_done("tx_kernel_enter");
    program_define(first_unused_memory);
    if (tx_thread_create(&main_thread, "main", run_main, 0, main_stack, sizeof main_stack,
                         MAIN_PRIORITY, MAIN_PRIORITY, TX_NO_TIME_SLICE,
                         TX_AUTO_START) != TX_SUCCESS) {
        lm_board_print("the main thread was not created\n");
        lm_board_exit(1);
    }
}

int main(void)
{
    tx_kernel_enter();
    lm_board_print("tx_kernel_enter returned: all threads wait for ever\nsuite failed\n");
    return 1;
}
