// SPDX-License-Identifier: Apache-2.0
// Percepio's streaming format (PSF), as its recorder writes it for FreeRTOS.
#include "trace/concat.hpp"
#include "trace/read/foreign/file_set.hpp"
#include "trace/read/foreign/percepio_codes.hpp"
#include "trace/read/foreign/recording.hpp"
#include "trace/read/text.hpp"

#include <algorithm>
#include <set>

namespace limen::trace
{

namespace
{

constexpr std::uint32_t psf_magic = 0x50534600;
constexpr std::uint16_t psf_freertos = 0x1AA1;
constexpr std::uint32_t psf_wide_words = 8;
constexpr std::size_t psf_symbol_max = 256, psf_states_max = 16;
constexpr std::uint16_t psf_facts =
    facts(Fact::ready, Fact::waker, Fact::wait, Fact::object, Fact::owner, Fact::priority,
          Fact::base, Fact::interrupts);

class PsfReader
{
  public:
    PsfReader(const InputFile &file, Trace &trace)
        : reader_{file.bytes, file.size, file.size > 0 && file.bytes[0] == 'P'},
          recording_{trace, Kernel{"FreeRTOS", "Percepio PSF", psf_facts, Urgency::downward,
                                   psf_priority_max}}
    {
    }

    std::optional<Error> run();

  private:
    using Number = Recording::Number;

    std::optional<Error> header();
    void entries();
    bool next(PsfEvent &event);
    void count(std::uint16_t number);
    void event(const PsfEvent &event);
    void of_thread(const PsfEvent &event);
    void ready(Number thread);
    void activate(const PsfEvent &event);
    void create(const PsfEvent &event);
    void name(const PsfEvent &event);
    void call(const PsfEvent &event, const PsfCall &call);
    void lock(const PsfEvent &event, const PsfCall &call, Number mutex);
    void raw(const PsfEvent &event);
    std::uint64_t word()
    {
        return is_wide_ ? reader_.u64() : reader_.u32();
    }
    Number thread(const PsfEvent &event)
    {
        return recording_.thread(event.words[0]);
    }
    // A priority that the event has behind its thread.
    std::int32_t urgency(const PsfEvent &event) const
    {
        const std::uint64_t number = std::min<std::uint64_t>(event.words[1], psf_priority_max);
        return recording_.urgency(static_cast<std::int64_t>(number));
    }
    void waits(std::uint16_t what, Number object = 0)
    {
        if (recording_.running() != no_thread) {
            ready_.erase(recording_.running());
            recording_.suspend(recording_.running(), what, object);
        }
    }

