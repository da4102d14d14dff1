/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: programs of CMSIS-RTOS2 do what the interface promises, whatever they call.
 *
 * Method: random scripts of three to five threads, two timers and four functions of an interrupt
 * are executed by threads of the layer, and in a model (model.c) that shares no code with it. Each
 * call is noted when it returns: its tick, its thread and its result. The notes have to be equal.
 *
 * argv[1] is the first seed, argv[2] the number of seeds, argv[3] a mask of features (script.c).
 * With argv[4] all scripts and notes are printed. A processor takes time for calls, so there only
 * scripts are executed in which no call is shortly before a tick.
 */
#include "cmsis_os2.h"
#include "execute.h"
#include <limen/board.h>
#include <limen/time.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 12 };

static struct log expected;
static uint32_t first_seed = 1, seeds = 1, features = ~0U;
static bool prints;

static void print(const char *title, const struct entry *entry)
{
    static const char *const names[WHOS] = {"0", "1",       "2",      "3",
                                            "4", "control", "timers", "handler"};

    lm_board_printf("%s %2u: %s, %u: %s is %x\n", title, (unsigned)entry->tick, names[entry->who],
                    (unsigned)entry->place, call_names[entry->call], (unsigned)entry->result);
}

static void print_script(void)
{
    for (unsigned each = 0; each < script.threads + HANDLERS + OBJECTS; each++) {
        unsigned handler = each - script.threads, timer = handler - HANDLERS;
        const struct steps *steps = each < script.threads ? &script.steps[each]
                                    : handler < HANDLERS  ? &script.handler[handler]
                                                          : &script.timer[timer];

        lm_board_printf("list %u, priority %u%s\n", each,
                        each < THREADS ? (unsigned)script.priority[each] : 0,
                        each < THREADS && script.joinable[each] ? ", joinable" : "");
        for (unsigned place = 0; place < steps->number; place++) {
            const struct step *step = &steps->step[place];

            lm_board_printf("  %2u %s %u %x %x\n", place, call_names[step->call],
                            (unsigned)step->object, (unsigned)step->a, (unsigned)step->b);
        }
    }
    for (unsigned each = 0; each < OBJECTS; each++) {
        lm_board_printf("%u: tokens %u of %u, capacity %u, blocks %u, %s, %s, %s\n", each,
                        (unsigned)script.initial[each], (unsigned)script.most[each],
                        (unsigned)script.capacity[each], (unsigned)script.blocks[each],
                        script.inherits[each] ? "inherits" : "plain",
                        script.recurs[each] ? "recursive" : "once",
                        script.periodic[each] ? "periodic" : "one shot");
    }
}

static unsigned first_difference(void)
{
    unsigned place = 0;

    while (place < expected.number && place < actual.number &&
           memcmp(&expected.entry[place], &actual.entry[place], sizeof expected.entry[0]) == 0) {
        place++;
    }
    return place;
}

static bool are_equal(uint32_t seed)
{
    unsigned place = first_difference();

    if (place == expected.number && place == actual.number && !prints) {
        return true;
    }
    lm_board_printf("seed %u\n", (unsigned)seed);
    print_script();
    unsigned from = place > SHOWN && !prints ? place - SHOWN : 0;

    for (unsigned each = from; each < place; each++) {
        print("    ", &expected.entry[each]);
    }
    for (unsigned each = place; each < place + 3; each++) {
        if (each < expected.number) {
            print("want", &expected.entry[each]);
        }
        if (each < actual.number) {
            print("seen", &actual.entry[each]);
        }
    }
    return place == expected.number && place == actual.number;
}

static bool calls_take_time(void)
{
    uint64_t instant = lm_now();

    for (unsigned each = 0; each < 100; each++) {
        (void)osKernelGetTickCount();
    }
    return lm_now() != instant;
}

static void control(void *argument)
{
    unsigned executed = 0, failed = 0;

    (void)argument;
    execute_measure();
    for (uint32_t seed = first_seed; seed != first_seed + seeds && failed < 3; seed++) {
        bool is_certain;

        script_make(&script, seed, features);
        bool is_early = model_run(&script, &expected, &is_certain);

        if (is_certain && (is_early || !calls_take_time())) {
            execute_script();
            executed++;
            failed += !are_equal(seed);
        }
    }
    lm_board_printf("%u of %u\n%s\n", executed, (unsigned)seeds, failed == 0 ? "passed" : "failed");
    lm_board_exit(failed != 0);
}

static uint32_t number(const char *text, uint32_t otherwise)
{
    return text != NULL ? (uint32_t)strtoul(text, NULL, 0) : otherwise;
}

int main(int argc, char **argv)
{
    first_seed = number(argc > 1 ? argv[1] : NULL, 1);
    seeds = number(argc > 2 ? argv[2] : NULL, 1);
    features = number(argc > 3 ? argv[3] : NULL, ~0U);
    prints = argc > 4;
    (void)osKernelInitialize();
    execute_attach();
    (void)osThreadNew(control, NULL,
                      &(osThreadAttr_t){.stack_size = 8192, .priority = osPriorityISR});
    (void)osKernelStart();
    return 1;
}
