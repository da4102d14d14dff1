/* SPDX-License-Identifier: Apache-2.0 */
/* The control blocks, whose sizes are in the information for debuggers: of each file of which the
 * linker keeps something. */
#include "footprint.h"
#include <limen/cyclic.h>
#include <limen/limen.h>
#include <limen/readers.h>
#include <limen/spinlock.h>

#define BLOCK(name) static struct lm_##name name __attribute__((used))

BLOCK(thread);
BLOCK(semaphore);
BLOCK(queue);
BLOCK(mutex);
BLOCK(event_flags);
BLOCK(timer);
BLOCK(block_pool);
BLOCK(byte_pool);
#if !LM_SMALL /* which has no layers */
BLOCK(readers);
BLOCK(spinlock);
BLOCK(cyclic);
BLOCK(tick);
#endif

FEATURE(blocks)
{
}
