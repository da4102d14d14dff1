/* SPDX-License-Identifier: Apache-2.0 */
/* For applications that include this header; tx_api.h contains everything. */
#ifndef TX_MUTEX_H
#define TX_MUTEX_H

#include "tx_api.h"

#endif
