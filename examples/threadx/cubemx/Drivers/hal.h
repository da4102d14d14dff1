/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces the HAL of the vendor, with the functions that this project calls. */
#ifndef HAL_H
#define HAL_H

#include <stdint.h>

void HAL_Init(void);
void MX_GPIO_Init(void);
uint32_t HAL_GetTick(void);
void HAL_IncTick(void); /* on a board, as the next one: */
void HAL_TIM_IRQHandler(void);
void HAL_GPIO_TogglePin(void);
unsigned HAL_GPIO_ReadPin(void);

/* The console of the board, and the end of the program, which a product does not have. */
void hal_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void hal_end(const char *words) __attribute__((noreturn));

#endif
