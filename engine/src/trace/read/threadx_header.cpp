// SPDX-License-Identifier: Apache-2.0
// The layout is that of tx_trace.h: all fields are ULONGs in the byte order of the target, of four
// bytes on nearly all targets, of eight on a few 64-bit ones.
#include "trace/read/threadx_header.hpp"

#include "trace/concat.hpp"
#include "trace/read/text.hpp"

namespace limen::trace
{

namespace
{

constexpr std::uint32_t threadx_magic = 0x54585442;
constexpr std::uint32_t name_size_max = 256;

Error wrong(std::string problem)
{
    return {"", std::move(problem), copy_threadx_again};
}

// The sum of bytes that a header specifies, which may have more than 64 bits.
class AnnouncedBytes
{
  public:
    void add(std::uint64_t value)
    {
        low_ += value;
        carry_ += low_ < value;
    }
    bool is_more_than(std::uint64_t value) const
    {
        return carry_ > 0 || low_ > value;
    }
    std::string text() const
    {
        if (carry_ == 0) {
            return std::to_string(low_);
        }
        // 2^64 in two parts of ten digits.
        static constexpr std::uint64_t part = 10'000'000'000, upper = 1'844'674'407,
                                       lower = 3'709'551'616;
        const std::uint64_t digits = carry_ * lower + low_ % part;
        const std::string last = concat(part + digits % part);
        return concat(carry_ * upper + low_ / part + digits / part, last.substr(1));
    }

  private:
    std::uint64_t low_ = 0;
    unsigned carry_ = 0;
};

// Byte order and size of a word; a timer mask of 0 is the upper half of a long id.
bool find_shape(ThreadxImage &image)
{
    const auto is_at = [&image](std::size_t offset, std::uint32_t value, bool is_big) {
        return image.size >= offset + 4 &&
               load<std::uint32_t>(image.bytes + offset, is_big) == value;
    };
    if (is_at(0, 0, true) && is_at(4, threadx_magic, true)) {
        image.is_big = true;
        image.word_bytes = 8;
    } else if (is_at(0, threadx_magic, false)) {
        image.is_big = false;
        image.word_bytes = is_at(4, 0, false) ? 8 : 4;
    } else if (is_at(0, threadx_magic, true)) {
        image.is_big = true;
        image.word_bytes = 4;
    } else {
        return false;
    }
    return true;
}

void read_fields(const ThreadxImage &image, ThreadxHeader &header)
{
    const auto word = [&image](std::size_t index) { return image.word(index * image.word_bytes); };
    header.word_bytes = static_cast<std::uint32_t>(image.word_bytes);
    header.timer_mask = word(1);
    header.base = word(2);
    header.registry_begin = word(3);
    header.name_size = load<std::uint16_t>(image.bytes + 4 * image.word_bytes + 2, image.is_big);
    header.registry_end = word(5);
    header.buffer_begin = word(6);
    header.buffer_end = word(7);
    header.oldest = word(8);
    header.capacity = header.buffer_end > header.buffer_begin
                          ? (header.buffer_end - header.buffer_begin) / image.event_bytes()
                          : 0;
}

std::optional<Error> check_order(const char *what, std::uint64_t begin, std::uint64_t end)
{
    if (end < begin) {
        return wrong(std::string("the ") + what + " ends at " + hex(end) +
                     ", before it begins at " + hex(begin));
    }
    return std::nullopt;
}

// Checks that the header's fields agree with each other and with the size of the image.
std::optional<Error> check_fields(const ThreadxImage &image, const ThreadxHeader &header)
{
    if (header.timer_mask == 0) {
        return wrong("the timer mask is 0, so that no clock can tick");
    }
    if (header.name_size > name_size_max) {
        return wrong("names of " + std::to_string(header.name_size) + " bytes are beyond " +
                     std::to_string(name_size_max));
    }
    if (auto error = check_order("registry", header.registry_begin, header.registry_end)) {
        return error;
    }
    if (auto error = check_order("ring", header.buffer_begin, header.buffer_end)) {
        return error;
    }
    AnnouncedBytes least, needed;
    for (AnnouncedBytes *const sum : {&least, &needed}) {
        sum->add(image.header_bytes());
        sum->add(header.registry_end - header.registry_begin);
    }
    least.add(header.capacity > 0 ? image.event_bytes() : 0);
    needed.add(header.capacity * image.event_bytes());
    if (least.is_more_than(image.size)) {
        return Error{"byte " + std::to_string(image.size),
                     "the image ends here, but the header specifies " + needed.text() + " bytes",
                     copy_threadx_again};
    }
    if (header.capacity == 0) {
        return Error{"", "the ring has no room for an event", "enlarge the trace buffer"};
    }
    if (header.oldest < header.buffer_begin ||
        header.oldest - header.buffer_begin >= header.capacity * image.event_bytes() ||
        (header.oldest - header.buffer_begin) % image.event_bytes() != 0) {
        return wrong("the current pointer " + hex(header.oldest) +
                     " is not the start of an event of the ring");
    }
    return std::nullopt;
}

} // namespace

std::optional<Error> read_threadx_header(const Container &container, ThreadxImage &image,
                                         ThreadxHeader &header)
{
    image.bytes = container.image;
    image.size = container.size;
    if (!find_shape(image)) {
        return Error{"byte 0", "this is not a trace of ThreadX: TXTB is missing",
                     give_threadx_image};
    }
    if (image.size < image.header_bytes()) {
        return wrong("there are " + std::to_string(image.size) +
                     " bytes, but the header alone has " + std::to_string(image.header_bytes()));
    }
    header.container = container.form;
    header.bad_checksums = container.bad_checksums;
    read_fields(image, header);
    return check_fields(image, header);
}

} // namespace limen::trace
