/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the C library needs for printf, malloc and exit: the console of the board, and
 * a heap. Threads that print or allocate disable preemption, because the library has one state for
 * all threads.
 */
#include "limen.h"
#include <limen/board.h>
#include <sys/stat.h>

#ifndef TX_LIMEN_HEAP
#define TX_LIMEN_HEAP (64U * 1024U)
#endif

enum { CHUNK = 128 };

int _write(int file, const char *text, int length);
void *_sbrk(ptrdiff_t bytes);
int _close(int file);
int _fstat(int file, struct stat *status);
int _isatty(int file);
int _lseek(int file, int offset, int from);
int _read(int file, char *text, int length);
int _getpid(void);
int _kill(int process, int number);
_Noreturn void _exit(int status);

int _write(int file, const char *text, int length)
{
    char chunk[CHUNK];

    (void)file;
    for (int done = 0; done < length;) {
        int bytes = length - done < CHUNK - 1 ? length - done : CHUNK - 1;

        memcpy(chunk, text + done, (size_t)bytes);
        chunk[bytes] = '\0';
        lm_board_print(chunk);
        done += bytes;
    }
    return length;
}

void *_sbrk(ptrdiff_t bytes)
{
    static char heap[TX_LIMEN_HEAP] __attribute__((aligned(8)));
    static char *end = heap;
    char *begin = end;

    if (bytes > heap + sizeof heap - end) {
        return (void *)-1;
    }
    end += bytes;
    return begin;
}

/* The only file is the console, which is line buffered. */
int _isatty(int file)
{
    (void)file;
    return 1;
}

int _fstat(int file, struct stat *status)
{
    (void)file;
    status->st_mode = S_IFCHR;
    return 0;
}

int _close(int file)
{
    (void)file;
    return -1;
}

int _lseek(int file, int offset, int from)
{
    (void)file;
    (void)offset;
    (void)from;
    return 0;
}

int _read(int file, char *text, int length)
{
    (void)file;
    (void)text;
    (void)length;
    return 0;
}

int _getpid(void)
{
    return 1;
}

int _kill(int process, int number)
{
    (void)process;
    lm_board_exit(number);
}

void _exit(int status)
{
    lm_board_exit(status);
}
