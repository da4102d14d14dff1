/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of an object of a layer, for headers that do not include all of limen_layer.h. */
#ifndef LIMEN_PARTS_H
#define LIMEN_PARTS_H

#include <stdbool.h>

/* Around declarations in headers that C++ includes, too. */
#ifdef __cplusplus
#define LM_LAYER_C_BEGIN extern "C" {
#define LM_LAYER_C_END }
#else
#define LM_LAYER_C_BEGIN
#define LM_LAYER_C_END
#endif

LM_LAYER_C_BEGIN

struct lm_layer_parts;

/* Take the parts that are missing from the heap, and set the control block to 0. Returns: false if
 * the heap has too little memory; then no part has been taken. */
bool lm_layer_parts_take(struct lm_layer_parts *parts);

/* The same without a heap. Returns: false if a part is missing. */
bool lm_layer_parts_given(struct lm_layer_parts *parts);

LM_LAYER_C_END

#endif
