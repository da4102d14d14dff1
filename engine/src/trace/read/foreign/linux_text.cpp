// SPDX-License-Identifier: Apache-2.0
// Text of Linux (ftrace's `trace`, `trace-cmd report`, `perf script`) and of NuttX. Lines of the
// latency format have no brackets around the processor.
#include "trace/read/foreign/file_set.hpp"
#include "trace/read/foreign/linux.hpp"

#include <algorithm>
#include <charconv>

namespace limen::trace
{

namespace
{

constexpr std::size_t lines_looked_at = 200;
constexpr std::string_view npos_text = {};

bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

std::int64_t number_of_text(std::string_view text)
{
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::string_view linux_trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r' || text.back() == '\t')) {
        text.remove_suffix(1);
    }
    return text;
}

// The next word of a text, which is behind it then.
std::string_view take_word(std::string_view &text)
{
    text = linux_trimmed(text);
    std::size_t end = 0;
    while (end < text.size() && text[end] != ' ' && text[end] != '\t') {
        end++;
    }
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

struct LinuxLine {
    std::string_view comm, flags, event, fields;
    std::int64_t pid = 0;
    Tick ns = 0;
    unsigned core = 0;
    bool is_one_digit = false; // of the core: NuttX

    // depth_at: the place of the letter that says how many times preemption was disabled. The
    // second letter says whether a switch is asked for; 'l': at the next tick is early enough.
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

// "5.000234" or "5.000234043", in front of a colon.
bool read_seconds(std::string_view text, Tick &ns)
{
    const std::size_t point = text.find('.');
    if (point == std::string_view::npos || point == 0 || point > 9 || text.size() < point + 2 ||
        text.size() > point + 10) {
        return false;
    }
    Tick fraction = 0;
    for (std::size_t place = 0; place < 9; place++) {
        const char letter = point + 1 + place < text.size() ? text[point + 1 + place] : '0';
        if (!is_digit(letter)) {
            return false;
        }
        fraction = fraction * 10 + (letter - '0');
    }
    for (const char letter : text.substr(0, point)) {
        if (!is_digit(letter)) {
            return false;
        }
    }
    ns = number_of_text(text.substr(0, point)) * 1'000'000'000 + fraction;
    return true;
}

// "10607791187us :", of a kernel that dumps its buffer; with a mark in front of the colon.
bool read_microseconds(std::string_view word, std::string_view &rest, Tick &ns)
{
    const std::size_t unit = word.find("us");
    if (unit == 0 || unit > 15 || !std::all_of(word.begin(), word.begin() + unit, is_digit) ||
        (!word.ends_with(':') && take_word(rest) != ":")) {
        return false;
    }
    ns = number_of_text(word) * 1000;
    return true;
}

// What is behind the processor: flags, time, event and fields.
bool read_behind(std::string_view rest, LinuxLine &line)
{
    std::string_view word = take_word(rest);
    const bool has_flags = !word.empty() && word.back() != ':' && word.size() <= 8;
    if (has_flags) {
        line.flags = word;
        word = take_word(rest);
    }
    const bool is_time =
        word.ends_with(':') && read_seconds(word.substr(0, word.size() - 1), line.ns);
    if (!is_time && !read_microseconds(word, rest, line.ns)) {
        return false;
    }
    std::string_view event = take_word(rest);
    if (!event.ends_with(':')) { // a call of NuttX: "sys_name(...)" or "sys_name -> value"
        line.event = event;
    } else {
        event.remove_suffix(1);
        const std::size_t group = event.rfind(':');
        line.event = group == std::string_view::npos ? event : event.substr(group + 1);
    }
    line.fields = linux_trimmed(rest);
    return !line.event.empty();
}

// The name and the pid in front of "[CPU]": "name-12", "name 12", with "( 7)" or "12/13".
bool read_before(std::string_view before, LinuxLine &line)
{
    before = linux_trimmed(before);
    if (before.ends_with(')')) {
        before = linux_trimmed(before.substr(0, before.rfind('(')));
    }
    std::size_t digits = before.size();
    while (digits > 0 && is_digit(before[digits - 1])) {
        digits--;
    }
    if (digits == before.size() || digits == 0) {
        return false;
    }
    line.pid = number_of_text(before.substr(digits));
    line.comm = linux_trimmed(before.substr(0, digits - 1));
    return true;
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
            read_before(text.substr(0, at), line) && read_behind(text.substr(at + digits), line)) {
            line.core = static_cast<unsigned>(number_of_text(word)) % cores_max;
            return !line.flags.empty();
        }
    }
    return false;
}

bool read_line(std::string_view text, LinuxLine &line)
{
    for (std::size_t open = text.find('['); open != std::string_view::npos;
         open = text.find('[', open + 1)) {
        std::size_t close = open + 1;
        while (close < text.size() && is_digit(text[close]) && close < open + 5) {
            close++;
        }
        if (close == open + 1 || close >= text.size() || text[close] != ']') {
            continue;
        }
        const std::int64_t core = number_of_text(text.substr(open + 1, close - open - 1));
        line.core = static_cast<unsigned>(core % static_cast<std::int64_t>(cores_max));
        line.is_one_digit = close == open + 2;
        line.flags = npos_text;
        if (read_before(text.substr(0, open), line) && read_behind(text.substr(close + 1), line)) {
            return true;
        }
    }
    line.is_one_digit = false;
    return read_latency_line(text, line);
}

// The fields of an event. Looking for them in the order of the file reads each letter once.
class LinuxFields
{
  public:
    explicit LinuxFields(std::string_view all) : all_{all}
    {
    }

