// SPDX-License-Identifier: Apache-2.0
// Reads traces of Limen, and parts of those of other kernels: spec/trace-format.md. Everything in a
// file is checked before its use.
#include "trace/concat.hpp"
#include "trace/numbers.hpp"
#include "trace/read/foreign/in_order.hpp"
#include "trace/read/limen_file.hpp"
#include "trace/read/limen_implied.hpp"
#include "trace/read/text.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

using namespace limen_file;

// The growth of the upper half of the time over all records, the number of events at most, and the
// lower half of the newest time.
struct Survey {
    std::int64_t growth = 0;
    std::size_t events = 0;
    std::uint32_t newest = 0;
    std::optional<std::int64_t> first_upper = {}; // of the time, if a TIME record says it
};

// A TIME record: the old upper half, which VALUES have as their third number, and the new one.
template <bool is_big> std::uint32_t pair_in(const std::uint8_t *record)
{
    return load<std::uint16_t>(record + 8, is_big) |
           std::uint32_t{load<std::uint16_t>(record + 10, is_big)} << 16;
}

template <bool is_big> std::int64_t leap_in(const std::uint8_t *record)
{
    return std::int64_t{load<std::uint32_t>(record + 12, is_big)} - pair_in<is_big>(record);
}

template <bool is_big> Call call_in(const std::uint8_t *record)
{
    return {record[4], load<std::uint16_t>(record + 6, is_big),
            load<std::uint16_t>(record + 8, is_big), load<std::uint16_t>(record + 10, is_big),
            load<std::uint32_t>(record + 12, is_big)};
}

// The events of a record: its own, and one that it may imply.
template <bool is_big> std::size_t events_of(const std::uint8_t *record, bool has_implied)
{
    if (record[4] == event::TIME || record[4] == event::VALUES) {
        return 0;
    }
    return has_implied && implied_by(call_in<is_big>(record)).event != 0 ? 2 : 1;
}

template <bool is_big> Survey survey_ring(const Ring &ring, bool has_implied)
{
    Survey found;
    for (const auto &stretch : ring.stretches) {
        for (const std::uint8_t *at = stretch.begin; at < stretch.end; at += record_bytes) {
            const auto lower = load<std::uint32_t>(at, is_big);
            const std::uint8_t number = at[4];
            found.events += events_of<is_big>(at, has_implied);
            if (number == event::TIME) {
                found.growth += leap_in<is_big>(at);
                found.first_upper = load<std::uint32_t>(at + 12, is_big) - found.growth;
            } else {
                found.growth += lower < found.newest;
            }
            found.newest = lower;
        }
    }
    return found;
}

// The time of the current record, and the records whose time contradicts the others.
class LimenClock
{
  public:
    LimenClock(const File &file, const Survey &found, bool is_empty)
        : upper_{file.has_newest()
                     ? file.time_high + (!is_empty && found.newest < file.time_low) - found.growth
                     : upper_of_cut(file, found)}
    {
    }

    // leap: of a TIME record; after: its new upper half.
    void advance(std::uint32_t lower)
    {
        step(lower, lower < lower_);
    }
    void advance(std::uint32_t lower, std::int64_t leap, std::uint32_t after)
    {
        if (upper_ + leap != after) {
            broken_ = record_;
        }
        step(lower, leap);
    }
    Tick now() const
    {
        return static_cast<Tick>(static_cast<std::uint64_t>(upper_) << 32 | lower_);
    }
    std::optional<Error> fault() const
    {
        if (broken_ >= 0) {
            return at_record(broken_, "the upper half of the time is not the one that follows from "
                                      "the later records");
        }
        if (beyond_ >= 0) {
            return at_record(beyond_, "its time is before the clock's start, or beyond any clock");
        }
        if (backwards_ >= 0) {
            return at_record(backwards_, "its time is before that of the previous record");
        }
        return std::nullopt;
    }

  private:
    // Without the newest record, the upper half is that of a TIME record, or that of the header.
    static std::int64_t upper_of_cut(const File &file, const Survey &found)
    {
        const std::int64_t later = found.newest > file.time_low ? 1 : 0;
        return found.first_upper.value_or(
            std::max<std::int64_t>(file.time_high - later - found.growth, 0));
    }

    void step(std::uint32_t lower, std::int64_t growth)
    {
        const bool is_back = growth < 0 || (growth == 0 && lower < lower_);
        if (is_back && record_ > 0 && backwards_ < 0) {
            backwards_ = record_;
        }
        upper_ += growth;
        lower_ = lower;
        if (upper_ < 0 || upper_ > time_high_max) {
            beyond_ = record_;
        }
        record_++;
    }
    static Error at_record(std::int64_t record, const char *problem)
    {
        return {"record " + std::to_string(record), problem, copy_limen_again};
    }

