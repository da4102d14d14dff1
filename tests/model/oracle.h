/* SPDX-License-Identifier: Apache-2.0 */
/* What a byte pool can serve, and where, is not defined; the adapter says it. The model checks
 * that pieces do not overlap.
 */
#ifndef LIMEN_FUZZ_ORACLE_H
#define LIMEN_FUZZ_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

enum { AREA_BYTES = 1024, PIECE_ALIGN = 8 };

void oracle_create(int pool);
bool oracle_is_possible(int pool, uint32_t bytes);

/* The offset of the piece in the pool's area, plus 1; 0: there is none. */
uint32_t oracle_take(int pool, uint32_t bytes);
void oracle_give(int pool, uint32_t offset);
uint32_t oracle_available(int pool);

#endif
