/* SPDX-License-Identifier: Apache-2.0 */
/* Programs with co-routines get one clear message. */
#error "croutine.h: the layer has no co-routines; make tasks of them"