    // The value behind "key="; a thread's name ends where its pid begins. No data: there is none.
    std::string_view field(std::string_view key)
    {
        const std::size_t found = place_of(key, at_, all_.size());
        const std::size_t place = found < all_.size() ? found : place_of(key, 0, at_);
        if (place >= all_.size()) {
            return {};
        }
        const std::string_view value = all_.substr(place + key.size() + 1);
        const std::string_view stop = !key.ends_with("comm") ? " "
                                      : key == "prev_comm"   ? " prev_pid="
                                      : key == "next_comm"   ? " next_pid="
                                                             : " pid=";
        const std::size_t end = std::min(value.find(stop), value.size());
        at_ = place + key.size() + 1 + end;
        return value.substr(0, end);
    }
    std::int64_t number(std::string_view key)
    {
        return number_of_text(field(key));
    }
    LinuxThread thread(const char *comm, const char *pid, const char *prio)
    {
        const std::string_view name = field(comm);
        const std::int64_t one = number(pid);
        const std::string_view urgency = field(prio);
        return {name, one, urgency.empty() ? no_prio : number_of_text(urgency)};
    }

  private:
    // Where a word "key=..." begins in [begin, end); the end of all: nowhere.
    std::size_t place_of(std::string_view key, std::size_t begin, std::size_t end) const
    {
        for (std::size_t at = begin; at < end; at = std::min(all_.find(' ', at), end) + 1) {
            const std::string_view word = all_.substr(at);
            if (word.size() > key.size() && word[key.size()] == '=' && word.starts_with(key)) {
                return at;
            }
        }
        return all_.size();
    }

    std::string_view all_;
    std::size_t at_ = 0; // behind the newest value
};

// "name:12 [120]" of old versions of perf; `text` becomes what is behind it.
LinuxThread old_thread(std::string_view &text)
{
    text = linux_trimmed(text);
    const std::size_t open = std::min(text.find(" ["), text.size());
    const std::string_view before = text.substr(0, open);
    const std::size_t colon = before.rfind(':');
    text.remove_prefix(std::min(open + 2, text.size()));
    LinuxThread thread{before.substr(0, colon), 0, number_of_text(text)};
    thread.pid = colon == std::string_view::npos ? 0 : number_of_text(before.substr(colon + 1));
    text.remove_prefix(std::min(text.find(']') + 1, text.size()));
    return thread;
}

char state_letter(std::string_view state)
{
    if (state.empty()) {
        return 'R';
    }
    return is_digit(state[0]) ? linux_state(number_of_text(state), true) : state[0];
}

class LinuxText
{
  public:
    LinuxText(Trace &trace, bool is_nuttx) : steps_{trace, "text", is_nuttx}
    {
    }

    void line(std::string_view text);
    std::optional<Error> finish()
    {
        return steps_.finish(lost_);
    }

  private:
    void event(const LinuxLine &line);
    bool of_thread(const LinuxLine &line);
    bool of_interrupt(const LinuxLine &line);
    void switched(std::string_view text);

    void comment(std::string_view text);

