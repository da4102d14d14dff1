// SPDX-License-Identifier: Apache-2.0
// Percepio's streaming format (PSF), as its recorder writes it for FreeRTOS.
#include "trace/concat.hpp"
#include "trace/read/foreign/file_set.hpp"
#include "trace/read/foreign/recording.hpp"
#include "trace/read/text.hpp"

#include <algorithm>
#include <set>

namespace limen::trace
{

namespace
{

// FreeRTOS counts priorities up; the greatest one of the file is the most urgent.
constexpr std::int32_t psf_priority_max = 255;

// The codes of events. Those of block, take and give begin at 0x50.
namespace psf
{
constexpr unsigned NAME = 0x03, PRIORITY = 0x04, INHERIT = 0x05, DISINHERIT = 0x06, CREATE = 0x10,
                   CREATE_LAST = 0x19, DELETE = 0x20, READY = 0x30, ISR_BEGIN = 0x33,
                   ISR_RESUME = 0x34, ACTIVATE = 0x37, DELAY_UNTIL = 0x79, DELAY = 0x7A,
                   SUSPEND = 0x7B, USER = 0x90, USER_LAST = 0x98;
}

struct PsfEvent {
    unsigned code = 0;
    std::uint64_t words[16] = {};
    std::size_t count = 0;
    std::string_view text; // behind the first word
};

// Kinds of objects by the codes of their creation: the last two are stream and message buffers.
constexpr std::uint32_t psf_kinds[] = {
    kind::THREAD,      kind::QUEUE,     kind::SEMAPHORE, kind::MUTEX, kind::TIMER,
    kind::EVENT_FLAGS, kind::SEMAPHORE, kind::MUTEX,     0,           0};

// A call on an object, and its result.
enum class PsfEnd : std::uint8_t { done, failed, blocks };

struct PsfCall {
    unsigned code;
    std::uint32_t kind;
    std::uint16_t what;
    std::uint16_t record; // 0: none
    PsfEnd end;
};

constexpr PsfCall psf_calls[] = {
    {0x50, kind::QUEUE, wait::QUEUE, event::QUEUE_SEND, PsfEnd::done},
    {0x51, kind::SEMAPHORE, wait::SEMAPHORE, event::SEMAPHORE_POST, PsfEnd::done},
    {0x52, kind::MUTEX, wait::MUTEX, event::MUTEX_UNLOCK, PsfEnd::done},
    {0x53, kind::QUEUE, wait::QUEUE, event::QUEUE_SEND, PsfEnd::failed},
    {0x56, kind::QUEUE, wait::QUEUE, event::QUEUE_SEND, PsfEnd::blocks},
    {0x59, kind::QUEUE, wait::QUEUE, event::QUEUE_SEND, PsfEnd::done},
    {0x5A, kind::SEMAPHORE, wait::SEMAPHORE, event::SEMAPHORE_POST, PsfEnd::done},
    {0x60, kind::QUEUE, wait::QUEUE, event::QUEUE_RECEIVE, PsfEnd::done},
    {0x61, kind::SEMAPHORE, wait::SEMAPHORE, event::SEMAPHORE_WAIT, PsfEnd::done},
    {0x62, kind::MUTEX, wait::MUTEX, event::MUTEX_LOCK, PsfEnd::done},
    {0x63, kind::QUEUE, wait::QUEUE, event::QUEUE_RECEIVE, PsfEnd::failed},
    {0x64, kind::SEMAPHORE, wait::SEMAPHORE, event::SEMAPHORE_WAIT, PsfEnd::failed},
    {0x65, kind::MUTEX, wait::MUTEX, event::MUTEX_LOCK, PsfEnd::failed},
    {0x66, kind::QUEUE, wait::QUEUE, event::QUEUE_RECEIVE, PsfEnd::blocks},
    {0x67, kind::SEMAPHORE, wait::SEMAPHORE, event::SEMAPHORE_WAIT, PsfEnd::blocks},
    {0x68, kind::MUTEX, wait::MUTEX, event::MUTEX_LOCK, PsfEnd::blocks},
    {0x69, kind::QUEUE, wait::QUEUE, event::QUEUE_RECEIVE, PsfEnd::done},
    {0x6A, kind::SEMAPHORE, wait::SEMAPHORE, event::SEMAPHORE_WAIT, PsfEnd::done},
    {0x76, kind::QUEUE, wait::QUEUE, 0, PsfEnd::blocks},
    {0x77, kind::SEMAPHORE, wait::SEMAPHORE, 0, PsfEnd::blocks},
    {0x78, kind::MUTEX, wait::MUTEX, 0, PsfEnd::blocks},
    {0xB4, kind::EVENT_FLAGS, wait::FLAGS, event::FLAGS_SET, PsfEnd::done},
    {0xB6, kind::EVENT_FLAGS, wait::FLAGS, 0, PsfEnd::blocks},
    {0xB7, kind::EVENT_FLAGS, wait::FLAGS, 0, PsfEnd::blocks},
    {0xC0, kind::QUEUE, wait::QUEUE, event::QUEUE_SEND_FRONT, PsfEnd::done},
    {0xC5, kind::MUTEX, wait::MUTEX, event::MUTEX_UNLOCK, PsfEnd::done},
    {0xC7, kind::MUTEX, wait::MUTEX, event::MUTEX_LOCK, PsfEnd::done},
    {0xCB, 0, other_wait::NOTIFICATION, 0, PsfEnd::blocks},
    {0xD4, 0, other_wait::STREAM_BUFFER, 0, PsfEnd::blocks},
    {0xD7, 0, other_wait::STREAM_BUFFER, 0, PsfEnd::blocks},
    {0xDF, 0, other_wait::STREAM_BUFFER, 0, PsfEnd::blocks},
    {0xE2, 0, other_wait::STREAM_BUFFER, 0, PsfEnd::blocks},
    {0xF6, kind::MUTEX, wait::MUTEX, event::MUTEX_LOCK, PsfEnd::blocks},
};

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

