// SPDX-License-Identifier: Apache-2.0
// One pass over the words of the file: declarations, then times and changes.
#include "signals/vcd.hpp"

#include "trace/concat.hpp"
#include "trace/read/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace limen::signals
{

namespace
{

using trace::concat;
using trace::Error;

constexpr std::size_t wires_most = 512;
constexpr std::size_t words_most = 16;  // of a declaration; the others have no meaning here
constexpr std::size_t path_most = 4096; // letters of all scopes around a signal
constexpr std::size_t shown_most = 24;  // letters of a file in a message
constexpr std::int64_t time_most = std::int64_t{1} << 53;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr const char *again = "record it again, as VCD";

struct Unit {
    std::string_view name;
    std::uint64_t femtoseconds;
};

constexpr Unit units[] = {{"s", 1'000'000'000'000'000},
                          {"ms", 1'000'000'000'000},
                          {"us", 1'000'000'000},
                          {"ns", 1'000'000},
                          {"ps", 1'000},
                          {"fs", 1}};

bool is_space(char letter)
{
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

class Reader
{
  public:
    Reader(std::string_view text, Recording &recording) : text_{text}, recording_{recording}
    {
    }

    std::optional<Error> run()
    {
        while (!error_ && next()) {
            take();
        }
        if (!error_ && !is_declared_) {
            refuse("it ends before $enddefinitions");
        }
        if (!error_ && recording_.wires.empty()) {
            error_ = Error{"", "it has no signal", again};
        }
        recording_.end = now_;
        return error_;
    }

  private:
    // The next word is word_; false: there is none.
    bool next()
    {
        const auto is_letter = [](char letter) { return !is_space(letter); };
        const auto begin = std::find_if(text_.begin() + at_, text_.end(), is_letter);
        const auto end = std::find_if(begin, text_.end(), is_space);
        lines_ += std::count(text_.begin() + counted_, begin, '\n');
        counted_ = begin - text_.begin();
        at_ = end - text_.begin();
        word_ =
            text_.substr(static_cast<std::size_t>(counted_), static_cast<std::size_t>(end - begin));
        return !word_.empty();
    }

    void refuse(std::string problem, std::string remedy = again)
    {
        if (!error_) {
            error_ = Error{concat("line ", lines_ + 1), concat("it is not VCD: ", problem),
                           std::move(remedy)};
        }
    }

    // A piece of the file, shortened for a message.
    static std::string shown(std::string_view word)
    {
        const bool is_long = word.size() > shown_most;
        return trace::printable(word.substr(0, shown_most)) + (is_long ? "\xe2\x80\xa6" : "");
    }

    void take()
    {
        const char first = word_[0];
        if (first == '$') {
            declare();
        } else if (!is_declared_) {
            refuse(concat(shown(word_), " is not a declaration"));
        } else if (first == '#') {
            advance(word_.substr(1));
        } else if (std::string_view("01xXzZ").find(first) != std::string_view::npos) {
            change(word_.substr(1), first == '0' ? 0.0 : first == '1' ? 1.0 : unknown);
        } else if (std::string_view("bBrRsS").find(first) != std::string_view::npos) {
            const double value = number(word_);
            next();
            change(word_, value);
        } else {
            refuse(concat(shown(word_), " is neither a time nor a change"));
        }
    }

    // Words up to $end.
    std::vector<std::string_view> body()
    {
        std::vector<std::string_view> words;
        while (next()) {
            if (word_ == "$end") {
                return words;
            }
            if (words.size() < words_most) {
                words.push_back(word_);
            }
        }
        refuse("a declaration has no $end");
        return words;
    }

    void declare()
    {
        const std::string_view kind = word_;
        if (kind == "$end" || kind.substr(0, 5) == "$dump") {
            return;
        }
        const std::vector<std::string_view> words = body();
        if (error_) {
            return;
        }
        if (kind == "$timescale") {
            set_unit(words);
        } else if (kind == "$scope") {
            enter(words.size() > 1 ? words[1] : "");
        } else if (kind == "$upscope" && !scopes_.empty()) {
            path_.resize(scopes_.back());
            scopes_.pop_back();
        } else if (kind == "$var") {
            add_wire(words);
        } else if (kind == "$enddefinitions") {
            is_declared_ = true;
        }
    }

    // The format has 1, 10 and 100 of a unit; a recorder of cycles writes others.
    void set_unit(const std::vector<std::string_view> &words)
    {
        std::string told;
        for (const std::string_view word : words) {
            told += word;
        }
        const auto behind = static_cast<std::size_t>(
            std::find_if_not(told.begin(), told.end(), is_digit) - told.begin());
        const std::uint64_t magnitude = behind <= 3 ? std::strtoul(told.c_str(), nullptr, 10) : 0;
        for (const Unit &unit : units) {
            if (told.substr(behind) == unit.name && magnitude > 0) {
                recording_.unit = magnitude * unit.femtoseconds;
                return;
            }
        }
        refuse(concat(shown(told), " is not a timescale"),
               "write up to 999 of s, ms, us, ns, ps or fs");
    }

    // Each signal may have the names of all scopes, so these have a limit.
    void enter(std::string_view scope)
    {
        scopes_.push_back(path_.size());
        path_ += trace::printable(scope) + ".";
        if (path_.size() > path_most) {
            refuse(concat("the names of its scopes have more than ", path_most, " letters"),
                   "record fewer levels");
        }
    }

    // type, bits, code, reference.
    void add_wire(const std::vector<std::string_view> &words)
    {
        if (words.size() < 4) {
            return refuse("a signal has no name");
        }
        if (recording_.wires.size() >= wires_most) {
            return refuse(concat("it has more than ", wires_most, " signals"), "record fewer");
        }
        const auto known = by_code_.emplace(words[2], recording_.changes.size());
        if (known.second) {
            recording_.changes.emplace_back();
        }
        std::string name = trace::printable(words[3]);
        if (names_.count(name) != 0) {
            name = path_ + name;
        }
        names_.insert(name);
        const bool is_bit = words[1] == "1" && words[0] != "real";
        recording_.wires.push_back({std::move(name), is_bit, known.first->second});
    }

    void advance(std::string_view told)
    {
        if (recording_.unit == 0) {
            return refuse("its first time comes before the timescale");
        }
        std::int64_t time = told.empty() ? -1 : 0;
        for (const char letter : told) {
            const bool fits = time >= 0 && time <= time_most && is_digit(letter);
            time = fits ? time * 10 + (letter - '0') : -1;
        }
        if (time < now_ || time > time_most) {
            return refuse(
                concat("time ", shown(told), " is before the previous one, or out of range"));
        }
        now_ = time;
    }

    // The last one of an instant counts, if it is a change.
    void change(std::string_view code, double value)
    {
        const auto found = by_code_.find(code);
        if (found == by_code_.end()) {
            return refuse(concat("no signal ", shown(code), " is declared"));
        }
        Changes &changes = recording_.changes[found->second];
        if (!changes.time.empty() && changes.time.back() == static_cast<double>(now_)) {
            changes.time.pop_back();
            changes.value.pop_back();
        }
        const double before = changes.value.empty() ? 0 : changes.value.back();
        const bool is_same = before == value || (before != before && value != value);
        if (changes.value.empty() || !is_same) {
            changes.time.push_back(static_cast<double>(now_));
            changes.value.push_back(value);
        }
    }

    // A number of several bits, or a real one; anything else is not known.
    static double number(std::string_view word)
    {
        const std::string digits{word.substr(1)};
        if (word[0] == 'b' || word[0] == 'B') {
            double value = digits.empty() ? unknown : 0;
            for (const char digit : digits) {
                value = digit == '0' || digit == '1' ? value * 2 + (digit - '0') : unknown;
            }
            return value;
        }
        char *end = nullptr;
        const double value = std::strtod(digits.c_str(), &end);
        return digits.empty() || *end != '\0' ? unknown : value;
    }

    std::string_view text_, word_;
    Recording &recording_;
    std::ptrdiff_t at_ = 0, counted_ = 0, lines_ = 0;
    std::int64_t now_ = 0;
    bool is_declared_ = false;
    std::optional<Error> error_;
    std::unordered_map<std::string_view, std::size_t> by_code_;
    std::unordered_set<std::string> names_;
    std::string path_;                // of the open scopes, with a dot behind each
    std::vector<std::size_t> scopes_; // how long the path was before each
};

} // namespace

std::optional<Error> read_vcd(std::string_view text, Recording &recording)
{
    return Reader(text, recording).run();
}

} // namespace limen::signals
