// SPDX-License-Identifier: Apache-2.0
// BTF, the format of timing tools for AUTOSAR, and the dialect that FreeRTOS-BTF-Trace writes.
#include "trace/concat.hpp"
#include "trace/read/foreign/file_set.hpp"
#include "trace/read/foreign/recording.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace limen::trace
{

namespace
{

constexpr std::size_t btf_columns = 8;
constexpr Tick btf_time_max = Tick{1} << 61;

struct BtfLine {
    std::string_view source, type, target, event, note;
    Tick time = 0;
};

// "time,source,instance,type,target,instance,event,note"; the note may be missing.
bool read_btf_line(std::string_view text, BtfLine &line)
{
    std::array<std::string_view, btf_columns> words;
    std::size_t count = 0;
    for (bool is_more = true; is_more && count < btf_columns; count++) {
        const bool is_last = count + 1 == btf_columns;
        words[count] = is_last ? text : text.substr(0, text.find(','));
        is_more = words[count].size() < text.size();
        text.remove_prefix(words[count].size() + (is_more ? 1 : 0));
    }
    const std::string_view time = words[0];
    line = {words[1], words[3], words[4], words[6], words[7], 0};
    const auto read = std::from_chars(time.data(), time.data() + time.size(), line.time);
    return count >= 7 && read.ec == std::errc{} && read.ptr == time.data() + time.size() &&
           line.time >= 0;
}

// Words and their numbers from 1 on, in the order in which they occur first.
using BtfWords = std::map<std::string, unsigned, std::less<>>;

unsigned number_in(BtfWords &words, std::string_view word)
{
    const auto found = words.find(word);
    return found != words.end()
               ? found->second
               : words.emplace(word, static_cast<unsigned>(words.size() + 1)).first->second;
}

class BtfReader
{
  public:
    explicit BtfReader(Trace &trace) : trace_{trace}, recording_{trace, Kernel{"AUTOSAR", "BTF", 0}}
    {
    }

    std::optional<Error> run(std::string_view text)
    {
        BtfLine line;
        while (!text.empty()) {
            std::string_view one = take_line(text);
            one = one.ends_with('\r') ? one.substr(0, one.size() - 1) : one;
            if (one.starts_with('#')) {
                header(one);
            } else if (!read_btf_line(one, line)) {
                continue;
            } else if (line.type == "T") {
                is_dialect_ ? dialect(line) : task(line);
            } else if (line.type == "I") {
                interrupt(line);
            } else {
                recording_.at(ns(line.time), 0);
                raw(line);
            }
        }
        trace_.kernel.name = is_dialect_ ? "FreeRTOS" : "AUTOSAR";
        recording_.records(!is_dialect_, Fact::ready, Fact::wait);
        recording_.records(has_interrupts_, Fact::interrupts);
        return recording_.finish();
    }

  private:
    using Number = Recording::Number;

    // A task that has left its core, until the next one comes at the same time.
    struct BtfCore {
        std::size_t left = SIZE_MAX; // the step with which it left
        Tick time = 0;
    };

    void header(std::string_view line)
    {
        if (line.starts_with("#timeScale") || line.starts_with("#timescale")) {
            const std::string_view unit = line.substr(10);
            const auto is = [unit](std::string_view name) {
                return unit.find(name) != std::string_view::npos;
            };
            times_ = is("us")               ? 1'000
                     : is("ms")             ? 1'000'000
                     : is("ns") || is("ps") ? 1
                                            : 1'000'000'000;
            divided_ = is("ps") ? 1'000 : 1;
        } else if (line.starts_with("#creator") &&
                   line.find("FreeRTOS") != std::string_view::npos) {
            is_dialect_ = true;
        }
    }

    // Reads a line about a task. The core is the source of all events on it.
    void task(const BtfLine &line)
    {
        const std::string_view event = line.event;
        const bool is_on_core = event == "start" || event == "resume" || event == "preempt" ||
                                event == "wait" || event == "terminate";
        recording_.at(ns(line.time), is_on_core ? core_of(line.source) : 0);
        if (event == "activate" || event == "release") {
            recording_.ready(thread(line.target));
        } else if (event == "start" || event == "resume") {
            comes(core_of(line.source), thread(line.target), line.time);
        } else if (event == "preempt") {
            leaves(line, stays_ready);
        } else if (event == "wait") {
            leaves(line, other_wait::SOMETHING);
        } else if (event == "terminate") {
            leaves(line, wait::END);
        } else {
            raw(line);
        }
    }

    // "[core/number]name": it has only the task that comes, and priorities.
    void dialect(const BtfLine &line)
    {
        const std::string_view target = line.target;
        const std::size_t slash = target.find('/'), close = target.find(']');
        unsigned core = 0, number = 0;
        if (!target.starts_with('[') || slash > close || close == std::string_view::npos) {
            return raw(line);
        }
        std::from_chars(target.data() + 1, target.data() + slash, core);
        std::from_chars(target.data() + slash + 1, target.data() + close, number);
        recording_.at(ns(line.time), core % cores_max);
        const std::string_view name = target.substr(close + 1);
        if (name.starts_with("IDLE")) {
            recording_.set_idle(number);
        }
        const Number one = recording_.thread(number, name);
        if (line.event == "resume") {
            recording_.running() = no_thread; // the one before this in time, not in the file
            recording_.switch_to(one);
        } else if (!line.note.empty()) {
            raw(line);
        }
    }

    void interrupt(const BtfLine &line)
    {
        const std::string_view event = line.event;
        has_interrupts_ = true;
        recording_.at(ns(line.time), core_of(line.source));
        if (event == "start") {
            recording_.add(event::IRQ_ENTER, 0,
                           static_cast<std::uint16_t>(number_in(interrupts_, line.target)));
        } else if (event == "terminate") {
            recording_.ends_interrupt();
        } else {
            raw(line);
        }
    }

    void leaves(const BtfLine &line, std::uint16_t what)
    {
        BtfCore &one = core_[core_of(line.source)];
        one.left = recording_.steps.size();
        one.time = line.time;
        recording_.running() = thread(line.target);
        recording_.switch_to(0, what);
    }

    void comes(unsigned core, Number next, Tick time)
    {
        BtfCore &one = core_[core];
        if (one.left != SIZE_MAX && one.time == time) {
            recording_.steps[one.left].object = next; // instead of idle
            recording_.running() = next;
        } else {
            recording_.switch_to(next);
        }
        one.left = SIZE_MAX;
    }

    void raw(const BtfLine &line)
    {
        const std::string_view source = line.source, blank = source.empty() ? "" : " ";
        recording_.raw(concat(line.type, ' ', line.event),
                       concat(source, blank, line.target, ' ', line.note));
    }

    unsigned core_of(std::string_view name)
    {
        return std::min(number_in(cores_, name), static_cast<unsigned>(cores_max)) - 1;
    }
    Number thread(std::string_view name)
    {
        return recording_.thread(number_in(threads_, name), name);
    }
    Tick ns(Tick time) const
    {
        return time > btf_time_max / times_ ? btf_time_max : time * times_ / divided_;
    }

    Trace &trace_;
    Recording recording_;
    Tick times_ = 1, divided_ = 1;
    bool is_dialect_ = false, has_interrupts_ = false;
    BtfWords cores_, threads_, interrupts_;
    std::array<BtfCore, cores_max> core_;
};

} // namespace

bool looks_like_btf(InputFiles files)
{
    std::string_view text = files.front().text();
    if (!text.starts_with("#version")) {
        return false;
    }
    BtfLine line;
    for (int lines = 0; lines < 200 && !text.empty(); lines++) {
        const std::string_view one = take_line(text);
        if (one.starts_with("#timeScale") || one.starts_with("#timescale") ||
            read_btf_line(one, line)) {
            return true;
        }
    }
    return false;
}

std::optional<Error> read_btf(InputFiles files, Trace &trace)
{
    return BtfReader(trace).run(files.front().text());
}

} // namespace limen::trace