    std::optional<Error> run()
    {
        if (auto error = header()) {
            return error;
        }
        entries();
        if (reader_.is_over || hz_ == 0) {
            return Error{"byte 32",
                         "this Percepio trace ends in its header, or its clock has no rate",
                         "record it again"};
        }
        recording_.mutexes_inherit = true;
        for (PsfEvent one; next(one);) {
            event(one);
        }
        return recording_.finish(hz_);
    }

  private:
    using Number = Recording::Number;

    std::optional<Error> header()
    {
        reader_.u32();
        const std::uint16_t version = reader_.u16();
        platform_ = reader_.u16();
        is_wide_ = (reader_.u32() & psf_wide_words) != 0;
        const unsigned cores = reader_.u32() & 0xFFU;
        reader_.skip(8);
        const std::string_view platform = reader_.name(8);
        if (!reader_.is_over && platform_ != psf_freertos) {
            return Error{
                "byte 6",
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
    void entries()
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
                this->name(address, name, is_idle);
            }
        }
    }

    bool next(PsfEvent &event)
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
    void count(std::uint16_t number)
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

    void event(const PsfEvent &event)
    {
        if (const PsfCall *const found = row_with(psf_calls, &PsfCall::code, event.code)) {
            return call(event, *found);
        }
        switch (event.code) {
        case psf::NAME:
            return name(event.words[0], event.text);
        case psf::ACTIVATE:
            return activate(event);
        case psf::ISR_BEGIN: {
            const auto number = interrupts_.try_emplace(event.words[0], interrupts_.size() + 1);
            recording_.add(event::IRQ_ENTER, 0, static_cast<std::uint16_t>(number.first->second));
            is_in_interrupt_ = true;
            return;
        }
        case psf::ISR_RESUME:
            is_in_interrupt_ = true;
            return recording_.ends_interrupt();
        case psf::READY:
            return ready(thread(event));
        case psf::PRIORITY:
            return recording_.priority(thread(event), urgency(event), change::PRIORITY_SET);
        case psf::INHERIT:
        case psf::DISINHERIT:
            return recording_.priority(thread(event), urgency(event), change::INHERITANCE);
        case psf::DELETE:
            recording_.suspend(thread(event), wait::END);
            return recording_.forget_thread(event.words[0]);
        case psf::SUSPEND:
            ready_.erase(thread(event));
            return recording_.suspend(thread(event), wait::RESUME);
        case psf::DELAY:
        case psf::DELAY_UNTIL:
            raw(event);
            return waits(wait::TIME);
        default:
            return event.code >= psf::CREATE && event.code <= psf::CREATE_LAST ? create(event)
                                                                               : raw(event);
        }
    }

