/* SPDX-License-Identifier: Apache-2.0 */
/* A program that prints with the functions of the C library, as existing programs do. */
#include <limen/board.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LONG = 300 };

int main(void)
{
    char small[8], line[LONG + 1];
    volatile size_t room = sizeof small; /* the compiler would say that it is too small */
    int wanted = snprintf(small, room, "%s-%d", "abcdef", 12);

    printf("hello\n");
    printf("%c", 'x');
    printf("%d %i %u %x %05d %8s|%-6s|\n", -1, 2, 3U, 0xbeefU, 42, "right", "left");
    printf("%lu %llu %zu\n", 4UL, 1ULL << 40, sizeof(uint32_t));
    printf("%f %d %s\n", 1.5, 7, "next");
    printf("%s %d\n", small, wanted);
    memset(line, 'a', LONG);
    line[LONG] = '\0';
    printf("%d\n", printf("%s\n", line));
    (void)putchar('!');
    (void)puts("");
    return 0;
}
