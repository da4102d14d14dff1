/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up of the Cortex-M3 on the MPS2. */
#include "semihosting.h"
#include <limen/board.h>
#include <string.h>

enum { ARGUMENTS_MAX = 8, COMMAND_BYTES = 256 };

extern char main_stack_top[], data_start[], data_end[], data_image[], bss_start[], bss_end[];

extern int main(int argc, char **argv);

_Noreturn void lm_board_reset(void);
_Noreturn void lm_board_fault(void);

_Noreturn void lm_board_fault(void)
{
    lm_board_print("fault: the processor met an instruction or address that it cannot handle\n");
    lm_board_exit(3);
}

/* Cut the command line at its blanks. */
static int split(char *line, char **arguments)
{
    int count = 0;

    while (*line != '\0' && count < ARGUMENTS_MAX) {
        while (*line == ' ') {
            *line++ = '\0';
        }
        if (*line != '\0') {
            arguments[count++] = line;
        }
        while (*line != '\0' && *line != ' ') {
            line++;
        }
    }
    return count;
}

_Noreturn void lm_board_reset(void)
{
    static char command[COMMAND_BYTES];
    static char *arguments[ARGUMENTS_MAX + 1];

    memcpy(data_start, data_image, (size_t)(data_end - data_start));
    memset(bss_start, 0, (size_t)(bss_end - bss_start));

    struct {
        char *text;
        size_t bytes;
    } line = {command, sizeof command};
    int count = semihosting(SYS_GET_CMDLINE, &line) == 0 ? split(command, arguments) : 0;

    lm_board_exit(main(count, arguments));
}
