/* SPDX-License-Identifier: Apache-2.0 */
/* The I2C bus: see limen/i2c.h. */
#include "hardware.h"
#include <limen/i2c.h>

enum { ADDRESS_MAX = 127 };

enum lm_status lm_i2c_create(struct lm_i2c *bus, const char *name, uint32_t bits_per_second)
{
    if (bus == NULL || bits_per_second == 0) {
        return LM_BAD_ARGUMENT;
    }
    enum lm_status status = lm_mutex_create(&bus->mutex, name, LM_INHERIT, 0, LM_BY_PRIORITY);

    if (status == LM_OK) {
        board_i2c_start(bits_per_second);
    }
    return status;
}

enum lm_status lm_i2c_transfer(struct lm_i2c *bus, unsigned address, const void *out,
                               size_t out_bytes, void *in, size_t in_bytes)
{
    if (bus == NULL || address > ADDRESS_MAX || (out == NULL && out_bytes > 0) ||
        (in == NULL && in_bytes > 0)) {
        return LM_BAD_ARGUMENT;
    }
    enum lm_status status = lm_mutex_lock(&bus->mutex, LM_FOREVER);

    if (status != LM_OK) {
        return status;
    }
    status = board_i2c_transfer(address, out, out_bytes, in, in_bytes);
    (void)lm_mutex_unlock(&bus->mutex);
    return status;
}
