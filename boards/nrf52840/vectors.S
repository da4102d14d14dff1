/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table of the nRF52840. */
#include "vectors.inc"
    .rept 24
    .word lm_board_fault
    .endr
