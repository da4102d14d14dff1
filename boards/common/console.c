/* SPDX-License-Identifier: Apache-2.0 */
/* Console, files, arguments and exit by semihosting. Without a debugger, the console is that of the
 * board.
 *
 * On a board without a debugger the BKPT of semihosting causes a HardFault. The fault handler skips
 * the first one, that of board_read_arguments, and no other call follows it.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B1.5.6 and C1.6.1; Armv6-M (DDI
 * 0419), B1.5.6 and C1.3.
 */
#include "cortex_m.h"
#include "semihosting.h"
#include <stdbool.h>
#include <string.h>

enum { FRAME_R0 = 0, FRAME_PC = 6, BKPT_BYTES = 2 };

static volatile enum { SERVED, ASKING, ABSENT } semihosting_state;

bool board_steps_over(uint32_t *frame)
{
    if (semihosting_state != ASKING) {
        return false;
    }
    semihosting_state = ABSENT;
    frame[FRAME_R0] = UINT32_MAX;
    frame[FRAME_PC] += BKPT_BYTES;
    return true;
}

bool board_read_arguments(char *line, size_t bytes)
{
    const uintptr_t arguments[] = {(uintptr_t)line, bytes};

    semihosting_state = ASKING;
    uintptr_t failed = semihosting(SYS_GET_CMDLINE, arguments);

    if (semihosting_state == ASKING) {
        semihosting_state = SERVED;
    }
    return failed == 0;
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

    __asm__ volatile("cpsid i" ::: "memory");
    for (;;) {
        if (semihosting_state == ABSENT) {
            __asm__ volatile("wfi");
        } else {
            semihosting(SYS_EXIT_EXTENDED, reason);
        }
    }
}
