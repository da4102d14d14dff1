// SPDX-License-Identifier: Apache-2.0
// Which kernel a recording of SystemView is of, and what follows from all its packets together: the
// numbers of its calls (three of FreeRTOS), its threads, its mutexes, and true wake-ups.
#include "trace/read/foreign/systemview_reader.hpp"
#include "trace/read/text.hpp"

#include <iterator>

namespace limen::trace
{

namespace
{

constexpr std::uint16_t sv_first_of_v11 = 151;

constexpr SvCall sv_freertos_v10[] = {{34, SvDoes::remove},
                                      {35, SvDoes::delay},
                                      {36, SvDoes::delay},
                                      {40, SvDoes::set_priority},
                                      {41, SvDoes::suspend},
                                      {64, SvDoes::notify_wait},
                                      {66, SvDoes::notify_wait},
                                      {73, SvDoes::inherit},
                                      {74, SvDoes::disinherit},
                                      {90, SvDoes::give},
                                      {92, SvDoes::take},
                                      {96, SvDoes::send},
                                      {97, SvDoes::give_in_interrupt},
                                      {128, SvDoes::flags_wait},
                                      {140, SvDoes::stream_wait},
                                      {142, SvDoes::stream_wait}};

constexpr SvCall sv_freertos_v11[] = {{195, SvDoes::remove},      {196, SvDoes::delay},
                                      {197, SvDoes::delay},       {201, SvDoes::set_priority},
                                      {202, SvDoes::suspend},     {246, SvDoes::inherit},
                                      {247, SvDoes::disinherit},  {255, SvDoes::notify_wait},
                                      {256, SvDoes::notify_wait}, {157, SvDoes::unlock},
                                      {158, SvDoes::lock},        {161, SvDoes::give},
                                      {162, SvDoes::send},        {163, SvDoes::give_in_interrupt},
                                      {164, SvDoes::receive},     {165, SvDoes::take},
                                      {293, SvDoes::flags_wait},  {311, SvDoes::stream_wait},
                                      {313, SvDoes::stream_wait}};

constexpr SvCall sv_freertos_esp[] = {{33, SvDoes::remove},
                                      {34, SvDoes::delay},
                                      {35, SvDoes::delay},
                                      {36, SvDoes::suspend},
                                      {37, SvDoes::notify_wait},
                                      {39, SvDoes::inherit},
                                      {42, SvDoes::disinherit},
                                      {46, SvDoes::notify_wait},
                                      {49, SvDoes::take},
                                      {53, SvDoes::give},
                                      {54, SvDoes::send},
                                      {55, SvDoes::set_priority},
                                      {61, SvDoes::give_in_interrupt},
                                      {195, SvDoes::flags_wait},
                                      {204, SvDoes::stream_wait},
                                      {206, SvDoes::stream_wait}};

constexpr SvCall sv_zephyr[] = {
    {38, SvDoes::unlock},       {39, SvDoes::lock},    {41, SvDoes::give},
    {42, SvDoes::take},         {60, SvDoes::send},    {61, SvDoes::receive},
    {95, SvDoes::delay},        {96, SvDoes::delay},   {97, SvDoes::delay},
    {98, SvDoes::set_priority}, {100, SvDoes::remove}, {102, SvDoes::suspend}};

template <std::size_t count> SvCalls calls_in(const SvCall (&table)[count])
{
    return {std::begin(table), std::end(table)};
}

} // namespace

// The system description says which kernel it is, and the ids which version.
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
    const std::uint16_t calls = facts(Fact::object, Fact::owner, Fact::priority, Fact::base);
    kernel.facts = facts(Fact::ready, Fact::wait, Fact::priority);
    if (says("O=FreeRTOS") || is_esp) {
        kernel.name = "FreeRTOS";
        kernel.urgency = Urgency::downward;
        kernel.zero = sv_priority_max;
        kernel.facts |= calls;
        calls_ = is_esp   ? calls_in(sv_freertos_esp)
                 : is_v11 ? calls_in(sv_freertos_v11)
                          : calls_in(sv_freertos_v10);
        has_successes_ = is_esp || !is_v11;
        recording_.mutexes_inherit = true;
    } else if (says("O=Zephyr")) {
        is_zephyr_ = true;
        kernel.name = "Zephyr";
        kernel.urgency = Urgency::centred;
        kernel.zero = sv_zephyr_zero;
        kernel.facts |= calls;
        calls_ = calls_in(sv_zephyr);
    } else {
        const std::size_t at = streams_.system.find("O=");
        kernel.name = at == std::string::npos
                          ? "This kernel"
                          : printable(std::string_view(streams_.system)
                                          .substr(at + 2, streams_.system.find(',', at) - at - 2));
        kernel.warnings.push_back(
            "The numbers of the calls of this kernel are not known: switches, "
            "ready threads and interrupts are shown, calls as numbers.");
        kernel.facts = facts(Fact::ready, Fact::wait);
    }
    const bool has_interrupts =
        std::any_of(streams_.packets.begin(), streams_.packets.end(),
                    [](const SvPacket &packet) { return packet.id == sv::ISR_ENTER; });
    kernel.facts |= has_interrupts ? facts(Fact::interrupts) : std::uint16_t{0};
    kernel.facts |= is_esp || is_zephyr_ ? facts(Fact::tick) : std::uint16_t{0};
    // Descriptions and ready moves are in the streams of both cores.
    kernel.facts |= streams_.cores == 1 ? facts(Fact::waker) : std::uint16_t{0};
}

