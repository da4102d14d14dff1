/* SPDX-License-Identifier: Apache-2.0 */
/* The whole public API of the kernel. limen/status.h says how all calls treat a wrong pointer. */
#ifndef LIMEN_LIMEN_H
#define LIMEN_LIMEN_H

#include <limen/area.h>
#include <limen/block_pool.h>
#include <limen/budget.h>
#include <limen/byte_pool.h>
#include <limen/cyclic.h>
#include <limen/device.h>
#include <limen/event_flags.h>
#include <limen/idle_hook.h>
#include <limen/interrupt_hook.h>
#include <limen/irq.h>
#include <limen/kernel.h>
#include <limen/library.h>
#include <limen/mutex.h>
#include <limen/notice.h>
#include <limen/observer.h>
#include <limen/priority_queue.h>
#include <limen/queue.h>
#include <limen/readers.h>
#include <limen/section.h>
#include <limen/semaphore.h>
#include <limen/shared_stack.h>
#include <limen/spinlock.h>
#include <limen/status.h>
#include <limen/stream.h>
#include <limen/switch_hook.h>
#include <limen/thread.h>
#include <limen/time.h>
#include <limen/timer.h>
#include <limen/timer_thread.h>
#include <limen/trace.h>

#endif
