/* SPDX-License-Identifier: Apache-2.0 */
/* The start of a program, for those that have code of a port of ThreadX. */
#ifndef TX_INITIALIZE_H
#define TX_INITIALIZE_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The argument of tx_application_define. The application may set it, in the next function. */
extern VOID *_tx_initialize_unused_memory;

#ifdef __cplusplus
}
#endif

#endif
