/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the services of FreeRTOS are correct while forty tasks use them at the same time, some of
 * which never wait. Method: each group of tasks checks itself (queues.c, guards.c, signals.c). Each
 * second, a task prints the groups that failed or made no progress. For boards: in virtual time a
 * task that never waits stops the clock. */
#include "together.h"
#include <limen/board.h>
#include <stdio.h>

enum { SECONDS = 4 };

static struct group *const groups[] = {&exchange, &poll,        &guard,  &counters, &dynamic,
                                       &births,   &deadlines,   &sets,   &notices,  &rendezvous,
                                       &bytes,    &inheritance, &mailbox};
enum { GROUPS = sizeof groups / sizeof groups[0] };

static volatile unsigned idle_calls;
static int wrong[GROUPS];

void expect(struct group *group, int condition, int line)
{
    for (unsigned i = 0; !condition && i < GROUPS; i++) {
        if (groups[i] == group && wrong[i] == 0) {
            wrong[i] = line;
        }
    }
}

void note_assertion(const char *file, int line)
{
    printf("%s:%d: configASSERT\n", file, line);
    lm_board_exit(1);
}

void vApplicationTickHook(void)
{
    for (unsigned i = 0; i < GROUPS; i++) {
        if (groups[i]->tick != NULL) {
            groups[i]->tick();
        }
    }
}

void vApplicationIdleHook(void)
{
    idle_calls++;
}

static void check(void *parameter)
{
    unsigned before[GROUPS] = {0};

    (void)parameter;
    for (int second = 1; second <= SECONDS; second++) {
        vTaskDelay(pdMS_TO_TICKS(1000));
        for (unsigned i = 0; i < GROUPS; i++) {
            if (wrong[i] != 0) {
                printf("%s: wrong at line %d\n", groups[i]->name, wrong[i]);
            } else if (groups[i]->rounds == before[i]) {
                printf("%s: no progress\n", groups[i]->name);
            }
            before[i] = groups[i]->rounds;
        }
        printf("second %d%s\n", second, idle_calls == 0 ? ", no idle hook" : "");
    }
    lm_board_exit(0);
}

int main(void)
{
    for (unsigned i = 0; i < GROUPS; i++) {
        groups[i]->begin();
    }
    configASSERT(xTaskCreate(check, "check", 2 * WORDS, NULL, 8, NULL) == pdPASS);
    vTaskStartScheduler();
    return 1;
}
