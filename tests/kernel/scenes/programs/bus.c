/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a transfer that its script does not expect. The argument selects it. */
#include <limen/gpio.h>
#include <limen/host_bus.h>
#include <limen/i2c.h>
#include <limen/limen.h>
#include <limen/spi.h>

enum { RATE = 100000, NO_PIN = 256 };

static struct lm_thread thread;
static struct lm_i2c i2c;
static struct lm_spi spi;

LM_STACK(stack, 1024);

static const struct lm_host_transfer expected[] = {
    {.to = 0x48, .out = "\1", .out_bytes = 1, .in = "ab", .in_bytes = 2},
};

static void differ(void *argument)
{
    const char *how = argument;
    unsigned char in[2];

    if (*how == 'o') {
        (void)lm_i2c_transfer(&i2c, 0x48, "\2", 1, in, 2);
    } else if (*how == 'a') {
        (void)lm_i2c_transfer(&i2c, 0x49, NULL, 0, in, 2);
    } else if (*how == 'e') {
        (void)lm_i2c_transfer(&i2c, 0x48, "\1", 1, in, 2);
        (void)lm_i2c_transfer(&i2c, 0x48, "\1\2", 2, NULL, 0);
    } else if (*how == 's') {
        (void)lm_spi_transfer(&spi, 7, NULL, in, 2);
    } else {
        (void)lm_gpio_read(NO_PIN);
    }
}

int main(int argc, char **argv)
{
    static char none[] = "";

    lm_kernel_init();
    (void)lm_i2c_create(&i2c, "i2c", RATE);
    (void)lm_spi_create(&spi, "spi", RATE);
    lm_host_i2c_expect(expected, 1);
    (void)lm_thread_create(&thread,
                           &(struct lm_thread_config){.name = "thread",
                                                      LM_PREEMPTIVE(5),
                                                      .entry = differ,
                                                      .argument = argc > 1 ? argv[1] : none,
                                                      LM_USE_STACK(stack)});
    lm_kernel_start();
    return 0;
}
