// SPDX-License-Identifier: Apache-2.0
#include "trace/moves.hpp"

namespace limen::trace
{
void threadx_moves(const Trace &, Moves &)
{
}
} // namespace limen::trace
