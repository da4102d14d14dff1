/* SPDX-License-Identifier: Apache-2.0 */
/* The creations as functions, for programs that take their addresses, or have another compiler or
 * another cmsis_os2.h. */
#define OS_LIMEN_NEW
#include "os.h"
