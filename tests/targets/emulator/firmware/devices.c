/* SPDX-License-Identifier: Apache-2.0 */
/* The times of devices: SysTick, the alarms of the timer, UART0, pins. Each handler moves a pin,
 * with which the test measures time. */
#include "firmware.h"
#include <stdbool.h>

enum { PIN = 16, FUNCTION_SIO = 5, SYS_OPEN = 0x01, SYS_CLOSE = 0x02, SYS_WRITE = 0x05 };
enum { UART_TX_EMPTY = 1 << 7, UART_TX_FULL = 1 << 5, UART_BUSY = 1 << 3, UART_TX_INTERRUPT = 32 };
enum { COUNTFLAG = 1 << 16 };

static volatile uint32_t count;
static uint32_t period_us;

static void toggle(void)
{
    SIO_GPIO_OUT_XOR = 1U << PIN;
    count++;
}

static void prepare_pin(void)
{
    GPIO_CTRL(PIN) = FUNCTION_SIO;
    SIO_GPIO_OE_SET = 1U << PIN;
}

void sys_tick(void)
{
    toggle();
}

void irq0(void)
{
    toggle();
    TIMER_INTR = 1;
    TIMER_INTF = 0;
    TIMER_ALARM0 = TIMER_ALARM0 + period_us;
}

void irq20(void)
{
    toggle();
    UART_ICR = UART_TX_INTERRUPT;
}

static void sleep_until(uint32_t interrupts)
{
    while (count < interrupts) {
        wait_for_interrupt();
    }
}

static void sys_tick_cycles(void)
{
    prepare_pin();
    SYST_RVR = 999;
    SYST_CVR = 0;
    SYST_CSR = 7;
    sleep_until(10);
}

static void sys_tick_microseconds(void)
{
    prepare_pin();
    SYST_RVR = 9;
    SYST_CVR = 0;
    SYST_CSR = 3;
    sleep_until(10);
}

/* Without interrupt: the counter decreases, and the flag is set once in each period. */
static void sys_tick_polled(void)
{
    SYST_RVR = 99;
    SYST_CVR = 0;
    print_number(SYST_CVR);
    SYST_CSR = 5;
    uint32_t before = SYST_CVR;
    uint32_t after = SYST_CVR;

    print_number(before - after);
    print_number((SYST_CSR & COUNTFLAG) != 0);
    for (uint32_t round = 0; round < 100; round++) {
        __asm__ volatile("");
    }
    print_number((SYST_CSR & COUNTFLAG) != 0);
    print_number((SYST_CSR & COUNTFLAG) != 0);
    SYST_CSR = 0;
    before = SYST_CVR;
    print_number(before == SYST_CVR);
}

static void alarm(void)
{
    prepare_pin();
    period_us = 100;
    NVIC_ISER = 1;
    TIMER_INTE = 1;
    TIMER_ALARM0 = 1000;
    sleep_until(10);
}

static void alarm_forced(void)
{
    prepare_pin();
    NVIC_ISER = 1;
    TIMER_INTF = 1;
    print_number(count);
}

/* A disarmed alarm does not expire. One that expires while it is not enabled interrupts later. */
static void alarm_late(void)
{
    NVIC_ISER = 1;
    TIMER_ALARM0 = TIMER_RAWL + 20;
    TIMER_REGISTER(0x20) = 1;
    while (TIMER_RAWL < 50) {
    }
    TIMER_INTE = 1;
    print_number(count);
    TIMER_INTE = 0;
    TIMER_ALARM0 = TIMER_RAWL + 20;
    while (TIMER_RAWL < 100) {
    }
    TIMER_INTE = 1;
    print_number(count);
}

/* 38,400 Bd, 8 data bits, of a clk_peri of 125 MHz: 203 + 29/64. */
static void prepare_uart(bool has_fifo)
{
    prepare_pin();
    UART_IBRD = 203;
    UART_FBRD = 29;
    UART_LCR_H = has_fifo ? 0x70 : 0x60;
    UART_CR = 0x301;
}

static void uart_polled(void)
{
    prepare_uart(true);
    print_number(UART_FR);
    for (uint32_t byte = 0; byte <= 40; byte++) {
        while ((UART_FR & UART_TX_FULL) != 0) {
        }
        UART_DR = byte < 40 ? 'a' + byte % 26 : '\n';
        toggle();
    }
    while ((UART_FR & UART_TX_EMPTY) == 0) {
    }
    print_number(UART_FR);
    while ((UART_FR & UART_BUSY) != 0) {
    }
    toggle();
}

static void uart_overrun(void)
{
    prepare_uart(true);
    for (uint32_t byte = 0; byte < 50; byte++) {
        UART_DR = 'x';
    }
}

static void uart_without_fifo(void)
{
    prepare_uart(false);
    UART_DR = 'a';
    UART_DR = 'b';
    UART_DR = 'c';
}

/* The interrupt comes when the FIFO is half empty, not before. */
static void uart_interrupt(void)
{
    prepare_uart(true);
    UART_IMSC = UART_TX_INTERRUPT;
    NVIC_ISER = 1U << 20;
    print_number(count);
    for (uint32_t byte = 0; byte < 20; byte++) {
        UART_DR = 'x';
    }
    toggle();
    sleep_until(2);
}

static void uart_loopback(void)
{
    prepare_uart(true);
    UART_CR = 0x381;
    UART_DR = '4';
    print_number(UART_FR & 0x10);
    while ((UART_FR & 0x10) != 0) {
    }
    print_number(UART_DR);
}

/* The timer of a chip stays at 0 until it is released. */
static void reset_timer(void)
{
    while (TIMER_RAWL < 100) {
    }
    RESETS_SET = 1U << 21;
    RESETS_CLEAR = 1U << 21;
    print_number(TIMER_RAWL);
    RESETS_SET = 1U << 21;
    print_number(TIMER_REGISTER(0x34));
}

/* clk_sys from clk_ref, and that from the crystal. */
static void other_clock(void)
{
    REGISTER(0x40008030U) = 2;
    REGISTER(0x4000803CU) = 0;
}

static uint32_t save(const char *name, uint32_t characters, uint32_t mode)
{
    const uint32_t open[] = {(uint32_t)name, mode, characters};
    uint32_t file = semihosting(SYS_OPEN, open);

    if (file == UINT32_MAX) {
        return 1;
    }
    const uint32_t write[] = {file, (uint32_t) "saved\n", 6};

    return semihosting(SYS_WRITE, write) + semihosting(SYS_CLOSE, &file);
}

static void files(void)
{
    print_number(save("trace.limen", 11, 5));
    print_number(save("../outside", 10, 5));
    /* An absolute path; there, even a faulty emulator could write nothing. */
    print_number(save("/proc/outside", 13, 5));
    print_number(save("link/outside", 12, 5));
    print_number(save("trace.limen", 11, 0));
}

const struct firmware_case firmware_cases[] = {
    {"sys-tick-cycles", sys_tick_cycles},
    {"sys-tick-microseconds", sys_tick_microseconds},
    {"sys-tick-polled", sys_tick_polled},
    {"alarm", alarm},
    {"alarm-forced", alarm_forced},
    {"alarm-late", alarm_late},
    {"uart-polled", uart_polled},
    {"uart-overrun", uart_overrun},
    {"uart-without-fifo", uart_without_fifo},
    {"uart-interrupt", uart_interrupt},
    {"uart-loopback", uart_loopback},
    {"reset-timer", reset_timer},
    {"other-clock", other_clock},
    {"files", files},
    {0, 0},
};
