// SPDX-License-Identifier: Apache-2.0
// Reads traces of ThreadX, as TraceX reads them, with two differences: eight-byte words are also
// read, and a file that is shorter than its header specifies is refused.
#include "trace/threadx.hpp"

#include "trace/blocks.hpp"
#include "trace/lookup.hpp"
#include "trace/read/text.hpp"
#include "trace/read/threadx_header.hpp"
#include "trace/read/threadx_lanes.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

constexpr std::uint64_t file_bytes_max = std::uint64_t{1} << 31;
constexpr std::uint64_t ticks_max = std::uint64_t{1} << 62;

// A text that does not begin like a name is not a name.
std::string name_in(const std::uint8_t *bytes, std::size_t size)
{
    const std::string name = printable_name(bytes, size);
    const bool is_strange = !name.empty() && (name[0] < ' ' || name[0] > '~');
    return is_strange ? "Non-ASCII Name" : name;
}

// The size in an entry of the registry.
std::uint64_t size_of(const Object &object)
{
    switch (object.kind) {
    case threadx_type::THREAD:
        return object.p2;
    case threadx_type::QUEUE:
    case threadx_type::SEMAPHORE:
    case threadx_type::BLOCK_POOL:
    case threadx_type::BYTE_POOL:
        return object.p1;
    default:
        return 0;
    }
}

Object entry_at(const ThreadxImage &image, std::size_t at, std::size_t name_size)
{
    static constexpr int has_priority = 0x80, priority_high = 3;
    const std::uint8_t *const bytes = image.bytes + at;
    const std::size_t word = image.word_bytes;
    Object object;
    object.is_deleted = bytes[0] != 0;
    object.kind = bytes[1];
    const bool is_told = object.kind == threadx_type::THREAD && (bytes[2] & has_priority) != 0;
    object.priority = is_told ? (bytes[2] & priority_high) << 8 | bytes[3] : -1;
    object.threshold = -1;
    object.id = image.word(at + word);
    object.p1 = image.word(at + 2 * word);
    object.p2 = image.word(at + 3 * word);
    object.size = size_of(object);
    object.name = name_in(bytes + 4 * word, name_size > 0 ? name_size - 1 : 0);
    return object;
}

// All entries that were ever used.
void read_registry(const ThreadxImage &image, Trace &trace)
{
    const ThreadxHeader &header = trace.threadx;
    const std::size_t entry_bytes = 4 * image.word_bytes + header.name_size;
    const auto bytes = static_cast<std::size_t>(header.registry_end - header.registry_begin);
    const std::size_t end = image.header_bytes() + bytes / entry_bytes * entry_bytes;
    for (std::size_t at = image.header_bytes(); at < end; at += entry_bytes) {
        if (image.bytes[at + 1] != 0) {
            Object object = entry_at(image, at, header.name_size);
            trace.object_at.emplace(object.id, static_cast<Place>(trace.objects.size()));
            trace.objects.push_back(std::move(object));
        }
    }
}

// Slots of the ring that have events, in two stretches, oldest first.
struct Ring {
    const std::uint8_t *bytes;
    std::size_t count = 0;  // slots are filled from the start
    std::size_t oldest = 0; // the slot with the oldest event
    std::uint64_t greatest_stamp = 0;
};

// The first slot whose context is 0 was never written. The clock counts in the direction of most
// neighbouring stamps.
template <class Word, bool is_big> Ring survey(const ThreadxImage &image, ThreadxHeader &header)
{
    static constexpr std::size_t event_bytes = 8 * sizeof(Word);
    const auto registry = static_cast<std::size_t>(header.registry_end - header.registry_begin);
    Ring ring{image.bytes + image.header_bytes() + registry};
    const auto capacity = static_cast<std::size_t>(image.slots(header));
    const auto mask = static_cast<Word>(header.timer_mask);
    const std::uint8_t *at = ring.bytes;
    std::size_t rises = 0, falls = 0;
    Word before = load<Word>(at + 3 * sizeof(Word), is_big) & mask, greatest = 0;
    while (ring.count < capacity && load<Word>(at, is_big) != 0) {
        const Word stamp = load<Word>(at + 3 * sizeof(Word), is_big) & mask;
        rises += stamp > before;
        falls += stamp < before;
        greatest = std::max(greatest, stamp);
        before = stamp;
        ring.count++;
        at += event_bytes;
    }
    const auto current =
        static_cast<std::size_t>((header.oldest - header.buffer_begin)) / event_bytes;
    ring.greatest_stamp = greatest;
    header.has_wrapped = current < ring.count || ring.count == header.capacity;
    header.counts_up = rises > falls;
    ring.oldest = header.has_wrapped ? current : 0;
    if (capacity < header.capacity) {
        // Without the end of the ring, the events of the newest lap are known to follow each other.
        ring.count = current > 0 ? std::min(current, ring.count) : ring.count;
        ring.oldest = 0;
    }
    return ring;
}

// Ticks since the oldest event: a step against the direction of the clock is a wrap.
class ThreadxClock
{
  public:
    ThreadxClock(bool counts_up, std::uint64_t modulus) : counts_up_{counts_up}, modulus_{modulus}
    {
    }

    Tick advance(std::uint64_t stamp)
    {
        const std::uint64_t from = counts_up_ ? before_ : stamp;
        const std::uint64_t to = counts_up_ ? stamp : before_;
        const std::uint64_t step = is_first_ ? 0 : to - from + (to < from ? modulus_ : 0);
        is_first_ = false;
        before_ = stamp;
        now_ += step;
        if (step >= ticks_max || now_ >= ticks_max) {
            is_beyond_ = true;
            now_ = 0;
        }
        return static_cast<Tick>(now_);
    }
    bool is_beyond() const
    {
        return is_beyond_;
    }

