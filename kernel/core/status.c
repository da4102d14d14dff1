/* SPDX-License-Identifier: Apache-2.0 */
/* The names of the statuses, for messages. */
#include <limen/status.h>

const char *lm_status_name(enum lm_status status)
{
    static const char *const names[] = {
        "LM_OK",        "LM_TIMEOUT",      "LM_DELETED",    "LM_UNAVAILABLE", "LM_OVERRUN",
        "LM_ABORTED",   "LM_BAD_ARGUMENT", "LM_BAD_OBJECT", "LM_BAD_CONTEXT", "LM_BAD_STATE",
        "LM_NOT_OWNER", "LM_DEADLOCK",     "LM_TOO_MANY",   "LM_OWNER_DIED",
    };

    return (unsigned)status < sizeof names / sizeof names[0] ? names[status] : "unknown status";
}
