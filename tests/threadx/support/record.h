/* SPDX-License-Identifier: Apache-2.0 */
/* Records the observed results of services with their contexts, and the rule that was checked first
 * if a call breaks two. The records stay in memory and are printed at the end, so that calls take
 * no time for them.
 */
#ifndef SUITE_RECORD_H
#define SUITE_RECORD_H

#include "errors.h"

/* Instead of a result code, for services that have none. */
enum { RECORD_DONE = 0x1000 };

/* The service is the identifier that ends at the first parenthesis of the text, if there is one;
 * _txe_NAME and _tx_NAME count as tx_NAME. */
void record(const char *call, unsigned code, char context, struct error error);

/* A call that breaks the rules of both codes has returned the first code. */
void record_order(const char *call, unsigned first, unsigned second);

/* "reached SERVICE CODE CONTEXTS" and "order SERVICE CODE CODE" for each; behind the first, if the
 * call left errors in the trace: "error COUNT INTERFACE NUMBER STATUS". */
void record_print(void);

#endif
