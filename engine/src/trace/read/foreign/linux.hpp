// SPDX-License-Identifier: Apache-2.0
// The scheduler's events of Linux, and of NuttX, which writes them alike, in any kind of file.
#pragma once

#include "trace/read/foreign/recording.hpp"

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
    raw,
    lost,
    switched,
    waking,
    inherits,
    interrupt_begins,
    interrupt_ends,
};

// The context of the kernel at an event, if the file has it.
struct LinuxContext {
    bool is_in_interrupt = false; // of the hardware or of software
    bool is_in_softirq = false;
    bool wants_switch = false;     // a switch has been asked for, and has not come
    bool is_unpreemptible = false; // preemption is disabled
};

// An event. `one`: the thread that leaves, is woken or inherits.
struct LinuxEvent {
    Tick ns = 0;
    std::uint8_t core = 0;
    LinuxKind kind = LinuxKind::raw;
    char state = 'R';                // of the thread that leaves, a letter; R: still ready
    std::uint32_t number = 0;        // of an interrupt; how many were lost
    std::string_view name{}, text{}; // of a raw one
    LinuxThread one{}, next{};
    LinuxContext context{};
};

// The fields of an event by their names, in any form of the file.
class LinuxFields
{
  public:
    virtual std::string_view text(std::string_view name) = 0;
    virtual std::int64_t number(std::string_view name, std::int64_t missing) = 0;
    virtual char state() = 0; // prev_state

    // Fills in the meaning of an event, if the analysis uses events of this name.
    void fill(LinuxEvent &event);

  protected:
    ~LinuxFields() = default;
    LinuxThread thread(std::string_view comm, std::string_view pid, std::string_view prio);
};

class LinuxSteps
{
  public:
    LinuxSteps(Trace &trace, std::string format, bool is_nuttx);

    void add(const LinuxEvent &event);
    // All events of several cores, in any order.
    std::optional<Error> replay(std::vector<LinuxEvent> &events);
    std::optional<Error> finish(std::uint64_t lost);

  private:
    using Number = Recording::Number;

    // A core on which a switch is requested.
    struct Core {
        std::size_t wanted_at = SIZE_MAX; // place of a step that is kept for it
        bool is_held = false;             // the thread runs on, and no interrupt is the reason
    };

    Number number(const LinuxThread &thread);
    void switched(const LinuxEvent &event);
    void waking(const LinuxThread &thread);
    void hold();
    void let_go();
    std::int32_t urgency(std::int64_t prio) const
    {
        return prio == no_prio ? -1 : recording_.urgency(prio);
    }

    Trace &trace_;
    Recording recording_;
    const bool is_nuttx_;
    LinuxContext context_;
    std::array<Core, cores_max> cores_;
    Core *core_ = cores_.data();
    bool has_switches_ = false, has_interrupts_ = false;
    std::map<Number, bool> is_ready_;
};

// The letter of a number in prev_state. is_old: of kernels before 4.14.
char linux_state(std::int64_t number, bool is_old);

} // namespace limen::trace
