/* SPDX-License-Identifier: Apache-2.0 */
/* The options of a program without RTX_Config.h: those of RTX5. */
#include "os.h"

OS_LIMEN_OPTIONS;
