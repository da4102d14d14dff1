// SPDX-License-Identifier: Apache-2.0
// Text of Linux (ftrace's `trace`, `trace-cmd report`, `perf script`) and of NuttX. Lines of the
// latency format have no brackets around the processor.
#include "trace/read/foreign/file_set.hpp"
#include "trace/read/foreign/linux.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

constexpr std::size_t lines_looked_at = 200;

// The searches of string_view for one of several letters call a function for each letter.
constexpr auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
constexpr auto is_blank = [](char letter) { return letter == ' ' || letter == '\t'; };

bool are_digits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

std::string_view linux_trimmed(std::string_view text)
{
    while (!text.empty() && is_blank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (is_blank(text.back()) || text.back() == '\r')) {
        text.remove_suffix(1);
    }
    return text;
}

// Returns the next word of a text, and removes it.
std::string_view take_word(std::string_view &text)
{
    text = linux_trimmed(text);
    const std::string_view word(text.begin(), std::find_if(text.begin(), text.end(), is_blank));
    text.remove_prefix(word.size());
    return word;
}

struct LinuxLine {
    LinuxEvent event; // its time, its core and its texts
    std::string_view flags;
    bool is_one_digit = false; // of the core: NuttX

    // depth_at: the place of the letter with the nesting depth of disabled preemption. The second
    // letter shows whether a switch is requested; 'l': it can wait for the next tick.
    LinuxContext context(std::size_t depth_at) const
    {
        LinuxContext context;
        context.is_in_interrupt = flags.find_first_of("hHszZ") != std::string_view::npos;
        context.is_in_softirq = flags.find_first_of("Hs") != std::string_view::npos;
        if (flags.size() > depth_at) {
            context.wants_switch = flags[1] != '.' && flags[1] != 'l';
            context.is_unpreemptible = flags[depth_at] != '.';
        }
        return context;
    }
};

// "5.000234:" or "5.000234043:"; "10607791187us :" of a kernel that dumps its buffer, with a mark
// in front of the colon, which may be the first word of the rest.
bool read_time(std::string_view word, std::string_view &rest, Tick &ns)
{
    const std::string_view whole(word.begin(),
                                 std::find_if_not(word.begin(), word.end(), is_digit));
    std::string_view behind = word.substr(whole.size());
    if (whole.empty() || whole.size() > 15) {
        return false;
    }
    ns = number_of(whole);
    if (behind.starts_with("us")) {
        ns *= 1000;
        return behind.ends_with(':') || take_word(rest) == ":";
    }
    if (whole.size() > 9 || !behind.starts_with('.') || !behind.ends_with(':')) {
        return false;
    }
    behind = behind.substr(1, behind.size() - 2); // the fraction
    ns *= 1'000'000'000;
    Tick unit = 100'000'000;
    for (const char digit : behind) {
        ns += unit * (digit - '0');
        unit /= 10;
    }
    return are_digits(behind) && behind.size() <= 9;
}

// Reads the part of a line after the processor: flags, time, event and fields.
bool read_behind(std::string_view rest, LinuxLine &line)
{
    std::string_view word = take_word(rest);
    const bool has_flags = !word.empty() && word.back() != ':' && word.size() <= 8;
    if (has_flags) {
        line.flags = word;
        word = take_word(rest);
    }
    if (!read_time(word, rest, line.event.ns)) {
        return false;
    }
    std::string_view name = take_word(rest);
    if (name.ends_with(':')) { // otherwise a call of NuttX: "sys_name(...)" or "sys_name -> value"
        name.remove_suffix(1);
        name.remove_prefix(name.rfind(':') + 1); // the group
    }
    line.event.name = name;
    line.event.text = linux_trimmed(rest);
    return !name.empty();
}

// Whether a name and a pid precede "[CPU]": "name-12", "name 12", with "( 7)" or "12/13".
bool is_before(std::string_view before)
{
    before = linux_trimmed(before);
    if (before.ends_with(')')) {
        before = linux_trimmed(before.substr(0, before.rfind('(')));
    }
    const auto last = std::find_if_not(before.rbegin(), before.rend(), is_digit);
    return last != before.rbegin() && last != before.rend();
}

