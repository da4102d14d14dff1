# SPDX-License-Identifier: Apache-2.0
# The host, in virtual or real time.
set(LIMEN_PORT host)
# The clock rate of mps2-an385, so that the traces of both have the same times.
set(LM_CLOCK_HZ 25000000)
set(LIMEN_CORES 8) # in limen-cores
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "i386") # cmake/i386-linux.cmake gives the reason
    set(LIMEN_CPU_OPTIONS -m32 -fno-pie
        -idirafter/usr/include/${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu)
    set(LIMEN_LINK_OPTIONS -m32 -no-pie)
endif()