    LinuxSteps steps_;
    std::size_t flags_ = 0, depth_at_ = 0; // letters in the legend; the place of one, 0: no legend
    Tick newest_ = 0;
    std::uint64_t lost_ = 0;
};

void LinuxText::switched(std::string_view text)
{
    if (LinuxFields(text).field("prev_comm").data() != nullptr) {
        LinuxFields both(text);
        const LinuxThread previous = both.thread("prev_comm", "prev_pid", "prev_prio");
        const char state = state_letter(both.field("prev_state"));
        return steps_.switched(previous, state, both.thread("next_comm", "next_pid", "next_prio"));
    }
    const LinuxThread previous = old_thread(text);
    const std::string_view state = take_word(text);
    if (take_word(text) == "==>") {
        steps_.switched(previous, state_letter(state), old_thread(text));
    }
}

bool LinuxText::of_thread(const LinuxLine &line)
{
    const std::string_view name = line.event;
    LinuxFields fields(line.fields);
    if (name == "sched_switch") {
        switched(line.fields);
    } else if (name == "sched_waking" || name == "sched_wakeup" || name == "sched_wakeup_new") {
        steps_.waking(fields.thread("comm", "pid", "prio"), name == "sched_waking");
    } else if (name == "sched_pi_setprio") {
        const std::int64_t pid = fields.number("pid");
        steps_.inherits(pid, fields.number("newprio"));
    } else {
        return false;
    }
    return true;
}

bool LinuxText::of_interrupt(const LinuxLine &line)
{
    const std::string_view name = line.event;
    const bool is_timer = name.starts_with("local_timer_");
    const auto number =
        static_cast<std::uint16_t>(LinuxFields(line.fields).number(is_timer ? "vector" : "irq"));
    if (name == "irq_handler_entry" || name == "local_timer_entry") {
        steps_.interrupt_begins(number);
    } else if (name == "irq_handler_exit" || name == "local_timer_exit") {
        steps_.interrupt_ends(number);
    } else if (name == "softirq_entry") {
        steps_.interrupt_begins(no_interrupt);
    } else if (name == "softirq_exit") {
        steps_.interrupt_ends(no_interrupt);
    } else {
        return false;
    }
    return true;
}

void LinuxText::event(const LinuxLine &line)
{
    newest_ = line.ns;
    // PREEMPT_RT before 6.13 has a letter of its own for lazy requests.
    const std::size_t usual = line.flags.size() >= 7 ? 4 : 3;
    steps_.at(line.ns, line.core, line.context(depth_at_ == 0 ? usual : depth_at_));
    if (!of_thread(line) && !of_interrupt(line)) {
        steps_.recording.raw(line.event, line.fields);
    }
}

// How many events were lost, and the legend: a line for each letter of the flags.
void LinuxText::comment(std::string_view text)
{
    constexpr std::string_view written = "entries-in-buffer/entries-written:", letter = "=> ";
    if (const std::size_t at = text.find(written); at != std::string_view::npos) {
        const std::string_view numbers = linux_trimmed(text.substr(at + written.size()));
        const std::size_t slash = std::min(numbers.find('/'), numbers.size() - 1);
        const std::int64_t kept = number_of_text(numbers);
        const std::int64_t all = number_of_text(numbers.substr(slash + 1));
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

void LinuxText::line(std::string_view text)
{
    LinuxLine line;
    if (text.starts_with('#')) {
        comment(text);
    } else if (text.starts_with("CPU:") && text.find("[LOST ") != std::string_view::npos) {
        steps_.at(newest_, static_cast<unsigned>(number_of_text(text.substr(4)) & 0xFF));
        steps_.lose(
            static_cast<std::uint32_t>(number_of_text(text.substr(text.find("[LOST ") + 6))));
    } else if (read_line(text, line)) {
        event(line);
    }
}

// Calls visit(line) for each line, until it returns false.
template <class Visit> void for_each_line(std::string_view text, Visit visit)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        if (!visit(text.substr(0, text[end] == '\n' ? end : end + 1))) {
            return;
        }
        text.remove_prefix(end + 1);
    }
}

// The first line of an event among the first lines.
bool first_line(std::string_view text, LinuxLine &found)
{
    bool is_found = false;
    std::size_t count = 0;
    for_each_line(text, [&](std::string_view line) {
        is_found = !line.starts_with('#') && line.size() < 4096 && read_line(line, found);
        return !is_found && ++count < lines_looked_at;
    });
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
    for_each_line(files.front().text(), [&reader](std::string_view line) {
        reader.line(line);
        return true;
    });
    return reader.finish();
}

} // namespace limen::trace
