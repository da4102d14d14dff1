// SPDX-License-Identifier: Apache-2.0
// BTF 2.2, which timing tools for AUTOSAR read: tasks with their activations and states, and
// interrupts, by core.
#include "convert/convert.hpp"
#include "trace/concat.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace limen::convert
{

namespace
{

using trace::append;
using trace::concat;
using trace::Lane;
using trace::Place;
using trace::State;
using trace::Tick;

constexpr Tick btf_per_second = 1'000'000'000;

// The events of a task or an interrupt, in the order in which those of one instant are written.
enum class BtfEvent : std::uint8_t {
    irq_terminate,
    preempt,
    wait,
    terminate,
    activate,
    release,
    start,
    resume,
    irq_start
};

constexpr std::string_view btf_words[] = {"terminate", "preempt", "wait",   "terminate", "activate",
                                          "release",   "start",   "resume", "start"};

struct BtfRow {
    Place at;
    BtfEvent event;
    std::uint8_t core;
    std::int32_t who; // a lane, or the number of an interrupt
    std::int32_t instance;
};

// A name without the signs that separate columns and lines.
std::string btf_name(std::string_view name)
{
    std::string text(name);
    std::replace(text.begin(), text.end(), ',', '_');
    return text.empty() ? "unnamed" : text;
}

class Btf
{
  public:
    Btf(const Subject &subject, Output &output) : subject_{subject}, output_{output}
    {
    }

    bool write();

  private:
    void header();
    void tasks();
    void add_task(Lane lane, std::size_t first, std::size_t last);
    void interrupts();
    void line(const BtfRow &row);
    std::uint8_t core(Place at) const
    {
        return static_cast<std::uint8_t>(subject_.trace.core_of(static_cast<std::size_t>(at)));
    }

    const Subject &subject_;
    Output &output_;
    std::vector<BtfRow> rows_;
};

void Btf::header()
{
    append(output_.text(), "#version 2.2.0\n#creator limen\n#creationDate 1970-01-01T00:00:00Z\n"
                           "#timeScale ns\n");
}

// Writes the states of one lane, one after another: each change is an event of the task. An
// instance lasts from one activation to the next.
void Btf::add_task(Lane lane, std::size_t first, std::size_t last)
{
    const trace::States &states = subject_.analysis.states;
    State before = State::dormant;
    std::int32_t instance = -1;
    bool has_started = false;
    for (std::size_t row = first; row < last; row++) {
        const State now = states.state[row];
        const Place at = states.begin[row];
        const auto add = [&](BtfEvent event) {
            rows_.push_back({at, event, core(at), lane, std::max(instance, 0)});
        };
        if (before == State::running) {
            add(now == State::ready     ? BtfEvent::preempt
                : now == State::waiting ? BtfEvent::wait
                                        : BtfEvent::terminate);
        } else if (before == State::dormant && now != State::dormant) {
            instance++;
            has_started = false;
            add(BtfEvent::activate);
        } else if (before == State::waiting && now != State::dormant) {
            add(BtfEvent::release);
        }
        if (now == State::running) {
            add(has_started ? BtfEvent::resume : BtfEvent::start);
            has_started = true;
        }
        before = now;
    }
}

void Btf::tasks()
{
    const trace::States &states = subject_.analysis.states;
    for (std::size_t lane = 1; lane < subject_.trace.lanes.size(); lane++) {
        add_task(static_cast<Lane>(lane), static_cast<std::size_t>(states.first[lane]),
                 static_cast<std::size_t>(states.first[lane + 1]));
    }
}

void Btf::interrupts()
{
    const trace::Interrupts &all = subject_.analysis.moves.interrupts;
    for (std::size_t row = 0; row < all.begin.size(); row++) {
        const auto number = static_cast<std::int32_t>(all.number[row]);
        rows_.push_back({all.begin[row], BtfEvent::irq_start, core(all.begin[row]), number, 0});
        if (all.end[row] != trace::no_place) {
            rows_.push_back({all.end[row], BtfEvent::irq_terminate, core(all.end[row]), number, 0});
        }
    }
}

void Btf::line(const BtfRow &row)
{
    const Tick ticks = subject_.trace.time[static_cast<std::size_t>(row.at)];
    const auto hz = static_cast<Tick>(subject_.clock_hz);
    const Tick time = ticks / hz * btf_per_second + ticks % hz * btf_per_second / hz;
    const bool is_task = row.event != BtfEvent::irq_start && row.event != BtfEvent::irq_terminate;
    const std::string name =
        is_task ? btf_name(subject_.trace.lanes[static_cast<std::size_t>(row.who)].name)
                : (row.who < 0 ? std::string("interrupt") : concat("interrupt_", row.who));
    append(output_.text(),
           concat(time, ",Core_", unsigned{row.core}, ",0,", is_task ? 'T' : 'I', ',', name, ',',
                  row.instance, ',', btf_words[static_cast<std::size_t>(row.event)], ",\n"));
}

bool Btf::write()
{
    header();
    tasks();
    interrupts();
    std::stable_sort(rows_.begin(), rows_.end(), [](const BtfRow &one, const BtfRow &other) {
        return one.at != other.at ? one.at < other.at : one.event < other.event;
    });
    bool goes_on = true;
    for (const BtfRow &row : rows_) {
        line(row);
        goes_on = output_.pause();
        if (!goes_on) {
            return false;
        }
    }
    return output_.flush();
}

} // namespace

bool btf(const Subject &subject, Output &output)
{
    return Btf(subject, output).write();
}

} // namespace limen::convert
