/* SPDX-License-Identifier: Apache-2.0 */
/* An SPI bus, as its controller, in mode 0, the most significant bit of a byte first. Threads share
 * it: each transfer has the bus for itself.
 *
 *     static struct lm_spi bus;
 *     unsigned char out[3] = {0x9F}, in[3];
 *
 *     lm_spi_create(&bus, "flash", 8000000);
 *     lm_spi_transfer(&bus, CHIP_SELECT, out, in, sizeof out);
 *
 * The pin that selects the device is one of limen/gpio.h, an output, high. A board that has the bus
 * provides it in its folder drivers (drivers/hardware.h); on others the program does not link. On
 * the host a script answers (limen/host_bus.h).
 */
#ifndef LIMEN_SPI_H
#define LIMEN_SPI_H

#include <limen/mutex.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_spi {
    struct lm_mutex mutex;
};

/* Start the bus of the board; there can be one. Context: start-up or thread. Returns: LM_OK,
 * LM_BAD_ARGUMENT (no bus, a rate of 0), LM_BAD_OBJECT (it exists already). Cost: O(1). */
enum lm_status lm_spi_create(struct lm_spi *bus, const char *name, uint32_t bits_per_second);

/* Make the pin low, write bytes and read as many at the same time, and make the pin high. out: NULL
 * writes zeros; in: NULL drops the bytes that are read. The thread waits until the bus is free,
 * with inheritance, and until the transfer is over. Context: thread. Returns: LM_OK,
 * LM_BAD_ARGUMENT (no bytes), or as lm_mutex_lock. Cost: the bits on the bus. */
enum lm_status lm_spi_transfer(struct lm_spi *bus, unsigned select, const void *out, void *in,
                               size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