    std::int64_t upper_;
    std::uint32_t lower_ = 0;
    std::int64_t record_ = 0;
    std::int64_t broken_ = -1, beyond_ = -1; // the last of each
    std::int64_t backwards_ = -1;            // the first
};

// VALUES records on their way to the event of middleware before them.
class Joiner
{
  public:
    explicit Joiner(Trace &trace) : trace_{trace}
    {
    }

    void pass(std::uint8_t number) // an event
    {
        missing_ = number == event::SERVICE ? 2 : 0;
    }
    void join(std::size_t events, std::uint32_t pair, std::uint32_t b)
    {
        if (missing_ == 2) {
            trace_.values_at.push_back(static_cast<Place>(events - 1));
            trace_.values.insert(trace_.values.end(), {b, pair, 0});
        } else if (missing_ == 1) {
            trace_.values.back() = b;
        }
        missing_ -= missing_ > 0;
    }

  private:
    Trace &trace_;
    int missing_ = 0; // records that can still belong to the newest event
};

// Fills all columns; and in lane_of_number, idle for every number of a thread.
class LimenFiller
{
  public:
    LimenFiller(Trace &trace, std::size_t events) : trace_{trace}
    {
        trace.time.reserve(events);
        resize(events);
        numbers_of_ = trace.event.data();
        depth_ = trace.depth.data();
        thread_ = trace.thread.data();
        object_ = trace.object.data();
        a_ = trace.a.data();
        b_ = trace.b.data();
        is_thread_ = trace.lane_of_number.data();
    }
    void put(Tick time, std::uint8_t depth, const Call &record)
    {
        trace_.time.push_back(time);
        numbers_of_[count_] = record.number;
        depth_[count_] = depth;
        thread_[count_] = record.thread;
        object_[count_] = record.object;
        a_[count_] = record.a;
        b_[count_] = record.b;
        is_thread_[record.thread] = idle;
        if (record.number == event::SWITCH || record.number == event::READY) {
            is_thread_[record.object] = idle;
        }
        count_++;
    }
    // An event at the time and place of the newest one.
    void put_implied(std::uint8_t number, std::uint16_t object, std::uint16_t a, std::uint32_t b)
    {
        put(trace_.time.back(), depth_[count_ - 1], {number, thread_[count_ - 1], object, a, b});
    }
    std::size_t count() const
    {
        return count_;
    }
    void finish()
    {
        resize(count_);
    }

  private:
    void resize(std::size_t events)
    {
        trace_.event.resize(events);
        trace_.depth.resize(events);
        trace_.thread.resize(events);
        trace_.object.resize(events);
        trace_.a.resize(events);
        trace_.b.resize(events);
    }

    Trace &trace_;
    std::size_t count_ = 0;
    std::uint16_t *numbers_of_, *thread_, *object_, *a_;
    std::uint8_t *depth_;
    std::uint32_t *b_;
    Lane *is_thread_;
};

// Puts the implied events behind those of the records that imply them.
class Implied
{
  public:
    // is_one: the file is the whole trace.
    Implied(const File &file, const LimenHeader &header, LimenFiller &filler, bool is_one)
        : priorities_{file, header}, filler_{filler}, is_one_{is_one}
    {
    }
    // Call it with each record before the record is put. A thread that would become ready is
    // suspended instead if the next record shows this.
    void before(const Call &record)
    {
        if (ready_ != 0 && !(record.number == event::SUSPEND && (record.b & 0xFFFFU) == ready_)) {
            put_ready();
        }
        ready_ = 0;
        priorities_.follow(record.number, record.object, record.a);
    }
    void behind(const Call &record)
    {
        const Implication found = implied_by(record);
        if (found.event == event::SUSPEND) {
            filler_.put_implied(event::SUSPEND, found.has_object ? record.object : 0, found.awaited,
                                found.thread);
        } else {
            ready_ = found.thread;
        }
    }
    void finish()
    {
        if (ready_ != 0) {
            put_ready();
        }
    }

  private:
    void put_ready()
    {
        filler_.put_implied(event::READY, ready_,
                            is_one_ ? priorities_.of(ready_) : priority_of_all, 0);
    }

    Priorities priorities_;
    LimenFiller &filler_;
    bool is_one_;
    std::uint16_t ready_ = 0; // becomes ready behind the newest event
};

