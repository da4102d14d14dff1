// SPDX-License-Identifier: Apache-2.0
#include "trace/moves.hpp"

namespace limen::trace
{
void limen_fills(const Trace &, Moves &)
{
}
void threadx_fills(const Trace &, Moves &)
{
}
} // namespace limen::trace
