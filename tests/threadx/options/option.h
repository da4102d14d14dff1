/* SPDX-License-Identifier: Apache-2.0 */
/* The common part of the programs of this folder. Each defines options of ThreadX in its only file,
 * and links the same library as all others.
 */
#ifndef OPTION_H
#define OPTION_H

#include "tx_api.h"
#include <limen/board.h>

static int option_faults;
static char option_words[200];

static inline void option_check(int line, const char *condition, int holds)
{
    if (!holds) {
        lm_board_printf("line %d: not so: %s\n", line, condition);
        option_faults++;
    }
}

#define OPTION_CHECK(condition) option_check(__LINE__, #condition, (condition))

static inline void option_end(void)
{
    lm_board_print(option_faults == 0 ? "suite ok\n" : "suite failed\n");
    lm_board_exit(option_faults == 0 ? 0 : 1);
}

/* Words in the order of events. */
static inline void option_say(const char *word)
{
    if (strlen(option_words) + strlen(word) + 2 < sizeof option_words) {
        strcat(option_words, option_words[0] != '\0' ? " " : "");
        strcat(option_words, word);
    }
}

static inline int option_told(const char *words)
{
    if (strcmp(option_words, words) != 0) {
        lm_board_printf("expected: %s\n", words);
        lm_board_printf("got:      %s\n", option_words);
    }
    return strcmp(option_words, words) == 0;
}

/* A thread with the stack NAME_stack, which starts at once. */
#define OPTION_THREAD(name, entry, priority)                                                       \
    OPTION_CHECK(tx_thread_create(&name, (CHAR *)#name, entry, 0, name##_stack,                    \
                                  sizeof name##_stack, priority, priority, TX_NO_TIME_SLICE,       \
                                  TX_AUTO_START) == TX_SUCCESS)

#define OPTION_MAIN                                                                                \
    int main(void)                                                                                 \
    {                                                                                              \
        tx_kernel_enter();                                                                         \
        lm_board_print("suite failed: all threads wait for ever\n");                               \
        return 1;                                                                                  \
    }

#endif
