/* SPDX-License-Identifier: Apache-2.0 */
/* Which results of which services a program has seen, and where; and which of two rules was
 * checked first. Kept in memory and told at the end, so that calls take no time for it.
 */
#ifndef SUITE_RECORD_H
#define SUITE_RECORD_H

/* Instead of a result code: the service has none. */
enum { RECORD_DONE = 0x1000 };

/* The service is the identifier that ends at the first parenthesis of the text, if there is one;
 * _txe_NAME and _tx_NAME count as tx_NAME. */
void record(const char *call, unsigned code, char context);

/* A call that broke the rules of both codes was answered with the first. */
void record_order(const char *call, unsigned first, unsigned second);

/* "reached SERVICE CODE CONTEXTS" and "order SERVICE CODE CODE" for each. */
void record_print(void);

#endif
