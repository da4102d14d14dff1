/* SPDX-License-Identifier: Apache-2.0 */
/* The heap of a program that does not say how large it is: 32 KiB with pointers of 32 bits. Weak,
 * because a build without archives links this file into each program. */
#include "limen_layer.h"

extern const struct lm_layer_heap_area lm_layer_heap_area __attribute__((weak));

LM_LAYER_HEAP(8192U * sizeof(void *));
