// SPDX-License-Identifier: Apache-2.0
// The scheduler's events of Linux, and of NuttX, which writes them alike, in whatever file.
#pragma once

#include "trace/read/foreign/recording.hpp"

#include <array>

namespace limen::trace
{

// A thread as an event names it.
struct LinuxThread {
    std::string_view comm;
    std::int64_t pid = 0;
    std::int64_t prio = 0;
};

inline constexpr std::int64_t no_prio = INT64_MIN; // the event does not have it

enum class LinuxKind : std::uint8_t {
    switched,
    waking,
    wakeup,
    inherits,
    interrupt_begins,
    interrupt_ends,
    renamed,
    lost,
    raw,
};

// What the kernel was in at an event, if the file says it.
struct LinuxContext {
    bool is_in_interrupt = false; // of the hardware or of software
    bool is_in_softirq = false;
    bool wants_switch = false;     // a switch has been asked for, and has not come
    bool is_unpreemptible = false; // preemption is disabled
};

// An event of a binary file. of `one`: the thread that leaves, wakes, inherits or is renamed.
struct LinuxEvent {
    Tick ns = 0;
    LinuxThread one, next;
    std::string_view name, text; // of a raw one
    std::uint32_t number = 0;    // of an interrupt; how many were lost
    LinuxKind kind = LinuxKind::raw;
    std::uint8_t core = 0;
    char state = 'R';
    LinuxContext context;
};

class LinuxSteps
{
  public:
    LinuxSteps(Trace &trace, std::string format, bool is_nuttx);

    // The time, the core and the context of what follows.
    void at(Tick ns, unsigned core, LinuxContext context = {});
    // state: a letter of the kernel's table; R: still ready.
    void switched(const LinuxThread &previous, char state, const LinuxThread &next);
    void waking(const LinuxThread &thread, bool is_decision); // otherwise its effect
    void inherits(std::int64_t pid, std::int64_t prio);
    void interrupt_begins(std::uint16_t number);
    void interrupt_ends(std::uint16_t number);
    void renamed(std::int64_t pid, std::string_view comm);
    void lose(std::uint32_t count);

    // All events of several cores, in any order.
    void replay(std::vector<LinuxEvent> &events);

    std::optional<Error> finish(std::uint64_t lost = 0);

    Recording recording;

  private:
    using Number = Recording::Number;

    // A core on which a switch is asked for.
    struct Core {
        Number running = no_thread;
        std::size_t wanted_at = SIZE_MAX; // place of a step that is kept for it
        bool is_held = false;             // the thread runs on, and no interrupt is the reason
    };

    Number number(const LinuxThread &thread);
    void hold();
    void let_go(Core &core);
    std::int32_t urgency(std::int64_t prio) const;

    Trace &trace_;
    const bool is_nuttx_;
    LinuxContext context_;
    std::array<Core, cores_max> cores_;
    Core *core_ = cores_.data();
    bool has_switches_ = false, has_decisions_ = false, has_interrupts_ = false;
    std::map<Number, bool> is_ready_;
};

// The letter of a number in prev_state. is_old: of kernels before 4.14.
char linux_state(std::int64_t number, bool is_old);

} // namespace limen::trace
