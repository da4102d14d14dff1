// SPDX-License-Identifier: Apache-2.0
// Turns the packets of SystemView into steps, one after another.
#include "trace/read/foreign/systemview.hpp"

#include "trace/concat.hpp"

namespace limen::trace
{

namespace
{

constexpr std::uint64_t sv_timed = 4; // cause of STOP_READY

constexpr unsigned sv_sure_idle = 3; // times: a core does not idle if a thread of its own is ready

// Calls in which a thread may wait for something other than a queue.
struct SvWait {
    SvDoes does;
    std::uint16_t what;
};

constexpr SvWait sv_waits[] = {{SvDoes::delay, wait::TIME},
                               {SvDoes::notify_wait, other_wait::NOTIFICATION},
                               {SvDoes::flags_wait, wait::FLAGS},
                               {SvDoes::stream_wait, other_wait::STREAM_BUFFER},
                               {SvDoes::suspend, wait::RESUME}};

} // namespace

// A thread leaves. It waits if it is woken later, and does not if it runs again without that.
void SvReader::runs(Number comes)
{
    const Number leaves = recording_.running();
    if (leaves != no_thread && leaves != 0) {
        SvThread &one = threads_[leaves];
        if (!one.has_stopped) {
            begins_to_wait(one);
            one.left = recording_.steps.size();
        }
    }
    recording_.switch_to(comes);
    woken_.erase(comes);
    idle_beside_woken_ += comes == 0 && !woken_.empty() ? 1U : 0U;
    SvThread &next = threads_[comes];
    next.left = SIZE_MAX;
    if (next.has_waited) { // one that was preempted may still be in its call
        next.end_call();
    } else {
        next.waited = SIZE_MAX;
    }
    next.has_waited = next.has_stopped = false;
    if (next.takes != 0) {
        SvObject &mutex = objects_[next.takes];
        if (mutex.owner == 0) {
            mutex.set(recording_.steps.size(), comes);
            recording_.add(event::MUTEX_LOCK, next.takes, 1, outcome::DONE);
        }
        next.takes = 0;
    }
}

// The thread may wait from the next step on. A later call may show the reason.
void SvReader::begins_to_wait(SvThread &one)
{
    if (has_successes_) {
        one.unknown = recording_.steps.size();
        recording_.add(0);
    }
    one.waited = recording_.steps.size();
}

// A call has succeeded: if its thread has waited since its previous call, it was for this object.
void SvReader::has_waited_for(Number one, std::uint16_t record, std::uint16_t what, Number object)
{
    SvThread &thread = threads_[one];
    if (!has_successes_ || thread.waited == SIZE_MAX || thread.unknown == SIZE_MAX) {
        return;
    }
    Step &wait = recording_.steps[thread.waited];
    const bool is_switch = wait.event == event::SWITCH;
    const auto known = static_cast<std::uint16_t>(is_switch ? wait.b : wait.a);
    if (known == other_wait::SOMETHING) {
        Step &call = recording_.steps[thread.unknown];
        const Number owner =
            record == event::MUTEX_LOCK ? objects_[object].before(thread.unknown) : Number{0};
        call.event = record;
        call.object = object;
        call.a = record == event::MUTEX_LOCK ? std::uint16_t{1} : unknown_count;
        call.b = outcome::WAITS | static_cast<std::uint32_t>(owner == one ? 0 : owner) << 16;
        if (is_switch) {
            wait.b = what | static_cast<std::uint32_t>(object) << 16;
        } else {
            wait.a = what;
            wait.object = object;
        }
    }
    thread.waited = thread.unknown = SIZE_MAX;
}

void SvReader::waits_in_call(const SvThread &one)
{
    if (one.call != SIZE_MAX) {
        recording_.steps[one.call].b = outcome::WAITS | static_cast<std::uint32_t>(one.owner) << 16;
    }
}

void SvReader::readies(const SvPacket &packet)
{
    const Number one = thread(packet.words[0]);
    const bool is_twice = ready_ == one && ready_time_ == packet.time && streams_.cores > 1;
    ready_ = one;
    ready_time_ = packet.time;
    if (packet.is_no_wake_up || is_twice) {
        return raw(packet);
    }
    SvThread &thread = threads_[one];
    if (thread.left != SIZE_MAX) {
        Step &left = recording_.steps[thread.left];
        left.b = thread.what | static_cast<std::uint32_t>(thread.object) << 16;
        waits_in_call(thread);
        thread.left = SIZE_MAX;
    }
    thread.has_stopped = false;
    thread.has_waited = true;
    woken_.insert(one);
    recording_.ready(one);
}

void SvReader::stops(Number one, std::uint64_t cause)
{
    SvThread &thread = threads_[one];
    thread.has_stopped = true;
    woken_.erase(one);
    const bool is_known = has_successes_ || thread.what != other_wait::SOMETHING;
    begins_to_wait(thread);
    recording_.suspend(one, is_known || cause != sv_timed ? thread.what : wait::TIME,
                       thread.object);
    waits_in_call(thread);
}

void SvReader::ends(Number one)
{
    recording_.suspend(one, wait::END);
    threads_[one].has_stopped = true;
    woken_.erase(one);
}

void SvReader::lose(std::uint32_t count)
{
    recording_.lose(count);
    woken_.clear();
    objects_.clear();
    for (auto &[number, one] : threads_) {
        one = SvThread{.base = one.base};
    }
}

void SvReader::take(Number caller, Number object, const SvKind &kind)
{
    SvThread &thread = threads_[caller];
    SvObject &mutex = objects_[object];
    const bool is_mutex = kind.kind == kind::MUTEX;
    thread.what = kind.what;
    thread.object = object;
    thread.owner = is_mutex && mutex.owner != caller ? mutex.owner : Number{0};
    thread.takes = thread.owner != 0 ? object : Number{0};
    has_waited_for(caller, kind.take, kind.what, object);
    if (is_mutex && (mutex.owner == 0 || has_successes_)) {
        thread.owner = thread.takes = 0;
        mutex.set(recording_.steps.size(), caller);
    }
    thread.call = recording_.steps.size();
    recording_.add(kind.take, object, is_mutex ? std::uint16_t{1} : unknown_count, outcome::DONE);
    if (has_successes_) { // it waits for something else then
        thread.end_call();
    }
}

void SvReader::give(Number caller, Number object, const SvKind &kind)
{
    const bool is_mutex = kind.kind == kind::MUTEX;
    if (is_mutex) {
        objects_[object].set(recording_.steps.size(), 0);
    } else if (kind.kind == kind::QUEUE && caller != no_thread) {
        if (has_successes_) {
            has_waited_for(caller, kind.give, kind.what, object);
        } else {
            SvThread &thread = threads_[caller];
            thread.end_call(kind.what);
            thread.object = object;
            thread.call = recording_.steps.size();
        }
    }
    recording_.add(kind.give, object, is_mutex ? std::uint16_t{0} : unknown_count, outcome::DONE);
}

void SvReader::object_call(const SvPacket &packet, SvDoes what)
{
    const SvKind &kind = kind_of(packet.words[0]);
    const Number object = recording_.object(packet.words[0], kind.kind);
    const Number caller = recording_.running();
    if (what == SvDoes::give || what == SvDoes::unlock || what == SvDoes::send ||
        what == SvDoes::give_in_interrupt) {
        give(caller, object, kind);
    } else if (caller != no_thread && caller != 0) {
        take(caller, object, kind);
    } else {
        raw(packet);
    }
}

void SvReader::priority(const SvPacket &packet, SvDoes what)
{
    const bool is_raw_address = !recording_.has_thread(packet.words[0]);
    const Number one = thread(is_raw_address ? streams_.small(packet.words[0]) : packet.words[0]);
    SvThread &target = threads_[one];
    const Number caller = recording_.running();
    if (what == SvDoes::set_priority) {
        target.base = urgency(packet.words[1]);
        recording_.priority(one, target.base, change::PRIORITY_SET);
    } else if (what == SvDoes::disinherit) {
        recording_.priority(one, target.base, change::INHERITANCE);
    } else if (caller != no_thread && caller != one) {
        recording_.priority(one, recording_.priority_of(caller), change::INHERITANCE);
    }
}

void SvReader::call(const SvPacket &packet, SvDoes what)
{
    const Number caller = recording_.running();
    if (const SvWait *const wait = row_with(sv_waits, &SvWait::does, what)) {
        if (caller != no_thread && caller != 0) {
            SvThread &thread = threads_[caller];
            thread.end_call(wait->what);
            thread.waited = SIZE_MAX;
        }
    } else if (what == SvDoes::remove) {
        const bool is_known = recording_.has_thread(packet.words[0]);
        const Number one = is_known ? thread(packet.words[0]) : caller;
        if (one != no_thread && one != 0) {
            ends(one);
        }
    } else if (is_of_priority(what)) {
        return priority(packet, what);
    } else if (what != SvDoes::nothing) {
        return object_call(packet, what);
    }
    raw(packet);
}

// A call has returned: a later wait of its thread has another reason.
void SvReader::returned(const SvPacket &packet)
{
    const Number caller = recording_.running();
    const SvDoes did = does(packet.words[0]);
    if (caller != no_thread && did != SvDoes::nothing && !is_of_priority(did)) {
        threads_[caller].end_call();
    }
}

void SvReader::raw(const SvPacket &packet)
{
    const std::vector<std::uint64_t> words(packet.words, packet.words + packet.count);
    recording_.raw(packet.id == sv::PRINT        ? "print"
                   : packet.id >= sv::FIRST_CALL ? concat("call ", packet.id)
                                                 : concat("packet ", packet.id),
                   text_of(packet.text, words.data(), words.size()));
}

void SvReader::packet(const SvPacket &packet)
{
    recording_.at(packet.time, packet.core);
    if (packet.id >= sv::FIRST_CALL && packet.id != sv::DAMAGE) {
        return call(packet, does(packet.id));
    }
    switch (packet.id) {
    case sv::NOP:
    case sv::INIT:
    case sv::SYSDESC:
    case sv::INFO:
        return;
    case sv::START_EXEC:
        return runs(thread(packet.words[0]));
    case sv::START_READY:
        return readies(packet);
    case sv::STOP_READY:
        return stops(thread(packet.words[0]), packet.words[1]);
    case sv::CREATE:
        return recording_.add(event::THREAD_START, thread(packet.words[0]));
    case sv::TERMINATE:
        return ends(thread(packet.words[0]));
    case sv::IDLE:
    case sv::STOP_EXEC:
        return runs(0);
    case sv::END_CALL:
        return returned(packet);
    case sv::ISR_ENTER:
        return recording_.add(event::IRQ_ENTER, 0, static_cast<std::uint16_t>(packet.words[0]));
    case sv::ISR_EXIT:
    case sv::ISR_TO_SCHEDULER:
        return recording_.ends_interrupt();
    case sv::OVERFLOW_:
    case sv::DAMAGE:
        return lose(static_cast<std::uint32_t>(packet.words[0]));
    case sv::NAME:
        recording_.object(packet.words[0], kind_of(packet.words[0]).kind, packet.text);
        return;
    default:
        return raw(packet);
    }
}

std::optional<Error> SvReader::run()
{
    choose_kernel();
    find_wake_ups();
    find_mutexes();
    find_threads();
    for (const SvPacket &one : streams_.packets) {
        packet(one);
    }
    for (auto &[number, one] : threads_) {
        if (one.left != SIZE_MAX) { // it does not run again: whether it waits is not recorded
            recording_.steps[one.left].b = other_wait::SOMETHING;
        }
    }
    if (numbers_ == SvNumbers::freertos_esp && streams_.cores == 1 &&
        idle_beside_woken_ >= sv_sure_idle) {
        const unsigned unknown = facts(Fact::ready, Fact::waker);
        trace_.kernel.facts = static_cast<std::uint16_t>(trace_.kernel.facts & ~unknown);
        trace_.kernel.warnings.push_back(
            "The file is of one core of several: threads that become ready in it run on another "
            "one. Give the files of all cores together.");
    }
    if (streams_.hz == 0 || streams_.hz > UINT32_MAX) {
        trace_.kernel.warnings.push_back("The trace does not have the rate of its clock: 1 GHz is "
                                         "assumed.");
    }
    return recording_.finish(streams_.hz);
}

std::optional<Error> read_sv(InputFiles files, Trace &trace)
{
    SvStreams streams;
    if (std::optional<Error> error = read_sv_streams(files, streams)) {
        return error;
    }
    if (streams.packets.empty()) {
        return Error{"", "this SystemView recording has no packets", "record it again"};
    }
    return SvReader(streams, trace).run();
}

} // namespace limen::trace