// FreeRTOS says "moved to the ready list" also for a task that is ready and only moves in
// it: at inheritance, at its end, and when a priority is set.
void SvReader::find_wake_ups()
{
    std::vector<SvPacket> &all = streams_.packets;
    for (SvPacket &packet : all) {
        packet.is_wake_up = packet.id == sv::START_READY;
    }
    for (std::size_t at = 0; at < all.size(); at++) {
        const SvDoes does = all[at].id < sv::FIRST_CALL ? SvDoes::nothing : calls_[all[at].id];
        const bool is_set = does == SvDoes::set_priority;
        if (is_zephyr_ || (does != SvDoes::inherit && does != SvDoes::disinherit && !is_set)) {
            continue;
        }
        const std::uint64_t task = all[at].words[0], small = streams_.small(task);
        const std::size_t places[] = {at - 1, at + 1, at + 2, at + 3};
        for (std::size_t which = 0; which < std::size(places); which++) {
            const std::size_t place = places[which];
            if (place < all.size() && all[place].id == sv::START_READY &&
                (all[place].words[0] == task || (!is_set && all[place].words[0] == small))) {
                all[place].is_wake_up = false;
                break;
            }
        }
    }
}

// A queue whose holder inherits a priority is a mutex, and so is what the call that creates one
// answers; what is sent with an item is a queue.
void SvReader::find_mutexes()
{
    constexpr std::uint64_t create_mutex = 153, no_item = 0;
    std::map<std::uint64_t, std::uint64_t> taken; // newest, by task
    std::array<std::uint64_t, cores_max> running{};
    for (const SvPacket &packet : streams_.packets) {
        const SvDoes does = packet.id < sv::FIRST_CALL ? SvDoes::nothing : calls_[packet.id];
        if (packet.id == sv::START_EXEC) {
            running[packet.core] = packet.words[0];
        } else if (packet.id == sv::END_CALL && packet.count > 1 &&
                   packet.words[0] == create_mutex) {
            mutexes_.insert(packet.words[1]);
        } else if (does == SvDoes::take || does == SvDoes::receive) {
            taken[running[packet.core]] = packet.words[0];
        } else if (does == SvDoes::lock || does == SvDoes::unlock) {
            mutexes_.insert(packet.words[0]);
        } else if (does == SvDoes::inherit && taken.contains(running[packet.core])) {
            mutexes_.insert(taken[running[packet.core]]);
        } else if (does == SvDoes::give && !is_zephyr_ && packet.words[1] != no_item &&
                   packet.words[1] !=
                       streams_.small(0) % (std::uint64_t{1} << (32 - streams_.shift))) {
            queues_.insert(packet.words[0]);
        }
        if (does == SvDoes::receive) {
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
