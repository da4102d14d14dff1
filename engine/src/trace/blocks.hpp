// SPDX-License-Identifier: Apache-2.0
// Loops over all events of a trace for which a page waits before its first finding. A browser
// optimises a function only when it is called again after some work: a loop that is entered once
// stays slow to its end.
#pragma once

#include <algorithm>
#include <cstddef>

namespace limen::trace
{

// Rows of a call. The number is small, because the call in which a function is optimised is still
// slow.
inline constexpr std::size_t block_rows = std::size_t{1} << 12;

template <class Use> [[gnu::noinline]] void work_on(std::size_t from, std::size_t to, Use &use)
{
    for (std::size_t i = from; i < to; i++) {
        use(i);
    }
}

// Calls use(i) for each row below count.
template <class Use> void for_each_row(std::size_t count, Use &&use)
{
    for (std::size_t from = 0; from < count; from += block_rows) {
        work_on(from, std::min(from + block_rows, count), use);
    }
}

} // namespace limen::trace