    Reader reader_;
    Recording recording_;
    bool is_wide_ = false, counts_down_ = false;
    std::uint16_t platform_ = 0;
    std::uint64_t hz_ = 0;
    std::uint32_t newest_ = 0;
    Tick time_ = 0;
    std::uint16_t counted_ = 0;
    bool is_first_ = true, is_in_interrupt_ = false;
    std::set<Number> ready_; // threads; a new one is not ready yet
    std::map<Number, RecursiveMutex> mutexes_;
    std::map<std::uint64_t, std::string> names_;        // by address
    std::map<std::uint64_t, std::uint32_t> interrupts_; // numbers by handle
};

std::optional<Error> PsfReader::header()
{
    reader_.u32();
    const std::uint16_t version = reader_.u16();
    platform_ = reader_.u16();
    is_wide_ = (reader_.u32() & psf_wide_words) != 0;
    const unsigned cores = reader_.u32() & 0xFFU;
    reader_.skip(8);
    const std::string_view platform = reader_.name(8);
    if (!reader_.is_over && platform_ != psf_freertos) {
        return Error{"byte 6",
                     concat("this is a Percepio trace (PSF version ", version, ") of the platform ",
                            hex(platform_), " ", printable(platform),
                            ", whose codes of events are its own"),
                     "only those of FreeRTOS can be read; record with SystemView or CTF instead"};
    }
    if (cores > 1) {
        return Error{"byte 12", concat("this Percepio trace is of ", cores, " cores"),
                     "only those of one core can be read"};
    }
    const std::uint32_t type = reader_.u32();
    counts_down_ = type == 2 || type == 4 || type == 6;
    reader_.u32();
    hz_ = word();
    reader_.skip(16);
    return std::nullopt;
}

// The table of objects: the names and priorities that are known when the recording begins.
void PsfReader::entries()
{
    const std::uint64_t count = word(), symbol = word(), states = word();
    if (symbol > psf_symbol_max || states > psf_states_max) {
        reader_.is_over = true;
        return;
    }
    for (std::uint64_t entry = 0; entry < count && !reader_.is_over; entry++) {
        const std::uint64_t address = word();
        reader_.skip(states * (is_wide_ ? 8 : 4));
        const bool is_idle = (reader_.u32() & 0x01000000U) != 0;
        const std::string_view name = reader_.name(symbol);
        if (address != 0 && !name.empty()) {
            names_[address] = name;
            if (is_idle || name.starts_with("IDLE")) {
                recording_.set_idle(address);
            }
        }
    }
}

bool PsfReader::next(PsfEvent &event)
{
    if (reader_.left() < 8) {
        return false;
    }
    const std::uint16_t id = reader_.u16();
    count(reader_.u16());
    const std::uint32_t stamp = reader_.u32();
    if (is_first_) {
        newest_ = stamp;
        time_ = counts_down_ ? 0 : stamp;
        is_first_ = false;
    }
    time_ += counts_down_ ? newest_ - stamp : stamp - newest_;
    newest_ = stamp;
    event.code = id & 0xFFFU;
    event.count = id >> 12;
    const std::size_t begin = reader_.place;
    for (std::size_t which = 0; which < event.count; which++) {
        event.words[which] = word();
    }
    const std::size_t size = reader_.place - begin, first = is_wide_ ? 8 : 4;
    reader_.place = begin + std::min(size, first);
    event.text = reader_.name(size - std::min(size, first));
    recording_.at(time_, 0);
    return !reader_.is_over;
}

// Each event has the next number; a jump shows that some were lost.
void PsfReader::count(std::uint16_t number)
{
    const auto lost = static_cast<std::uint16_t>(number - counted_ - 1U);
    if (!is_first_ && lost != 0) {
        recording_.at(time_, 0);
        recording_.lose(lost);
        mutexes_.clear();
        is_in_interrupt_ = false;
    }
    counted_ = number;
}

void PsfReader::name(const PsfEvent &event)
{
    const std::uint64_t address = event.words[0];
    names_[address] = event.text;
    if (event.text.starts_with("IDLE")) {
        recording_.set_idle(address);
    } else if (recording_.has_thread(address)) {
        recording_.rename(recording_.thread(address), event.text);
    } else if (recording_.has_object(address)) {
        recording_.rename(recording_.object(address, 0), event.text);
    }
}

void PsfReader::create(const PsfEvent &event)
{
    const std::uint32_t made = psf_kinds[event.code - psf::CREATE];
    const std::string &name = names_[event.words[0]];
    if (made == kind::THREAD) {
        recording_.add(event::THREAD_START,
                       recording_.thread(event.words[0], name, urgency(event)));
    } else {
        recording_.object(event.words[0], made, name);
        raw(event);
    }
}

// A thread that did not wait only moves in the ready list: at inheritance, or when its priority is
// set.
void PsfReader::ready(Number thread)
{
    if (ready_.insert(thread).second) {
        recording_.ready(thread);
    }
}

// The thread that runs from here on; all interrupts have ended.
void PsfReader::activate(const PsfEvent &event)
{
    const Number comes = recording_.thread(event.words[0], names_[event.words[0]],
                                           event.count > 1 ? urgency(event) : -1);
    if (is_in_interrupt_) {
        recording_.ends_interrupt();
        is_in_interrupt_ = false;
    }
    if (comes != recording_.running()) {
        recording_.switch_to(comes);
    }
    ready_.insert(comes);
}

void PsfReader::of_thread(const PsfEvent &event)
{
    switch (event.code) {
    case psf::READY:
        return ready(recording_.thread(event.words[0], names_[event.words[0]]));
    case psf::PRIORITY:
        return recording_.priority(thread(event), urgency(event), change::PRIORITY_SET);
    case psf::INHERIT:
    case psf::DISINHERIT:
        return recording_.priority(thread(event), urgency(event), change::INHERITANCE);
    case psf::DELETE:
        recording_.suspend(thread(event), wait::END);
        recording_.forget_thread(event.words[0]);
        return;
    case psf::SUSPEND:
        ready_.erase(thread(event));
        recording_.suspend(thread(event), wait::RESUME);
        return;
    case psf::DELAY:
    case psf::DELAY_UNTIL:
        raw(event);
        return waits(wait::TIME);
    default:
        return event.code >= psf::CREATE && event.code <= psf::CREATE_LAST ? create(event)
                                                                           : raw(event);
    }
}

void PsfReader::lock(const PsfEvent &event, const PsfCall &call, Number mutex)
{
    const Number caller = recording_.running();
    const auto known = mutexes_.find(mutex); // from the first time on that it is taken
    RecursiveMutex one = known == mutexes_.end() ? RecursiveMutex{} : known->second;
    std::uint32_t result = outcome::DONE;
    if (call.record == event::MUTEX_UNLOCK) {
        if (known == mutexes_.end()) { // a new mutex gives itself
            return raw(event);
        }
        one.give();
        known->second = one;
    } else if (call.end == PsfEnd::done && caller != no_thread) {
        one.take(caller);
        mutexes_[mutex] = one;
    } else if (call.end == PsfEnd::blocks) {
        result = outcome::WAITS | static_cast<std::uint32_t>(one.owner) << 16;
    } else {
        result = outcome::UNAVAILABLE;
    }
    recording_.add(call.record, mutex, one.count, result);
}

void PsfReader::call(const PsfEvent &event, const PsfCall &call)
{
    const bool has_object = call.kind != 0;
    const Number object = has_object
                              ? recording_.object(event.words[0], call.kind, names_[event.words[0]])
                              : Number{0};
    const std::size_t fill = call.code >= 0x60 && call.kind == kind::QUEUE ? 2 : 1;
    const bool is_done = call.end == PsfEnd::done;
    const std::uint16_t count = is_done && event.count > fill
                                    ? static_cast<std::uint16_t>(event.words[fill])
                                    : unknown_count;
    if (call.kind == kind::MUTEX && call.record != 0) {
        lock(event, call, object);
    } else if (call.record != 0) {
        recording_.add(call.record, object, count,
                       is_done                      ? outcome::DONE
                       : call.end == PsfEnd::blocks ? outcome::WAITS
                                                    : outcome::UNAVAILABLE);
    } else {
        raw(event);
    }
    if (call.end == PsfEnd::blocks) {
        waits(call.what, object);
    }
}

void PsfReader::raw(const PsfEvent &event)
{
    const bool is_user = event.code >= psf::USER && event.code <= psf::USER_LAST;
    recording_.raw(is_user ? "user event" : concat("event ", hex(event.code)),
                   is_user ? std::string(event.text) : text_of({}, event.words, event.count));
}

void PsfReader::event(const PsfEvent &event)
{
    if (const PsfCall *const found = psf_call(event.code)) {
        return call(event, *found);
    }
    switch (event.code) {
    case psf::NAME:
        return name(event);
    case psf::ACTIVATE:
        return activate(event);
    case psf::ISR_BEGIN: {
        const auto number = interrupts_.try_emplace(event.words[0], interrupts_.size() + 1);
        recording_.add(event::IRQ_ENTER, 0, static_cast<std::uint16_t>(number.first->second));
        is_in_interrupt_ = true;
        return;
    }
    case psf::ISR_RESUME:
        recording_.ends_interrupt();
        is_in_interrupt_ = true;
        return;
    default:
        return of_thread(event);
    }
}

std::optional<Error> PsfReader::run()
{
    if (auto error = header()) {
        return error;
    }
    entries();
    if (reader_.is_over || hz_ == 0) {
        return Error{"byte 32", "this Percepio trace ends in its header, or its clock has no rate",
                     "record it again"};
    }
    recording_.mutexes_inherit = true;
    for (PsfEvent one; next(one);) {
        event(one);
    }
    return recording_.finish(hz_);
}

} // namespace

bool looks_like_psf(InputFiles files)
{
    const InputFile &file = files.front();
    return file.size >= 8 && (load<std::uint32_t>(file.bytes, false) == psf_magic ||
                              load<std::uint32_t>(file.bytes, true) == psf_magic);
}

std::optional<Error> read_psf(InputFiles files, Trace &trace)
{
    return PsfReader(files.front(), trace).run();
}

} // namespace limen::trace
