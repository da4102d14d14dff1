/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table of the nRF51. */
#include "vectors.inc"
    .rept 8
    .word lm_board_fault
    .endr
