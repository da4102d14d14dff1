/* SPDX-License-Identifier: Apache-2.0 */
/* Where the trace goes: the one thing that ThreadX leaves to the board. */
#ifndef TRACE_FILE_H
#define TRACE_FILE_H

#include "tx_api.h"

/* Write the buffer of tx_trace_enable to a file on the desk; say so if that fails. */
VOID save_trace(const CHAR *path, const VOID *buffer, ULONG bytes);

#endif
