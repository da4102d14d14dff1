/* SPDX-License-Identifier: Apache-2.0 */
/* What the files about message queues share. */
#ifndef LIMEN_OS_MESSAGE_QUEUE_H
#define LIMEN_OS_MESSAGE_QUEUE_H

#include "os.h"

#undef OS_OBJECT
#undef OS_WAITERS
#define OS_OBJECT(id) (&lm_layer_queue_of(id)->object)
#define OS_WAITERS(id) (lm_layer_queue_of(id)->waiters)

enum { MOST_BYTES = 0x20000000 };

#endif
