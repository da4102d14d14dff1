// SPDX-License-Identifier: Apache-2.0
#include "trace/trace.hpp"

namespace limen::trace
{
bool looks_like_trx(const std::uint8_t *, std::size_t)
{
    return false;
}
} // namespace limen::trace