  private:
    bool counts_up_;
    std::uint64_t modulus_; // modulo 2^64
    bool is_first_ = true, is_beyond_ = false;
    std::uint64_t before_ = 0, now_ = 0;
};

// A column of words, while it is filled.
template <class Word> class Filler
{
  public:
    Filler(std::vector<std::uint32_t> &low, std::vector<std::uint32_t> &high, std::size_t count)
        : count_{count}, high_{high}
    {
        low.resize(count);
        low_ = low.data();
    }
    Filler(Words &words, std::size_t count) : Filler(words.low, words.high, count)
    {
    }

    void put(std::size_t place, Word value)
    {
        low_[place] = static_cast<std::uint32_t>(value);
        if constexpr (sizeof(Word) > 4) {
            const auto upper = static_cast<std::uint32_t>(value >> 32);
            if (upper != 0) {
                high_.resize(count_); // at the first one
                high_[place] = upper;
            }
        }
    }

  private:
    std::uint32_t *low_;
    std::size_t count_;
    std::vector<std::uint32_t> &high_;
};

// All columns but the lanes. contexts: those that are threads, each at least once.
template <class Word, bool is_big>
void read_ring(const Ring &ring, ThreadxClock &clock, Trace &trace,
               std::vector<std::uint64_t> &contexts)
{
    const std::size_t count = ring.count;
    trace.time.reserve(count);
    trace.event.resize(count);
    trace.core.resize(count);
    Filler<Word> context(trace.context, count), priority(trace.priority, count);
    Filler<Word> stamps(trace.stamp_low, trace.stamp_high, count);
    Filler<Word> info[] = {{trace.info[0], count},
                           {trace.info[1], count},
                           {trace.info[2], count},
                           {trace.info[3], count}};
    std::uint16_t *const event = trace.event.data();
    std::uint8_t *const core = trace.core.data();
    const auto mask = static_cast<Word>(trace.threadx.timer_mask);
    bool is_modern = false;
    Word newest = 0;
    Cache<bool> cache; // of threads that are in contexts
    std::size_t slot = ring.oldest;
    for_each_row(count, [&](std::size_t i) {
        slot = slot < count ? slot : 0;
        const std::uint8_t *const at = ring.bytes + slot * 8 * sizeof(Word);
        const auto word = [at](std::size_t index) {
            return load<Word>(at + index * sizeof(Word), is_big);
        };
        const Word who = word(0), urgency = word(1), what = word(2), stamp = word(3) & mask;
        const bool is_thread = is_thread_context(who);
        if (is_thread && who != newest) {
            newest = who;
            if (cache.find(who).is_new) {
                contexts.push_back(who);
            }
        }
        is_modern |= is_thread && (urgency & modern_flag) != 0;
        context.put(i, who);
        priority.put(i, urgency);
        event[i] = static_cast<std::uint16_t>(what);
        core[i] = static_cast<std::uint8_t>(what >> 24);
        stamps.put(i, stamp);
        trace.time.push_back(clock.advance(stamp));
        for (std::size_t k = 0; k < 4; k++) {
            info[k].put(i, word(4 + k));
        }
        slot++;
    });
    trace.threadx.is_modern = is_modern;
}

template <class Word, bool is_big>
std::optional<Error> read_events(const ThreadxImage &image, std::uint64_t wrap, Trace &trace)
{
    const Ring ring = survey<Word, is_big>(image, trace.threadx);
    if (wrap != 0 && ring.count > 0 && ring.greatest_stamp >= wrap) {
        return Error{"",
                     "a stamp of " + std::to_string(ring.greatest_stamp) +
                         " is beyond a clock that wraps at " + std::to_string(wrap),
                     "give a larger number of ticks"};
    }
    ThreadxClock clock(trace.threadx.counts_up, wrap == 0 ? trace.threadx.timer_mask + 1 : wrap);
    std::vector<std::uint64_t> contexts;
    read_ring<Word, is_big>(ring, clock, trace, contexts);
    if (clock.is_beyond()) {
        return Error{"", "its stamps jump farther than any clock counts", copy_threadx_again};
    }
    find_threads(contexts, trace);
    return std::nullopt;
}

std::optional<Error> read_image(const ThreadxImage &image, std::uint64_t wrap, Trace &trace)
{
    if (image.word_bytes == 8) {
        return image.is_big ? read_events<std::uint64_t, true>(image, wrap, trace)
                            : read_events<std::uint64_t, false>(image, wrap, trace);
    }
    return image.is_big ? read_events<std::uint32_t, true>(image, wrap, trace)
                        : read_events<std::uint32_t, false>(image, wrap, trace);
}

} // namespace

std::optional<Error> read_threadx(const std::uint8_t *bytes, std::size_t size, std::uint64_t wrap,
                                  Trace &trace)
{
    if (size > file_bytes_max) {
        return Error{"",
                     "the file has " + std::to_string(size) + " bytes, more than any trace buffer",
                     give_threadx_image};
    }
    Container container;
    if (auto error = unpack(bytes, size, container)) {
        return error;
    }
    ThreadxImage image;
    if (auto error = read_threadx_header(container, image, trace.threadx)) {
        return error;
    }
    trace.origin = Origin::threadx;
    trace.is_big_endian = image.is_big;
    trace.bytes_missing =
        (trace.threadx.capacity - image.slots(trace.threadx)) * image.event_bytes();
    read_registry(image, trace);
    if (auto error = read_image(image, wrap, trace)) {
        return error;
    }
    return std::nullopt;
}

} // namespace limen::trace
