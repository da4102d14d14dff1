// SPDX-License-Identifier: Apache-2.0
#include "trace/read/foreign/linux.hpp"

#include "trace/read/foreign/file_set.hpp"
#include "trace/read/foreign/in_order.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

constexpr std::int32_t nuttx_priority_max = 255;

struct LinuxName {
    std::string_view name;
    LinuxKind kind;
    std::string_view number; // the field with that of an interrupt
};

constexpr LinuxName linux_names[] = {
    {"sched_switch", LinuxKind::switched, {}},
    {"sched_waking", LinuxKind::waking, {}},
    {"sched_wakeup", LinuxKind::waking, {}},
    {"sched_wakeup_new", LinuxKind::waking, {}},
    {"sched_pi_setprio", LinuxKind::inherits, {}},
    {"irq_handler_entry", LinuxKind::interrupt_begins, "irq"},
    {"irq_handler_exit", LinuxKind::interrupt_ends, "irq"},
    {"local_timer_entry", LinuxKind::interrupt_begins, "vector"},
    {"local_timer_exit", LinuxKind::interrupt_ends, "vector"},
    {"softirq_entry", LinuxKind::interrupt_begins, {}},
    {"softirq_exit", LinuxKind::interrupt_ends, {}},
};

std::uint16_t linux_wait(char state)
{
    switch (state) {
    case 'S':
        return other_wait::INTERRUPTIBLE;
    case 'D':
    case 'K':
        return other_wait::UNINTERRUPTIBLE;
    case 'I':
        return other_wait::IDLE_WORKER;
    case 'T':
    case 't':
    case 'P':
        return other_wait::STOPPED;
    case 'X':
    case 'x':
    case 'Z':
        return wait::END;
    default:
        return state == 'R' ? stays_ready : other_wait::SOMETHING;
    }
}

} // namespace

char linux_state(std::int64_t number, bool is_old)
{
    const auto bits = static_cast<std::uint64_t>(number);
    struct Letter {
        unsigned bit;
        char now, before;
    };
    static constexpr Letter letters[] = {{1, 'S', 'S'},  {2, 'D', 'D'},   {4, 'T', 'T'},
                                         {8, 't', 't'},  {16, 'X', 'Z'},  {32, 'Z', 'X'},
                                         {64, 'P', 'x'}, {128, 'I', 'K'}, {256, 'R', 'W'}};
    for (const Letter &one : letters) {
        if ((bits & one.bit) != 0) {
            return is_old ? one.before : one.now;
        }
    }
    return 'R';
}

LinuxThread LinuxFields::thread(std::string_view comm, std::string_view pid, std::string_view prio)
{
    const std::string_view name = text(comm); // in the order of the file
    const std::int64_t one = number(pid, 0);
    return {name, one, number(prio, no_prio)};
}

void LinuxFields::fill(LinuxEvent &event)
{
    const LinuxName *const known = row_with(linux_names, &LinuxName::name, event.name);
    if (known == nullptr) {
        return;
    }
    event.kind = known->kind;
    if (event.kind == LinuxKind::switched) {
        event.one = thread("prev_comm", "prev_pid", "prev_prio");
        event.state = state();
        event.next = thread("next_comm", "next_pid", "next_prio");
    } else if (event.kind == LinuxKind::waking) {
        event.one = thread("comm", "pid", "prio");
    } else if (event.kind == LinuxKind::inherits) {
        event.one = thread("comm", "pid", "newprio");
    } else if (known->number.empty()) {
        event.number = no_interrupt;
    } else {
        event.number = static_cast<std::uint32_t>(number(known->number, 0));
    }
}

LinuxSteps::LinuxSteps(Trace &trace, std::string format, bool is_nuttx)
    : trace_{trace}, recording_{trace, Kernel{is_nuttx ? "NuttX" : "Linux", std::move(format), 0,
                                              is_nuttx ? Urgency::downward : Urgency::linux,
                                              nuttx_priority_max}},
      is_nuttx_{is_nuttx}
{
    recording_.set_idle(0);
}

// The thread with a pid. Its priority may have changed without a record.
LinuxSteps::Number LinuxSteps::number(const LinuxThread &thread)
{
    const bool is_named = thread.comm != "<...>" && thread.comm != "<idle>";
    const Number number =
        recording_.thread(static_cast<std::uint64_t>(thread.pid),
                          is_named ? thread.comm : std::string_view{}, urgency(thread.prio));
    if (is_named) { // a program that a shell starts is the shell at first
        recording_.rename(number, thread.comm);
    }
    recording_.priority(number, urgency(thread.prio), change::PRIORITY_SET);
    return number;
}

