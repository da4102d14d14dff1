// SPDX-License-Identifier: Apache-2.0
#include "trace/changes.hpp"

#include "trace/concat.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace limen::trace
{

namespace
{

constexpr std::size_t sentences_max = 5;
constexpr std::uint64_t noise_divisor = 100; // a change of less than a hundredth is ignored

struct Measure {
    std::uint64_t number = 0;
    bool is_flagged = false;
    std::string text;
};
using Key = std::tuple<std::string, std::string, std::string>; // kind, thread, object

std::string_view cut(std::string_view &text, char at)
{
    const std::size_t end = std::min(text.find(at), text.size());
    const std::string_view piece = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return piece;
}

std::map<Key, Measure> measures_of(std::string_view digest)
{
    std::map<Key, Measure> measures;
    while (!digest.empty()) {
        std::string_view line = cut(digest, '\n');
        const std::string_view kind = cut(line, '\t');
        const std::string_view thread = cut(line, '\t');
        const std::string_view object = cut(line, '\t');
        const std::string_view number = cut(line, '\t');
        Measure measure;
        std::from_chars(number.data(), number.data() + number.size(), measure.number);
        measure.is_flagged = cut(line, '\t') == "1";
        measure.text = line;
        measures[{std::string(kind), std::string(thread), std::string(object)}] = measure;
    }
    return measures;
}

struct Change {
    Key key;
    Measure before, after;
    std::uint64_t difference() const
    {
        return std::max(before.number, after.number) - std::min(before.number, after.number);
    }
    bool is_noise() const
    {
        const std::uint64_t greater = std::max(before.number, after.number);
        return difference() == 0 || difference() < greater / noise_divisor;
    }
};

// A measure that only one of the traces has is 0 in the other one, in the same unit.
std::vector<Change> changes_of(const std::map<Key, Measure> &before,
                               const std::map<Key, Measure> &after)
{
    std::vector<Change> all;
    for (const auto &[key, measure] : before) {
        const auto other = after.find(key);
        all.push_back({key, measure, other == after.end() ? Measure() : other->second});
    }
    for (const auto &[key, measure] : after) {
        if (before.find(key) == before.end()) {
            all.push_back({key, Measure(), measure});
        }
    }
    return all;
}

std::string or_none(const Measure &measure, std::string_view none)
{
    return measure.text.empty() ? std::string(none) : measure.text;
}

std::string arrow(const Change &change, std::string_view none)
{
    return concat(or_none(change.before, none), " -> ", or_none(change.after, none));
}

std::string wait_end(const Change &change)
{
    if (change.before.is_flagged == change.after.is_flagged) {
        return change.after.number == 0 ? ": the inversion is gone" : "";
    }
    return change.after.is_flagged    ? ": the inversion is unbounded"
           : change.after.number == 0 ? ": the inversion is gone"
                                      : ": the unbounded inversion is gone";
}

// 0: about the response of a thread; others follow.
int rank_of(const Change &change)
{
    static constexpr std::string_view others[] = {"missed", "off", "switches"};
    const auto at = std::find(std::begin(others), std::end(others), std::get<0>(change.key));
    return at == std::end(others) ? 0 : static_cast<int>(at - std::begin(others)) + 1;
}

std::string sentence_of(const Change &change)
{
    const auto &[kind, thread, object] = change.key;
    if (kind == "response") {
        return concat(thread, ": longest response ", arrow(change, "none"), ".");
    }
    if (kind == "wait") {
        return concat(thread, " waits for ", object, " ", arrow(change, "0"), wait_end(change),
                      ".");
    }
    if (kind == "held") {
        return concat(thread, ": longest time held off ", arrow(change, "0"), ".");
    }
    if (kind == "missed") {
        return concat(thread, ": missed deadlines ", arrow(change, "0"), ".");
    }
    return kind == "off" ? concat("Interrupts off at most ", arrow(change, "0"), ".")
                         : concat("Context switches: ", arrow(change, "0"), ".");
}

} // namespace

std::vector<std::string> changes(std::string_view before, std::string_view after)
{
    std::vector<Change> all = changes_of(measures_of(before), measures_of(after));
    all.erase(
        std::remove_if(all.begin(), all.end(), [](const Change &one) { return one.is_noise(); }),
        all.end());
    std::stable_sort(all.begin(), all.end(), [](const Change &a, const Change &b) {
        const int left = rank_of(a), right = rank_of(b);
        return left != right ? left < right : a.difference() > b.difference();
    });
    std::vector<std::string> sentences;
    if (all.empty() || rank_of(all.front()) != 0) {
        sentences.push_back("No response changes.");
    }
    for (const Change &change : all) {
        if (sentences.size() < sentences_max) {
            sentences.push_back(sentence_of(change));
        }
    }
    return sentences;
}

} // namespace limen::trace
