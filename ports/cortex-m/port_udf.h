/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of the undefined instructions with which the port ends a program. The report of a fault
 * explains them (boards/common/cortex-m/fault.c). Source: Armv7-M Architecture Reference Manual
 * (DDI 0403E), A7.7.194 (UDF, encoding T1). */
#ifndef LIMEN_PORT_UDF_H
#define LIMEN_PORT_UDF_H

enum {
    LM_PORT_UDF = 0xDE00,
    LM_PORT_UDF_MASK = 0xFF00,
    LM_PORT_UDF_CALLER = 0xC1,  /* an interrupt above the mask has called the kernel */
    LM_PORT_UDF_ERRATUM = 0xC2, /* the lock does not hold on this processor: erratum 837070 */
};

#endif
