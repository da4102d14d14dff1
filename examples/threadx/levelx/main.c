/* SPDX-License-Identifier: Apache-2.0 */
/* LevelX: a thread writes a few sectors again and again to a flash memory in RAM, which can only
 * clear bits, and set those of a whole block. LevelX moves the sectors, so that all blocks are
 * erased about as often. From time to time the power is cut: the written data is there again.
 */
#include "lx_api.h"
#include <stdio.h>

#define BLOCKS 8
#define BLOCK_WORDS 2048
#define SECTORS 20
#define SECTOR_WORDS 128
#define WRITES 4000
#define WRITES_PER_POWER 500
#define STACK_BYTES 4096
#define ERASED 0xFFFFFFFFUL

static TX_THREAD writer;
static ULONG stack[STACK_BYTES / sizeof(ULONG)];
static LX_NOR_FLASH flash;
static ULONG cells[BLOCKS * BLOCK_WORDS], buffer[SECTOR_WORDS];
static ULONG written[SECTORS]; /* the number of the last write */
static ULONG erased[BLOCKS], errors;

static VOID expect(const CHAR *what, ULONG value, ULONG expected)
{
    if (value != expected) {
        printf("%s: 0x%lx instead of 0x%lx\n", what, (unsigned long)value, (unsigned long)expected);
        errors++;
    }
}

static UINT read_words(ULONG *address, ULONG *destination, ULONG words)
{
    memcpy(destination, address, words * sizeof *address);
    return LX_SUCCESS;
}

static UINT write_words(ULONG *address, ULONG *source, ULONG words)
{
    for (ULONG i = 0; i < words; i++) {
        expect("bits that are set by a write", source[i] & ~address[i], 0);
        address[i] &= source[i];
    }
    return LX_SUCCESS;
}

static UINT erase_block(ULONG block, ULONG erase_count)
{
    LX_PARAMETER_NOT_USED(erase_count);
    memset(&cells[block * BLOCK_WORDS], 0xFF, BLOCK_WORDS * sizeof cells[0]);
    erased[block]++;
    return LX_SUCCESS;
}

static UINT verify_block(ULONG block)
{
    for (ULONG i = 0; i < BLOCK_WORDS; i++) {
        if (cells[block * BLOCK_WORDS + i] != ERASED) {
            return LX_ERROR;
        }
    }
    return LX_SUCCESS;
}

static UINT describe(LX_NOR_FLASH *instance)
{
    instance->lx_nor_flash_base_address = cells;
    instance->lx_nor_flash_total_blocks = BLOCKS;
    instance->lx_nor_flash_words_per_block = BLOCK_WORDS;
    instance->lx_nor_flash_driver_read = read_words;
    instance->lx_nor_flash_driver_write = write_words;
    instance->lx_nor_flash_driver_block_erase = erase_block;
    instance->lx_nor_flash_driver_block_erased_verify = verify_block;
    instance->lx_nor_flash_sector_buffer = buffer;
    return LX_SUCCESS;
}

static VOID write_sector(ULONG sector, ULONG number)
{
    ULONG data[SECTOR_WORDS];

    for (ULONG i = 0; i < SECTOR_WORDS; i++) {
        data[i] = number * SECTOR_WORDS + i;
    }
    expect("write", lx_nor_flash_sector_write(&flash, sector, data), LX_SUCCESS);
    written[sector] = number;
}

static VOID check_sectors(VOID)
{
    ULONG data[SECTOR_WORDS];

    for (ULONG sector = 0; sector < SECTORS; sector++) {
        expect("read", lx_nor_flash_sector_read(&flash, sector, data), LX_SUCCESS);
        expect("first word", data[0], written[sector] * SECTOR_WORDS);
        expect("last word", data[SECTOR_WORDS - 1], (written[sector] + 1) * SECTOR_WORDS - 1);
    }
}

/* Forget everything that is not in the flash memory. */
static VOID cut_power(VOID)
{
    memset(&flash, 0, sizeof flash);
    lx_nor_flash_initialize();
    expect("open", lx_nor_flash_open(&flash, "flash", describe), LX_SUCCESS);
    check_sectors();
}

static VOID write_flash(ULONG input)
{
    ULONG least = ERASED, most = 0;

    memset(cells, 0xFF, sizeof cells);
    lx_nor_flash_initialize();
    expect("open", lx_nor_flash_open(&flash, "flash", describe), LX_SUCCESS);
    for (ULONG number = 0; number < input; number++) {
        /* Each sector once, and then half of the writes to the first. */
        write_sector(number < SECTORS || number % 2 == 0 ? number % SECTORS : 0, number);
        if (number >= SECTORS && number % WRITES_PER_POWER == 0) {
            cut_power();
        }
    }
    check_sectors();
    for (ULONG block = 0; block < BLOCKS; block++) {
        least = erased[block] < least ? erased[block] : least;
        most = erased[block] > most ? erased[block] : most;
    }
    expect("uneven wear", most > 2 * least + 2, 0);
    printf("%lu writes, each block erased %lu to %lu times\n", (unsigned long)input,
           (unsigned long)least, (unsigned long)most);
    printf("errors %lu\n", (unsigned long)errors);
    exit(errors == 0 ? 0 : 1);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    LX_PARAMETER_NOT_USED(first_unused_memory);
    expect("thread",
           tx_thread_create(&writer, "writer", write_flash, WRITES, stack, STACK_BYTES, 10, 10,
                            TX_NO_TIME_SLICE, TX_AUTO_START),
           TX_SUCCESS);
}

int main(void)
{
    tx_kernel_enter();
    return 2;
}
