// SPDX-License-Identifier: Apache-2.0
// A cycle counts for the instruction in the decode and execute stage, or for the last one there if
// the stage is empty: the entry of a trap, sleep, and the fetch behind a jump count for the
// instruction before them. A function is passed in the cycle in which its first instruction leaves
// the stage.
#include "observe.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <utility>

namespace limen::ibex
{

Observer::Observer(std::set<std::uint32_t> marks, std::optional<std::uint64_t> window,
                   bool is_profiled)
    : _marks(std::move(marks)), _window(window), _is_profiled(is_profiled)
{
}

void Observer::pass(const Cycle &cycle)
{
    if (_window.has_value()) {
        _is_in_window = _passes.size() == *_window;
    }
    _passes.push_back(cycle.number);
    _retired.push_back(cycle.retired);
}

// Sleep is one step of many cycles: those since the step before.
void Observer::see(const Cycle &cycle)
{
    if (cycle.is_done && _marks.count(cycle.pc) != 0) {
        pass(cycle);
    }
    if (_is_in_window) {
        _in_window[cycle.pc] += cycle.length;
    }
    if (_is_profiled) {
        _everywhere[cycle.pc] += cycle.length;
    }
}

static void write_list(std::ostream &out, const char *name, const std::vector<std::uint64_t> &list)
{
    out << ",\n  \"" << name << "\": [";
    for (std::size_t index = 0; index < list.size(); ++index) {
        out << (index == 0 ? "" : ", ") << list[index];
    }
    out << ']';
}

// The most expensive function first; equal ones by name.
void Observer::write_functions(std::ostream &out, const Counts &counts, const Image &image)
{
    std::map<std::string, std::uint64_t> functions;
    const char *before = "";

    for (const auto &[address, cycles] : counts) {
        functions[image.name_of(address)] += cycles;
    }
    std::vector<std::pair<std::string, std::uint64_t>> rows(functions.begin(), functions.end());
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto &one, const auto &two) { return one.second > two.second; });
    out << ",\n  \"functions\": [";
    for (const auto &[name, cycles] : rows) {
        out << before << "{\"name\": \"" << name << "\", \"cycles\": " << cycles << '}';
        before = ", ";
    }
    out << ']';
}

void Observer::write(std::ostream &out, const Image &image) const
{
    const char *before = "";

    if (!_marks.empty()) {
        write_list(out, "passes", _passes);
        write_list(out, "retired", _retired);
    }
    if (_window.has_value()) {
        out << ",\n  \"window\": [";
        for (const auto &[address, cycles] :
             std::map<std::uint32_t, std::uint64_t>(_in_window.begin(), _in_window.end())) {
            out << before << '[' << address << ", " << cycles << ']';
            before = ", ";
        }
        out << ']';
    }
    if (_is_profiled) {
        write_functions(out, _everywhere, image);
    }
}

} // namespace limen::ibex
