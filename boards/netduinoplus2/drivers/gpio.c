/* SPDX-License-Identifier: Apache-2.0 */
/* Pins of the STM32F405, ports A to I: see limen/gpio.h. Source: ST RM0090, 8.4. */
#include "board.h"
#include <limen/gpio.h>

struct port {
    volatile uint32_t mode; /* two bits for each pin */
    volatile uint32_t type;
    volatile uint32_t speed;
    volatile uint32_t pull; /* two bits for each pin */
    volatile uint32_t in;
    volatile uint32_t out;
    volatile uint32_t set_or_reset; /* the upper half resets */
};

enum { PINS_OF_PORT = 16, OUTPUT = 1, PULLED_UP = 1, FIELD = 3 };

static struct port *port_of(unsigned pin)
{
    return (struct port *)(0x40020000U + 0x400U * (pin / PINS_OF_PORT));
}

static uint32_t with_field(uint32_t word, unsigned place, uint32_t value)
{
    return (word & ~((uint32_t)FIELD << 2 * place)) | value << 2 * place;
}

void lm_gpio_set_mode(unsigned pin, enum lm_gpio_mode mode)
{
    struct port *port = port_of(pin);
    unsigned place = pin % PINS_OF_PORT;

    RCC_AHB1ENR |= 1U << pin / PINS_OF_PORT;
    (void)RCC_AHB1ENR; /* the clock is there two cycles later */
    port->pull = with_field(port->pull, place, mode == LM_GPIO_INPUT_PULLED_UP ? PULLED_UP : 0);
    port->mode = with_field(port->mode, place, mode == LM_GPIO_OUTPUT ? OUTPUT : 0);
}

void lm_gpio_write(unsigned pin, bool level)
{
    port_of(pin)->set_or_reset = 1U << (pin % PINS_OF_PORT + (level ? 0 : PINS_OF_PORT));
}

bool lm_gpio_read(unsigned pin)
{
    return (port_of(pin)->in >> pin % PINS_OF_PORT & 1) != 0;
}
