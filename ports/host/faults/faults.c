/* SPDX-License-Identifier: Apache-2.0 */
/* Faults on request; see faults.h. */
#include "faults.h"
#include "host.h"
#include "state.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PARTS = 256, KIND = 8, CPU_SECONDS = 2, DEEP_BYTES = 1024 };

static struct {
    char kind[KIND];
    uint64_t instant;
    uint64_t number;
    uint64_t left; /* of the interrupts of a storm */
    bool done;
    const char *report;
    struct lm_audited parts[PARTS];
    unsigned count;
    struct lm_audit audit;
} fault;

/* Write a line of the report to the file at once, because the program may crash next. */
static void report(const char *word, const char *text)
{
    char line[2 * LM_HOST_FAULT_NAME];
    int bytes = snprintf(line, sizeof line, "%s %s\n", word, text);
    int file = open(fault.report, O_WRONLY | O_APPEND | O_CREAT, 0666);

    if (file < 0 || write(file, line, (size_t)bytes) != bytes) {
        (void)fprintf(stderr, "LIMEN_FAULT_REPORT: '%s' cannot be written\n", fault.report);
        _exit(2);
    }
    (void)close(file);
}

/* A complete round of the audit. Returns: the first damage, or none. */
static void look(const char *word)
{
    static const char *const names[] = {"none",     "constant", "link",  "state",
                                        "priority", "time",     "stack", "fill"};
    enum lm_damage found = LM_DAMAGE_NONE;

    for (unsigned i = lm_audit_steps(&fault.audit); i > 0; i--) {
        enum lm_damage damage = lm_kernel_audit(&fault.audit);

        found = found == LM_DAMAGE_NONE ? damage : found;
    }
    report(word, names[found]);
}

/* Report the duration of the program without a fault. */
static void report_end(void)
{
    char text[LM_HOST_FAULT_NAME];

    (void)snprintf(text, sizeof text, "%llu", (unsigned long long)lm_host.now);
    report("end", text);
}

static void look_idle(void)
{
    lm_host.before_wait = NULL;
    look("idle");
}

static void flip(void)
{
    char name[LM_HOST_FAULT_NAME];
    char text[2 * LM_HOST_FAULT_NAME];
    uint64_t bytes = lm_host_faults_bytes(fault.parts, fault.count);
    unsigned bit = (unsigned)(fault.number / bytes % 8);
    unsigned char *byte = lm_host_faults_byte(fault.parts, fault.count, fault.number % bytes, name);

    (void)snprintf(text, sizeof text, "%s bit %u", name, bit);
    report("at", text);
    *byte ^= (unsigned char)(1U << bit);
}

/* The thread with this number, modulo all of them, or NULL. */
static const struct lm_thread *thread_numbered(uint64_t number)
{
    const struct lm_thread *threads[PARTS];
    unsigned count = 0;

    for (unsigned i = 0; i < fault.count; i++) {
        if (lm_object_kind(fault.parts[i].object) == LM_KIND_THREAD) {
            threads[count++] = LM_CONTAINER(fault.parts[i].object, const struct lm_thread, object);
        }
    }
    return count != 0 ? threads[number % count] : NULL;
}

/* The deepest frame of a thread has reached the end of its stack. */
static void overwrite_end(void)
{
    enum { FRAME = 16 };
    const struct lm_thread *thread = thread_numbered(fault.number);

    if (thread != NULL) {
        memset(thread->stack, 0, FRAME);
        report("at", lm_object_get_name(&thread->object));
    }
}

/* The address of each frame is used, so that none of them is optimised away. */
static __attribute__((noinline)) uintptr_t go_deep(uintptr_t below)
{
    volatile unsigned char frame[DEEP_BYTES];

    frame[0] = (unsigned char)below;
    return (uintptr_t)frame + 1 != below ? go_deep((uintptr_t)frame) + frame[0] : 0;
}

/* The idle thread has the stack of main. */
static const char *running_name(void)
{
    const struct lm_thread *running = lm_cpu()->running;

    return running == &lm_cpu()->idle ? "main" : lm_object_get_name(&running->object);
}

static void jump(uint64_t ticks)
{
    lm_host.now += ticks;
}

static bool is_kind(const char *kind)
{
    return strcmp(fault.kind, kind) == 0;
}

static void damage(void)
{
    if (is_kind("flip")) {
        flip();
    } else if (is_kind("jump")) {
        jump(fault.number);
    } else if (is_kind("back")) {
        jump(0 - (fault.number < lm_host.now ? fault.number : lm_host.now));
    } else if (is_kind("storm")) {
        fault.left = fault.number;
    } else if (is_kind("stack")) {
        overwrite_end();
    } else if (is_kind("deep")) {
        report("at", running_name());
        (void)go_deep(0);
    }
}

/* An interrupt of a storm takes a tick, and leaves one to the threads. */
static void go_on(void)
{
    if (fault.left != 0) {
        fault.left--;
        lm_host_work(1);
        lm_host_device_start(LM_HOST_FAULT_LINE, lm_host.now + 1);
    }
}

static void strike(void *argument)
{
    (void)argument;
    if (fault.done) {
        go_on();
        return;
    }
    fault.done = true;
    fault.count = lm_host_faults_find(fault.parts, PARTS);
    lm_audit_init(&fault.audit, fault.parts, fault.count);
    look("before");
    damage();
    look("after");
    if (lm_host.before_wait == NULL) {
        lm_host.before_wait = look_idle;
    }
    go_on();
}

/* KIND:INSTANT:NUMBER:LIMIT */
static void read_request(const char *text)
{
    const char *colon = strchr(text, ':');
    size_t bytes = colon != NULL ? (size_t)(colon - text) : KIND;
    char *end = (char *)(uintptr_t)colon;

    if (bytes >= KIND) {
        (void)fprintf(stderr, "LIMEN_FAULT: '%s' is not KIND:INSTANT:NUMBER:LIMIT\n", text);
        exit(2);
    }
    memcpy(fault.kind, text, bytes);
    fault.instant = strtoull(end + 1, &end, 10);
    fault.number = *end == ':' ? strtoull(end + 1, &end, 10) : 0;
    lm_host.limit = *end == ':' ? strtoull(end + 1, &end, 10) : lm_host.limit;
}

/* A damaged program may compute or write without an end. */
static void limit_resources(void)
{
    const struct rlimit cpu = {CPU_SECONDS, 2 * CPU_SECONDS}; /* a signal, not a kill */
    const struct rlimit core = {0, 0};
    const struct rlimit file = {1U << 26, 1U << 26};

    (void)setrlimit(RLIMIT_CPU, &cpu);
    (void)setrlimit(RLIMIT_CORE, &core);
    (void)setrlimit(RLIMIT_FSIZE, &file);
}

void lm_host_faults_init(void)
{
    const char *text = getenv("LIMEN_FAULT");

    fault.report = getenv("LIMEN_FAULT_REPORT");
    if (text == NULL || fault.report == NULL || fault.done || lm_host.real) {
        return;
    }
    read_request(text);
    limit_resources();
    if (is_kind("none")) {
        (void)atexit(report_end);
    }
    lm_host.lines[LM_HOST_FAULT_LINE].handler = strike;
    lm_host_device_start(LM_HOST_FAULT_LINE, fault.instant);
}
