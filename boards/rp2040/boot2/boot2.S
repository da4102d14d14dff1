/* SPDX-License-Identifier: Apache-2.0 */
/* Second stage of booting from flash. The boot ROM copies the first 256 bytes of the flash to the
 * end of RAM, checks their checksum (tools/src/limen/image/boot2.py computes it) and enters them.
 * They make the flash readable as memory (XIP) and enter the program after them.
 *
 * The read command is 03h with 24 bits of address, one bit at a time, which every serial flash
 * supports. Four bits at a time would require knowledge of the chip: how to enable it, and how many
 * dummy cycles it needs. The cache hides the difference in loops; code with exact timing runs in
 * RAM.
 *
 * The code is position independent and has at most 252 bytes.
 *
 * Source: RP2040 datasheet, 2.8.1.3.1 (contract), 4.10.13 (registers of the SSI).
 */
    .syntax unified
    .cpu cortex-m0plus
    .thumb

    .equ SSI, 0x18000000
    .equ SSIENR, 0x08
    .equ BAUDR, 0x14
    .equ SPI_CTRLR0, 0xF4       /* relative to SSI, because it is too far for an immediate offset */

    .equ DIVIDER, 4             /* 125 MHz / 4: below the 33 MHz that the slowest chips allow 03h */
    .equ STANDARD_32_BITS_READ, 31 << 16 | 3 << 8 /* DFS_32, TMOD: EEPROM read */
    .equ COMMAND_03_ADDRESS_24, 0x03 << 24 | 2 << 8 | 6 << 2 /* XIP_CMD, INST_L, ADDR_L */

    .equ VECTORS, 0x10000100
    .equ VTOR, 0xE000ED08

    .section .boot2, "ax"
    .thumb_func
boot2:
    ldr   r3, =SSI
    movs  r0, #0
    str   r0, [r3, #SSIENR]     /* settings may change only while it is disabled */
    movs  r1, #DIVIDER
    str   r1, [r3, #BAUDR]
    ldr   r1, =STANDARD_32_BITS_READ
    str   r1, [r3]              /* CTRLR0 */
    str   r0, [r3, #4]          /* CTRLR1: one word at a time */
    ldr   r1, =COMMAND_03_ADDRESS_24
    movs  r2, #SPI_CTRLR0
    str   r1, [r3, r2]
    movs  r1, #1
    str   r1, [r3, #SSIENR]

    ldr   r0, =VECTORS
    ldr   r1, =VTOR
    str   r0, [r1]
    ldm   r0!, {r1, r2}
    msr   msp, r1
    bx    r2
    .ltorg
