/* SPDX-License-Identifier: Apache-2.0 */
/* Real time; see clock.h. */
#define _GNU_SOURCE
#include "clock.h"
#include "fiber.h"
#include "host.h"
#include "port.h"
#include <dlfcn.h>
#include <errno.h>
#include <limen/time.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

/* Debuggers do not stop at this signal, and hardly any program uses it. */
enum { SIGNAL = SIGVTALRM };

#define SECOND UINT64_C(1000000000) /* everything here is in nanoseconds */
#define NEVER UINT64_MAX
#define FAR_FUTURE (UINT64_C(1) << 62)

enum {
    RETRY = 20000,       /* the time to the next attempt, in code that must not be interrupted */
    PATIENCE = 50000000, /* after so long with no success it waits, as in a system call: ... */
    RETRY_MAX = 1000000, /* ... then the attempts become rarer */
    GRAIN = 5000         /* between two alarms, so that threads make progress with any period */
};

/* C4; the size of a frame if the system does not report it; and the size of the handler's calls. */
enum { FRAMES = 2, FRAME_BYTES = 5120, FRAME_OWN_BYTES = 2048 };

static _Thread_local struct {
    uint64_t epoch;
    uint64_t ticks; /* this number of ticks is ... */
    uint64_t span;  /* ... this number of nanoseconds */
    uint64_t armed; /* C1 */
    bool ticking;   /* there is a timer */
    bool blocked;   /* the signal, by its handler */
    timer_t timer;
} clock_state;

static uint64_t wall(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

/* value * factor / divisor for a product of more than 64 bits, bit by bit: 32-bit machines have no
 * wider type. */
static uint64_t scale_widely(uint64_t value, uint64_t factor, uint64_t divisor, bool up)
{
    uint64_t quotient = 0, rest = 0;

    for (unsigned bit = 64; bit-- > 0;) {
        uint64_t more = (value >> bit & 1) != 0 ? factor : 0;
        uint64_t sum = rest * 2 + more % divisor; /* less than three divisors */

        if (__builtin_mul_overflow(quotient, 2, &quotient) ||
            __builtin_add_overflow(quotient, more / divisor + sum / divisor, &quotient)) {
            return NEVER;
        }
        rest = sum % divisor;
    }
    return up && rest != 0 && quotient < NEVER ? quotient + 1 : quotient;
}

/* value * factor / divisor, rounded up on demand; NEVER if the result does not fit. */
static uint64_t scale(uint64_t value, uint64_t factor, uint64_t divisor, bool up)
{
    uint64_t product;

    if (!__builtin_mul_overflow(value, factor, &product) && product <= NEVER - divisor) {
        return (product + (up ? divisor - 1 : 0)) / divisor;
    }
    return scale_widely(value, factor, divisor, up);
}

static uint64_t ticks_at(uint64_t moment)
{
    return scale(moment - clock_state.epoch, clock_state.ticks, clock_state.span, false);
}

/* The first moment of the wall clock that belongs to the instant. */
static uint64_t moment_of(uint64_t instant)
{
    uint64_t span = scale(instant, clock_state.span, clock_state.ticks, true);

    return span < FAR_FUTURE ? clock_state.epoch + span : FAR_FUTURE;
}

static struct timespec as_timespec(uint64_t moment)
{
    return (struct timespec){.tv_sec = (time_t)(moment / SECOND),
                             .tv_nsec = (long)(moment % SECOND)};
}

uint64_t lm_host_clock_now(void)
{
    lm_host.told = ticks_at(wall());
    return lm_host.told;
}

uint64_t lm_host_clock_look(void)
{
    uint64_t now = ticks_at(wall());

    if (now >= lm_host.alarm) {
        lm_host.now = lm_host.alarm;
    }
    return now;
}

void lm_host_clock_forgive(uint64_t alarm)
{
    uint64_t latest = alarm + LM_MS(1);
    uint64_t now = wall();

    if (latest < lm_host.told) {
        latest = lm_host.told;
    }
    if (ticks_at(now) > latest) {
        clock_state.epoch += now - moment_of(latest);
    }
}

static void arm(uint64_t moment)
{
    struct itimerspec setting = {.it_value = as_timespec(moment)};

    if (clock_state.ticking) {
        clock_state.armed = moment;
        (void)timer_settime(clock_state.timer, TIMER_ABSTIME, &setting, NULL);
    }
}

/* The handler may run at any point of this function and set the timer, too. It sets it for the
 * current alarm, so that the last setting is right. */
void lm_host_clock_set_alarm(void)
{
    if (lm_host.alarm == NEVER) {
        return; /* a superfluous signal has no effect */
    }
    uint64_t moment = moment_of(lm_host.alarm);

    if (moment < clock_state.armed) {
        uint64_t soonest = wall() + GRAIN;

        moment = moment > soonest ? moment : soonest;
        if (moment < clock_state.armed) {
            arm(moment);
        }
    }
}

void lm_host_clock_advance(uint64_t ticks)
{
    clock_state.epoch -= scale(ticks, clock_state.span, clock_state.ticks, true);
    (void)lm_host_clock_now(); /* counts the lateness until now */
    (void)lm_host_clock_look();
    lm_host_clock_set_alarm();
}

void lm_host_clock_wait(void)
{
    if (lm_host.alarm == NEVER) {
        return;
    }
    struct timespec end = as_timespec(moment_of(lm_host.alarm));

    (void)clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL);
    (void)lm_host_clock_look();
}

