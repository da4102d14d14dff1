/* SPDX-License-Identifier: Apache-2.0 */
/* The other side of the thermometer on the desktop: the answers of its sensor, and the lamp. */
#include <limen/board.h>
#include <limen/host_bus.h>

#define READS(value)                                                                               \
    {                                                                                              \
        .to = 0x48, .out = "\0", .out_bytes = 1, .in = (value), .in_bytes = 2                      \
    }

static const struct lm_host_transfer transfers[] = {
    READS("\x17\x80"), /* 23.5 */
    READS("\x1E\x10"), /* 30.0625 */
    {.to = 0x48, .out = "\0", .out_bytes = 1, .in_bytes = 2, .fails = true},
    READS("\x19\x00"), /* 25 */
    READS("\xFF\xF0"), /* -0.0625 */
};

static void show_lamp(unsigned pin, bool level)
{
    (void)pin;
    lm_board_print(level ? "(lamp on) " : "(lamp off) ");
}

__attribute__((constructor)) static void connect(void)
{
    lm_host_i2c_expect(transfers, sizeof transfers / sizeof transfers[0]);
    lm_host_gpio_set_listener(show_lamp);
}
