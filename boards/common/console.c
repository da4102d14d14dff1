/* SPDX-License-Identifier: Apache-2.0 */
/* Console, files, arguments and exit by semihosting. Without a debugger, the console is that of the
 * board.
 *
 * On a board without a debugger the instruction of semihosting causes a fault. The handler of the
 * fault skips the first one, that of board_read_arguments, and no other call follows it.
 */
#include "common.h"
#include "semihosting.h"
#include <string.h>

static volatile enum { SERVED, ASKING, ABSENT } semihosting_state;

bool board_has_no_debugger(void)
{
    if (semihosting_state != ASKING) {
        return false;
    }
    semihosting_state = ABSENT;
    return true;
}

enum board_arguments board_read_arguments(char *line, size_t bytes)
{
    const uintptr_t arguments[] = {(uintptr_t)line, bytes};

    semihosting_state = ASKING;
    uintptr_t failed = semihosting(SYS_GET_CMDLINE, arguments);

    if (semihosting_state != ASKING) {
        return BOARD_ARGUMENTS_NONE;
    }
    semihosting_state = SERVED;
    return failed == 0 ? BOARD_ARGUMENTS_READ : BOARD_ARGUMENTS_TOO_LONG;
}

void lm_board_print(const char *text)
{
    if (semihosting_state == ABSENT) {
        board_console_print(text);
    } else {
        semihosting(SYS_WRITE0, text);
    }
}

int lm_board_save(const char *path, const void *data, size_t bytes)
{
    const uintptr_t open[] = {(uintptr_t)path, 5 /* "wb" */, strlen(path)};
    uintptr_t file = semihosting_state == ABSENT ? UINTPTR_MAX : semihosting(SYS_OPEN, open);

    if (file == UINTPTR_MAX) {
        return -1;
    }
    const uintptr_t write[] = {file, (uintptr_t)data, bytes};
    uintptr_t left = semihosting(SYS_WRITE, write);

    return semihosting(SYS_CLOSE, &file) == 0 && left == 0 ? 0 : -1;
}

void lm_board_exit(int status)
{
    const uintptr_t reason[] = {0x20026 /* ADP_Stopped_ApplicationExit */, (uintptr_t)status};

    processor_disable_interrupts();
    for (;;) {
        if (semihosting_state == ABSENT) {
            processor_wait();
        } else {
            semihosting(SYS_EXIT_EXTENDED, reason);
        }
    }
}
