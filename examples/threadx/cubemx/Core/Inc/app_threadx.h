/* SPDX-License-Identifier: Apache-2.0 */
#ifndef APP_THREADX_H
#define APP_THREADX_H

#include "tx_api.h"

UINT App_ThreadX_Init(VOID *memory_ptr);
void MX_ThreadX_Init(void);

#endif
