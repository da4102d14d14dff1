// SPDX-License-Identifier: Apache-2.0
// Work in steps, so that a page stays responsive. A caller that need not pause finishes it at once
// with the same code.
#pragma once

#include "trace/blocks.hpp"
#include "trace/trace.hpp"

#include <coroutine>
#include <exception>
#include <utility>

namespace limen::trace
{

// A function that returns Work begins with the first step(). It pauses with `co_await pause`, and
// executes other work as a part of its own with `co_await other(...)`. Its references must be valid
// until it is done, or is destroyed, which ends it at its pause.
class [[nodiscard]] Work
{
  public:
    struct promise_type;
    using Handle = std::coroutine_handle<promise_type>;

    struct promise_type {
        Handle part; // the work that it waits for

        Work get_return_object()
        {
            return Work(Handle::from_promise(*this));
        }
        std::suspend_always initial_suspend() noexcept
        {
            return {};
        }
        std::suspend_always final_suspend() noexcept
        {
            return {};
        }
        void return_void()
        {
        }
        void unhandled_exception()
        {
            std::terminate(); // the engine is compiled without exceptions
        }
    };

    Work(Work &&other) noexcept : handle_{std::exchange(other.handle_, nullptr)}
    {
    }
    Work(const Work &) = delete;
    Work &operator=(const Work &) = delete;
    Work &operator=(Work &&) = delete;
    ~Work()
    {
        if (handle_) {
            handle_.destroy();
        }
    }

    // Work until the next pause. Returns: whether work is left.
    bool step()
    {
        return step(handle_);
    }

    void finish()
    {
        while (step()) {
        }
    }

    // Other work can await this work as a part of itself.
    bool await_ready() const noexcept
    {
        return false;
    }
    void await_suspend(Handle whole) noexcept
    {
        whole.promise().part = handle_;
    }
    void await_resume() const noexcept
    {
    }

  private:
    explicit Work(Handle handle) : handle_{handle}
    {
    }

    static bool step(Handle work)
    {
        Handle &part = work.promise().part;
        do {
            if (part && step(part)) {
                return true;
            }
            part = nullptr;
            work.resume();
        } while (part);
        return !work.done();
    }

    Handle handle_;
};

inline constexpr std::suspend_always pause;

// Calls use(row) for each row first <= row < last, and pauses after each block of rows.
template <class Use>
Work each_row(std::size_t first, std::size_t last, Use use, std::size_t rows = block_rows)
{
    for (std::size_t from = first; from < last; from += rows) {
        work_on(from, std::min(from + rows, last), use);
        co_await pause;
    }
}

} // namespace limen::trace
