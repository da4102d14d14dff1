/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this board share: the CLINT of hart 0.
 * Source: QEMU, docs/system/riscv/virt.rst; SiFive FU540-C000 Manual, chapters 9 and 10. */
#ifndef LIMEN_BOARD_INTERNAL_H
#define LIMEN_BOARD_INTERNAL_H

#include "board_stamp.h"
#include "riscv.h"

#define BOARD_MSIP 0x02000000U
#define BOARD_MTIMECMP 0x02004000U

#endif