template <bool is_big, bool has_implied>
std::optional<Error> read_records(const File &file, const Ring &ring, bool is_one, Trace &trace)
{
    const Survey found = survey_ring<is_big>(ring, has_implied);
    LimenClock clock(file, found, ring.count == 0);
    Joiner joiner(trace);
    LimenFiller filler(trace, found.events);
    Implied implied(file, trace.limen, filler, is_one);
    for (const auto &stretch : ring.stretches) {
        for (const std::uint8_t *at = stretch.begin; at < stretch.end; at += record_bytes) {
            const auto lower = load<std::uint32_t>(at, is_big);
            const std::uint8_t number = at[4];
            const auto last = load<std::uint32_t>(at + 12, is_big);
            if (number == event::TIME) {
                clock.advance(lower, leap_in<is_big>(at), last);
                continue;
            }
            clock.advance(lower);
            if (number == event::VALUES) {
                joiner.join(filler.count(), pair_in<is_big>(at), last);
                continue;
            }
            joiner.pass(number);
            const Call record = call_in<is_big>(at);
            if constexpr (has_implied) {
                implied.before(record);
                filler.put(clock.now(), at[5], without_implied(record));
                implied.behind(record);
            } else {
                filler.put(clock.now(), at[5], record);
            }
        }
    }
    if constexpr (has_implied) {
        implied.finish();
    }
    filler.finish();
    return clock.fault();
}

std::optional<Error> read_records(const File &file, const Ring &ring, bool is_one, Trace &trace)
{
    const auto read = file.has_implied()
                          ? (file.is_big ? read_records<true, true> : read_records<false, true>)
                          : (file.is_big ? read_records<true, false> : read_records<false, false>);
    return read(file, ring, is_one, trace);
}

std::optional<Error> read_objects(const File &file, Trace &trace)
{
    const std::size_t count = std::min(trace.limen.object_count, trace.limen.object_capacity);
    for (std::size_t index = 0; index < count; index++) {
        const std::size_t at = header_bytes + index * object_bytes;
        const std::uint32_t id = file.u16(at);
        const std::size_t expected = file.objects_before() + index + 1;
        if (id != 0 && id != expected) {
            return at_byte(at,
                           "object " + std::to_string(expected) + "'s entry has the number " +
                               std::to_string(id),
                           copy_limen_again);
        }
        if (id == 0) {
            continue;
        }
        Object object;
        object.id = id;
        object.kind = file.u16(at + 2);
        object.priority = static_cast<std::int32_t>(file.u16(at + 4));
        object.threshold = static_cast<std::int32_t>(file.u16(at + 6));
        const bool is_middleware = object.kind >= first_kind_of_middleware;
        (is_middleware ? object.address : object.size) = file.u32(at + 8);
        object.name = printable_name(file.bytes + at + 12, name_bytes);
        const auto place = static_cast<Place>(trace.objects.size());
        trace.object_at.emplace(id, place);
        if (is_middleware && !object.name.empty()) {
            trace.middleware_at[object.address] = place;
        }
        trace.objects.push_back(std::move(object));
    }
    return std::nullopt;
}

// An event of middleware is about the object at the address that is its first number.
void find_middleware(Trace &trace)
{
    for (std::size_t i = 0; i < trace.values_at.size() && !trace.middleware_at.empty(); i++) {
        const auto found = trace.middleware_at.find(trace.values[3 * i]);
        if (found != trace.middleware_at.end()) {
            const Object &object = trace.objects[static_cast<std::size_t>(found->second)];
            trace.object[static_cast<std::size_t>(trace.values_at[i])] =
                static_cast<std::uint16_t>(object.id);
        }
    }
}

} // namespace

void find_limen_lanes(Trace &trace)
{
    trace.lane_of_number.resize(object_numbers, nobody);
    for (const Object &object : trace.objects) {
        if (object.kind == kind::THREAD) {
            trace.lane_of_number[static_cast<std::size_t>(object.id)] = idle;
        }
    }
    trace.lanes.push_back({0, "idle"});
    trace.lane_of_number[0] = idle;
    for (std::size_t id = 1; id < object_numbers; id++) {
        if (trace.lane_of_number[id] == nobody) {
            continue;
        }
        const Object *const object = trace.find(id);
        const bool is_thread = object != nullptr && object->kind == kind::THREAD;
        if (trace.kernel.is_foreign() && !is_thread) { // a number of no thread: it is not known
            trace.lane_of_number[id] = nobody;
            continue;
        }
        const std::size_t place = trace.lanes.size();
        LaneInfo lane{id, trace.name_of(id)};
        if (is_thread && !(trace.kernel.is_foreign() && object->priority == unknown_priority)) {
            lane.priority = object->priority;
            lane.threshold = object->threshold;
            lane.stack_size = object->size;
        }
        trace.lanes.push_back(std::move(lane));
        trace.lane_of_number[id] =
            place <= std::size_t{lane_max} ? static_cast<Lane>(place) : nobody;
    }
}

