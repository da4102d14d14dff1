// SPDX-License-Identifier: Apache-2.0
// Explains a switch in a sentence of one to three parts (spec/trace-analysis.md). Its pieces refer
// to threads, objects and events, so that a page can link to them.
#include "trace/concat.hpp"
#include "trace/errors.hpp"
#include "trace/numbers.hpp"
#include "trace/words.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

template <class Column> typename Column::value_type at(const Column &column, Place place)
{
    return column[static_cast<std::size_t>(place)];
}

// The event flags that a call requests.
std::uint64_t requested_bits(const Trace &trace, Place call)
{
    return trace.origin == Origin::limen ? at(trace.b, call)
                                         : trace.info[1][static_cast<std::size_t>(call)];
}

// Pieces of text, one after another.
class Sentence
{
  public:
    explicit Sentence(const Trace &trace) : trace_{trace}
    {
    }

    Sentence &say(std::string_view text)
    {
        const bool goes_on = !parts.empty() && parts.back().lane == nobody &&
                             parts.back().object == no_place && parts.back().event == no_place;
        if (goes_on) {
            parts.back().text += text;
        } else if (!text.empty()) {
            parts.push_back({std::string(text)});
        }
        return *this;
    }

    Sentence &lane(Lane lane)
    {
        if (lane < 0 || static_cast<std::size_t>(lane) >= trace_.lanes.size()) {
            return say("an unknown thread");
        }
        parts.push_back({trace_.lanes[static_cast<std::size_t>(lane)].name, lane});
        return *this;
    }

    Sentence &object(std::uint64_t id)
    {
        const auto found = trace_.object_at.find(id);
        const bool is_known = found != trace_.object_at.end();
        const std::string name = trace_.name_of(id);
        if (!is_known) {
            return say(name);
        }
        parts.push_back({name, nobody, found->second});
        return *this;
    }

    // An object by its kind and name. The kind is omitted if the name begins with it.
    Sentence &called(const char *kind, std::uint64_t id)
    {
        return begins_with(trace_.name_of(id), kind) ? object(id) : say(kind).say(" ").object(id);
    }

    Sentence &event(std::string_view text, Place event)
    {
        if (event < 0) {
            return say(text);
        }
        parts.push_back({std::string(text), nobody, no_place, event});
        return *this;
    }

    std::vector<Part> parts;

  private:
    const Trace &trace_;
};

// A switch, and the sentence about it.
class Explanation
{
  public:
    Explanation(const Trace &trace, const Analysis &analysis, Place place)
        : sentence_{trace}, trace_{trace}, analysis_{analysis}, switches_{analysis.switches},
          place_{place}, leaves_{at(switches_.leaves, place)}, comes_{at(switches_.comes, place)},
          reason_{at(switches_.reason, place)}, cause_{at(switches_.cause, place)},
          since_{at(switches_.since, place)}, kind_{at(switches_.kind, place)}
    {
    }

    std::vector<Part> parts()
    {
        why_it_leaves();
        why_it_comes();
        what_held_it_off();
        sentence_.say(".");
        return std::move(sentence_.parts);
    }

  private:
    bool is_preemption() const
    {
        return reason_ == Reason::preempted_by_call || reason_ == Reason::preempted_by_interrupt;
    }
    Place ready_move(Place event) const;
    void interrupt_at(Place event);
    void why_it_leaves();
    bool is_called_by(Place event) const;
    void preempts();
    void made_ready();
    void caller(std::size_t row);
    void call(std::size_t row);
    void was_called(std::size_t row);
    void by_call(std::size_t row);
    bool has_moved(std::size_t row) const;
    void waits();
    void waits_for(std::uint16_t what, std::size_t wait);
    void waits_for_state(std::uint16_t what);
    void why_it_comes();
    void comes_ready();
    void by();
    void what_held_it_off();

    Sentence sentence_;
    const Trace &trace_;
    const Analysis &analysis_;
    const Switches &switches_;
    const Place place_;
    const Lane leaves_, comes_;
    const Reason reason_;
    const Place cause_, since_;
    const ReadyKind kind_;
};

