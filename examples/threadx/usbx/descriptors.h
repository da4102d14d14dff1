/* SPDX-License-Identifier: Apache-2.0 */
/* The descriptors that the device sends to the host: a serial port (CDC ACM) at full speed. */
#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

#include "ux_api.h"

#define DESCRIPTOR_BYTES 93
#define STRING_BYTES 33
#define LANGUAGE_BYTES 2

extern UCHAR descriptors[DESCRIPTOR_BYTES];
extern UCHAR strings[STRING_BYTES];
extern UCHAR languages[LANGUAGE_BYTES];

#endif
