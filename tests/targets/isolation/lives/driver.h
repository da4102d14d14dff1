/* SPDX-License-Identifier: Apache-2.0 */
/* The scene of a driver that is a user thread. */
#ifndef ISOLATION_DRIVER_H
#define ISOLATION_DRIVER_H

/* A thread without the region of a device cannot use the device. A thread with the region can use
 * this device only. */
void drive_device(void);

#endif
