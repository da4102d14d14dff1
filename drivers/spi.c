/* SPDX-License-Identifier: Apache-2.0 */
/* The SPI bus: see limen/spi.h. */
#include "hardware.h"
#include <limen/gpio.h>
#include <limen/spi.h>

enum lm_status lm_spi_create(struct lm_spi *bus, const char *name, uint32_t bits_per_second)
{
    if (bus == NULL || bits_per_second == 0) {
        return LM_BAD_ARGUMENT;
    }
    enum lm_status status = lm_mutex_create(&bus->mutex, name, LM_INHERIT, 0, LM_BY_PRIORITY);

    if (status == LM_OK) {
        board_spi_start(bits_per_second);
    }
    return status;
}

enum lm_status lm_spi_transfer(struct lm_spi *bus, unsigned select, const void *out, void *in,
                               size_t bytes)
{
    if (bus == NULL || bytes == 0) {
        return LM_BAD_ARGUMENT;
    }
    enum lm_status status = lm_mutex_lock(&bus->mutex, LM_FOREVER);

    if (status != LM_OK) {
        return status;
    }
    lm_gpio_write(select, false);
    board_spi_transfer(select, out, in, bytes);
    lm_gpio_write(select, true);
    return lm_mutex_unlock(&bus->mutex);
}
