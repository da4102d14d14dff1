/* SPDX-License-Identifier: Apache-2.0 */
/* For applications that include it; all of it is in tx_api.h. */
#ifndef TX_TRACE_H
#define TX_TRACE_H

#include "tx_api.h"

#endif
