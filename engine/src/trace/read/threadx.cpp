// SPDX-License-Identifier: Apache-2.0
#include "trace/trace.hpp"

namespace limen::trace
{
std::optional<Error> read_threadx(const std::uint8_t *, std::size_t, std::uint64_t, Trace &)
{
    return std::nullopt;
}
} // namespace limen::trace