    // A thread that did not wait only moves in the ready list: when its priority changes.
    void ready(Number thread)
    {
        if (ready_.insert(thread).second) {
            recording_.ready(thread);
        }
    }

    // The thread that runs from here on; all interrupts have ended.
    void activate(const PsfEvent &event)
    {
        const Number comes =
            recording_.thread(event.words[0], {}, event.count > 1 ? urgency(event) : -1);
        if (is_in_interrupt_) {
            recording_.ends_interrupt();
            is_in_interrupt_ = false;
        }
        if (comes != recording_.running()) {
            recording_.switch_to(comes);
        }
        ready_.insert(comes);
    }

    void create(const PsfEvent &event)
    {
        const std::uint32_t made = psf_kinds[event.code - psf::CREATE];
        if (made == kind::THREAD) {
            recording_.add(event::THREAD_START,
                           recording_.thread(event.words[0], {}, urgency(event)));
        } else {
            recording_.object(event.words[0], made);
            raw(event);
        }
    }

    void name(std::uint64_t address, std::string_view name, bool is_idle = false)
    {
        recording_.name(address, name);
        if (is_idle || name.starts_with("IDLE")) {
            recording_.set_idle(address);
        }
    }

    void call(const PsfEvent &event, const PsfCall &call)
    {
        const Number caller = recording_.running();
        const Number object =
            call.kind == 0 ? Number{0} : recording_.object(event.words[0], call.kind);
        const std::size_t fill = call.code >= 0x60 && call.kind == kind::QUEUE ? 2 : 1;
        const bool is_done = call.end == PsfEnd::done, blocks = call.end == PsfEnd::blocks;
        bool is_shown = call.record != 0;
        std::uint16_t count = is_done && event.count > fill
                                  ? static_cast<std::uint16_t>(event.words[fill])
                                  : unknown_count;
        std::uint32_t result = is_done  ? outcome::DONE
                               : blocks ? outcome::WAITS
                                        : outcome::UNAVAILABLE;
        if (call.kind == kind::MUTEX && is_shown) {
            const bool is_unlock = call.record == event::MUTEX_UNLOCK;
            const bool is_taken = is_done && !is_unlock && caller != no_thread;
            const auto known =
                is_taken ? mutexes_.try_emplace(object).first : mutexes_.find(object);
            is_shown = !is_unlock || known != mutexes_.end(); // a new mutex gives itself
            RecursiveMutex none;
            RecursiveMutex &mutex = known == mutexes_.end() ? none : known->second;
            if (is_taken) {
                mutex.take(caller);
            } else if (is_unlock) {
                mutex.give();
            } else {
                result = blocks ? outcome::WAITS | static_cast<std::uint32_t>(mutex.owner) << 16
                                : outcome::UNAVAILABLE;
            }
            count = mutex.count;
        }
        if (is_shown) {
            recording_.add(call.record, object, count, result);
        } else {
            raw(event);
        }
        if (blocks) {
            waits(call.what, object);
        }
    }

    void raw(const PsfEvent &event)
    {
        const bool is_user = event.code >= psf::USER && event.code <= psf::USER_LAST;
        recording_.raw(is_user ? "user event" : concat("event ", hex(event.code)),
                       is_user ? std::string(event.text) : text_of({}, event.words, event.count));
    }

    std::uint64_t word()
    {
        return is_wide_ ? reader_.u64() : reader_.u32();
    }
    Number thread(const PsfEvent &event)
    {
        return recording_.thread(event.words[0]);
    }
    // A priority that follows the thread in the event.
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
    std::map<std::uint64_t, std::uint32_t> interrupts_; // numbers by handle
};

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
