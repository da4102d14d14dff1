/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up of a program: memory, the board, main with its arguments.
 *
 * The command line has the arguments separated by blanks. An argument that begins with a double
 * quote extends to the next one, and a backslash in it quotes the next character. The tools write
 * arguments in this way that are empty or have blanks, quotes or backslashes
 * (tools/src/limen/run/target.py).
 */
#include "common.h"
#include <string.h>

enum { ARGUMENTS_MAX = 16, COMMAND_BYTES = 256 };

/* From sections.ld. */
extern char data_start[], data_end[], data_image[], bss_start[], bss_end[];

extern int main(int argc, char **argv);

static _Noreturn void refuse_arguments(void)
{
    lm_board_printf("the arguments of the program are too long: %u words, %u bytes are possible\n",
                    (unsigned)ARGUMENTS_MAX, (unsigned)COMMAND_BYTES - 1);
    lm_board_exit(2);
}

/* Copy one argument to begin and the following bytes. Returns: the rest of the line. */
static char *take_word(char *line, char *begin)
{
    bool is_quoted = *line == '"';

    line += is_quoted;
    while (*line != '\0' && *line != (is_quoted ? '"' : ' ')) {
        line += is_quoted && line[0] == '\\' && line[1] != '\0';
        *begin++ = *line++;
    }
    line += *line != '\0';
    *begin = '\0';
    return line;
}

/* Split the command line in its own memory. */
static int split(char *line, char **arguments)
{
    int count = 0;

    for (;;) {
        while (*line == ' ') {
            line++;
        }
        if (*line == '\0') {
            return count;
        }
        if (count == ARGUMENTS_MAX) {
            refuse_arguments();
        }
        arguments[count++] = line;
        line = take_word(line, line);
    }
}

_Noreturn void lm_board_reset(void)
{
    static char command[COMMAND_BYTES];
    static char *arguments[ARGUMENTS_MAX + 1];
    int count = 0;

    board_mark_main_stack();
    if (&data_start[0] != &data_image[0]) { /* equal if the whole image is in RAM */
        memcpy(data_start, data_image, (size_t)(data_end - data_start));
    }
    memset(bss_start, 0, (size_t)(bss_end - bss_start));
    board_prepare();
    switch (board_read_arguments(command, sizeof command)) {
    case BOARD_ARGUMENTS_READ:
        count = split(command, arguments);
        break;
    case BOARD_ARGUMENTS_TOO_LONG:
        refuse_arguments();
    case BOARD_ARGUMENTS_NONE:
        break;
    }
    lm_board_exit(main(count, arguments));
}
