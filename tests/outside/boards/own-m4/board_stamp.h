/* SPDX-License-Identifier: Apache-2.0 */
/* The clock is that of the processor. */
#include "systick/stamp.h"