// The place of an event in Ready.
Place Explanation::ready_move(Place event) const
{
    const std::vector<Place> &known = analysis_.moves.ready.at;
    const auto found = std::lower_bound(known.begin(), known.end(), event);
    return found != known.end() && *found == event ? static_cast<Place>(found - known.begin())
                                                   : no_place;
}

// The interrupt in which a thread became ready.
void Explanation::interrupt_at(Place event)
{
    const Place move = ready_move(event);
    const Place found = move < 0 ? no_place : at(analysis_.woken_in, move);
    const std::int64_t number = found < 0 ? -1 : at(analysis_.moves.interrupts.number, found);
    sentence_.event(number < 0 ? "an interrupt" : concat("interrupt ", number), event);
}

void Explanation::why_it_leaves()
{
    switch (reason_) {
    case Reason::blocked:
        sentence_.lane(leaves_).say(" ");
        return waits();
    case Reason::terminated:
        sentence_.lane(leaves_).say(" ").event("has ended", cause_);
        return;
    case Reason::yielded:
        sentence_.lane(leaves_).say(" ").event("yields", cause_);
        return;
    case Reason::slice_ended:
        sentence_.say("the ").event("time slice", cause_).say(" of ").lane(leaves_);
        sentence_.say(" has ended");
        return;
    case Reason::idle_ended:
        sentence_.say("the processor was idle");
        return;
    default:
        preempts();
        made_ready();
    }
}

void Explanation::preempts()
{
    const std::int32_t priority = at(switches_.priority, place_);
    const std::int32_t level = at(switches_.level, place_);
    const std::vector<Place> &points = analysis_.moves.points;
    const std::string urgency = trace_.kernel.priority_text(priority);
    sentence_.lane(comes_).say(urgency.empty() ? " " : concat(" (priority ", urgency, ") "));
    if (std::binary_search(points.begin(), points.end(), cause_)) {
        sentence_.say("preempts ").lane(leaves_).say(" at a ").event("preempt point", cause_);
    } else if (priority < level) {
        const std::string own = level_text(trace_, level);
        sentence_.say("is more urgent than ").lane(leaves_).say(own.empty() ? " (" : "'s ");
        sentence_.event(own.empty() ? trace_.kernel.priority_text(level) : own, cause_);
        sentence_.say(own.empty() ? ")" : "");
    } else {
        sentence_.event("preempts", cause_).say(" ").lane(leaves_);
    }
}

// After a preemption: the cause that made the next thread ready, if it caused the switch.
void Explanation::made_ready()
{
    if (cause_ == no_place || kind_ != ReadyKind::woken ||
        (cause_ != since_ && !is_called_by(cause_))) {
        return;
    }
    const Lane by = at(analysis_.moves.did, since_);
    const Place called = analysis_.moves.called.row_of(since_);
    if (called != no_place) {
        was_called(static_cast<std::size_t>(called));
    } else if (by == interrupt) {
        sentence_.say(", and ");
        interrupt_at(cause_);
        sentence_.say(" made it ready");
    } else if (by > 0) {
        sentence_.say(", and ").event("a call", cause_).say(" of ").lane(by).say(" made it ready");
    }
}

// Whether it is the call of another core by which the next thread became ready.
bool Explanation::is_called_by(Place event) const
{
    const Called &called = analysis_.moves.called;
    const Place row = called.row_of(since_);
    return row != no_place && (at(called.from, row) == event || at(called.record, row) == event);
}

// Names the thread or the interrupt that has called from another core.
void Explanation::caller(std::size_t row)
{
    const Lane by = at(analysis_.moves.did, analysis_.moves.called.at[row]);
    if (by == interrupt) {
        interrupt_at(analysis_.moves.called.at[row]);
    } else if (by > idle) {
        sentence_.lane(by);
    } else {
        sentence_.say("a call");
    }
    sentence_.say(concat(" on core ", unsigned{analysis_.moves.called.core[row]}));
}

