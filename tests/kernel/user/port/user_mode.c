/* SPDX-License-Identifier: Apache-2.0 */
/* The double of a port for user threads, see its header: user mode, calls and faults. */
#include "behind.h"
#include <limen/user_numbers.h>

void lm_port_user_begin(struct lm_user_thread *user)
{
    if (user->context.has_begun) {
        longjmp(user->context.begin, 1);
    }
    user->context.has_begun = true;
    (void)setjmp(user->context.begin);
    user->entry(user->argument);
    (void)lm_user_thread_exit();
    __builtin_unreachable();
}

typedef enum lm_status (*words_function)(uintptr_t first, uintptr_t second, uintptr_t third,
                                         uintptr_t fourth);

enum lm_status lm_user_double_call(unsigned number, uintptr_t first, uintptr_t second,
                                   uintptr_t third, uintptr_t fourth)
{
    const struct lm_user_thread *user = lm_user_self();
    const struct lm_user_grant *grant = &user->grants[first];

    if (number - 1 < LM_USER_OBJECT_CALLS && first < user->grant_count &&
        (grant->rights >> (number - 1) & 1U) != 0) {
        return ((words_function)lm_user_object_calls[number])((uintptr_t)grant->object, second,
                                                              third, fourth);
    }
    if (number - LM_USER_FIRST_PLAIN < LM_USER_PLAIN_CALLS) {
        return ((words_function)lm_user_plain_calls[number - LM_USER_FIRST_PLAIN])(first, second,
                                                                                   third, fourth);
    }
    return lm_user_refuse(number);
}

void lm_user_double_fault(unsigned cause, uintptr_t address)
{
    lm_user_faulted(
        &(struct lm_user_fault){.cause = (enum lm_user_cause)cause, .address = address, .pc = 1});
}
