/* SPDX-License-Identifier: Apache-2.0 */
/* Pins. Their numbers are those of the board: 16 * port + pin on an STM32, where port A is 0; the
 * number of the GPIO on others. The host has pins 0 to 255, whose other side limen/host_bus.h is. A
 * board without these functions in its folder drivers does not link a program that calls them.
 *
 *     lm_gpio_set_mode(LED, LM_GPIO_OUTPUT);
 *     lm_gpio_write(LED, true);
 */
#ifndef LIMEN_GPIO_H
#define LIMEN_GPIO_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum lm_gpio_mode { LM_GPIO_INPUT, LM_GPIO_INPUT_PULLED_UP, LM_GPIO_OUTPUT };

/* Requires: the pin exists. Context: start-up or thread; one at a time. Cost: O(1). */
void lm_gpio_set_mode(unsigned pin, enum lm_gpio_mode mode);

/* Set the level of an output. Requires: the pin exists. Context: any. Cost: O(1). */
void lm_gpio_write(unsigned pin, bool level);

/* The level at a pin. Requires: the pin exists. Context: any. Cost: O(1). */
bool lm_gpio_read(unsigned pin);

#ifdef __cplusplus
}
#endif

#endif
