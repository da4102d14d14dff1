/* SPDX-License-Identifier: Apache-2.0 */
/* The boards of Limen write files: the host directly, the target through the emulator. */
#include "trace_file.h"
#include <limen/board.h>
#include <stdio.h>

VOID save_trace(const CHAR *path, const VOID *buffer, ULONG bytes)
{
    if (lm_board_save(path, buffer, bytes) != 0) {
        printf("%s cannot be written; start this in a folder that you may write to\n", path);
    }
}
