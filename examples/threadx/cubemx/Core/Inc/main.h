/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MAIN_H
#define MAIN_H

#include "hal.h"

void Error_Handler(void);

#endif
