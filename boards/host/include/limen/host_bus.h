/* SPDX-License-Identifier: Apache-2.0 */
/* The other side of the pins and buses of the host: a script of the transfers that the program is
 * expected to make, with the answers of the devices.
 *
 *     static const struct lm_host_transfer transfers[] = {
 *         {.to = 0x48, .out = "\0", .out_bytes = 1, .in = "\x17\x80", .in_bytes = 2},
 *         {.to = 0x48, .out = "\0", .out_bytes = 1, .in_bytes = 2, .fails = true},
 *     };
 *
 *     lm_host_i2c_expect(transfers, 2);
 *
 * A transfer that differs from its place in the script, or that is beyond its end, ends the program
 * with status 2 and a message that names both. A transfer takes the time of its bits, in which
 * other threads run.
 */
#ifndef LIMEN_HOST_BUS_H
#define LIMEN_HOST_BUS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_host_transfer {
    unsigned to;     /* I2C: the address; SPI: the pin that selects the device */
    const void *out; /* the bytes that the program writes */
    size_t out_bytes;
    const void *in; /* the bytes that it reads; NULL: zeros */
    size_t in_bytes;
    bool fails; /* I2C: no device acknowledges the address */
};

/* Expect these transfers from now on, instead of the rest of the last script. Requires: they stay
 * valid. Context: any. Cost: O(1). */
void lm_host_i2c_expect(const struct lm_host_transfer *transfers, size_t count);
void lm_host_spi_expect(const struct lm_host_transfer *transfers, size_t count);

/* The number of transfers of the script that the program has not made. Context: any. Cost: O(1). */
size_t lm_host_i2c_left(void);
size_t lm_host_spi_left(void);

enum { LM_HOST_PINS = 256 };

/* Set the level of an input from outside. Without it, an input is low, or high if it is pulled up.
 * Requires: pin < LM_HOST_PINS. Context: any. Cost: O(1). */
void lm_host_gpio_drive(unsigned pin, bool level);

/* Set a function that is called when the program changes the level of an output, at its instant.
 * NULL: none. Context: any. Cost: O(1). */
void lm_host_gpio_set_listener(void (*listen)(unsigned pin, bool level));

#ifdef __cplusplus
}
#endif

#endif