std::uint8_t core_of(std::string_view digits)
{
    return static_cast<std::uint8_t>(static_cast<std::size_t>(number_of(digits)) % cores_max);
}

// The latency format: the processor and the flags are one word, "name-12 1d..2.".
bool read_latency_line(std::string_view text, LinuxLine &line)
{
    for (std::size_t at = text.find(' '); at < text.size(); at = text.find(' ', at)) {
        at = std::min(text.find_first_not_of(' ', at), text.size());
        const std::string_view word = text.substr(at, text.find(' ', at) - at);
        const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
        if (digits > 0 && digits < 5 && word.size() >= digits + 4 &&
            std::string_view("dDb.").find(word[digits]) != std::string_view::npos &&
            is_before(text.substr(0, at)) && read_behind(text.substr(at + digits), line)) {
            line.event.core = core_of(word);
            return !line.flags.empty();
        }
    }
    return false;
}

bool read_line(std::string_view text, LinuxLine &line)
{
    for (std::size_t open = text.find('['); open != std::string_view::npos;
         open = text.find('[', open + 1)) {
        const std::size_t digits = text.substr(open + 1, 5).find(']');
        if (digits > 4 || !are_digits(text.substr(open + 1, digits))) {
            continue;
        }
        line.event.core = core_of(text.substr(open + 1));
        line.is_one_digit = digits == 1;
        line.flags = {};
        if (is_before(text.substr(0, open)) && read_behind(text.substr(open + 2 + digits), line)) {
            return true;
        }
    }
    line.is_one_digit = false;
    return read_latency_line(text, line);
}

// A search of fields in the order of the file reads each letter once.
class TextFields final : public LinuxFields
{
  public:
    explicit TextFields(std::string_view all) : all_{all}
    {
    }

    // The value behind "name="; that of a thread's name ends where its pid begins. No data: none.
    std::string_view text(std::string_view name) override
    {
        const std::size_t found = place_of(name, at_, all_.size());
        const std::size_t place = found < all_.size() ? found : place_of(name, 0, at_);
        if (place >= all_.size()) {
            return {};
        }
        std::string_view value = all_.substr(place + name.size() + 1);
        const std::string_view stop = !name.ends_with("comm") ? " "
                                      : name == "prev_comm"   ? " prev_pid="
                                      : name == "next_comm"   ? " next_pid="
                                                              : " pid=";
        value = value.substr(0, value.find(stop));
        at_ = place + name.size() + 1 + value.size() + 1;
        return value;
    }
    std::int64_t number(std::string_view name, std::int64_t missing) override
    {
        const std::string_view value = text(name);
        return value.empty() ? missing : number_of(value);
    }
    char state() override
    {
        return state_of(text("prev_state"));
    }
    static char state_of(std::string_view letters)
    {
        return letters.empty()        ? 'R'
               : is_digit(letters[0]) ? linux_state(number_of(letters), true)
                                      : letters[0];
    }

  private:
    // The place at which a word "name=..." begins in [begin, end). The end of the text: there is
    // none.
    std::size_t place_of(std::string_view name, std::size_t begin, std::size_t end) const
    {
        for (std::size_t at = begin; at < end; at = std::min(all_.find(' ', at), end) + 1) {
            const std::string_view word = all_.substr(at);
            if (word.size() > name.size() && word[name.size()] == '=' && word.starts_with(name)) {
                return at;
            }
        }
        return all_.size();
    }

    std::string_view all_;
    std::size_t at_ = 0; // behind the newest value and the blank there
};

// "name:12 [120]" of old versions of perf; `text` becomes the rest.
LinuxThread old_thread(std::string_view &text)
{
    text = linux_trimmed(text);
    const std::string_view before = text.substr(0, text.find(" ["));
    const std::size_t colon = before.rfind(':');
    text.remove_prefix(std::min(before.size() + 2, text.size()));
    LinuxThread thread{before.substr(0, colon), 0, number_of(text)};
    thread.pid = colon == std::string_view::npos ? 0 : number_of(before.substr(colon + 1));
    text.remove_prefix(std::min(text.find(']') + 1, text.size()));
    return thread;
}