// Names that call, and the object for which it was made.
void Explanation::call(std::size_t row)
{
    const Called &called = analysis_.moves.called;
    const auto record = static_cast<std::size_t>(called.record[row]);
    const Place from = called.from[row];
    sentence_.event(call_name(trace_.high(record)), from < 0 ? called.record[row] : from);
    if (const std::uint32_t object = trace_.low(record); object != 0) {
        sentence_.say(" of ").object(object);
    }
}

// After a preemption.
void Explanation::was_called(std::size_t row)
{
    if (has_moved(row)) {
        sentence_.say(", and has ").event("moved", analysis_.moves.called.record[row]).say(" here");
        return;
    }
    sentence_.say(", and ");
    caller(row);
    sentence_.say(" made it ready (");
    call(row);
    sentence_.say(")");
}

void Explanation::by_call(std::size_t row)
{
    if (has_moved(row)) {
        sentence_.say("it ")
            .event("moved", analysis_.moves.called.record[row])
            .say(concat(" here from core ", unsigned{analysis_.moves.called.core[row]}));
        return;
    }
    sentence_.say("made ready by ");
    caller(row);
    sentence_.say(": ");
    call(row);
}

// Whether the next thread came from another core, where a call made it ready.
bool Explanation::has_moved(std::size_t row) const
{
    const auto record = static_cast<std::size_t>(analysis_.moves.called.record[row]);
    return trace_.high(record) == event::THREAD_MOVE;
}

void Explanation::waits()
{
    const Place wait = at(switches_.wait, place_);
    if (wait < 0) {
        sentence_.say("waits");
        return;
    }
    const std::uint16_t what = at(analysis_.waits.what, wait);
    switch (what) {
    case wait::RESUME:
        sentence_.say("is ").event("suspended", cause_);
        return;
    case wait::TIME:
        sentence_.event("sleeps", cause_);
        return;
    case wait::RELEASE:
        sentence_.event("waits", cause_).say(" for its next release");
        return;
    case wait::BUDGET:
        sentence_.event("waits", cause_).say(" for its next budget");
        return;
    case wait::ANOTHER_CORE:
        sentence_.event("moves", cause_).say(" to another core");
        return;
    default:
        sentence_.event("waits", cause_);
        waits_for(what, static_cast<std::size_t>(wait));
    }
}

void Explanation::waits_for(std::uint16_t what, std::size_t wait)
{
    const Waits &waits = analysis_.waits;
    const Calls &calls = analysis_.moves.calls;
    const std::uint64_t object = waits.object[wait];
    const Place call = waits.call[wait];
    if (const std::string_view words = unknown_wait(what); object == 0 && !words.empty()) {
        sentence_.say(" for ").say(words);
        return;
    }
    switch (what) {
    case wait::QUEUE:
        sentence_.say(" for ").called("queue", object);
        if (call >= 0) {
            sentence_.say(at(calls.is_send, call) != 0 ? ", which is full" : ", which is empty");
        }
        return;
    case wait::SEMAPHORE:
        sentence_.say(" for ").called("semaphore", object).say(", which is 0");
        return;
    case wait::FLAGS: {
        const std::string bits =
            call < 0 ? "" : concat(' ', hex(requested_bits(trace_, at(calls.at, call))));
        sentence_.say(" for bits").say(bits).say(" of ").object(object);
        return;
    }
    case wait::BLOCK:
        sentence_.say(" for a block of ").object(object);
        return;
    case wait::BYTES:
        sentence_.say(" for bytes of ").object(object);
        return;
    case wait::MUTEX:
        sentence_.say(" for ").called("mutex", object);
        if (waits.owner[wait] > 0) {
            sentence_.say(", held by ").lane(waits.owner[wait]);
        }
        return;
    default:
        if (what == wait::MIDDLEWARE && object != 0) {
            sentence_.say(" for ").called("middleware", object);
        } else {
            waits_for_state(what);
        }
    }
}

