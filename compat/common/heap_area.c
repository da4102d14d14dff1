/* SPDX-License-Identifier: Apache-2.0 */
/* The heap of a program that does not say how large it is: 32 KiB with pointers of 32 bits. */
#include "limen_layer.h"

LM_LAYER_HEAP(8192U * sizeof(void *));