// "name:12 [120] S ==> name:13 [120]".
void fill_old_switch(LinuxEvent &event)
{
    std::string_view text = event.text;
    event.one = old_thread(text);
    event.state = TextFields::state_of(take_word(text));
    event.kind = take_word(text) == "==>" ? LinuxKind::switched : LinuxKind::raw;
    event.next = old_thread(text);
}

class LinuxText
{
  public:
    LinuxText(Trace &trace, bool is_nuttx) : steps_{trace, "text", is_nuttx}
    {
    }

    void line(std::string_view text)
    {
        constexpr std::string_view lost = "[LOST ";
        LinuxLine line;
        LinuxEvent &event = line.event;
        const std::size_t lost_at =
            text.starts_with("CPU:") ? text.find(lost) : std::string_view::npos;
        if (text.starts_with('#')) {
            return comment(text);
        }
        if (lost_at != std::string_view::npos) {
            event.ns = newest_;
            event.core = static_cast<std::uint8_t>(number_of(text.substr(4)));
            event.kind = LinuxKind::lost;
            event.number =
                static_cast<std::uint32_t>(number_of(text.substr(lost_at + lost.size())));
        } else if (read_line(text, line)) {
            newest_ = event.ns;
            // PREEMPT_RT before 6.13 has a separate letter for lazy requests.
            const std::size_t usual = line.flags.size() >= 7 ? 4 : 3;
            event.context = line.context(depth_at_ == 0 ? usual : depth_at_);
            if (event.name == "sched_switch" &&
                event.text.find("prev_comm=") == std::string_view::npos) {
                fill_old_switch(event);
            } else {
                TextFields(event.text).fill(event);
            }
        } else {
            return;
        }
        steps_.add(event);
    }

    std::optional<Error> finish()
    {
        return steps_.finish(lost_);
    }

  private:
    // Reads the number of lost events, and the legend, a line for each letter of the flags.
    void comment(std::string_view text)
    {
        constexpr std::string_view written = "entries-in-buffer/entries-written:", letter = "=> ";
        if (const std::size_t at = text.find(written); at != std::string_view::npos) {
            const std::string_view numbers = linux_trimmed(text.substr(at + written.size()));
            const std::size_t slash = std::min(numbers.find('/'), numbers.size() - 1);
            const std::int64_t kept = number_of(numbers);
            const std::int64_t all = number_of(numbers.substr(slash + 1));
            lost_ = all > kept && kept >= 0 ? static_cast<std::uint64_t>(all - kept) : 0;
        }
        if (const std::size_t at = text.find(letter); at != std::string_view::npos) {
            const std::string_view name = linux_trimmed(text.substr(at + letter.size()));
            flags_ = name.starts_with("irqs-off") ? 0 : flags_ + 1;
            if (name == "preempt-depth") {
                depth_at_ = flags_;
            }
        }
    }

    LinuxSteps steps_;
    std::size_t flags_ = 0, depth_at_ = 0; // letters in the legend; the place of one, 0: no legend
    Tick newest_ = 0;
    std::uint64_t lost_ = 0;
};

// The first line of an event among the first lines.
bool first_line(std::string_view text, LinuxLine &found)
{
    bool is_found = false;
    for (std::size_t count = 0; count < lines_looked_at && !is_found && !text.empty(); count++) {
        const std::string_view line = take_line(text);
        is_found = !line.starts_with('#') && line.size() < 4096 && read_line(line, found);
    }
    return is_found;
}

} // namespace

bool looks_like_linux_text(InputFiles files)
{
    LinuxLine line;
    const std::string_view text = files.front().text();
    return text.substr(0, 4096).find('\0') == std::string_view::npos &&
           (text.starts_with("# tracer:") || first_line(text, line));
}

std::optional<Error> read_linux_text(InputFiles files, Trace &trace)
{
    LinuxLine first;
    const bool is_nuttx = first_line(files.front().text(), first) && first.is_one_digit;
    LinuxText reader(trace, is_nuttx);
    for (std::string_view text = files.front().text(); !text.empty();) {
        reader.line(take_line(text));
    }
    return reader.finish();
}

} // namespace limen::trace
