/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a program links only with a library whose objects have the layout that it was compiled for.
 *
 * Method: tests/kernel/CMakeLists.txt compiles this program for both layouts and links it with
 * libraries of both. The linker accepts two of the four, and its message for the others names the
 * problem.
 */
#include <limen/limen.h>

int main(void)
{
    static struct lm_mutex mutex;

    lm_kernel_init();
    return lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO) == LM_OK ? 0 : 1;
}
