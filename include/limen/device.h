/* SPDX-License-Identifier: Apache-2.0 */
/* Devices: programs use drivers by the names of their devices. Each call of a driver is a kernel
 * section (limen/section.h), with the device's name in the trace.
 *
 *     struct lm_handle console;
 *     size_t written;
 *
 *     lm_device_open(&console, "console");
 *     lm_device_write(&console, "hello\n", 6, &written);
 *     lm_device_close(&console);
 *
 * The control block of a removed device is free when no handle and no call in progress uses it.
 * Calls with a closed handle, or one whose device has been removed, fail with a status.
 */
#ifndef LIMEN_DEVICE_H
#define LIMEN_DEVICE_H

#include <limen/object.h>
#include <limen/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_device;

/* The functions of a driver. NULL for open or close means that the driver has nothing to do there;
 * NULL for another function means that the driver does not support the call. Each function runs in
 * a kernel section of the calling thread, and may wait. */
struct lm_driver {
    enum lm_status (*open)(struct lm_device *device);
    void (*close)(struct lm_device *device); /* once for each open that returned LM_OK */
    enum lm_status (*read)(struct lm_device *device, void *data, size_t bytes, size_t *done);
    enum lm_status (*write)(struct lm_device *device, const void *data, size_t bytes, size_t *done);
    enum lm_status (*control)(struct lm_device *device, unsigned request, void *argument);
};

struct lm_device {
    struct lm_object object;
    const struct lm_driver *driver;
    void *context; /* for the driver */
    struct lm_device *next;
    uint32_t handles;
    uint32_t calls; /* in progress */
    bool removed;
};

struct lm_handle {
    struct lm_device *device; /* NULL: closed */
    uintptr_t seal;           /* computed from device, so that other memory is not taken for a
                               * handle */
};

/* Add a device under a name.
 * Context: start-up or thread. Returns: LM_OK, LM_BAD_ARGUMENT (no name or driver),
 * LM_BAD_STATE (there is one of this name), LM_BAD_OBJECT (the device is in use), LM_BAD_CONTEXT.
 * Cost: O(devices). */
enum lm_status lm_device_add(struct lm_device *device, const char *name,
                             const struct lm_driver *driver, void *context);

/* Remove a device. New calls with its handles return LM_DELETED; calls in progress are completed.
 * Context: thread. Returns: LM_OK (the control block is free), LM_UNAVAILABLE (it is still in use:
 * call again when its handles are closed), LM_BAD_OBJECT, LM_BAD_CONTEXT. Cost: O(devices). */
enum lm_status lm_device_remove(struct lm_device *device);

/* Context: thread. Returns: LM_OK, LM_UNAVAILABLE (no device of this name), the status of the
 * driver's open, LM_BAD_CONTEXT, LM_BAD_ARGUMENT. Cost: O(devices), and the driver's. */
enum lm_status lm_device_open(struct lm_handle *handle, const char *name);

/* Context: thread. Returns: LM_OK, LM_BAD_ARGUMENT (no handle), LM_BAD_STATE (it is closed),
 * LM_BAD_CONTEXT. Cost: the driver's. */
enum lm_status lm_device_close(struct lm_handle *handle);

/* *done is set to the number of bytes, to 0 if no driver was called. done may be NULL.
 * Context: thread. Returns: the driver's status, LM_BAD_STATE (closed), LM_DELETED (removed),
 * LM_BAD_ARGUMENT (not supported, no data), LM_BAD_CONTEXT. Cost: the driver's. */
enum lm_status lm_device_read(struct lm_handle *handle, void *data, size_t bytes, size_t *done);
enum lm_status lm_device_write(struct lm_handle *handle, const void *data, size_t bytes,
                               size_t *done);
enum lm_status lm_device_control(struct lm_handle *handle, unsigned request, void *argument);

#ifdef __cplusplus
}
#endif

#endif
