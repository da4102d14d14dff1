/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the worked examples of spec/semantics.md are true.
 *
 * Method: the scenarios (support/scenario.h) are read from the page, and run on real stacks. Each
 * example has a paragraph that begins with its number, and after it one or more blocks:
 *
 *     **1 nested.** ...
 *
 *     ```text
 *     T1  20/10  T1a start:M12 T1b
 *     M12  12    M12
 *     =          T1a T1b M12
 *     ```
 *
 * A line "= none, rt: ORDER" gives the order under these preemption models.
 */
#include "check.h"
#include "support/scenario.h"
#include <stdio.h>
#include <string.h>

enum { PAGE_MAX = 65536 };

static char page[PAGE_MAX];
static struct scenario example; /* its name is the paragraph before the block */

static void read_page(void)
{
    FILE *file = fopen(LIMEN_SEMANTICS, "r");
    size_t length;

    CHECK(file != NULL);
    length = fread(page, 1, sizeof page - 1, file);
    CHECK(length > 0 && length < sizeof page - 1 && fclose(file) == 0);
}

/* The next line. Returns: NULL at the end of the page. */
static char *next_line(char **rest)
{
    char *line = *rest;
    size_t length = strcspn(line, "\n");

    *rest = line + length + (line[length] == '\n');
    line[length] = '\0';
    return *rest == line ? NULL : line;
}

/* The line of an order, without its sign. */
static void run(char *line)
{
    char *colon = strchr(line, ':');

    example.order = colon == NULL ? line : colon + 1;
    example.order += strspn(example.order, " ");
    if (colon == NULL) {
        scenario_check(&example, "full");
        return;
    }
    *colon = '\0';
    for (char *model = strtok(line, " ,"); model != NULL; model = strtok(NULL, " ,")) {
        scenario_check(&example, model);
    }
}

static void run_block(char **rest)
{
    int threads = 0;
    int orders = 0;
    char *line;

    memset(example.threads, 0, sizeof example.threads);
    while ((line = next_line(rest)) != NULL && strcmp(line, "```") != 0) {
        if (line[0] == '=') {
            run(line + 1);
            orders++;
        } else {
            CHECK(threads < SCENARIO_THREADS);
            example.threads[threads++] = line;
        }
    }
    CHECK(line != NULL && orders > 0);
}

int main(void)
{
    char *rest = page;
    char *line;
    int number = 0;
    int blocks = 1;
    int found;

    read_page();
    while ((line = next_line(&rest)) != NULL) {
        if (sscanf(line, "**%d ", &found) == 1) {
            CHECK_EQUAL(found, number + 1);
            CHECK(blocks > 0);
            example.name = line;
            number = found;
            blocks = 0;
        } else if (strcmp(line, "```text") == 0) {
            CHECK(number > 0);
            run_block(&rest);
            blocks++;
        }
    }
    CHECK(number > 0 && blocks > 0);
    return 0;
}
