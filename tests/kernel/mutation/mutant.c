/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses the mutant: LIMEN_MUTANT has its number. LIMEN_MUTANTS_REACHED names a file with a byte
 * for each number. The bytes of reached mutants become 1, even if the program is killed. The
 * compiler's command line includes mutant.h in all files.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PER_FUNCTION = 256, FILE_BYTES = 1 << 28 };

unsigned lm_mutant;
unsigned lm_mutant_function;
unsigned char *lm_mutants_reached;

static __attribute__((constructor)) void choose(void)
{
    const char *number = getenv("LIMEN_MUTANT");
    const char *path = getenv("LIMEN_MUTANTS_REACHED");

    if (number != NULL) {
        lm_mutant = (unsigned)strtoul(number, NULL, 10);
        lm_mutant_function = lm_mutant / PER_FUNCTION;
    }
    if (path != NULL) {
        int file = open(path, O_RDWR | O_CREAT, 0600);
        void *bytes = MAP_FAILED;

        if (file >= 0 && ftruncate(file, FILE_BYTES) == 0) {
            bytes = mmap(NULL, FILE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        }
        if (bytes == MAP_FAILED) {
            abort();
        }
        lm_mutants_reached = bytes;
    }
}
