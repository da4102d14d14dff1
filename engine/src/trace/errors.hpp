// SPDX-License-Identifier: Apache-2.0
// The words of an ERROR of Limen: the call and its answer (spec/errors.json).
#pragma once

#include "trace/words.hpp"

namespace limen::trace
{

struct ErrorWords {
    std::string call;   // "lm_mutex_lock", "tx_mutex_put"
    std::string answer; // "deadlock", "TX_NOT_OWNED"
};

// "lm_mutex_lock"; "call 999" of an unknown number.
std::string call_name(std::uint32_t call);

// In the terms of ThreadX, if it is an application of ThreadX and ThreadX has a term.
ErrorWords error_words(const Trace &trace, std::size_t place);

// Whether the kernel found that the call would have made threads wait for each other.
bool is_deadlock(const Trace &trace, std::size_t place);

} // namespace limen::trace