// A hardware interrupt interrupts a thread while a switch is requested. So the thread has continued
// since the request, because the kernel does not preempt its present code.
void LinuxSteps::hold()
{
    const Number running = recording_.running();
    if (!context_.wants_switch || context_.is_in_softirq || core_->is_held ||
        running == no_thread || running == 0 || core_->wanted_at == SIZE_MAX) {
        return;
    }
    Step &level = recording_.steps[core_->wanted_at];
    const auto before = static_cast<std::uint32_t>(std::max(recording_.priority_of(running), 0));
    const std::uint16_t change =
        context_.is_unpreemptible ? change::PREEMPTION_DISABLED : change::KERNEL_CODE_ENTERED;
    level.event = event::LEVEL;
    level.object = running;
    level.a = 0;
    level.b = before | static_cast<std::uint32_t>(change) << 16;
    core_->is_held = true;
}

void LinuxSteps::let_go()
{
    Core &core = *core_;
    if (core.is_held) {
        const auto urgency =
            static_cast<std::uint16_t>(std::max(recording_.priority_of(recording_.running()), 0));
        const bool is_code =
            recording_.steps[core.wanted_at].b >> 16 == change::KERNEL_CODE_ENTERED;
        const std::uint32_t change =
            is_code ? change::KERNEL_CODE_LEFT : change::PREEMPTION_ENABLED;
        recording_.add(event::LEVEL, recording_.running(), urgency, change << 16);
    }
    core.wanted_at = SIZE_MAX;
    core.is_held = false;
}

void LinuxSteps::switched(const LinuxEvent &event)
{
    const Number leaves = number(event.one), comes = number(event.next);
    const std::uint16_t what = linux_wait(event.state);
    has_switches_ = true;
    let_go();
    recording_.running() = leaves;
    is_ready_[leaves] = what == stays_ready;
    is_ready_[comes] = true;
    recording_.switch_to(comes, what);
    if (what == wait::END && event.one.pid != 0) {
        recording_.forget_thread(static_cast<std::uint64_t>(event.one.pid));
    }
}

// The waker is the context of the decision, which comes first; on another core the effect follows.
void LinuxSteps::waking(const LinuxThread &thread)
{
    const Number one = number(thread);
    bool &is_ready = is_ready_[one];
    if (one != 0 && !is_ready) {
        is_ready = true;
        recording_.ready(one);
        recording_.steps.back().is_in_interrupt = context_.is_in_interrupt;
    }
}

void LinuxSteps::add(const LinuxEvent &event)
{
    recording_.at(event.ns, event.core);
    context_ = event.context;
    core_ = &cores_[event.core];
    if (context_.wants_switch && core_->wanted_at == SIZE_MAX) {
        core_->wanted_at = recording_.steps.size();
        recording_.add(0);
    }
    const auto number = static_cast<std::uint16_t>(event.number);
    switch (event.kind) {
    case LinuxKind::switched:
        return switched(event);
    case LinuxKind::waking:
        return waking(event.one);
    case LinuxKind::inherits:
        return recording_.priority(recording_.thread(static_cast<std::uint64_t>(event.one.pid)),
                                   urgency(event.one.prio), change::INHERITANCE);
    case LinuxKind::interrupt_begins:
        has_interrupts_ = true;
        if (number != no_interrupt) { // a softirq comes right after the interrupt that requests it
            hold();
        }
        return recording_.add(event::IRQ_ENTER, 0, number);
    case LinuxKind::interrupt_ends:
        return recording_.add(event::IRQ_EXIT, 0, number);
    case LinuxKind::lost:
        recording_.lose(event.number);
        is_ready_.clear();
        *core_ = {};
        return;
    case LinuxKind::raw:
        recording_.raw(event.name, event.text);
    }
}

std::optional<Error> LinuxSteps::replay(std::vector<LinuxEvent> &events)
{
    put_in_order(events, [](const LinuxEvent &event) { return event.ns; });
    for (const LinuxEvent &event : events) {
        add(event);
    }
    return finish(0);
}

std::optional<Error> LinuxSteps::finish(std::uint64_t lost)
{
    recording_.records(has_switches_, Fact::wait, Fact::priority, Fact::tick);
    recording_.records(has_switches_ && !is_nuttx_, Fact::base);
    recording_.records(has_switches_ && !is_nuttx_ && !is_ready_.empty(), Fact::ready, Fact::waker);
    recording_.records(has_switches_ && has_interrupts_, Fact::interrupts);
    if (!has_switches_) {
        trace_.kernel.warnings.push_back(
            "The file has no switches of threads, so no thread runs in it. "
            "Record the events of the group sched too.");
    }
    return recording_.finish(0, lost);
}

} // namespace limen::trace
