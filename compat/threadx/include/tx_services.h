/* SPDX-License-Identifier: Apache-2.0 */
/* The services under their linker names: _tx_NAME does not check its arguments, _txe_NAME does.
 * compat/threadx/README.md and the documentation of ThreadX describe their behaviour and results. A
 * service that an application can disable has a variant _disabled that returns
 * TX_FEATURE_NOT_ENABLED, so that one library serves applications with any options.
 */
#ifndef TX_SERVICES_H
#define TX_SERVICES_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_blocks.h"

#ifdef __cplusplus
extern "C" {
#endif

VOID _tx_initialize_kernel_enter(VOID);

/* Start with the tick rate of the application instead of that of the library. */
VOID _tx_limen_kernel_enter(ULONG ticks_per_second);

/* Defined by the application: creates its objects. */
VOID tx_application_define(VOID *first_unused_memory);

#define TX_CREATION(name, ...)                                                                     \
    UINT _tx_##name(__VA_ARGS__);                                                                  \
    UINT _txe_##name(__VA_ARGS__, UINT control_block_size);
#define TX_CHECKED(result, name, ...)                                                              \
    result _tx_##name(__VA_ARGS__);                                                                \
    result _txe_##name(__VA_ARGS__);
#define TX_NOTIFICATION(number, name, ...)                                                         \
    TX_CHECKED(UINT, name, __VA_ARGS__)                                                            \
    TX_CHECKED(UINT, name##_disabled, __VA_ARGS__)
#define TX_UNCHECKED(result, name, ...) result _tx_##name(__VA_ARGS__);
#define TX_OPTIONAL(number, name, ...) TX_TRACED(UINT, name, __VA_ARGS__)
#define TX_TRACED(result, name, ...)                                                               \
    TX_UNCHECKED(result, name, __VA_ARGS__)                                                        \
    TX_UNCHECKED(result, name##_disabled, __VA_ARGS__)
#include "tx_services.inc"

#ifdef __cplusplus
}
#endif

#endif
