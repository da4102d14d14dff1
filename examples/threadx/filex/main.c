/* SPDX-License-Identifier: Apache-2.0 */
/* FileX on a RAM disk. A writer keeps a diary; a reader, with a directory of its own, lists and
 * reads the disk meanwhile. Then the power is cut after each possible number of written sectors:
 * the data that was flushed before is there again, and the disk has no errors.
 */
#include "disk.h"
#include <limen/board.h>
#include <stdio.h>

#define LINE_BYTES 64
#define LINES 24
#define CUTS_MAX 200
#define STACK_BYTES 4096
#define TRACE_BYTES (64 * 1024)

static TX_THREAD writer, reader;
static TX_SEMAPHORE flushed, seen;
static UCHAR writer_stack[STACK_BYTES], reader_stack[STACK_BYTES];
static UCHAR trace_buffer[TRACE_BYTES];

static FX_MEDIA media;
static FX_LOCAL_PATH path;
static UCHAR cache[4 * SECTOR_BYTES], log_buffer[3072], scratch[4096];
static ULONG listed, read_bytes, errors;

static VOID check(UINT status, UINT expected)
{
    if (status != expected) {
        printf("status 0x%02x instead of 0x%02x\n", status, expected);
        errors++;
    }
}

static VOID make_line(CHAR *line, ULONG number)
{
    memset(line, '.', LINE_BYTES);
    (void)snprintf(line, LINE_BYTES, "line %lu", (unsigned long)number);
    line[LINE_BYTES - 1] = '\n';
}

/* Append lines to a file that exists, and flush them. */
static VOID append(CHAR *name, ULONG from, ULONG to)
{
    FX_FILE file;
    CHAR line[LINE_BYTES];

    check(fx_file_open(&media, &file, name, FX_OPEN_FOR_WRITE), FX_SUCCESS);
    check(fx_file_relative_seek(&file, 0, FX_SEEK_END), FX_SUCCESS);
    for (ULONG number = from; number < to; number++) {
        make_line(line, number);
        check(fx_file_write(&file, line, sizeof line), FX_SUCCESS);
    }
    check(fx_file_close(&file), FX_SUCCESS);
    check(fx_media_flush(&media), FX_SUCCESS);
}

/* Returns: the number of lines of the file, all of which are as they were written. */
static ULONG read_lines(CHAR *name)
{
    FX_FILE file;
    CHAR line[LINE_BYTES], expected[LINE_BYTES];
    ULONG actual = sizeof line, number = 0;

    check(fx_file_open(&media, &file, name, FX_OPEN_FOR_READ), FX_SUCCESS);
    while (fx_file_read(&file, line, sizeof line, &actual) == FX_SUCCESS) {
        make_line(expected, number++);
        if (actual != sizeof line || memcmp(line, expected, sizeof line) != 0) {
            printf("line %lu is wrong\n", (unsigned long)number);
            errors++;
        }
        read_bytes += actual;
    }
    check(fx_file_close(&file), FX_SUCCESS);
    return number;
}

static VOID list(VOID)
{
    CHAR name[FX_MAX_LONG_NAME_LEN];
    UINT status = fx_directory_first_entry_find(&media, name);

    listed = 0;
    while (status == FX_SUCCESS) {
        listed += name[0] != '.';
        status = fx_directory_next_entry_find(&media, name);
    }
    check(status, FX_NO_MORE_ENTRIES);
}

/* The directory is the reader's own: FileX keeps it in the thread. */
static VOID read_diary(ULONG input)
{
    check(tx_semaphore_get(&flushed, TX_WAIT_FOREVER), TX_SUCCESS);
    check(fx_directory_local_path_set(&media, &path, "/diary"), FX_SUCCESS);
    for (ULONG round = 0; round < input; round++) {
        list();
        printf("after %lu ticks: %lu files, %lu lines\n", (unsigned long)tx_time_get(),
               (unsigned long)listed, (unsigned long)read_lines("monday.txt"));
        check(tx_semaphore_put(&seen), TX_SUCCESS);
        check(tx_semaphore_get(&flushed, TX_WAIT_FOREVER), TX_SUCCESS);
    }
    check(fx_directory_local_path_clear(&media), FX_SUCCESS);
    check(tx_semaphore_put(&seen), TX_SUCCESS);
}

