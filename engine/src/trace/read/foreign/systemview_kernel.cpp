// SPDX-License-Identifier: Apache-2.0
// Finds the kernel of a recording of SystemView, and the facts that follow from all its packets:
// the numbers of its calls (three of FreeRTOS), its threads, its mutexes, and true wake-ups.
#include "trace/read/foreign/systemview.hpp"
#include "trace/read/text.hpp"

#include <iterator>

namespace limen::trace
{

namespace
{

constexpr std::uint16_t sv_first_of_v11 = 151;

// The numbers of calls by SvNumbers; 0: it has no such call.
struct SvCall {
    SvDoes does;
    std::uint16_t numbers[4];
};

constexpr SvCall sv_calls[] = {
    {SvDoes::remove, {34, 195, 33, 100}},      {SvDoes::delay, {35, 196, 34, 95}},
    {SvDoes::delay, {36, 197, 35, 96}},        {SvDoes::delay, {0, 0, 0, 97}},
    {SvDoes::set_priority, {40, 201, 55, 98}}, {SvDoes::suspend, {41, 202, 36, 102}},
    {SvDoes::inherit, {73, 246, 39, 0}},       {SvDoes::disinherit, {74, 247, 42, 0}},
    {SvDoes::notify_wait, {64, 255, 37, 0}},   {SvDoes::notify_wait, {66, 256, 46, 0}},
    {SvDoes::give, {90, 161, 53, 41}},         {SvDoes::take, {92, 165, 49, 42}},
    {SvDoes::send, {96, 162, 54, 60}},         {SvDoes::give_in_interrupt, {97, 163, 61, 0}},
    {SvDoes::receive, {0, 164, 0, 61}},        {SvDoes::lock, {0, 158, 0, 39}},
    {SvDoes::unlock, {0, 157, 0, 38}},         {SvDoes::flags_wait, {128, 293, 195, 0}},
    {SvDoes::stream_wait, {140, 311, 204, 0}}, {SvDoes::stream_wait, {142, 313, 206, 0}},
};

} // namespace

SvDoes SvReader::does(std::uint64_t call) const
{
    if (numbers_ == SvNumbers::unknown || call < sv::FIRST_CALL) {
        return SvDoes::nothing;
    }
    const auto column = static_cast<std::size_t>(numbers_);
    const auto found = std::find_if(std::begin(sv_calls), std::end(sv_calls),
                                    [&](const SvCall &one) { return one.numbers[column] == call; });
    return found == std::end(sv_calls) ? SvDoes::nothing : found->does;
}

// The system description identifies the kernel, and the ids identify the version.
void SvReader::choose_kernel()
{
    Kernel &kernel = trace_.kernel;
    const auto says = [this](std::string_view text) {
        return streams_.system.find(text) != std::string::npos ||
               streams_.header.find(text) != std::string::npos;
    };
    const bool is_v11 =
        std::any_of(streams_.packets.begin(), streams_.packets.end(), [](const SvPacket &packet) {
            return packet.id == sv::END_CALL ||
                   (packet.id >= sv_first_of_v11 && packet.id < sv::FIRST_OF_MODULES);
        });
    const bool is_esp = says("Espressif") || says("C=xtensa") || says("D=esp");
    if (says("O=FreeRTOS") || is_esp) {
        kernel.name = "FreeRTOS";
        kernel.urgency = Urgency::downward;
        kernel.zero = sv_priority_max;
        numbers_ = is_esp   ? SvNumbers::freertos_esp
                   : is_v11 ? SvNumbers::freertos_v11
                            : SvNumbers::freertos_v10;
        has_successes_ = is_esp || !is_v11;
        recording_.mutexes_inherit = true;
    } else if (says("O=Zephyr")) {
        kernel.name = "Zephyr";
        kernel.urgency = Urgency::centred;
        kernel.zero = sv_zephyr_zero;
        numbers_ = SvNumbers::zephyr;
    } else {
        const std::size_t at = streams_.system.find("O=");
        kernel.name = at == std::string::npos
                          ? "This kernel"
                          : printable(std::string_view(streams_.system)
                                          .substr(at + 2, streams_.system.find(',', at) - at - 2));
        kernel.warnings.push_back(
            "The numbers of the calls of this kernel are not known: switches, "
            "ready threads and interrupts are shown, calls as numbers.");
    }
    const bool has_interrupts =
        std::any_of(streams_.packets.begin(), streams_.packets.end(),
                    [](const SvPacket &packet) { return packet.id == sv::ISR_ENTER; });
    recording_.records(true, Fact::ready, Fact::wait);
    recording_.records(numbers_ != SvNumbers::unknown, Fact::object, Fact::owner, Fact::priority,
                       Fact::base);
    recording_.records(has_interrupts, Fact::interrupts);
    recording_.records(is_esp || numbers_ == SvNumbers::zephyr, Fact::tick);
    // Descriptions and ready moves are in the streams of both cores.
    recording_.records(streams_.cores == 1, Fact::waker);
}

// FreeRTOS also records "moved to the ready list" for a ready task that only moves in the list: at
// inheritance, at its end, and when a priority is set.
void SvReader::find_wake_ups()
{
    std::vector<SvPacket> &all = streams_.packets;
    for (std::size_t at = 0; at < all.size(); at++) {
        const SvDoes what = does(all[at].id);
        const bool is_set = what == SvDoes::set_priority;
        if (numbers_ == SvNumbers::zephyr || !is_of_priority(what)) {
            continue;
        }
        const std::uint64_t task = all[at].words[0], small = streams_.small(task);
        for (const std::size_t place : {at - 1, at + 1, at + 2, at + 3}) {
            if (place < all.size() && all[place].id == sv::START_READY &&
                (all[place].words[0] == task || (!is_set && all[place].words[0] == small))) {
                all[place].is_no_wake_up = true;
                break;
            }
        }
    }
}

// A queue whose holder inherits a priority is a mutex, and so is the result of a call that creates
// a mutex. An object to which an item is sent is a queue.
void SvReader::find_mutexes()
{
    constexpr std::uint64_t create_mutex = 153, no_item = 0;
    std::map<std::uint64_t, std::uint64_t> taken; // newest, by task
    std::array<std::uint64_t, cores_max> running{};
    for (const SvPacket &packet : streams_.packets) {
        const SvDoes what = does(packet.id);
        if (packet.id == sv::START_EXEC) {
            running[packet.core] = packet.words[0];
        } else if (packet.id == sv::END_CALL && packet.count > 1 &&
                   packet.words[0] == create_mutex) {
            mutexes_.insert(packet.words[1]);
        } else if (what == SvDoes::take || what == SvDoes::receive) {
            taken[running[packet.core]] = packet.words[0];
        } else if (what == SvDoes::lock || what == SvDoes::unlock) {
            mutexes_.insert(packet.words[0]);
        } else if (what == SvDoes::inherit && taken.contains(running[packet.core])) {
            mutexes_.insert(taken[running[packet.core]]);
        } else if (what == SvDoes::give && numbers_ != SvNumbers::zephyr &&
                   packet.words[1] != no_item &&
                   packet.words[1] !=
                       streams_.small(0) % (std::uint64_t{1} << (32 - streams_.shift))) {
            queues_.insert(packet.words[0]);
        }
        if (what == SvDoes::receive) {
            queues_.insert(packet.words[0]);
        }
    }
}

void SvReader::find_threads()
{
    std::set<std::uint64_t> never_run; // idle, of which the recorder's table has no name
    bool has_idle = false;
    for (const SvPacket &packet : streams_.packets) {
        has_idle = has_idle || packet.id == sv::IDLE;
        if (packet.id == sv::CREATE) {
            never_run.insert(packet.words[0]);
        } else if (packet.id == sv::START_EXEC || packet.id == sv::INFO) {
            never_run.erase(packet.words[0]);
        }
        if (packet.id == sv::INFO) {
            if (packet.text.starts_with("IDLE") || packet.text.starts_with("idle")) {
                recording_.set_idle(packet.words[0]);
            } else {
                const std::int32_t base = urgency(packet.words[1]);
                threads_[recording_.thread(packet.words[0], packet.text, base)].base = base;
            }
        }
    }
    if (has_idle && never_run.size() == 1) {
        recording_.set_idle(*never_run.begin());
    }
}

} // namespace limen::trace
