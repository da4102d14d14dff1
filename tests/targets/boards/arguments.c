/* SPDX-License-Identifier: Apache-2.0 */
/* A program that prints each of its arguments in a line. */
#include <limen/board.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        lm_board_printf("<%s>\n", argv[i]);
    }
    lm_board_printf("%s\n", argv[argc] == NULL ? "end" : "no end");
    return 0;
}
