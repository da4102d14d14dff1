/* SPDX-License-Identifier: Apache-2.0 */
/* The common parts of the labs, which initialise and start the kernel for the conformance programs,
 * with the calls of beside.h instead. */
#include "beside.h"
#include <limen/board.h>
#include <limen/kernel.h>
#undef lm_kernel_init
#define lm_kernel_init initialise_program
#define lm_kernel_start start_program
#include "../../../../labs/common/lab.c"
