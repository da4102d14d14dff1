/* SPDX-License-Identifier: Apache-2.0 */
/* The other end of the UART of the host. Without these calls it is stdin and stdout. */
#ifndef LIMEN_HOST_UART_H
#define LIMEN_HOST_UART_H

#include <stddef.h>

/* Let bytes arrive from now on instead of stdin, one in ten bit times, as long as the driver reads
 * them. Requires: the bytes stay valid. Context: any. Cost: O(1). */
void lm_host_uart_receive(const char *bytes, size_t count);

/* Set a function that is called for each sent byte, at its instant, in the interrupt. NULL: stdout.
 * Context: any. Cost: O(1). */
void lm_host_uart_set_listener(void (*listen)(unsigned char byte));

#endif
