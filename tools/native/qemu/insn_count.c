/* SPDX-License-Identifier: Apache-2.0 */
/* A QEMU plugin that counts executed instructions between marked addresses.
 *
 *   -plugin insn_count.so,mark=ADDRESS,passes=FILE[,window=N,addresses=FILE]
 *
 *   mark       address of an instruction, hexadecimal; may be given several times
 *   passes     one line for each passage of a mark: instructions executed before it
 *   window     number of a passage, from 0: a window that the next passage ends; without it, each
 *              passage of the first mark begins one
 *   addresses  one line for each instruction executed in a window: its address, hexadecimal
 *
 * The firmware is the shipped one, without changes. An instruction that a condition skips counts,
 * and so does one that only waits; taking an exception does not count.
 *
 * It is exact with -icount; without it QEMU may execute part of a block twice after a device
 * access. Debian has no package with qemu-plugin.h, so this file declares the parts of version 1 of
 * the interface that it uses.
 *
 * Source: QEMU 7.2, include/qemu/qemu-plugin.h and docs/devel/tcg-plugins.rst.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_info_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

enum { QEMU_PLUGIN_CB_NO_REGS = 0, QEMU_PLUGIN_INLINE_ADD_U64 = 0 };

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*translated)(qemu_plugin_id_t id,
                                                              struct qemu_plugin_tb *block));
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *instruction,
                                            void (*executed)(unsigned cpu, void *data), int flags,
                                            void *data);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *instruction, int operation,
                                                void *counter, uint64_t amount);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
                                    void (*ended)(qemu_plugin_id_t id, void *data), void *data);

#define EXPORT __attribute__((visibility("default")))

/* QEMU looks for these two. */
EXPORT extern int qemu_plugin_version;
EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc,
                               char **argv);

int qemu_plugin_version = 1;

enum { MARKS_MAX = 16 };

static uint64_t marks[MARKS_MAX];
static unsigned mark_count;
static uint64_t executed; /* instructions; QEMU's generated code adds to it */
static uint64_t passages;
static FILE *passes;

static FILE *addresses; /* NULL: no window was requested */
static uint64_t window;
static bool is_single; /* there is that one window */
static bool in_window;

static bool is_mark(uint64_t address)
{
    for (unsigned i = 0; i < mark_count; i++) {
        if (marks[i] == address) {
            return true;
        }
    }
    return false;
}

static void on_instruction(unsigned cpu, void *data)
{
    (void)cpu;
    if (in_window) {
        fprintf(addresses, "%" PRIxPTR "\n", (uintptr_t)data);
    }
}

static void on_mark(unsigned cpu, void *data)
{
    uint64_t address = (uintptr_t)data;
    bool begins = is_single ? passages == window : address == marks[0];

    (void)cpu;
    fprintf(passes, "%" PRIu64 "\n", executed);
    in_window = addresses != NULL && begins;
    passages++;
}

/* On_mark comes first, so that a window begins with the marked instruction and ends before it. */
static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
        uint64_t address = qemu_plugin_insn_vaddr(instruction);

        if (is_mark(address)) {
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_mark, QEMU_PLUGIN_CB_NO_REGS,
                                                   (void *)(uintptr_t)address);
        }
        if (addresses != NULL) {
            qemu_plugin_register_vcpu_insn_exec_cb(
                instruction, on_instruction, QEMU_PLUGIN_CB_NO_REGS, (void *)(uintptr_t)address);
        }
        qemu_plugin_register_vcpu_insn_exec_inline(instruction, QEMU_PLUGIN_INLINE_ADD_U64,
                                                   &executed, 1);
    }
}

static void on_exit(qemu_plugin_id_t id, void *data)
{
    (void)id;
    (void)data;
    fclose(passes);
    if (addresses != NULL) {
        fclose(addresses);
    }
}

/* The number in a text that contains nothing else. */
static bool parse(const char *text, int base, uint64_t *number)
{
    char *end;

    *number = strtoull(text, &end, base);
    return end != text && *end == '\0';
}

static bool take(const char *name, const char *value)
{
    if (strcmp(name, "mark") == 0) {
        return mark_count < MARKS_MAX && parse(value, 16, &marks[mark_count++]);
    }
    if (strcmp(name, "window") == 0) {
        is_single = true;
        return parse(value, 10, &window);
    }
    if (strcmp(name, "passes") == 0 && passes == NULL) {
        passes = fopen(value, "w");
        return passes != NULL;
    }
    if (strcmp(name, "addresses") == 0 && addresses == NULL) {
        addresses = fopen(value, "w");
        return addresses != NULL;
    }
    return false;
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++) {
        char *value = strchr(argv[i], '=');

        if (value != NULL) {
            *value++ = '\0';
        }
        if (value == NULL || !take(argv[i], value)) {
            fprintf(stderr, "insn_count: %s: not understood, or not possible\n", argv[i]);
            return -1;
        }
    }
    if (mark_count == 0 || passes == NULL) {
        fprintf(stderr, "insn_count: mark=ADDRESS and passes=FILE are needed\n");
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_exit, NULL);
    return 0;
}
