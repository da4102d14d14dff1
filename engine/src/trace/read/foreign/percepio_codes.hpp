// SPDX-License-Identifier: Apache-2.0
// The codes of events that Percepio's recorder has for FreeRTOS. Private to percepio.cpp.
#pragma once

#include "trace/read/foreign/recording.hpp"

namespace limen::trace
{

// FreeRTOS counts priorities up; the greatest one of the file is the most urgent.
inline constexpr std::int32_t psf_priority_max = 255;

// What a code does. The numbers of block, take and give are codes from 0x50 on.
namespace psf
{
inline constexpr unsigned NAME = 0x03, PRIORITY = 0x04, INHERIT = 0x05, DISINHERIT = 0x06,
                          CREATE = 0x10, CREATE_LAST = 0x19, DELETE = 0x20, READY = 0x30,
                          ISR_BEGIN = 0x33, ISR_RESUME = 0x34, ACTIVATE = 0x37, DELAY_UNTIL = 0x79,
                          DELAY = 0x7A, SUSPEND = 0x7B, USER = 0x90, USER_LAST = 0x98;
}

struct PsfEvent {
    unsigned code = 0;
    std::uint64_t words[16] = {};
    std::size_t count = 0;
    std::string_view text; // behind the first word
};

// Kinds of objects by the codes of their creation: the last two are stream and message buffers.
inline constexpr std::uint32_t psf_kinds[] = {
    kind::THREAD,      kind::QUEUE,     kind::SEMAPHORE, kind::MUTEX, kind::TIMER,
    kind::EVENT_FLAGS, kind::SEMAPHORE, kind::MUTEX,     0,           0};

// A call on an object: what it is about, and how it ended.
enum class PsfEnd : std::uint8_t { done, failed, blocks };

struct PsfCall {
    unsigned code;
    std::uint32_t kind;
    std::uint16_t what;
    std::uint16_t record; // 0: none
    PsfEnd end;
};

inline constexpr PsfCall psf_calls[] = {
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

inline const PsfCall *psf_call(unsigned code)
{
    return row_with(psf_calls, &PsfCall::code, code);
}

} // namespace limen::trace
