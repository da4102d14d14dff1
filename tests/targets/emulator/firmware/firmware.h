/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the firmware of the emulator's tests: start-up, semihosting, registers. */
#ifndef LIMEN_TESTS_FIRMWARE_H
#define LIMEN_TESTS_FIRMWARE_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))

#define SYST_CSR REGISTER(0xE000E010U)
#define SYST_RVR REGISTER(0xE000E014U)
#define SYST_CVR REGISTER(0xE000E018U)
#define NVIC_ISER REGISTER(0xE000E100U)
#define NVIC_ISPR REGISTER(0xE000E200U)
#define NVIC_ICPR REGISTER(0xE000E280U)
#define NVIC_IPR(irq) REGISTER(0xE000E400U + ((irq) & ~3U))
#define ICSR REGISTER(0xE000ED04U)
#define SHPR2 REGISTER(0xE000ED1CU)
#define SHPR3 REGISTER(0xE000ED20U)
#define PENDSVSET (1U << 28)

#define TIMER_REGISTER(offset) REGISTER(0x40054000U + (offset))
#define TIMER_RAWL TIMER_REGISTER(0x28)
#define TIMER_ALARM0 TIMER_REGISTER(0x10)
#define TIMER_INTR TIMER_REGISTER(0x34)
#define TIMER_INTE TIMER_REGISTER(0x38)
#define TIMER_INTF TIMER_REGISTER(0x3C)

#define UART_REGISTER(offset) REGISTER(0x40034000U + (offset))
#define UART_DR UART_REGISTER(0x00)
#define UART_FR UART_REGISTER(0x18)
#define UART_IBRD UART_REGISTER(0x24)
#define UART_FBRD UART_REGISTER(0x28)
#define UART_LCR_H UART_REGISTER(0x2C)
#define UART_CR UART_REGISTER(0x30)
#define UART_IMSC UART_REGISTER(0x38)
#define UART_RIS UART_REGISTER(0x3C)
#define UART_ICR UART_REGISTER(0x44)

#define RESETS_SET REGISTER(0x4000E000U)
#define RESETS_CLEAR REGISTER(0x4000F000U)

#define SIO_GPIO_OUT_XOR REGISTER(0xD000001CU)
#define SIO_GPIO_OE_SET REGISTER(0xD0000024U)
#define GPIO_CTRL(pin) REGISTER(0x40014004U + 8U * (pin))

/* A case of the test, by its name on the command line. */
struct firmware_case {
    const char *name;
    void (*run)(void);
};
extern const struct firmware_case firmware_cases[];

/* Handlers that a program may define; the others end it with status 99. */
void hard_fault(void);
void supervisor_call(void);
void pend_sv(void);
void sys_tick(void);
void irq0(void);
void irq1(void);
void irq20(void);
void irq31(void);

uint32_t semihosting(uint32_t call, const void *parameters);
void print(const char *text);
void print_number(uint32_t number);
_Noreturn void finish(uint32_t status);

static inline void wait_for_interrupt(void)
{
    __asm__ volatile("wfi" ::: "memory");
}

static inline void mask(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}

static inline void unmask(void)
{
    __asm__ volatile("cpsie i" ::: "memory");
}

#endif
