/* SPDX-License-Identifier: Apache-2.0 */
/* The buses of the host: limen/host_bus.h has the answers of their devices. A transfer is a sleep,
 * as with a controller that moves the bytes by itself. */
#include "hardware.h"
#include "host.h"
#include <limen/host_bus.h>
#include <limen/thread.h>
#include <limen/time.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bits of a byte on each bus; a start or a stop of I2C is one more. */
enum { I2C_BITS = 9, SPI_BITS = 8, FAILURE = 2 };

struct bus {
    const char *name;
    const struct lm_host_transfer *next;
    size_t left;
    size_t made;
    uint32_t bits_per_second;
};

static LM_HOST_OWN struct bus i2c = {.name = "I2C"}, spi = {.name = "SPI"};

static void expect(struct bus *bus, const struct lm_host_transfer *transfers, size_t count)
{
    bus->next = transfers;
    bus->left = count;
    bus->made = 0;
}

void lm_host_i2c_expect(const struct lm_host_transfer *transfers, size_t count)
{
    expect(&i2c, transfers, count);
}

void lm_host_spi_expect(const struct lm_host_transfer *transfers, size_t count)
{
    expect(&spi, transfers, count);
}

size_t lm_host_i2c_left(void)
{
    return i2c.left;
}

size_t lm_host_spi_left(void)
{
    return spi.left;
}

static void describe(const struct lm_host_transfer *transfer)
{
    const unsigned char *bytes = transfer->out;

    (void)fprintf(stderr, "writes");
    for (size_t i = 0; i < transfer->out_bytes; i++) {
        (void)fprintf(stderr, " %02x", bytes != NULL ? bytes[i] : 0U);
    }
    (void)fprintf(stderr, "%s to 0x%02x and reads %zu bytes",
                  transfer->out_bytes > 0 ? "" : " nothing", transfer->to, transfer->in_bytes);
}

static _Noreturn void refuse(const struct bus *bus, const struct lm_host_transfer *made)
{
    (void)fflush(stdout);
    (void)fprintf(stderr, "%s: transfer %zu ", bus->name, bus->made + 1);
    describe(made);
    if (bus->left > 0) {
        (void)fprintf(stderr, ", but the script ");
        describe(bus->next);
        (void)fprintf(stderr, "\n");
    } else {
        (void)fprintf(stderr, ", but the script has ended: see limen/host_bus.h\n");
    }
    exit(FAILURE);
}

static bool are_equal(const struct lm_host_transfer *a, const struct lm_host_transfer *b)
{
    static const unsigned char zero;

    if (a->to != b->to || a->out_bytes != b->out_bytes || a->in_bytes != b->in_bytes) {
        return false;
    }
    for (size_t i = 0; i < a->out_bytes; i++) {
        const unsigned char *of_a = a->out != NULL ? (const unsigned char *)a->out + i : &zero;
        const unsigned char *of_b = b->out != NULL ? (const unsigned char *)b->out + i : &zero;

        if (*of_a != *of_b) {
            return false;
        }
    }
    return true;
}

/* The answer of the script to a transfer. */
static const struct lm_host_transfer *answer(struct bus *bus, const struct lm_host_transfer *made)
{
    if (bus->left == 0 || !are_equal(made, bus->next)) {
        refuse(bus, made);
    }
    bus->left--;
    bus->made++;
    return bus->next++;
}

static void take_time(const struct bus *bus, uint64_t bits)
{
    (void)lm_thread_sleep((bits * LM_CLOCK_HZ + bus->bits_per_second - 1) / bus->bits_per_second);
}

static void give(const struct lm_host_transfer *answered, void *in, size_t bytes)
{
    if (in != NULL && answered->in != NULL) {
        memcpy(in, answered->in, bytes);
    } else if (in != NULL) {
        memset(in, 0, bytes);
    }
}

void board_i2c_start(uint32_t bits_per_second)
{
    i2c.bits_per_second = bits_per_second;
}

/* A part begins with a start and the address; a stop ends the last one. */
static uint64_t i2c_bits(size_t out_bytes, size_t in_bytes)
{
    size_t parts = out_bytes > 0 && in_bytes > 0 ? 2 : 1;

    return (parts + out_bytes + in_bytes) * I2C_BITS + parts + 1;
}

enum lm_status board_i2c_transfer(unsigned address, const void *out, size_t out_bytes, void *in,
                                  size_t in_bytes)
{
    const struct lm_host_transfer *answered =
        answer(&i2c, &(struct lm_host_transfer){
                         .to = address, .out = out, .out_bytes = out_bytes, .in_bytes = in_bytes});

    if (answered->fails) {
        take_time(&i2c, i2c_bits(0, 0));
        return LM_UNAVAILABLE;
    }
    take_time(&i2c, i2c_bits(out_bytes, in_bytes));
    give(answered, in, in_bytes);
    return LM_OK;
}

void board_spi_start(uint32_t bits_per_second)
{
    spi.bits_per_second = bits_per_second;
}

void board_spi_transfer(unsigned select, const void *out, void *in, size_t bytes)
{
    const struct lm_host_transfer *answered =
        answer(&spi, &(struct lm_host_transfer){
                         .to = select, .out = out, .out_bytes = bytes, .in_bytes = bytes});

    take_time(&spi, (uint64_t)bytes * SPI_BITS);
    give(answered, in, bytes);
}
