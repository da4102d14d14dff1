// SPDX-License-Identifier: Apache-2.0
// Notices, event flags and streams of the API for C++ (limen.hpp).
#ifndef LIMEN_SIGNALS_HPP
#define LIMEN_SIGNALS_HPP

#include <limen/times.hpp>

namespace limen
{

// A word with which threads and interrupts tell a thread that something has happened.
class Notice
{
  public:
    // lm_notice_create
    enum lm_status create(const char *name)
    {
        return lm_notice_create(&notice_, name);
    }

    // lm_notice_set, lm_notice_increase, lm_notice_write, lm_notice_offer, lm_notice_clear
    enum lm_status set(uint32_t bits)
    {
        return lm_notice_set(&notice_, bits, nullptr);
    }
    enum lm_status increase(uint32_t number = 1)
    {
        return lm_notice_increase(&notice_, number, nullptr);
    }
    enum lm_status write(uint32_t value)
    {
        return lm_notice_write(&notice_, value, nullptr);
    }
    enum lm_status offer(uint32_t value)
    {
        return lm_notice_offer(&notice_, value);
    }
    enum lm_status clear(uint32_t bits)
    {
        return lm_notice_clear(&notice_, bits, nullptr);
    }

    // lm_notice_wait. request.found gets the value before any bits are cleared.
    enum lm_status wait(struct lm_notice_request &request, Forever = forever)
    {
        return lm_notice_wait(&notice_, &request, LM_FOREVER);
    }
    enum lm_status wait(struct lm_notice_request &request, Timeout timeout)
    {
        return lm_notice_wait(&notice_, &request, timeout.ticks());
    }

    // lm_notice_value
    uint32_t value() const
    {
        return lm_notice_value(&notice_);
    }

    struct lm_notice *native()
    {
        return &notice_;
    }

  private:
    struct lm_notice notice_;
};

class EventFlags
{
  public:
    // lm_event_flags_create
    enum lm_status create(const char *name, enum lm_order order = LM_FIFO)
    {
        return lm_event_flags_create(&flags_, name, order);
    }

    // lm_event_flags_set, lm_event_flags_clear, lm_event_flags_get
    enum lm_status set(uint32_t bits)
    {
        return lm_event_flags_set(&flags_, bits);
    }
    enum lm_status clear(uint32_t bits)
    {
        return lm_event_flags_clear(&flags_, bits);
    }
    uint32_t get() const
    {
        return lm_event_flags_get(&flags_);
    }

    // lm_event_flags_wait. found: nullptr, or gets the bits before any are cleared.
    enum lm_status wait(uint32_t wanted, enum lm_event_mode mode, uint32_t *found = nullptr,
                        Forever = forever)
    {
        return lm_event_flags_wait(&flags_, wanted, mode, found, LM_FOREVER);
    }
    enum lm_status wait(uint32_t wanted, enum lm_event_mode mode, uint32_t *found, Timeout timeout)
    {
        return lm_event_flags_wait(&flags_, wanted, mode, found, timeout.ticks());
    }

    // lm_event_flags_set_and_wait
    enum lm_status set_and_wait(uint32_t bits, uint32_t wanted, enum lm_event_mode mode,
                                uint32_t *found = nullptr, Forever = forever)
    {
        return lm_event_flags_set_and_wait(&flags_, bits, wanted, mode, found, LM_FOREVER);
    }
    enum lm_status set_and_wait(uint32_t bits, uint32_t wanted, enum lm_event_mode mode,
                                uint32_t *found, Timeout timeout)
    {
        return lm_event_flags_set_and_wait(&flags_, bits, wanted, mode, found, timeout.ticks());
    }

    struct lm_event_flags *native()
    {
        return &flags_;
    }

  private:
    struct lm_event_flags flags_;
};

// Streams

// Bytes from one sender to one receiver, with room for some of them.
template <size_t Capacity> class Stream
{
    static_assert(Capacity > 0, "a stream has room for a byte");

  public:
    // lm_stream_create. level: a receiver without bytes waits for as many.
    enum lm_status create(const char *name, size_t level = 1)
    {
        return lm_stream_create(&stream_, name, storage_, Capacity, level);
    }

    // lm_stream_send, lm_stream_receive. Return: how many bytes.
    size_t send(const void *data, size_t bytes, Forever = forever)
    {
        return lm_stream_send(&stream_, data, bytes, LM_FOREVER);
    }
    size_t send(const void *data, size_t bytes, Timeout timeout)
    {
        return lm_stream_send(&stream_, data, bytes, timeout.ticks());
    }
    size_t receive(void *data, size_t bytes, Forever = forever)
    {
        return lm_stream_receive(&stream_, data, bytes, LM_FOREVER);
    }
    size_t receive(void *data, size_t bytes, Timeout timeout)
    {
        return lm_stream_receive(&stream_, data, bytes, timeout.ticks());
    }

    // lm_stream_used
    size_t used() const
    {
        return lm_stream_used(&stream_);
    }

    struct lm_stream *native()
    {
        return &stream_;
    }

  private:
    struct lm_stream stream_;
    unsigned char storage_[Capacity];
};

} // namespace limen

#endif