/* Format, with one diary of some lines that are on the disk. */
static VOID begin_diary(ULONG lines)
{
    check(disk_format(&media, cache, sizeof cache), FX_SUCCESS);
    check(disk_open(&media, cache, sizeof cache, log_buffer, sizeof log_buffer), FX_SUCCESS);
    check(fx_directory_create(&media, "/diary"), FX_SUCCESS);
    check(fx_file_create(&media, "/diary/monday.txt"), FX_SUCCESS);
    append("/diary/monday.txt", 0, lines);
}

/* While the power may fail: more lines, a new file, a file less. */
static VOID change(VOID)
{
    FX_FILE file;

    append("/diary/monday.txt", LINES, 2 * LINES);
    check(fx_file_create(&media, "/diary/tuesday.txt"), FX_SUCCESS);
    check(fx_file_open(&media, &file, "/diary/tuesday.txt", FX_OPEN_FOR_WRITE), FX_SUCCESS);
    check(fx_file_write(&file, scratch, sizeof scratch), FX_SUCCESS);
    check(fx_file_close(&file), FX_SUCCESS);
    check(fx_file_delete(&media, "/diary/tuesday.txt"), FX_SUCCESS);
    check(fx_media_flush(&media), FX_SUCCESS);
}

/* Returns: whether anything was lost, so that later cuts make a difference. */
static UINT cut_power_after(ULONG sectors)
{
    ULONG found = 0;

    begin_diary(LINES);
    disk_cut_after(sectors);
    change();
    check(fx_media_abort(&media), FX_SUCCESS); /* nothing of the memory survives */

    UINT lost = disk_restore();

    check(disk_open(&media, cache, sizeof cache, log_buffer, sizeof log_buffer), FX_SUCCESS);
    check(fx_media_check(&media, scratch, sizeof scratch, 0, &found), FX_SUCCESS);

    ULONG lines = read_lines("/diary/monday.txt");

    if (found != 0 || lines < LINES || (!lost && lines != 2 * LINES)) {
        printf("after %lu sectors: errors 0x%lx, %lu lines\n", (unsigned long)sectors,
               (unsigned long)found, (unsigned long)lines);
        errors++;
    }
    check(fx_media_close(&media), FX_SUCCESS);
    return lost;
}

static VOID save_trace(VOID)
{
    check(tx_trace_disable(), TX_SUCCESS);
    if (lm_board_save("trace.limen", trace_buffer, sizeof trace_buffer) != 0) {
        printf("trace.limen cannot be written\n");
    }
}

static VOID write_diary(ULONG input)
{
    ULONG cuts = 0;

    begin_diary(0);
    for (ULONG round = 0; round < input; round++) {
        append("/diary/monday.txt", round * LINES, (round + 1) * LINES);
        check(tx_semaphore_put(&flushed), TX_SUCCESS);
        check(tx_thread_sleep(10), TX_SUCCESS);
        check(tx_semaphore_get(&seen, TX_WAIT_FOREVER), TX_SUCCESS);
    }
    check(tx_semaphore_put(&flushed), TX_SUCCESS);
    check(tx_semaphore_get(&seen, TX_WAIT_FOREVER), TX_SUCCESS);
    check(fx_media_close(&media), FX_SUCCESS);
    save_trace();
    while (cuts < CUTS_MAX && cut_power_after(cuts)) {
        cuts++;
    }
    printf("power cut after each of 0 to %lu sectors\n", (unsigned long)cuts - 1);
    printf("%lu bytes read, errors %lu\n", (unsigned long)read_bytes, (unsigned long)errors);
    exit(errors == 0 && cuts < CUTS_MAX ? 0 : 1);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    TX_PARAMETER_NOT_USED(first_unused_memory);
    check(tx_trace_enable(trace_buffer, sizeof trace_buffer, 16), TX_SUCCESS);
    fx_system_initialize();
    check(tx_semaphore_create(&flushed, "flushed", 0), TX_SUCCESS);
    check(tx_semaphore_create(&seen, "seen", 0), TX_SUCCESS);
    check(tx_thread_create(&writer, "writer", write_diary, 3, writer_stack, STACK_BYTES, 12, 12,
                           TX_NO_TIME_SLICE, TX_AUTO_START),
          TX_SUCCESS);
    check(tx_thread_create(&reader, "reader", read_diary, 3, reader_stack, STACK_BYTES, 10, 10,
                           TX_NO_TIME_SLICE, TX_AUTO_START),
          TX_SUCCESS);
}

int main(void)
{
    tx_kernel_enter();
    return 2;
}
