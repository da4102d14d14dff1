/* SPDX-License-Identifier: Apache-2.0 */
/* The file for the trace, which ThreadX leaves to the board. */
#ifndef TRACE_FILE_H
#define TRACE_FILE_H

#include "tx_api.h"

/* Write the buffer of tx_trace_enable to a file on the host; print a message if this fails. */
VOID save_trace(const CHAR *path, const VOID *buffer, ULONG bytes);

#endif
