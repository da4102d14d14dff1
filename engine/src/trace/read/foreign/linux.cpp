// SPDX-License-Identifier: Apache-2.0
#include "trace/read/foreign/linux.hpp"

#include "trace/read/foreign/in_order.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

constexpr std::int64_t linux_first_ordinary = 100;
constexpr std::int32_t nuttx_priority_max = 255;

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

LinuxSteps::LinuxSteps(Trace &trace, std::string format, bool is_nuttx)
    : recording{trace, Kernel{is_nuttx ? "NuttX" : "Linux", std::move(format)}}, trace_{trace},
      is_nuttx_{is_nuttx}
{
    trace.kernel.urgency = is_nuttx ? Urgency::downward : Urgency::linux;
    trace.kernel.zero = nuttx_priority_max;
    recording.set_idle(0);
}

std::int32_t LinuxSteps::urgency(std::int64_t prio) const
{
    if (prio == no_prio) {
        return -1;
    }
    if (is_nuttx_) {
        return nuttx_priority_max -
               static_cast<std::int32_t>(std::clamp<std::int64_t>(prio, 0, nuttx_priority_max));
    }
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(prio, -1, linux_first_ordinary - 1)) +
           1;
}

// The thread with a pid; its priority may have been changed by something that is not recorded.
LinuxSteps::Number LinuxSteps::number(const LinuxThread &thread)
{
    const bool is_named = thread.comm != "<...>" && thread.comm != "<idle>";
    const Number number =
        recording.thread(static_cast<std::uint64_t>(thread.pid),
                         is_named ? thread.comm : std::string_view{}, urgency(thread.prio));
    if (is_named) { // a program that a shell starts is the shell at first
        recording.rename(number, thread.comm);
    }
    recording.priority(number, urgency(thread.prio), change::PRIORITY_SET);
    return number;
}

void LinuxSteps::at(Tick ns, unsigned core, LinuxContext context)
{
    recording.at(ns, core);
    context_ = context;
    core_ = &cores_[core % cores_max];
    if (context.wants_switch && core_->wanted_at == SIZE_MAX) {
        core_->wanted_at = recording.steps.size();
        recording.add(0);
    }
}

// An interrupt of the hardware interrupts a thread while a switch is asked for: so the thread has
// run on since then, because the kernel does not preempt what it does.
void LinuxSteps::hold()
{
    const Number running = core_->running;
    if (!context_.wants_switch || context_.is_in_softirq || core_->is_held ||
        running == no_thread || running == 0 || core_->wanted_at == SIZE_MAX) {
        return;
    }
    Step &level = recording.steps[core_->wanted_at];
    const auto before = static_cast<std::uint32_t>(std::max(recording.priority_of(running), 0));
    const std::uint16_t change =
        context_.is_unpreemptible ? change::PREEMPTION_DISABLED : change::KERNEL_CODE_ENTERED;
    level.event = event::LEVEL;
    level.object = running;
    level.a = 0;
    level.b = before | static_cast<std::uint32_t>(change) << 16;
    core_->is_held = true;
}

void LinuxSteps::let_go(Core &core)
{
    if (core.is_held) {
        const auto urgency =
            static_cast<std::uint16_t>(std::max(recording.priority_of(core.running), 0));
        const bool is_code = recording.steps[core.wanted_at].b >> 16 == change::KERNEL_CODE_ENTERED;
        const std::uint32_t change =
            is_code ? change::KERNEL_CODE_LEFT : change::PREEMPTION_ENABLED;
        recording.add(event::LEVEL, core.running, urgency, change << 16);
    }
    core.wanted_at = SIZE_MAX;
    core.is_held = false;
}

void LinuxSteps::switched(const LinuxThread &previous, char state, const LinuxThread &next)
{
    const Number leaves = number(previous), comes = number(next);
    const std::uint16_t what = linux_wait(state);
    has_switches_ = true;
    let_go(*core_);
    core_->running = comes;
    is_ready_[leaves] = what == stays_ready;
    is_ready_[comes] = true;
    recording.switch_to(comes, leaves, what);
    if (what == wait::END && previous.pid != 0) {
        recording.forget_thread(static_cast<std::uint64_t>(previous.pid));
    }
}

// The waker is the context of the decision; on another core the effect comes later.
void LinuxSteps::waking(const LinuxThread &thread, bool is_decision)
{
    const Number one = number(thread);
    has_decisions_ = has_decisions_ || is_decision;
    bool &is_ready = is_ready_[one];
    if (one == 0 || is_ready) {
        return;
    }
    is_ready = true;
    recording.ready(one);
    recording.steps.back().is_in_interrupt = context_.is_in_interrupt;
}

void LinuxSteps::inherits(std::int64_t pid, std::int64_t prio)
{
    const Number one = recording.thread(static_cast<std::uint64_t>(pid));
    recording.priority(one, urgency(prio), change::INHERITANCE);
}

void LinuxSteps::interrupt_begins(std::uint16_t number)
{
    has_interrupts_ = true;
    if (number != no_interrupt) { // a softirq comes right behind the interrupt that asks
        hold();
    }
    recording.add(event::IRQ_ENTER, 0, number);
}

void LinuxSteps::interrupt_ends(std::uint16_t number)
{
    recording.add(event::IRQ_EXIT, 0, number);
}

void LinuxSteps::renamed(std::int64_t pid, std::string_view comm)
{
    recording.rename(recording.thread(static_cast<std::uint64_t>(pid)), comm);
}

void LinuxSteps::lose(std::uint32_t count)
{
    recording.add(event::LOST, 0, 0, count);
    is_ready_.clear();
    *core_ = {};
}

void LinuxSteps::replay(std::vector<LinuxEvent> &events)
{
    put_in_order(events, [](const LinuxEvent &event) { return event.ns; });
    for (const LinuxEvent &event : events) {
        at(event.ns, event.core, event.context);
        const auto number = static_cast<std::uint16_t>(event.number);
        switch (event.kind) {
        case LinuxKind::switched:
            switched(event.one, event.state, event.next);
            break;
        case LinuxKind::waking:
        case LinuxKind::wakeup:
            waking(event.one, event.kind == LinuxKind::waking);
            break;
        case LinuxKind::inherits:
            inherits(event.one.pid, event.one.prio);
            break;
        case LinuxKind::interrupt_begins:
            interrupt_begins(number);
            break;
        case LinuxKind::interrupt_ends:
            interrupt_ends(number);
            break;
        case LinuxKind::renamed:
            renamed(event.one.pid, event.one.comm);
            break;
        case LinuxKind::lost:
            lose(event.number);
            break;
        default:
            recording.raw(event.name, event.text);
        }
    }
}

std::optional<Error> LinuxSteps::finish(std::uint64_t lost)
{
    Kernel &kernel = trace_.kernel;
    if (has_switches_) {
        kernel.facts = facts(Fact::wait, Fact::priority, Fact::tick);
        const std::uint16_t wakers =
            is_nuttx_ || is_ready_.empty() ? std::uint16_t{0} : facts(Fact::ready, Fact::waker);
        const std::uint16_t interrupts =
            has_interrupts_ ? facts(Fact::interrupts) : std::uint16_t{0};
        kernel.facts = static_cast<std::uint16_t>(kernel.facts | wakers | interrupts |
                                                  (is_nuttx_ ? 0 : facts(Fact::base)));
    } else {
        kernel.facts = 0;
        kernel.warnings.push_back("The file has no switches of threads, so no thread runs in it. "
                                  "Record the events of the group sched too.");
    }
    return recording.finish(1'000'000'000U, lost);
}

} // namespace limen::trace
