/* SPDX-License-Identifier: Apache-2.0 */
/* The pins of the host: see limen/gpio.h and limen/host_bus.h. */
#include "host.h"
#include <limen/gpio.h>
#include <limen/host_bus.h>
#include <stdio.h>
#include <stdlib.h>

struct pin {
    bool is_output;
    bool level;
};

static LM_HOST_OWN struct pin pins[LM_HOST_PINS];
static LM_HOST_OWN void (*listener)(unsigned pin, bool level);

static struct pin *pin_of(unsigned number)
{
    if (number >= LM_HOST_PINS) {
        (void)fprintf(stderr, "limen/gpio.h: pin %u does not exist; the host has pins 0 to %d\n",
                      number, LM_HOST_PINS - 1);
        exit(2);
    }
    return &pins[number];
}

void lm_gpio_set_mode(unsigned number, enum lm_gpio_mode mode)
{
    struct pin *pin = pin_of(number);

    pin->is_output = mode == LM_GPIO_OUTPUT;
    pin->level = pin->level || mode == LM_GPIO_INPUT_PULLED_UP;
}

void lm_gpio_write(unsigned number, bool level)
{
    struct pin *pin = pin_of(number);
    bool changes = pin->level != level;

    pin->level = level;
    if (pin->is_output && changes && listener != NULL) {
        listener(number, level);
    }
}

bool lm_gpio_read(unsigned number)
{
    return pin_of(number)->level;
}

void lm_host_gpio_drive(unsigned number, bool level)
{
    pin_of(number)->level = level;
}

void lm_host_gpio_set_listener(void (*listen)(unsigned pin, bool level))
{
    listener = listen;
}
