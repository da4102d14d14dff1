/* SPDX-License-Identifier: Apache-2.0 */
/* For applications that include this header; tx_api.h contains everything. */
#ifndef TX_QUEUE_H
#define TX_QUEUE_H

#include "tx_api.h"

#endif