static void block(bool blocked)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGNAL);
    (void)sigprocmask(blocked ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

bool lm_host_clock_open(void)
{
    bool blocked = clock_state.blocked;

    if (blocked) {
        clock_state.blocked = false;
        block(false);
    }
    return blocked;
}

void lm_host_clock_close(bool opened)
{
    if (opened) {
        block(true);
        clock_state.blocked = true;
    }
}

/* The bounds of the program's own text, from the linker. */
extern const char __executable_start[], etext[];

static bool is_own_text(uintptr_t place)
{
    return place >= (uintptr_t)__executable_start && place < (uintptr_t)etext;
}

#if defined(__x86_64__)
static uintptr_t program_counter(const ucontext_t *context)
{
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
}

/* The system begins a handler with the floating-point settings of a new program. The thread that
 * runs next needs the settings of this program. */
static void take_over_float_control(const ucontext_t *context)
{
    const struct _libc_fpstate *saved = context->uc_mcontext.fpregs;

    if (saved != NULL) {
        __asm__ volatile("ldmxcsr %0\n\tfldcw %1" ::"m"(saved->mxcsr), "m"(saved->cwd));
    }
}
#elif defined(__i386__)
static uintptr_t program_counter(const ucontext_t *context)
{
    return (uintptr_t)context->uc_mcontext.gregs[REG_EIP];
}

/* The program computes with the x87 only. */
static void take_over_float_control(const ucontext_t *context)
{
    const struct _libc_fpstate *saved = context->uc_mcontext.fpregs;

    if (saved != NULL) {
        __asm__ volatile("fldcw %0" ::"m"(saved->cw));
    }
}
#elif defined(__aarch64__)
static uintptr_t program_counter(const ucontext_t *context)
{
    return (uintptr_t)context->uc_mcontext.pc;
}

static void take_over_float_control(const ucontext_t *context)
{
    (void)context; /* the system does not change it */
}
#endif

static void deliver(const ucontext_t *context)
{
    clock_state.blocked = true;
    take_over_float_control(context);
    lm_host_deliver();
    clock_state.blocked = false;
}

static void try_again(uint64_t now)
{
    uint64_t late = now - moment_of(lm_host.alarm);
    uint64_t wait = RETRY + (late > PATIENCE ? (late - PATIENCE) / 16 : 0);

    arm(now + (wait < RETRY_MAX ? wait : RETRY_MAX));
}

static void handle_signal(int number, siginfo_t *info, void *context)
{
    int saved_errno = errno;

    (void)number;
    (void)info;
    clock_state.armed = NEVER;
    if (lm_host_clock_look() < lm_host.alarm) {
        lm_host_clock_set_alarm();
    } else if (lm_host.locked == 0) {
        if (is_own_text(program_counter(context))) {
            deliver(context);
        } else {
            try_again(wall());
        }
    }
    errno = saved_errno;
}

static void set_speed(uint64_t speed)
{
    uint64_t ticks = LM_CLOCK_HZ * speed;
    uint64_t span = SECOND * LM_HOST_WALL_SPEED;
    uint64_t a = ticks;
    uint64_t b = span;

    while (b != 0) {
        uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    clock_state.ticks = ticks / a;
    clock_state.span = span / a;
    clock_state.epoch = wall();
}

void lm_host_clock_check_stack(uint32_t bytes)
{
    unsigned long told = getauxval(AT_MINSIGSTKSZ);
    unsigned long frame = told != 0 ? told : FRAME_BYTES;
    unsigned long least = FRAMES * (frame + FRAME_OWN_BYTES);

    if (bytes < least) {
        lm_host_clock_refuse(
            "a stack of %lu bytes is too small for real time, where signals use it: "
            "use %lu or more, as LM_STACK does",
            (unsigned long)bytes, least);
    }
}

#if defined(LM_HOST_SANITIZED)
/* The sanitizer's allocator also takes all threads of the kernel for one: it must not be
 * interrupted. */
static void check_sanitizer(void)
{
    void *place = dlsym(RTLD_DEFAULT, "__asan_init"); /* NULL: it is in no library */

    if (place == NULL || is_own_text((uintptr_t)place)) {
        lm_host_clock_refuse(
            "no real time with an address sanitizer that is linked statically: link with "
            "-shared-libasan, or build with gcc");
    }
}
#else
static void check_sanitizer(void)
{
}
#endif

static void stop_at_exit(void)
{
    lm_host.locked = 1;
    lm_host_clock_stop();
}

static void start(void)
{
    static atomic_flag prepared = ATOMIC_FLAG_INIT;
    struct sigaction action = {.sa_sigaction = handle_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGNAL};

    check_sanitizer();
    if (!atomic_flag_test_and_set(&prepared)) {
        (void)atexit(stop_at_exit);
    }
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    if (sigaction(SIGNAL, &action, NULL) != 0 ||
        timer_create(CLOCK_MONOTONIC, &event, &clock_state.timer) != 0) {
        lm_host_clock_refuse("the timer of real time cannot be created: %s", strerror(errno));
    }
    clock_state.armed = NEVER;
    clock_state.ticking = true;
    block(false);
}

void lm_host_clock_init(void)
{
    uint64_t speed = lm_host_clock_speed();

    lm_host.real = speed != 0;
    if (lm_host.real) {
        set_speed(speed);
        start();
    } else {
        lm_host_stalled_init();
    }
}

void lm_host_clock_stop(void)
{
    if (clock_state.ticking) {
        clock_state.ticking = false;
        (void)timer_delete(clock_state.timer);
    }
}
