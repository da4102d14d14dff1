/* SPDX-License-Identifier: Apache-2.0 */
/* A thermometer: each 100 ms a thread reads the temperature from a sensor on the I2C bus, prints
 * it, and switches a lamp on above 30 degrees. The sensor has address 0x48 and, as a TMP102,
 * sixteenths of a degree in the upper 12 bits of register 0. On the desktop host/sensor.c is the
 * sensor. */
#include <limen/board.h>
#include <limen/gpio.h>
#include <limen/i2c.h>
#include <limen/limen.h>

enum { SENSOR = 0x48, LAMP = 13, READINGS = 5, SIXTEENTHS = 16, WARM = 30 * SIXTEENTHS };

static struct lm_i2c bus;
static struct lm_thread thermometer;
static struct lm_period each_100_ms = LM_PERIOD(LM_MS(100), 0, 0);

LM_STACK(stack, 1024);

static enum lm_status read_temperature(int *sixteenths)
{
    static const unsigned char temperature = 0; /* the register */
    unsigned char value[2];
    enum lm_status status =
        lm_i2c_transfer(&bus, SENSOR, &temperature, sizeof temperature, value, sizeof value);

    if (status == LM_OK) {
        *sixteenths = (int16_t)(uint16_t)(value[0] << 8 | value[1]) / SIXTEENTHS;
    }
    return status;
}

static void show(int sixteenths)
{
    int size = sixteenths < 0 ? -sixteenths : sixteenths;

    lm_gpio_write(LAMP, sixteenths > WARM);
    lm_board_printf("%s%d.%04d degrees\n", sixteenths < 0 ? "-" : "", size / SIXTEENTHS,
                    size % SIXTEENTHS * (10000 / SIXTEENTHS));
}

static void measure(void *argument)
{
    (void)argument;
    for (int i = 0; i < READINGS; i++) {
        int sixteenths;
        uint64_t begin = lm_now();
        enum lm_status status = read_temperature(&sixteenths);

        lm_board_printf("%u ms, after %u us: ", (unsigned)(begin / LM_MS(1)),
                        (unsigned)((lm_now() - begin) / LM_US(1)));
        if (status == LM_OK) {
            show(sixteenths);
        } else {
            lm_board_printf("no answer\n");
        }
        (void)lm_thread_wait_period();
    }
    lm_board_exit(0);
}

int main(void)
{
    lm_kernel_init();
    lm_gpio_set_mode(LAMP, LM_GPIO_OUTPUT);
    lm_i2c_create(&bus, "sensors", 100000);
    lm_thread_create(&thermometer, &(struct lm_thread_config){.name = "thermometer",
                                                              LM_PREEMPTIVE(5),
                                                              .entry = measure,
                                                              .period = &each_100_ms,
                                                              LM_USE_STACK(stack)});
    lm_kernel_start();
    return 1;
}
