/* SPDX-License-Identifier: Apache-2.0 */
#ifndef APP_AZURE_RTOS_H
#define APP_AZURE_RTOS_H

#define TX_APP_MEM_POOL_SIZE 4096

#endif
