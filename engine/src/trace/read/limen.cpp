// SPDX-License-Identifier: Apache-2.0
#include "trace/trace.hpp"

namespace limen::trace
{
std::optional<Error> read_limen(const std::uint8_t *, std::size_t, Trace &)
{
    return std::nullopt;
}
} // namespace limen::trace
