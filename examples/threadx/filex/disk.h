/* SPDX-License-Identifier: Apache-2.0 */
/* A RAM disk whose power can be cut: after a number of written sectors nothing more is written. */
#ifndef DISK_H
#define DISK_H

#include "fx_api.h"

#define SECTOR_BYTES 512
#define SECTORS 256

/* Format the disk. Returns: FX_SUCCESS or an error of FileX. */
UINT disk_format(FX_MEDIA *media, UCHAR *cache, UINT cache_bytes);

/* Open it, and begin to keep a log of changes, by which an interrupted one is undone or completed:
 * if FileX is built with FX_ENABLE_FAULT_TOLERANT. log: 3072 bytes. */
UINT disk_open(FX_MEDIA *media, UCHAR *cache, UINT cache_bytes, UCHAR *log, UINT log_bytes);

/* From now on, write this number of sectors and lose the others. */
VOID disk_cut_after(ULONG sectors);

/* The power is on again. Returns: whether a sector was lost. */
UINT disk_restore(VOID);

#endif
