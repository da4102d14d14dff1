/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up of a program: memory, the board, main with its arguments. */
#include "common.h"
#include <string.h>

enum { ARGUMENTS_MAX = 8, COMMAND_BYTES = 256 };

/* From sections.ld. */
extern char data_start[], data_end[], data_image[], bss_start[], bss_end[];

extern int main(int argc, char **argv);

/* Split the command line at its blanks. */
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

    board_mark_main_stack();
    if (&data_start[0] != &data_image[0]) { /* equal if the whole image is in RAM */
        memcpy(data_start, data_image, (size_t)(data_end - data_start));
    }
    memset(bss_start, 0, (size_t)(bss_end - bss_start));
    board_prepare();

    int count = board_read_arguments(command, sizeof command) ? split(command, arguments) : 0;

    lm_board_exit(main(count, arguments));
}
