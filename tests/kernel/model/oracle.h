/* SPDX-License-Identifier: Apache-2.0 */
/* The semantics do not define which requests a byte pool can serve, and at which address. The
 * allocator of the system decides this, on other memory. The model checks that pieces do not
 * overlap.
 */
#ifndef LIMEN_MODEL_ORACLE_H
#define LIMEN_MODEL_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

enum { AREA_BYTES = 1024, PIECE_ALIGN = 8 };

struct oracle {
    void (*create)(int pool);
    bool (*is_possible)(int pool, uint32_t bytes);

    /* The offset of the piece in the pool's area, plus 1; 0: there is none. */
    uint32_t (*take)(int pool, uint32_t bytes);
    void (*give)(int pool, uint32_t offset);
    uint32_t (*available)(int pool);
};

#endif
