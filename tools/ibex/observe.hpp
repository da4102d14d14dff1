// SPDX-License-Identifier: Apache-2.0
// Observes a run: passages of functions, and the cycles of addresses.
#ifndef LIMEN_IBEX_OBSERVE_HPP
#define LIMEN_IBEX_OBSERVE_HPP

#include "image.hpp"
#include "machine.hpp"

#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace limen::ibex
{

class Observer
{
  public:
    // marks: addresses of functions. window: the passage with which the cycles of addresses are
    // counted, until the next one. is_profiled: the cycles of all addresses.
    Observer(std::set<std::uint32_t> marks, std::optional<std::uint64_t> window, bool is_profiled);

    void see(const Cycle &cycle);

    // The members of a JSON object.
    void write(std::ostream &out, const Image &image) const;

  private:
    using Counts = std::unordered_map<std::uint32_t, std::uint64_t>;

    void pass(const Cycle &cycle);
    static void write_functions(std::ostream &out, const Counts &counts, const Image &image);

    std::set<std::uint32_t> _marks;
    std::optional<std::uint64_t> _window;
    bool _is_profiled;
    bool _is_in_window = false;
    std::vector<std::uint64_t> _passes, _retired;
    Counts _in_window, _everywhere;
};

} // namespace limen::ibex

#endif
