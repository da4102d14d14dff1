/* SPDX-License-Identifier: Apache-2.0 */
/* The start of a project of STM32CubeMX: the HAL, the peripherals, and then ThreadX. */
#include "main.h"
#include "app_threadx.h"

int main(void)
{
    HAL_Init();
    MX_GPIO_Init();
    MX_ThreadX_Init();
    Error_Handler();
}

void Error_Handler(void)
{
    hal_end("an error\n");
}
