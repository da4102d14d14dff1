/* SPDX-License-Identifier: Apache-2.0 */
/* The headers of the kernel that have contracts, as a prover reads them: without the extensions of
 * gcc, which do not change what a function does. */
#include <stdint.h>

#define __attribute__(ignored)
#define __extension__
#define __builtin_expect(condition, usual) (condition)
#define __builtin_unreachable()
#define __atomic_signal_fence(order)
#define inline

#include "core/wait_list.h"
#include "observe/ring.h"
