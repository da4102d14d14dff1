/* SPDX-License-Identifier: Apache-2.0 */
/* ARMv7-M and ARMv8-M mainline: the same code as without FPU. */
#include "../v7m/bits.h"
