/* SPDX-License-Identifier: Apache-2.0 */
/* Stacks with a guard; see stacks.h. */
#define _DEFAULT_SOURCE
#include "stacks.h"
#include "fiber.h"
#include "state.h"
#include <limen_host.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    GUARD_BYTES = 64 * 1024, /* large frames must not reach over it */
    PAGE_BYTES = 64 * 1024,  /* or a part of it, on every system */
    HANDLER_BYTES = 64 * 1024,
    ADDED_BYTES = LM_PORT_STACK_BYTES(0), /* to what a program asks for */
    ADDED_MOST = 1 << 30,
    CHAINS = 256,
    STATUS = 3 /* the status of a fault on a board */
};

/* A mapping. The structure is stored above the stack that it describes. */
struct mapping {
    struct mapping *same_start, *same_program; /* the next mappings of two chains */
    const void *program; /* the stack of the program; NULL: taken by lm_host_stack_map */
    uint32_t stack_bytes;
    unsigned char *start;
    size_t bytes; /* with the guard */
};

static struct {
    bool off;
    uint32_t added;
} choice = {.added = ADDED_BYTES};

static LM_HOST_OWN struct mapping *by_start[CHAINS], *by_program[CHAINS];

static struct mapping **chain(struct mapping **table, const void *stack)
{
    return &table[(uintptr_t)stack / PAGE_BYTES % CHAINS];
}

static struct mapping *find_start(const void *stack)
{
    struct mapping *each = *chain(by_start, stack);

    while (each != NULL && each->start != stack) {
        each = each->same_start;
    }
    return each;
}

static struct mapping *find_program(const void *stack, uint32_t stack_bytes)
{
    struct mapping *each = *chain(by_program, stack);

    while (each != NULL && (each->program != stack || each->stack_bytes != stack_bytes)) {
        each = each->same_program;
    }
    return each;
}

static struct mapping *map(uint32_t stack_bytes)
{
    size_t room = (stack_bytes + 15U) / 16U * 16U;
    size_t all =
        GUARD_BYTES + (room + sizeof(struct mapping) + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    unsigned char *memory =
        mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED) {
        return NULL;
    }
    (void)mprotect(memory, GUARD_BYTES, PROT_NONE);

    unsigned char *start = memory + GUARD_BYTES;
    struct mapping *made = (struct mapping *)(void *)(start + room);
    struct mapping **starts = chain(by_start, start);

    *made = (struct mapping){
        .same_start = *starts, .stack_bytes = stack_bytes, .start = start, .bytes = all};
    *starts = made;
    return made;
}

void *lm_host_stack_map(uint32_t bytes)
{
    struct mapping *made = map(bytes);

    return made != NULL ? made->start : NULL;
}

void lm_host_stack_unmap(void *stack)
{
    struct mapping **link = chain(by_start, stack);

    while ((*link)->start != stack) {
        link = &(*link)->same_start;
    }
    struct mapping *found = *link;

    *link = found->same_start;
    (void)munmap(found->start - GUARD_BYTES, found->bytes);
}

/* The stack of the program has room for the host's C library; LIMEN_STACKS may set less. */
static uint32_t wanted_bytes(uint32_t declared)
{
    uint32_t least = LM_PORT_STACK_MIN;
    uint32_t wanted = declared > ADDED_BYTES ? declared - ADDED_BYTES + choice.added : declared;

    wanted = wanted / LM_PORT_STACK_ALIGN * LM_PORT_STACK_ALIGN;
    return wanted > least ? wanted : least;
}

void lm_host_stack_guard(struct lm_thread *thread)
{
    if (LM_HOST_HAS_FIBERS || choice.off || find_start(thread->stack) != NULL) {
        return;
    }
    uint32_t bytes = wanted_bytes(thread->stack_bytes);
    struct mapping *found = find_program(thread->stack, bytes);

    if (found == NULL) {
        found = map(bytes);
        if (found == NULL) {
            return; /* the stack of the program serves as well, without a guard */
        }
        struct mapping **programs = chain(by_program, thread->stack);

        found->program = thread->stack;
        found->same_program = *programs;
        *programs = found;
    }
    thread->stack = found->start;
    thread->stack_bytes = bytes;
    LM_UNLESS_SMALL(thread->watched = found->start);
}

/* The thread cannot continue: its state only suffices for the output. */
static void report(const struct lm_thread *thread)
{
    char line[256];
    const char *name =
        lm_object_get_name(&thread->object) != NULL ? lm_object_get_name(&thread->object) : "";
    int length = snprintf(line, sizeof line,
                          "stack overflow: thread %s has used all %u bytes of its stack: give it "
                          "more, or see LIMEN_STACKS in docs/host.md\n",
                          name, (unsigned)thread->stack_bytes);

    (void)fflush(stdout);
    if (length > 0) {
        size_t bytes = (size_t)length < sizeof line ? (size_t)length : sizeof line - 1;

        (void)!write(STDERR_FILENO, line, bytes);
    }
    _exit(STATUS);
}

static void handle_fault(int number, siginfo_t *info, void *context)
{
    const struct lm_thread *thread = lm_cpu()->running;
    uintptr_t address = (uintptr_t)info->si_addr;

    (void)context;
    if (thread != NULL && find_start(thread->stack) != NULL) {
        uintptr_t start = (uintptr_t)thread->stack;

        if (address < start && address >= start - GUARD_BYTES) {
            report(thread);
        }
    }
    (void)signal(number, SIG_DFL); /* another fault: it happens again, and ends the program */
}

void lm_host_stacks_init(void)
{
    static LM_HOST_OWN bool is_prepared;
    struct sigaction old;
    struct sigaction action = {.sa_sigaction = handle_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};

    if (LM_HOST_HAS_FIBERS || choice.off || is_prepared) {
        return;
    }
    is_prepared = true;

    void *memory =
        mmap(NULL, HANDLER_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    bool is_free = sigaction(SIGSEGV, NULL, &old) == 0 && old.sa_handler == SIG_DFL;

    if (memory != MAP_FAILED) {
        (void)sigaltstack(&(stack_t){.ss_sp = memory, .ss_size = HANDLER_BYTES}, NULL);
    }
    if (memory != MAP_FAILED && is_free) {
        (void)sigaction(SIGSEGV, &action, NULL);
    }
}

__attribute__((constructor)) static void read_environment(void)
{
    const char *text = getenv("LIMEN_STACKS");
    char *end;

    if (text == NULL) {
        return;
    }
    choice.off = strcmp(text, "program") == 0;
    unsigned long added = strtoul(text, &end, 10);

    if (!choice.off && (end == text || *end != '\0' || *text == '-' || added > ADDED_MOST)) {
        (void)fprintf(stderr, "LIMEN_STACKS: '%s' is neither program nor a number of bytes\n",
                      text);
        exit(2);
    }
    choice.added = choice.off ? ADDED_BYTES : (uint32_t)added;
}
