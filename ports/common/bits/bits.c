/* SPDX-License-Identifier: Apache-2.0 */
/* The table of bits.h. */
#include "port.h"

/* The index is the upper five bits of a de Bruijn sequence that is shifted by the number; see
 * bits.h. */
const uint8_t lm_port_bit_number[32] = {0,  1,  28, 2,  29, 14, 24, 3,  30, 22, 20,
                                        15, 25, 17, 4,  8,  31, 27, 13, 23, 21, 19,
                                        16, 7,  26, 12, 18, 6,  11, 5,  10, 9};