// Waits for a thing that is not an object of the trace.
void Explanation::waits_for_state(std::uint16_t what)
{
    const bool is_limen = trace_.origin == Origin::limen;
    switch (what) {
    case threadx_state::I_O_DRIVER:
        sentence_.say(" for an I/O driver");
        return;
    case threadx_state::FILE:
        sentence_.say(" for a file");
        return;
    case threadx_state::TCP_IP:
        sentence_.say(is_limen ? " for middleware" : " for TCP/IP");
        return;
    default:
        sentence_.say(" (").say(wait_name(what)).say(")");
    }
}

void Explanation::why_it_comes()
{
    if (comes_ == idle) {
        sentence_.say("; no thread is ready");
    } else if (!is_preemption()) {
        sentence_.say("; ");
        comes_ready();
    }
}

void Explanation::comes_ready()
{
    if (since_ == no_place) {
        sentence_.lane(comes_).say(" continues");
        return;
    }
    const Tick ticks = at(trace_.time, at(switches_.at, place_)) - at(trace_.time, since_);
    if (kind_ == ReadyKind::woken) {
        const bool is_new = reason_ == Reason::idle_ended || ticks == 0;
        sentence_.lane(comes_).say(is_new ? " has just become " : " has been ");
        sentence_.event("ready", since_)
            .say(is_new ? "" : concat(" for ", duration_text(trace_, ticks)));
        by();
    } else if (kind_ == ReadyKind::preempted) {
        sentence_.lane(comes_).say(
            concat(" continues, ", duration_text(trace_, ticks), " after it was "));
        sentence_.event("preempted", since_);
    } else {
        sentence_.say("it is ").lane(comes_).say("'s turn");
    }
}

// The cause that made a thread ready, in brackets; nothing if it was neither a thread nor an
// interrupt.
void Explanation::by()
{
    const Place move = ready_move(since_);
    if (move < 0 || at(analysis_.moves.ready.lane, move) != comes_) {
        return;
    }
    const Lane who = at(analysis_.moves.did, since_);
    if (const Place called = analysis_.moves.called.row_of(since_); called != no_place) {
        sentence_.say(" (");
        by_call(static_cast<std::size_t>(called));
        sentence_.say(")");
    } else if (who == interrupt) {
        sentence_.say(" (made ready by ");
        interrupt_at(since_);
        sentence_.say(")");
    } else if (who > 0) {
        sentence_.say(" (made ready by ").lane(who).say(")");
    }
}

void Explanation::what_held_it_off()
{
    const HeldOff &held = analysis_.held_off;
    const Place first = at(switches_.held_first, place_), last = at(switches_.held_last, place_);
    if (last < 0) {
        return;
    }
    bool is_one = true;
    for (Place other = first; other >= 0 && other < last && is_one; other++) {
        is_one = at(held.by, other) == at(held.by, last) &&
                 at(held.level, other) == at(held.level, last) &&
                 at(held.how, other) == at(held.how, last);
    }
    const Tick ticks = at(switches_.held, place_);
    sentence_.say("; ").lane(comes_).say(" was held off");
    sentence_.say(ticks == 0 ? "" : concat(" for ", duration_text(trace_, ticks)));
    sentence_.say(is_one ? " by " : ", last by ");
    if (const std::string level = level_text(trace_, at(held.level, last)); !level.empty()) {
        sentence_.event(level, at(held.begin, last)).say(" of ");
    }
    sentence_.lane(at(held.by, last)).say(concat(" (", how_name(at(held.how, last)), ")"));
}

} // namespace

std::vector<Part> why_parts(const Trace &trace, const Analysis &analysis, Place place)
{
    return Explanation(trace, analysis, place).parts();
}

std::string why(const Trace &trace, const Analysis &analysis, Place place)
{
    std::string text;
    for (const Part &part : why_parts(trace, analysis, place)) {
        text += part.text;
    }
    return text;
}

} // namespace limen::trace
