/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the program of this folder, each with another value than the one of RTX5. */
#ifndef RTX_CONFIG_H_
#define RTX_CONFIG_H_

#define OS_DYNAMIC_MEM_SIZE 16384
#define OS_TICK_FREQ 250
#define OS_ROBIN_ENABLE 0
#define OS_ROBIN_TIMEOUT 5
#define OS_STACK_SIZE 1024
#define OS_TIMER_THREAD_PRIO 24
#define OS_TIMER_THREAD_STACK_SIZE 1536
#define OS_ISR_FIFO_QUEUE 16

#endif
