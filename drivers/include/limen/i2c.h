/* SPDX-License-Identifier: Apache-2.0 */
/* An I2C bus, as its controller. Threads share it: each transfer has the bus for itself.
 *
 *     static struct lm_i2c bus;
 *     unsigned char value[2];
 *
 *     lm_i2c_create(&bus, "sensors", 100000);
 *     lm_i2c_transfer(&bus, 0x48, "\0", 1, value, sizeof value);
 *
 * A board that has the bus provides it in its folder drivers (drivers/hardware.h); on others the
 * program does not link. On the host a script answers (limen/host_bus.h).
 */
#ifndef LIMEN_I2C_H
#define LIMEN_I2C_H

#include <limen/mutex.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_i2c {
    struct lm_mutex mutex;
};

/* Start the bus of the board; there can be one. Context: start-up or thread. Returns: LM_OK,
 * LM_BAD_ARGUMENT (no bus, a rate of 0), LM_BAD_OBJECT (it exists already). Cost: O(1). */
enum lm_status lm_i2c_create(struct lm_i2c *bus, const char *name, uint32_t bits_per_second);

/* Write bytes to a device, and then read some, without a stop between both. Either may be none. The
 * thread waits until the bus is free, with inheritance, and until the transfer is over.
 * Context: thread. Returns: LM_OK, LM_UNAVAILABLE (no device has acknowledged), LM_BAD_ARGUMENT (an
 * address above 127, no memory), or as lm_mutex_lock. Cost: the bits on the bus. */
enum lm_status lm_i2c_transfer(struct lm_i2c *bus, unsigned address, const void *out,
                               size_t out_bytes, void *in, size_t in_bytes);

#ifdef __cplusplus
}
#endif

#endif
