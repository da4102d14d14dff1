/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of FreeRTOS V11.1 on the kernel of Limen: types, options, critical sections, heap.
 * A program includes it before task.h, queue.h and the other headers, and has a FreeRTOSConfig.h.
 * docs/from-freertos.md says what differs.
 */
#ifndef INC_FREERTOS_H
#define INC_FREERTOS_H

#if defined(__GNUC__) && !defined(LM_FREERTOS_LIBRARY)
#pragma GCC system_header
#endif

#include <limen_layer.h>
#include <limen_layer_queue.h>
#include <stddef.h>
#include <stdint.h>

LM_LAYER_C_BEGIN

#include "freertos_options.h"

#include "portmacro.h"

#include "projdefs.h"

#include "freertos_blocks.h"

#include "portable.h"

#define tskKERNEL_VERSION_NUMBER "V11.1.0"
#define tskKERNEL_VERSION_MAJOR 11
#define tskKERNEL_VERSION_MINOR 1
#define tskKERNEL_VERSION_BUILD 0

#define PRIVILEGED_FUNCTION
#define PRIVILEGED_DATA
#define FREERTOS_SYSTEM_CALL

/* With configUSE_POSIX_ERRNO 1 each task has an errno of its own. */
int *lm_freertos_errno(void);
#if configUSE_POSIX_ERRNO
#define FreeRTOS_errno (*lm_freertos_errno())
#endif

#if configENABLE_BACKWARD_COMPATIBILITY
#include "deprecated_definitions.h"
#endif

LM_LAYER_C_END

#endif
