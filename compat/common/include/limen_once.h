/* SPDX-License-Identifier: Apache-2.0 */
/* Definitions in the headers of a layer: what a program chooses by macros, for a library that is
 * compiled before. Each file of the program defines the same, and the linker takes one. */
#ifndef LIMEN_ONCE_H
#define LIMEN_ONCE_H

#ifdef __GNUC__
#pragma GCC system_header
#endif

/* A member that is not given is 0. */
#define LM_LAYER_ONCE(section_name) __attribute__((__weak__, __section__(section_name)))
#ifdef __PIC__
#define LM_LAYER_CONSTANT(name) LM_LAYER_ONCE(".data.rel.ro." name) LM_LAYER_PUBLIC
#else
#define LM_LAYER_CONSTANT(name) LM_LAYER_ONCE(".rodata." name) LM_LAYER_PUBLIC
#endif
#ifdef __cplusplus
#define LM_LAYER_PUBLIC extern
#else
#define LM_LAYER_PUBLIC
#endif

/* Memory, a function that does this, and a structure. */
#define LM_LAYER_MEMORY(name, bytes)                                                               \
    LM_LAYER_ONCE(".bss." #name) unsigned char name[bytes] __attribute__((__aligned__(16)))
#define LM_LAYER_FUNCTION(name, ...)                                                               \
    LM_LAYER_ONCE(".text." #name) void name(void)                                                  \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }
#define LM_LAYER_STRUCT(name) LM_LAYER_CONSTANT(#name) const struct name name

#endif
