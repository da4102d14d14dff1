/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a transfer takes the time of its bits, during which other threads run. Threads use a bus
 * one after the other. The calls return each status of limen/i2c.h and limen/spi.h.
 *
 * Method: examples on the host, whose script answers. The bits of a transfer are counted by hand.
 */
#include "support/scene.h"
#include <limen/gpio.h>
#include <limen/host_bus.h>
#include <limen/i2c.h>
#include <limen/spi.h>
#include <string.h>

enum { I2C_RATE = 100000, SPI_RATE = 1000000, SENSOR = 0x48, SELECT = 7, BUTTON = 3 };

static struct lm_i2c i2c;
static struct lm_spi spi;

static const struct lm_host_transfer i2c_script[] = {
    {.to = SENSOR, .out = "\1", .out_bytes = 1, .in = "ab", .in_bytes = 2},
    {.to = SENSOR, .in = "c", .in_bytes = 1},
    {.to = 1, .out = "xyz", .out_bytes = 3, .fails = true},
    {.to = SENSOR, .out = "\2", .out_bytes = 1},
    {.to = SENSOR, .out = "\3", .out_bytes = 1},
};
static const struct lm_host_transfer spi_script[] = {
    {.to = SELECT, .out = "\x9F\0\0", .out_bytes = 3, .in = "\0uv", .in_bytes = 3},
    {.to = SELECT, .out = "\0\0", .out_bytes = 2, .in_bytes = 2},
};

static void check_lasts(uint64_t begin, uint64_t bits, uint64_t rate)
{
    CHECK_EQUAL(lm_now() - begin, bits * LM_CLOCK_HZ / rate);
}

/* A start, 9 bits for each byte and address, another start before reading, a stop. */
static void use_i2c(void)
{
    char in[2];
    uint64_t begin = lm_now();

    CHECK_STATUS(lm_i2c_transfer(&i2c, SENSOR, "\1", 1, in, 2), LM_OK);
    CHECK_EQUAL(memcmp(in, "ab", 2), 0);
    check_lasts(begin, 1 + 9 + 9 + 1 + 9 + 18 + 1, I2C_RATE);
    begin = lm_now();
    CHECK_STATUS(lm_i2c_transfer(&i2c, SENSOR, NULL, 0, in, 1), LM_OK);
    CHECK_EQUAL(in[0], 'c');
    check_lasts(begin, 1 + 9 + 9 + 1, I2C_RATE);
    begin = lm_now();
    CHECK_STATUS(lm_i2c_transfer(&i2c, 1, "xyz", 3, NULL, 0), LM_UNAVAILABLE);
    check_lasts(begin, 1 + 9 + 1, I2C_RATE);
    CHECK_EQUAL(lm_host_i2c_left(), 2);
}

static void note_level(unsigned pin, bool level)
{
    CHECK_EQUAL(pin, SELECT);
    tell(level ? 'h' : 'l');
}

static void use_spi(void)
{
    char in[3];
    uint64_t begin = lm_now();

    CHECK_STATUS(lm_spi_transfer(&spi, SELECT, "\x9F\0\0", in, 3), LM_OK);
    CHECK_EQUAL(memcmp(in, "\0uv", 3), 0);
    check_lasts(begin, 24, SPI_RATE);
    CHECK_STATUS(lm_spi_transfer(&spi, SELECT, NULL, in, 2), LM_OK);
    CHECK_EQUAL(memcmp(in, "\0\0", 2), 0);
    CHECK_EQUAL(lm_host_spi_left(), 0);
    told("lhlh");
}

static void be_wrong(void)
{
    char in[1];

    CHECK_STATUS(lm_i2c_create(NULL, "i2c", I2C_RATE), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_i2c_create(&i2c, "i2c", 0), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_i2c_create(&i2c, "i2c", I2C_RATE), LM_BAD_OBJECT);
    CHECK_STATUS(lm_i2c_transfer(NULL, 0, NULL, 0, in, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_i2c_transfer(&i2c, 128, NULL, 0, in, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_i2c_transfer(&i2c, 0, NULL, 1, in, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_i2c_transfer(&i2c, 0, in, 1, NULL, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_spi_create(NULL, "spi", SPI_RATE), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_spi_create(&spi, "spi", 0), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_spi_create(&spi, "spi", SPI_RATE), LM_BAD_OBJECT);
    CHECK_STATUS(lm_spi_transfer(NULL, SELECT, in, in, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_spi_transfer(&spi, SELECT, in, in, 0), LM_BAD_ARGUMENT);
}

static void use_pins(void)
{
    lm_gpio_set_mode(BUTTON, LM_GPIO_INPUT);
    CHECK_EQUAL(lm_gpio_read(BUTTON), 0);
    lm_gpio_set_mode(BUTTON, LM_GPIO_INPUT_PULLED_UP);
    CHECK_EQUAL(lm_gpio_read(BUTTON), 1);
    lm_host_gpio_drive(BUTTON, false);
    CHECK_EQUAL(lm_gpio_read(BUTTON), 0);
}

/* The more urgent thread waits for the transfer that is in progress, and for its own. */
static void write_third(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_sleep(LM_US(100)), LM_OK); /* 10 bits */

    uint64_t begin = lm_now();

    CHECK_STATUS(lm_i2c_transfer(&i2c, SENSOR, "\3", 1, NULL, 0), LM_OK);
    check_lasts(begin, (uint64_t)2 * (1 + 18 + 1) - 10, I2C_RATE);
    tell('3');
}

static void share(void)
{
    scene_thread(5, write_third, NULL);
    CHECK_STATUS(lm_i2c_transfer(&i2c, SENSOR, "\2", 1, NULL, 0), LM_OK);
    tell('2');
    CHECK_STATUS(lm_thread_sleep(LM_MS(1)), LM_OK);
    told("23");
    CHECK_EQUAL(lm_host_i2c_left(), 0);
}

static void play(void)
{
    lm_host_i2c_expect(i2c_script, sizeof i2c_script / sizeof i2c_script[0]);
    lm_host_spi_expect(spi_script, sizeof spi_script / sizeof spi_script[0]);
    lm_host_gpio_set_listener(note_level);
    CHECK_STATUS(lm_i2c_create(&i2c, "i2c", I2C_RATE), LM_OK);
    CHECK_STATUS(lm_spi_create(&spi, "spi", SPI_RATE), LM_OK);
    lm_gpio_write(SELECT, true);
    lm_gpio_set_mode(SELECT, LM_GPIO_OUTPUT);
    use_i2c();
    use_spi();
    be_wrong();
    use_pins();
    share();
}

int main(void)
{
    scene_run(LM_MODEL_FULL, play);
    return 0;
}