namespace
{

// The ring of a core with its objects.
std::optional<Error> read_ring(File &file, bool is_one, Trace &trace)
{
    if (auto error = read_header(file, trace.limen)) {
        return error;
    }
    trace.origin = Origin::limen;
    trace.is_big_endian = file.is_big;
    trace.bytes_missing = file.is_cut() ? file.total - file.size : 0;
    trace.lane_of_number.assign(object_numbers, nobody);
    const Ring ring = unroll(file, trace.limen);
    if (auto error = read_records(file, ring, is_one, trace)) {
        return error;
    }
    if (file.core != 0) {
        trace.core.assign(trace.count(), file.core);
    }
    return read_objects(file, trace);
}

// A file, or a ring in it.
struct Image {
    const std::uint8_t *bytes;
    std::size_t size;
    unsigned core;
};

File file_of(const Image &image)
{
    return {image.bytes, image.size, false, false, 0, 0, 0, 0, 0, 0, 0};
}

// Finds the rings of a file: those of more cores may be behind the first one, with zeros between
// them. Other bytes do not belong to the trace.
std::vector<Image> images_in(const InputFile &input)
{
    std::vector<Image> images;
    Image rest{input.bytes, input.size, 0};
    for (;;) {
        File file = file_of(rest);
        LimenHeader header;
        const bool is_wrong = read_header(file, header).has_value();
        const bool is_there = std::any_of(images.begin(), images.end(),
                                          [&](const Image &one) { return one.core == file.core; });
        if (!images.empty() && (is_wrong || is_there)) {
            return images;
        }
        rest.core = is_wrong ? 0 : file.core;
        images.push_back(rest);
        if (is_wrong || file.has_kernel || file.is_cut()) {
            return images;
        }
        images.back().size = static_cast<std::size_t>(file.total);
        rest.bytes += file.total;
        rest.size -= static_cast<std::size_t>(file.total);
        const std::uint64_t gap_max = core_count * file.total; // all others have not started
        for (std::uint64_t gap = 0; rest.size > 0 && *rest.bytes == 0 && gap < gap_max; gap++) {
            rest.bytes++;
            rest.size--;
        }
        if (rest.size == 0) {
            return images;
        }
    }
}

std::optional<Error> read_whole(const Image &image, Trace &trace)
{
    File file = file_of(image);
    if (auto error = read_ring(file, true, trace)) {
        return error;
    }
    if (file.has_kernel) {
        if (auto error = read_kernel(file, trace)) {
            return error;
        }
    }
    find_middleware(trace);
    return std::nullopt;
}

Error not_one_trace(const char *problem)
{
    return {"", problem, "give the traces of the cores of one run, each once"};
}

std::optional<Error> read_cores(const std::vector<Image> &images, Trace &trace)
{
    std::vector<Trace> rings(images.size());
    std::uint32_t cores = 0;
    for (std::size_t which = 0; which < images.size(); which++) {
        File file = file_of(images[which]);
        Trace &ring = rings[which];
        if (auto error = read_ring(file, false, ring)) {
            error->place = concat("core ", unsigned{file.core}, error->place.empty() ? "" : ", ",
                                  error->place);
            return error;
        }
        if (file.has_kernel || (cores >> file.core & 1U) != 0) {
            return not_one_trace(file.has_kernel ? "these are traces of different kernels"
                                                 : "two of these traces are of the same core");
        }
        cores |= 1U << file.core;
        if (ring.is_big_endian != rings[0].is_big_endian ||
            ring.limen.clock_hz != rings[0].limen.clock_hz ||
            ring.limen.levels != rings[0].limen.levels) {
            return not_one_trace("these traces are of different systems: their clocks, levels or "
                                 "byte orders differ");
        }
    }
    join_cores(rings, trace);
    find_middleware(trace);
    return std::nullopt;
}

} // namespace

bool are_of_cores(InputFiles files)
{
    std::uint32_t cores = 0;
    for (const InputFile &input : files) {
        File file = file_of({input.bytes, input.size, 0});
        if (!is_own(input.bytes, input.size) || looks_like_trx(input.bytes, input.size) ||
            !find_core(file) || (cores >> file.core & 1U) != 0) {
            return false;
        }
        cores |= 1U << file.core;
    }
    return true;
}

std::optional<Error> read_limen(InputFiles files, Trace &trace)
{
    std::vector<Image> images;
    for (const InputFile &file : files) {
        const std::vector<Image> more = images_in(file);
        images.insert(images.end(), more.begin(), more.end());
    }
    put_in_order(images, [](const Image &image) { return std::int64_t{image.core}; });
    if (auto error =
            images.size() == 1 ? read_whole(images[0], trace) : read_cores(images, trace)) {
        return error;
    }
    find_limen_lanes(trace);
    return std::nullopt;
}

} // namespace limen::trace
