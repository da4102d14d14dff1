/* SPDX-License-Identifier: Apache-2.0 */
/* The headers of the kernel that have contracts, in a form for provers: without the extensions of
 * gcc, which do not change the effect of a function. */
#include <stdint.h>

#define __attribute__(ignored)
#define __extension__
#define __builtin_expect(condition, usual) (condition)
#define __builtin_unreachable()
#define __atomic_signal_fence(order)
#define inline

#include "core/wait_list.h"
#include "observe/ring.h"
