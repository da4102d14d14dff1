/* SPDX-License-Identifier: Apache-2.0 */
/* The RAM driver of FileX behind a switch. */
#include "disk.h"

VOID _fx_ram_driver(FX_MEDIA *media);

static UCHAR disk[SECTORS * SECTOR_BYTES];
static ULONG left = 0xFFFFFFFFUL;
static UINT lost;

/* Several sectors of one request are written one by one: the power may fail between them. */
static VOID write_sectors(FX_MEDIA *media)
{
    ULONG sectors = media->fx_media_driver_sectors;

    if (sectors > left) {
        lost = FX_TRUE;
        sectors = left;
    }
    left -= sectors;
    memcpy(disk + media->fx_media_driver_logical_sector * SECTOR_BYTES,
           media->fx_media_driver_buffer, sectors * SECTOR_BYTES);
    media->fx_media_driver_status = FX_SUCCESS;
}

static VOID drive(FX_MEDIA *media)
{
    if (media->fx_media_driver_request == FX_DRIVER_WRITE) {
        write_sectors(media);
    } else {
        _fx_ram_driver(media);
    }
}

VOID disk_cut_after(ULONG sectors)
{
    left = sectors;
    lost = FX_FALSE;
}

UINT disk_restore(VOID)
{
    left = 0xFFFFFFFFUL;
    return lost;
}

UINT disk_format(FX_MEDIA *media, UCHAR *cache, UINT cache_bytes)
{
    return fx_media_format(media, drive, disk, cache, cache_bytes, "NOTES", 1, 32, 0, SECTORS,
                           SECTOR_BYTES, 1, 1, 1);
}

UINT disk_open(FX_MEDIA *media, UCHAR *cache, UINT cache_bytes, UCHAR *log, UINT log_bytes)
{
    UINT status = fx_media_open(media, "notes", drive, disk, cache, cache_bytes);

#ifdef FX_ENABLE_FAULT_TOLERANT
    status = status != FX_SUCCESS ? status : fx_fault_tolerant_enable(media, log, log_bytes);
#else
    TX_PARAMETER_NOT_USED(log);
    TX_PARAMETER_NOT_USED(log_bytes);
#endif
    return status;
}
