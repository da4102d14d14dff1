# SPDX-License-Identifier: Apache-2.0
# Toolchain: GCC for 32-bit x86 Linux, on a 64-bit system. Pointers and longs have the sizes of
# those on a 32-bit target, and so have stacks, pools and control blocks. The switch of contexts
# needs fixed addresses.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i386)

#
# The headers of Linux are those of the 64-bit system: Debian's compilers for both find them only if
# the package without a version is installed, which excludes the compilers for other machines.
set(headers "-idirafter/usr/include/${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu")

set(CMAKE_C_FLAGS_INIT "-m32 -fno-pie ${headers}")
set(CMAKE_CXX_FLAGS_INIT "-m32 -fno-pie ${headers}")
set(CMAKE_ASM_FLAGS_INIT -m32)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-m32 -no-pie")
