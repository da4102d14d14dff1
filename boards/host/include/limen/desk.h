/* SPDX-License-Identifier: Apache-2.0 */
/* The other end of the host's UART: without this, it prints what comes and types nothing. */
#ifndef LIMEN_DESK_H
#define LIMEN_DESK_H

#include <stddef.h>

/* Bytes come in from now on, one in ten bits' time, for as long as the driver takes them.
 * Requires: they stay. Context: any. Cost: O(1). */
void lm_desk_type(const char *bytes, size_t count);

/* Have a function called with each byte that was sent, at its instant, in the interrupt; NULL:
 * stdout. Context: any. Cost: O(1). */
void lm_desk_listen(void (*listen)(unsigned char byte));

#endif
